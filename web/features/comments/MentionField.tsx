import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { LONGEST_TEXT } from '#contract/comments.ts';
import { classes } from '#web/lib/classes.ts';
import { Textarea } from '#web/ui/Field.tsx';
import { useNameable } from './comment-queries.ts';
import { nameBefore, suggest } from './mentions.ts';

const SUGGESTED = 6;

type Props = {
  label: string;
  text: string;
  onChange: (text: string) => void;
  /** A member was chosen for a name. */
  onChoose: (member: { id: number; name: string }) => void;
  onSubmit: () => void;
  placeholder?: string | undefined;
  ref?: Ref<{ focus: () => void } | null> | undefined;
};

/** A text in which @ suggests members: arrow keys go among them, Enter takes one, Escape none. Ctrl+Enter sends. */
export function MentionField({ label, text, onChange, onChoose, onSubmit, placeholder, ref }: Props) {
  const id = useId();
  const members = useNameable().data ?? [];
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [index, setIndex] = useState(0);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }));
  const named = caret === null ? undefined : nameBefore(text, caret);
  const offered = named ? suggest(members, named.typed, SUGGESTED) : [];
  const pointed = offered[Math.min(index, offered.length - 1)];

  function choose(member: { id: number; name: string }) {
    if (!named || caret === null) return;
    const before = `${text.slice(0, named.from)}@${member.name} `;
    onChange(before + text.slice(caret).replace(/^ /, ''));
    onChoose(member);
    setCaret(null);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return onSubmit();
    }
    if (!pointed) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setIndex((Math.min(index, offered.length - 1) + step + offered.length) % offered.length);
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
        maxLength={LONGEST_TEXT}
        value={text}
        onChange={({ target }) => {
          onChange(target.value);
          setCaret(target.selectionStart);
          setIndex(0);
        }}
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
              className={classes('truncate rounded-[6px] px-2 py-1.5', member === pointed && 'bg-hover')}
            >
              {member.name}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
