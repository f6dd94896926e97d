import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useId,
} from 'react';
import { createPortal } from 'react-dom';
import type { Attachment } from '#contract/attachments.ts';
import { customisedNetworks } from '#contract/content/items.ts';
import type { Network } from '#contract/networks/names.ts';
import { fits } from '#contract/networks/networks.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { Counter } from './Counter.tsx';
import { NetworkTextFields } from './NetworkTextFields.tsx';
import type { Part } from './parts.ts';
import { splitText } from './split-text.ts';

type MediaOfPart = {
  media: Attachment[];
  /** Identifies the part. */
  target: string;
  label: string;
  network: Network;
  readOnly: boolean;
  onChange: (change: (media: Attachment[]) => Attachment[]) => void;
};

/** The files of a part, and the buttons that add some. */
export type MediaSlot = {
  field: (given: MediaOfPart) => ReactNode;
  add: (given: MediaOfPart) => ReactNode;
};

/** The actions of a part, by its key. */
export type PartActions = {
  write: (key: string, content: string) => void;
  /** Changes the files. */
  attach: (key: string, change: (media: Attachment[]) => Attachment[]) => void;
  /** Sets the text for a network. */
  customise: (key: string, network: Network, text: string | undefined) => void;
  add: (key: string) => void;
  remove: (key: string) => void;
  move: (key: string, by: number) => void;
  join: (key: string) => void;
  /** Replaces a part by these texts; undo restores `text`. */
  split: (key: string, texts: string[], text: string) => void;
  /** Registers the field, so that it can be focused. */
  hold: (key: string, field: HTMLTextAreaElement | null) => void;
};

type Props = {
  part: Part;
  index: number;
  last: boolean;
  network: Network;
  readOnly: boolean;
  actions: PartActions;
  /** Where its counter is shown, on a phone. */
  dock: HTMLElement | null;
  /** Stable: with another one, every part is rendered anew. */
  media: MediaSlot;
};

/** One part of a thread with its actions, by pointer and by keyboard. */
export const PartField = memo(function PartField({
  part,
  index,
  last,
  network,
  readOnly,
  actions,
  dock,
  media,
}: Props) {
  const { key, content } = part;
  const number = index + 1;
  const counter = useId();
  const {
    setNodeRef,
    setActivatorNodeRef,
    attributes,
    listeners,
    transform,
    transition,
    isDragging,
  } = useSortable({
    id: key,
    disabled: readOnly,
  });
  const holdField = useCallback(
    (field: HTMLTextAreaElement | null) => actions.hold(key, field),
    [actions, key],
  );
  // Its texts for networks would be published beside the parts that follow.
  const isSplittable = customisedNetworks([part]).length === 0;
  const split = (texts: string[]) => actions.split(key, texts, content);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const act = (action: () => void) => {
      event.preventDefault();
      if (!readOnly) action();
    };
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) act(() => actions.add(key));
    else if (event.key === 'Backspace' && index > 0 && selectionStart === 0 && selectionEnd === 0)
      act(() => actions.join(key));
    else if (event.altKey && event.key === 'ArrowUp') act(() => actions.move(key, -1));
    else if (event.altKey && event.key === 'ArrowDown') act(() => actions.move(key, 1));
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const pasted = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n');
    const text = content.slice(0, selectionStart) + pasted + content.slice(selectionEnd);
    if (readOnly || !isSplittable || fits(text, network) || !fits(content, network)) return;
    const texts = splitText(text, network);
    if (texts.length < 2) return;
    event.preventDefault();
    actions.split(key, texts, text);
  }

  const label = index === 0 ? 'Root' : `Item ${number}`;
  const files = {
    media: part.media,
    target: key,
    label: `item ${number}`,
    network,
    readOnly,
    onChange: (change: (media: Attachment[]) => Attachment[]) => actions.attach(key, change),
  };
  const count = (
    <Counter
      id={counter}
      text={content}
      network={network}
      hasMedia={part.media.length > 0}
      split={
        readOnly || !isSplittable
          ? undefined
          : { label: (parts) => `Split into ${parts} items`, run: split }
      }
    />
  );
  return (
    <li
      ref={setNodeRef}
      data-part={key}
      data-takes-files
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classes(
        'group/part relative flex gap-3 pb-6 sm:gap-4',
        isDragging && 'z-10 rounded-base bg-surface shadow-float',
      )}
    >
      <div className="relative flex w-14 shrink-0 items-center justify-between self-start pt-1 text-muted text-xs max-sm:w-12">
        <Button
          ref={setActivatorNodeRef}
          variant="ghost"
          size="smallIcon"
          className="-left-6 absolute h-6 w-6 cursor-grab touch-none text-muted opacity-0 focus-visible:opacity-100 active:cursor-grabbing group-hover/part:opacity-100 max-sm:left-0"
          disabled={readOnly}
          {...attributes}
          {...listeners}
          aria-label={`Drag item ${number}`}
          title="Drag to move"
        >
          <GripVertical size={14} aria-hidden />
        </Button>
        <span>{label}</span>
        <span
          aria-hidden
          className="size-2 rounded-full bg-[var(--slate-8)] group-focus-within/part:bg-accent-solid"
        />
      </div>
      {!last && (
        <span
          aria-hidden
          className="absolute top-6 bottom-0 left-[51px] w-0.5 bg-line group-focus-within/part:bg-accent-solid max-sm:left-[43px]"
        />
      )}
      <div className="flex min-w-0 grow flex-col">
        <textarea
          ref={holdField}
          aria-label={`Thread item ${number}`}
          data-field={key}
          aria-describedby={counter}
          required
          dir="auto"
          rows={1}
          value={content}
          readOnly={readOnly}
          placeholder={index === 0 ? 'What is it about?' : 'And then?'}
          onChange={({ target }) => actions.write(key, target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="field-sizing-content w-full resize-none rounded-sm bg-transparent text-base leading-[26px] outline-none"
        />
        {media.field(files)}
        <div className="flex min-h-7 items-center gap-1">
          <span className="-ml-1.5 flex opacity-0 focus-within:opacity-100 group-focus-within/part:opacity-100 group-hover/part:opacity-100 pointer-coarse:opacity-100">
            {index > 0 && (
              <IconAction
                label={`Move up item ${number}`}
                title="Move up (Alt+↑)"
                disabled={readOnly}
                onClick={() => actions.move(key, -1)}
              >
                <ArrowUp size={16} aria-hidden />
              </IconAction>
            )}
            {!last && (
              <IconAction
                label={`Move down item ${number}`}
                title="Move down (Alt+↓)"
                disabled={readOnly}
                onClick={() => actions.move(key, 1)}
              >
                <ArrowDown size={16} aria-hidden />
              </IconAction>
            )}
            <IconAction
              label={`Remove item ${number}`}
              title="Remove"
              disabled={readOnly}
              onClick={() => actions.remove(key)}
            >
              <X size={16} aria-hidden />
            </IconAction>
            {!readOnly && media.add(files)}
          </span>
          <span className="grow">{dock ? createPortal(count, dock) : count}</span>
        </div>
        <div className="flex flex-col gap-2 pt-2 empty:hidden">
          <NetworkTextFields
            part={part}
            label={`thread item ${number}`}
            readOnly={readOnly}
            onChange={(network, text) => actions.customise(key, network, text)}
          />
        </div>
      </div>
    </li>
  );
});

type IconActionProps = {
  label: string;
  title: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
};

const IconAction = ({ label, ...props }: IconActionProps) => (
  <Button variant="ghost" size="smallIcon" aria-label={label} {...props} />
);
