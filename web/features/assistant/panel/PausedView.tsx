import { Hourglass } from 'lucide-react';
import { useEffect } from 'react';
import type { Panel } from '#web/features/assistant/asking/use-panel.ts';
import { TALL } from '#web/features/assistant/panel-parts/phone-buttons.ts';
import { useFocusKept } from '#web/features/assistant/panel-parts/use-focus-kept.ts';
import { useSeconds } from '#web/features/assistant/panel-parts/use-seconds.ts';
import { Button } from '#web/ui/Button.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';

/** The server asks for a pause: it is asked again at its end. */
export function PausedView({ panel }: { panel: Panel }) {
  const { failure, question } = panel.asking;
  const seconds = useSeconds(failure);
  const box = useFocusKept<HTMLDivElement>();
  const left = Math.max(0, (failure?.seconds ?? 0) - seconds);
  const isOver = left === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: at its end
  useEffect(() => {
    if (isOver) panel.again();
  }, [isOver]);
  return (
    <div ref={box} tabIndex={-1} className="flex items-center gap-3 p-3 outline-none max-md:p-4">
      <Hourglass size={16} aria-hidden className="shrink-0 text-warning" />
      <div className="min-w-0 grow">
        <p className="font-medium text-[13px]">The server asks for a pause of {left} s.</p>
        <p className="text-muted text-xs">{question?.label} is asked again by itself then.</p>
      </div>
      <Button size="small" onClick={panel.stop} className={TALL}>
        Cancel <Keys>Esc</Keys>
      </Button>
    </div>
  );
}
