import {
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { MAX_TEXT_LENGTH } from '#contract/content/comments.ts';
import { classes } from '#web/lib/classes.ts';
import { Textarea } from '#web/ui/fields/Textarea.tsx';
import { type Nameable, nameBefore, suggest } from './mentions.ts';

const SUGGESTED = 6;

type Props = {
  label: string;
  text: string;
  members: Nameable[];
  onChange: (text: string) => void;
  onSubmit: () => void;
  readOnly: boolean;
  placeholder?: string | undefined;
  ref?: Ref<{ focus: () => void } | null> | undefined;
};

/**
 * A text field in which @ suggests members: arrow keys move, Enter selects, Escape closes.
 * Ctrl+Enter sends.
 */
export function MentionField({
  label,
  text,
  members,
  onChange,
  onSubmit,
  readOnly,
  placeholder,
  ref,
}: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [index, setIndex] = useState(0);
  const behind = useRef<number>(null);
  /** Where a name that was chosen ends: the space behind it is not typed twice. */
  const chosenEnd = useRef<number>(null);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }));
  const named = caret === null ? undefined : nameBefore(text, caret);
  const offered = named ? suggest(members, named.typed, SUGGESTED) : [];
  const pointed = offered[Math.min(index, offered.length - 1)];

  function choose({ label }: Nameable) {
    if (!named || caret === null) return;
    const before = `${text.slice(0, named.from)}@${label} `;
    onChange(before + text.slice(caret).replace(/^ /, ''));
    setCaret(null);
    behind.current = before.length;
    chosenEnd.current = before.length;
  }

  // Before the next key, so that typing continues after the name.
  useLayoutEffect(() => {
    if (behind.current === null) return;
    field.current?.setSelectionRange(behind.current, behind.current);
    behind.current = null;
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return onSubmit();
    }
    const end = chosenEnd.current;
    chosenEnd.current = null;
    if (event.key === ' ' && end !== null && field.current?.selectionStart === end)
      return event.preventDefault();
    if (!pointed) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step)
      setIndex((Math.min(index, offered.length - 1) + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(pointed);
    else if (event.key === 'Escape') setCaret(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="relative">
      <Textarea
        ref={field}
        rows={2}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={pointed ? id : undefined}
        aria-activedescendant={pointed ? `${id}-${pointed.id}` : undefined}
        placeholder={placeholder}
        maxLength={MAX_TEXT_LENGTH}
        value={text}
        readOnly={readOnly}
        onChange={({ target }) => {
          onChange(target.value);
          setCaret(target.selectionStart);
          setIndex(0);
        }}
        // Moving the caret ends the mention.
        onSelect={({ currentTarget }) =>
          setCaret((at) => (at === null ? null : currentTarget.selectionStart))
        }
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
        className="field-sizing-content max-h-48 min-h-14"
      />
      {pointed && (
        <div
          id={id}
          role="listbox"
          aria-label="Members"
          className="absolute inset-x-0 top-full z-20 mt-1 rounded-base border border-line bg-surface p-1 shadow-float"
        >
          {offered.map((member) => (
            <div
              key={member.id}
              id={`${id}-${member.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={member === pointed}
              // Before the field loses the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                choose(member);
              }}
              className={classes(
                'break-words rounded-[6px] px-2 py-1.5',
                member === pointed && 'bg-hover',
              )}
            >
              {member.label}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
