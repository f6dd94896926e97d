import { RotateCcw, X } from 'lucide-react';
import type { Panel } from '#web/features/assistant/asking/use-panel.ts';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';
import { FILLED, TALL } from './phone-buttons.ts';

type Props = {
  panel: Panel;
  /** Of the button that takes. */
  label: string;
  /** Too long: asking again is the first thing to do. */
  isOver?: boolean;
  onTake: () => void;
  /** What else can be done with it. */
  insertLabel?: string;
  /** Undefined where it can be taken alone. */
  onInsert?: (() => void) | undefined;
};

/** What can be done with a proposal. */
export function TakeFoot(props: Props) {
  const { panel, label, isOver = false, onTake, insertLabel = 'Insert below', onInsert } = props;
  const isPhone = useMedia(PHONE);
  const { isGone } = panel.host;
  const again = (
    <Button
      variant={isOver ? 'soft' : 'ghost'}
      size="small"
      title="Try again (Alt+R)"
      aria-label="Try again"
      onClick={panel.again}
      className={isOver ? FILLED : TALL}
    >
      <RotateCcw size={14} aria-hidden />
      {(!isPhone || isOver) && 'Try again'}
      {isOver && <Keys>↵</Keys>}
    </Button>
  );
  return (
    <div className="mt-2 flex min-h-11 items-center gap-1.5 border-line border-t px-2 py-2 max-md:px-3 max-md:pb-[max(8px,env(safe-area-inset-bottom))]">
      {isOver && again}
      {!isGone && (
        <Button
          variant={isOver ? 'secondary' : 'soft'}
          size="small"
          onClick={onTake}
          className={isOver ? TALL : `${FILLED} max-md:grow`}
        >
          {label} {!isOver && <Keys>↵</Keys>}
        </Button>
      )}
      {onInsert && (!isOver || isGone) && (
        <Button
          size="small"
          title={`${insertLabel} (Shift+Enter)`}
          onClick={onInsert}
          className={TALL}
        >
          {insertLabel}
        </Button>
      )}
      <span className="grow max-md:hidden" />
      {!isOver && again}
      <Button
        variant="ghost"
        size="small"
        aria-label="Discard"
        onClick={panel.discard}
        className={TALL}
      >
        {isPhone ? <X size={16} aria-hidden /> : 'Discard'} <Keys>Esc</Keys>
      </Button>
    </div>
  );
}
