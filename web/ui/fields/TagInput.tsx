import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { within } from '#web/lib/text.ts';
import { WrittenInput } from './WrittenInput.tsx';

type Props = {
  id?: string;
  tags: string[];
  onChange: (tags: string[]) => void;
  longest: number;
  /** Suggests tags for what is being written. */
  useSuggestions?: (text: string) => readonly string[];
  'aria-describedby'?: string | undefined;
};

/** What ends a tag: also the commas of full-width, ideographic and Arabic writing. */
const COMMA = /[,，、،]/;

const NONE: readonly string[] = [];
const noSuggestions = () => NONE;

/** A list of tags: Enter or a comma ends one, Backspace in the empty field removes the last one. */
export function TagInput({
  id,
  tags,
  onChange,
  longest,
  useSuggestions = noSuggestions,
  ...described
}: Props) {
  const [draft, setDraft] = useState('');
  const suggested = useSuggestions(draft).filter((tag) => !tags.includes(tag));
  const list = useId();

  function add(text: string) {
    const fresh = text
      .split(COMMA)
      .map((tag) => within(tag.normalize('NFC').trim(), longest).trim())
      .filter(Boolean);
    if (fresh.length) onChange([...new Set([...tags, ...fresh])]);
    setDraft('');
  }

  /** A comma of what an input method composes may still become another sign. */
  const write = (text: string, isComposing = false) =>
    COMMA.test(text) && !isComposing ? add(text) : setDraft(text);

  function onKeyDown(event: KeyboardEvent) {
    // Enter also commits the composition of an input method, which is ignored.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      add(draft);
    }
    // Ctrl+S or Cmd+S saves, handled elsewhere.
    if (event.key === 's' && (event.ctrlKey || event.metaKey)) add(draft);
    if (event.key === 'Backspace' && draft === '') onChange(tags.slice(0, -1));
  }

  return (
    <div className="flex min-h-9 flex-wrap items-center gap-1.5 rounded-base border border-field bg-surface px-2 py-1 focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2">
      {tags.map((tag) => (
        <span
          key={tag}
          className="inline-flex h-6 max-w-full items-center gap-1 rounded-full bg-sunken pl-2.5 text-xs"
        >
          <span className="truncate">{tag}</span>
          <button
            type="button"
            aria-label={`Remove tag ${tag}`}
            onClick={() => onChange(tags.filter((other) => other !== tag))}
            className="grid size-6 shrink-0 place-items-center rounded-full text-muted hover:text-text"
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      <WrittenInput
        id={id}
        {...described}
        list={list}
        autoComplete="off"
        value={draft}
        onChange={({ target, nativeEvent }) =>
          write(target.value, nativeEvent instanceof InputEvent && nativeEvent.isComposing)
        }
        onCompositionEnd={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => add(draft)}
        className="h-6 w-0 min-w-10 grow bg-transparent outline-none"
      />
      <datalist id={list}>
        {suggested.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </div>
  );
}
