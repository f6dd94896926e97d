import { ArrowDown, ArrowUp, Scissors, X } from 'lucide-react';
import { AddMedia, type AttachmentsProps } from '#web/features/media/AddMedia.tsx';
import { EmojiTool } from './EmojiTool.tsx';
import { IconAction } from './IconAction.tsx';
import type { PartActions } from './part-actions.ts';

type Props = {
  number: number;
  last: boolean;
  /** Its key. */
  part: string;
  actions: PartActions;
  files: AttachmentsProps;
  /** Splits it at the caret; undefined where it cannot be split. */
  onSplit: (() => void) | undefined;
};

/** The tools of a part: shown where it is being written, or pointed at. */
export function PartTools({ number, last, part, actions, files, onSplit }: Props) {
  const disabled = files.readOnly;
  return (
    <span className="-ml-1.5 flex opacity-0 focus-within:opacity-100 group-focus-within/part:opacity-100 group-hover/part:opacity-100 pointer-coarse:opacity-100">
      {!disabled && <AddMedia {...files} />}
      {!disabled && <EmojiTool field={part} label={files.label} />}
      {onSplit && (
        <IconAction
          label={`Split item ${number} at the caret`}
          title="Split at the caret (Enter three times at the end)"
          onClick={onSplit}
        >
          <Scissors size={16} aria-hidden />
        </IconAction>
      )}
      {number > 1 && (
        <IconAction
          label={`Move up item ${number}`}
          title="Move up (Alt+↑)"
          disabled={disabled}
          onClick={() => actions.move(part, -1)}
        >
          <ArrowUp size={16} aria-hidden />
        </IconAction>
      )}
      {!last && (
        <IconAction
          label={`Move down item ${number}`}
          title="Move down (Alt+↓)"
          disabled={disabled}
          onClick={() => actions.move(part, 1)}
        >
          <ArrowDown size={16} aria-hidden />
        </IconAction>
      )}
      <IconAction
        label={`Remove item ${number}`}
        title="Remove"
        disabled={disabled}
        onClick={() => actions.remove(part)}
      >
        <X size={16} aria-hidden />
      </IconAction>
    </span>
  );
}
