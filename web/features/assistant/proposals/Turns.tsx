import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '#web/features/assistant/panel-parts/IconButton.tsx';

type Props = { at: number; count: number; onTurn: (by: number) => void };

/** ‹ 2 of 3 › */
export const Turns = ({ at, count, onTurn }: Props) => (
  <div role="group" aria-label="Versions" className="flex items-center gap-0.5 text-xs">
    <IconButton
      label="Version before"
      title="Version before (Alt+←)"
      disabled={at === 0}
      onClick={() => onTurn(-1)}
    >
      <ChevronLeft size={16} aria-hidden />
    </IconButton>
    <span className="tabular-nums">
      {at + 1} of {count}
    </span>
    <IconButton
      label="Next version"
      title="Next version (Alt+→)"
      disabled={at === count - 1}
      onClick={() => onTurn(1)}
    >
      <ChevronRight size={16} aria-hidden />
    </IconButton>
  </div>
);
