import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, memo, useId } from 'react';
import { createPortal } from 'react-dom';
import type { Attachment } from '#contract/attachments.ts';
import { customisedNetworks } from '#contract/content/items.ts';
import type { Network } from '#contract/networks/names.ts';
import { fits } from '#contract/networks/networks.ts';
import { EditorAssistant } from '#web/features/editor/assistant/EditorAssistant.tsx';
import { Counter } from '#web/features/editor/networks/Counter.tsx';
import { splitText } from '#web/features/editor/networks/split-text.ts';
import { selectionIn } from '#web/features/editor/store/field-history.ts';
import type { Part } from '#web/features/editor/store/parts.ts';
import { type Insertion, TextField } from '#web/features/editor/text/TextField.tsx';
import { TextTools } from '#web/features/editor/text/TextTools.tsx';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { AttachmentsField } from './AttachmentsField.tsx';
import { endsPart } from './ends-part.ts';
import { NetworkTextFields } from './NetworkTextFields.tsx';
import { PartTools } from './PartTools.tsx';
import type { PartActions } from './part-actions.ts';

export type PartFieldProps = {
  part: Part;
  index: number;
  last: boolean;
  network: Network;
  readOnly: boolean;
  actions: PartActions;
  /** Where its tools and its counter are shown, on a phone. */
  dock: HTMLElement | null;
};

/** One part of a thread with its actions, by pointer and by keyboard. Memoised: a key renders one. */
export const PartField = memo(function PartField(props: PartFieldProps) {
  const { part, index, last, network, readOnly, actions, dock } = props;
  const { key, content } = part;
  const number = index + 1;
  const counter = useId();
  const { setNodeRef, transform, transition, isDragging, ...handle } = useSortable({
    id: key,
    disabled: readOnly,
  });
  const splits = !readOnly && isSplittable(part);
  const files = {
    media: part.media,
    target: key,
    label: `item ${number}`,
    network,
    readOnly,
    onChange: (to: (media: Attachment[]) => Attachment[]) => actions.attach(key, to),
  };
  // A text of its own is counted where it is written.
  const isOwn = part.network_texts[network] !== undefined;
  const count = !isOwn && (
    <Counter
      id={counter}
      text={content}
      network={network}
      hasMedia={part.media.length > 0}
      isLast={last}
      split={
        splits
          ? {
              label: (parts) => `Split into ${parts} items`,
              run: (texts) => actions.split(key, texts),
            }
          : undefined
      }
    />
  );
  const tools = (
    <TextTools
      files={files}
      split={
        splits
          ? {
              label: `Split item ${number} at the caret`,
              run: () => actions.splitAt(key, selectionIn(key).end),
            }
          : undefined
      }
    />
  );
  return (
    <li
      ref={setNodeRef}
      data-part={key}
      data-takes-files={key}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classes(
        'group/part relative flex gap-3 pb-6 sm:gap-4',
        isDragging && 'z-10 rounded-base bg-surface shadow-float',
      )}
    >
      <Gutter number={number} last={last} readOnly={readOnly} {...handle} />
      <div className="flex min-w-0 grow flex-col">
        <TextField
          name={key}
          aria-label={`Thread item ${number}`}
          aria-describedby={isOwn ? undefined : counter}
          rows={1}
          text={content}
          readOnly={readOnly}
          placeholder={index === 0 ? 'What is it about?' : 'And then?'}
          onText={(text) => actions.write(key, text)}
          onKeyDown={(event) => onKeyDown(event, props)}
          network={isOwn ? undefined : network}
          onInsert={(insertion) => insert(insertion, props)}
        />
        <AttachmentsField {...files} />
        <div className="sticky bottom-0 z-10 flex min-h-9 flex-wrap items-center gap-1 bg-surface max-md:static has-[+[data-assistant]]:static">
          <PartTools number={number} last={last} part={key} actions={actions} readOnly={readOnly}>
            {!dock && tools}
          </PartTools>
          {dock ? (
            createPortal(
              <>
                {tools}
                {count}
              </>,
              dock,
            )
          ) : (
            <span className="min-w-0 grow">{count}</span>
          )}
        </div>
        <EditorAssistant is="place" part={key} number={number} />
        <div className="flex flex-col gap-2 pt-2 empty:hidden">
          <NetworkTextFields
            part={part}
            label={`thread item ${number}`}
            isLast={last}
            readOnly={readOnly}
            onChange={(network, text) => actions.customise(key, network, text)}
          />
        </div>
      </div>
    </li>
  );
});

/** Its texts for networks would be published beside the parts that follow. */
const isSplittable = (part: Part) => customisedNetworks([part]).length === 0;

function onKeyDown(
  event: KeyboardEvent<HTMLTextAreaElement>,
  { part, index, readOnly, actions }: PartFieldProps,
) {
  const { key } = part;
  const { selectionStart, selectionEnd } = event.currentTarget;
  const act = (action: () => void) => {
    event.preventDefault();
    if (!readOnly) action();
  };
  if (event.nativeEvent.isComposing) return;
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) act(() => actions.add(key));
  else if (event.key === 'Enter' && isSplittable(part) && endsPart(event))
    act(() => actions.splitAt(key, part.content.length));
  else if (event.key === 'Backspace' && index > 0 && selectionStart === 0 && selectionEnd === 0)
    act(() => actions.join(key));
  else if (event.altKey && event.key === 'ArrowUp') act(() => actions.move(key, -1));
  else if (event.altKey && event.key === 'ArrowDown') act(() => actions.move(key, 1));
}

/** Puts in what is pasted: a text that makes the part too long becomes several. */
function insert(
  { result, caret, isPlain }: Insertion,
  { part, network, actions }: PartFieldProps,
): boolean {
  const { key, content } = part;
  const splits = isSplittable(part) && !fits(result, network) && fits(content, network);
  const texts = splits ? splitText(result, network) : [];
  if (texts.length > 1) actions.split(key, texts, result);
  else if (isPlain) return false;
  else actions.write(key, result, caret);
  return true;
}

type GutterProps = Pick<
  ReturnType<typeof useSortable>,
  'setActivatorNodeRef' | 'attributes' | 'listeners'
> & { number: number; last: boolean; readOnly: boolean };

/** The handle of a part, its badge, and the line to the next one. */
const Gutter = ({
  number,
  last,
  readOnly,
  setActivatorNodeRef,
  attributes,
  listeners,
}: GutterProps) => (
  <>
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
      <span>{number === 1 ? 'Root' : `Item ${number}`}</span>
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
  </>
);
