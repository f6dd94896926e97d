import { Combine, Scissors } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { CountLine } from '#web/features/assistant/panel-parts/CountLine.tsx';
import { classes } from '#web/lib/classes.ts';
import { isComposing } from '#web/lib/keyboard/keys.ts';
import { Button } from '#web/ui/Button.tsx';
import {
  type CutText,
  cutInto,
  joinedAt,
  partChanged,
  partsOf,
  placeOf,
  sentenceMoved,
} from './cuts.ts';
import type { Thread } from './use-thread.ts';

type Props = { thread: Thread; cut: CutText };

/** Where the caret goes after a step. */
type Next = { part: number; caret: number };

/** The parts of a proposed thread: they are joined, cut, and sentences move between them. */
export function ThreadParts({ thread, cut }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState(0);
  const [next, setNext] = useState<Next>();
  const parts = partsOf(cut);
  const fieldOf = (part: number) => list.current?.querySelectorAll('textarea')[part];
  useLayoutEffect(() => {
    const field = next && list.current?.querySelectorAll('textarea')[next.part];
    field?.focus();
    field?.setSelectionRange(next?.caret ?? 0, next?.caret ?? 0);
  }, [next]);
  function step(to: CutText, then: Next) {
    if (to === cut) return;
    thread.change(to);
    setNext(then);
  }
  const join = (part: number) =>
    step(joinedAt(cut, part), {
      part: part - 1,
      caret: placeOf(cut, part)[0] - placeOf(cut, part - 1)[0],
    });
  const cutAt = (part: number) => {
    const at = placeOf(cut, part)[0] + (fieldOf(part)?.selectionStart ?? 0);
    step(cutInto(cut, at), { part: part + 1, caret: 0 });
  };
  function press(event: KeyboardEvent<HTMLTextAreaElement>, part: number) {
    const { key, altKey, ctrlKey, metaKey, currentTarget: field } = event;
    if (isComposing(event.nativeEvent)) return;
    const isAtStart = field.selectionStart === 0 && field.selectionEnd === 0;
    const run = {
      Backspace: part > 0 && isAtStart && (() => join(part)),
      Enter: (ctrlKey || metaKey) && (() => cutAt(part)),
      ArrowUp: altKey && (() => step(sentenceMoved(cut, part, -1), { part, caret: 0 })),
      ArrowDown: altKey && (() => step(sentenceMoved(cut, part, 1), { part, caret: 0 })),
    }[key];
    if (!run) return;
    event.preventDefault();
    run();
  }
  return (
    <ol
      ref={list}
      aria-label="Proposed parts"
      className="flex flex-col gap-2 px-4 pb-4 max-md:gap-0"
    >
      {parts.map((text, part) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name
        <li key={part} className="flex gap-3">
          <span
            className={classes(
              'w-12 shrink-0 pt-3 text-xs max-md:sr-only',
              part === focused ? 'font-medium' : 'text-muted',
            )}
          >
            {part === 0 ? 'Root' : `Item ${part + 1}`}
          </span>
          <div className="min-w-0 grow rounded-base border border-line bg-surface pt-2 focus-within:border-[var(--jade-8)] max-md:rounded-none max-md:border-0 max-md:border-l-2 max-md:bg-page">
            <PartText
              label={`Part ${part + 1}`}
              text={text}
              isFixed={thread.keepsWords}
              onFocus={() => setFocused(part)}
              onKeyDown={(event) => press(event, part)}
              onChange={(to) => thread.change(partChanged(cut, part, to))}
            />
            <div className="flex min-h-9 flex-wrap items-center justify-between pr-2 pb-1">
              <CountLine text={text} counting={thread.countingOf(part)} />
              {part === focused && (
                <span className="flex">
                  {part > 0 && (
                    <Button
                      variant="ghost"
                      size="small"
                      title="Backspace at the start"
                      onClick={() => join(part)}
                      className="max-md:h-11"
                    >
                      <Combine size={14} aria-hidden /> Join with item {part}
                    </Button>
                  )}
                  <Button
                    variant="ghost"
                    size="small"
                    title="Ctrl+Enter"
                    // The caret stays where it is.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => cutAt(part)}
                    className="max-md:h-11"
                  >
                    <Scissors size={14} aria-hidden /> Cut here
                  </Button>
                </span>
              )}
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

type PartTextProps = {
  label: string;
  text: string;
  /** Whether it is cut alone: a caret, but nothing is written. */
  isFixed: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onChange: (text: string) => void;
};

function PartText({ label, text, isFixed, onFocus, onKeyDown, onChange }: PartTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (!isFixed || !element) return;
    const refuse = (event: Event) => event.preventDefault();
    element.addEventListener('beforeinput', refuse);
    return () => element.removeEventListener('beforeinput', refuse);
  }, [isFixed]);
  return (
    <textarea
      ref={field}
      dir="auto"
      rows={1}
      aria-label={label}
      aria-keyshortcuts="Control+Enter Alt+ArrowUp Alt+ArrowDown"
      aria-readonly={isFixed}
      value={text}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onChange={({ target }) => {
        // Words that were composed cannot be refused before.
        if (!isFixed) onChange(target.value);
      }}
      className="field-sizing-content w-full resize-none bg-transparent px-4 text-[15px] leading-[22px] outline-none"
    />
  );
}
