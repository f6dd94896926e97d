import { RotateCcw } from 'lucide-react';
import type { Panel } from '#web/features/assistant/asking/use-panel.ts';
import { PanelHead } from '#web/features/assistant/panel-parts/PanelHead.tsx';
import { TALL } from '#web/features/assistant/panel-parts/phone-buttons.ts';
import { Remark } from '#web/features/assistant/panel-parts/Remark.tsx';
import { useFocusKept } from '#web/features/assistant/panel-parts/use-focus-kept.ts';
import { Button } from '#web/ui/Button.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';

/** The text is right as it is. */
export function SameResult({ panel }: { panel: Panel }) {
  const close = useFocusKept<HTMLButtonElement>();
  return (
    <>
      <PanelHead label={panel.proposal?.question.label ?? ''} />
      <Remark kind="fine">Nothing to change. It is right as it is.</Remark>
      <div className="mt-2 flex min-h-11 items-center justify-between border-line border-t px-2 py-2">
        <Button ref={close} size="small" onClick={panel.discard} className={TALL}>
          Close <Keys>Esc</Keys>
        </Button>
        <Button variant="ghost" size="small" onClick={panel.again} className={TALL}>
          <RotateCcw size={14} aria-hidden /> Look again
        </Button>
      </div>
    </>
  );
}
