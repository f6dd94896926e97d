import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconAction } from '#web/features/editor/text/IconAction.tsx';
import type { PartActions } from './part-actions.ts';

type Props = {
  number: number;
  last: boolean;
  /** Its key. */
  part: string;
  actions: PartActions;
  readOnly: boolean;
  /** The tools of its text, where they are not in the dock. */
  children: ReactNode;
};

/** The tools of a part: shown where it is being written, or pointed at. */
export function PartTools({ number, last, part, actions, readOnly, children }: Props) {
  return (
    <span className="-ml-1.5 flex opacity-0 focus-within:opacity-100 group-focus-within/part:opacity-100 group-hover/part:opacity-100 pointer-coarse:opacity-100">
      {children}
      {number > 1 && (
        <IconAction
          label={`Move up item ${number}`}
          title="Move up (Alt+↑)"
          disabled={readOnly}
          onClick={() => actions.move(part, -1)}
        >
          <ArrowUp size={16} aria-hidden />
        </IconAction>
      )}
      {!last && (
        <IconAction
          label={`Move down item ${number}`}
          title="Move down (Alt+↓)"
          disabled={readOnly}
          onClick={() => actions.move(part, 1)}
        >
          <ArrowDown size={16} aria-hidden />
        </IconAction>
      )}
      <IconAction
        label={`Remove item ${number}`}
        title="Remove"
        disabled={readOnly}
        onClick={() => actions.remove(part)}
      >
        <X size={16} aria-hidden />
      </IconAction>
    </span>
  );
}
