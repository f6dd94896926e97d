import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';
import { CSS as Transform } from '@dnd-kit/utilities';
import { Pin, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { hashtagOf } from '#contract/content/snippet-text.ts';
import { MAX_SNIPPET_HASHTAGS, type SnippetFields } from '#contract/content/snippets.ts';
import { classes } from '#web/lib/classes.ts';
import { isComposing } from '#web/lib/keyboard/keys.ts';

type Hashtags = SnippetFields['hashtags'];
type Props = { hashtags: Hashtags; onChange: (hashtags: Hashtags) => void; readOnly: boolean };

const SEPARATOR = /[\s,，、،]+/;

/** The hashtags of a group: added, sorted by dragging or by Alt and an arrow key, pinned and removed. */
export function HashtagField({ hashtags, onChange, readOnly }: Props) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [draft, setDraft] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [said, setSaid] = useState('');
  /** The one that has the focus after a change: a browser takes it from what moves. */
  const wanted = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-tag="${CSS.escape(wanted.current)}"]`)?.focus();
    wanted.current = undefined;
  });
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const placeOf = (tag: string) => hashtags.findIndex((entry) => entry.tag === tag);

  function add(text: string) {
    const { all, bad } = withAdded(hashtags, text);
    setWrong(
      all.length > MAX_SNIPPET_HASHTAGS
        ? `A group has at most ${MAX_SNIPPET_HASHTAGS} hashtags`
        : bad && `‘${bad}’ is no hashtag: it is one word of letters, digits and _`,
    );
    setDraft(bad ?? '');
    if (all.length > hashtags.length) onChange(all.slice(0, MAX_SNIPPET_HASHTAGS));
  }
  function move(tag: string, to: number) {
    const entry = hashtags[placeOf(tag)];
    if (!entry || to < 0 || to >= hashtags.length) return;
    onChange(hashtags.toSpliced(placeOf(tag), 1).toSpliced(to, 0, entry));
    wanted.current = tag;
    setSaid(`#${tag}, ${to + 1} of ${hashtags.length}`);
  }
  function pin(tag: string) {
    onChange(
      hashtags.map((entry) =>
        entry.tag === tag ? { ...entry, is_pinned: !entry.is_pinned } : entry,
      ),
    );
    wanted.current = tag;
  }
  function remove(tag: string) {
    const next = hashtags[placeOf(tag) + 1] ?? hashtags[placeOf(tag) - 1];
    wanted.current = next?.tag;
    if (!next) document.getElementById(id)?.focus();
    onChange(hashtags.filter((entry) => entry.tag !== tag));
    setSaid(`#${tag} removed`);
  }
  function onTagKey(event: KeyboardEvent, tag: string) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.ctrlKey || event.metaKey) return;
    if (event.altKey && step) move(tag, placeOf(tag) + step);
    else if (event.altKey) return;
    else if (step) {
      const next = hashtags[placeOf(tag) + step]?.tag;
      if (next)
        list.current?.querySelector<HTMLElement>(`[data-tag="${CSS.escape(next)}"]`)?.focus();
    } else if (event.key.toLowerCase() === 'p') pin(tag);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(tag);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function onInputKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      add(draft);
    }
    const last = hashtags.at(-1);
    if (event.key === 'Backspace' && draft === '' && last) onChange(hashtags.slice(0, -1));
  }
  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain');
    if (!SEPARATOR.test(text.trim())) return;
    event.preventDefault();
    add(draft + text);
  }
  const onDragEnd = ({ active, over }: DragEndEvent) =>
    over && move(String(active.id), placeOf(String(over.id)));
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline gap-1.5">
        <label htmlFor={id} className="font-medium">
          Hashtags
        </label>
        <span className="text-muted">{hashtags.length}</span>
        <span className="ml-auto text-muted text-xs max-sm:hidden">Drag or Alt+arrows to sort</span>
      </div>
      <div className="flex min-h-9 flex-wrap items-center gap-1.5 rounded-base border border-field bg-surface p-2 focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2">
        <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
          <SortableContext items={hashtags.map(({ tag }) => tag)} strategy={rectSortingStrategy}>
            <ul ref={list} aria-label="Hashtags of the group" className="contents">
              {hashtags.map((entry) => (
                <Tag
                  key={entry.tag}
                  {...entry}
                  readOnly={readOnly}
                  onPin={() => pin(entry.tag)}
                  onRemove={() => remove(entry.tag)}
                  onKeyDown={(event) => onTagKey(event, entry.tag)}
                />
              ))}
            </ul>
          </SortableContext>
        </DndContext>
        {!readOnly && (
          <input
            id={id}
            value={draft}
            placeholder="Add"
            autoCapitalize="none"
            aria-describedby={`${id}-hint`}
            aria-invalid={wrong ? true : undefined}
            onChange={({ target, nativeEvent }) =>
              SEPARATOR.test(target.value) && !(nativeEvent as InputEvent).isComposing
                ? add(target.value)
                : setDraft(target.value)
            }
            onKeyDown={onInputKey}
            onPaste={onPaste}
            onBlur={() => draft && add(draft)}
            className="h-7 min-w-24 grow bg-transparent outline-none max-md:h-11"
          />
        )}
      </div>
      <p id={`${id}-hint`} className={classes('text-xs', wrong ? 'text-danger' : 'sr-only')}>
        {wrong ?? 'Enter, a space or a comma adds one.'}
      </p>
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}

/** With what is typed or pasted; `bad`: what is no hashtag of it. */
function withAdded(hashtags: Hashtags, text: string) {
  const all = [...hashtags];
  let bad: string | undefined;
  for (const entry of text.split(SEPARATOR).filter(Boolean)) {
    const tag = hashtagOf(entry);
    if (tag === undefined) bad ??= entry;
    else if (!all.some((other) => other.tag.toLowerCase() === tag.toLowerCase()))
      all.push({ tag, is_pinned: false });
  }
  return { all, bad };
}

type TagProps = Hashtags[number] & {
  readOnly: boolean;
  onPin: () => void;
  onRemove: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function Tag({ tag, is_pinned: isPinned, readOnly, onPin, onRemove, onKeyDown }: TagProps) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: tag,
    disabled: readOnly,
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: Transform.Translate.toString(transform), transition }}
      className={classes(
        'inline-flex h-7 max-w-full items-center rounded bg-sunken text-[13px] max-md:h-11',
        isDragging && 'z-10 shadow-float',
      )}
    >
      <button
        type="button"
        data-tag={tag}
        disabled={readOnly}
        aria-pressed={isPinned}
        aria-label={`#${tag}, ${isPinned ? 'pinned' : 'not pinned'}`}
        aria-keyshortcuts="P Delete Alt+ArrowLeft Alt+ArrowRight"
        title={isPinned ? 'Always used. P unpins it' : 'P pins it: it is always used'}
        {...listeners}
        onClick={onPin}
        onKeyDown={onKeyDown}
        className="inline-flex h-full min-w-0 cursor-grab touch-manipulation items-center gap-1 rounded px-2 font-medium"
      >
        <span dir="auto" className="truncate">
          #{tag}
        </span>
        {isPinned && <Pin size={14} aria-hidden className="shrink-0 text-accent" />}
      </button>
      {!readOnly && (
        <button
          type="button"
          // Delete removes it by keyboard.
          tabIndex={-1}
          aria-label={`Remove #${tag}`}
          onClick={onRemove}
          className="grid h-full w-6 shrink-0 place-items-center rounded text-muted hover:text-text max-md:w-9"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </li>
  );
}
