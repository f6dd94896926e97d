import { Command } from 'cmdk';
import { Check, Search } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export type Option<Value extends string = string> = {
  value: Value;
  label: string;
  /** A mark before the label. */
  mark?: ReactNode;
  /** How deep it is in a tree: it is indented, as long as nothing is searched for. */
  depth?: number;
  /** What tells it from others of the same name, while something is searched for. */
  note?: string;
  /** Shown, but not to be chosen. */
  disabled?: boolean;
};

export type SelectProps<Value extends string> = Omit<
  ComponentProps<'button'>,
  'value' | 'onChange' | 'children' | 'type' | 'role'
> & {
  /** The chosen value; undefined where none is. */
  value: Value | undefined;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
  /** Shown where nothing is chosen. */
  placeholder?: string;
  /** Below what is chosen. */
  detail?: ReactNode;
};

/** From this number of options on, they are searched. */
const SEARCHED = 10;
/** How many are drawn when it opens. */
const DRAWN = 40;
/** Typing goes on with the same word within this time. */
const TYPE_AHEAD_MS = 700;

type OptionsProps<Value extends string> = Pick<SelectProps<Value>, 'value' | 'options'> & {
  /** What was typed before it opened. */
  typed: string;
  onChoose: (value: Value) => void;
  onLeave: () => void;
};

/** The options of an open `Select`. */
export function Options<Value extends string>({
  typed,
  value,
  options,
  onChoose,
  onLeave,
}: OptionsProps<Value>) {
  const searched = options.length >= SEARCHED;
  const [text, setText] = useState(searched ? typed : '');
  const words = foldedWords(text);
  const found = options.filter(({ label, note = '' }) => {
    const name = folded(`${label} ${note}`);
    return words.every((word) => name.includes(word));
  });
  // Of many, those around the chosen one are drawn at once, and all of them soon after, or with a key.
  const [all, drawAll] = useState(false);
  useEffect(() => startTransition(() => drawAll(true)), []);
  const around = Math.max(0, found.findIndex((option) => option.value === value) - DRAWN / 2);
  const drawn = all || words.length > 0 ? found : found.slice(around, around + DRAWN);
  const begun = (start: string) =>
    options.find(({ label, disabled }) => !disabled && folded(label).startsWith(folded(start)));
  const [pointed, point] = useState<string | undefined>(() =>
    typed && !searched ? begun(typed)?.value : value,
  );
  const at = found.some((option) => option.value === pointed) ? pointed : found[0]?.value;
  const list = useRef<HTMLDivElement>(null);
  /** Of few options, the beginning of one that is being typed, and when it was. */
  const beginning = useRef({ word: typed, at: Date.now() });
  // The chosen one is in sight at once; the library scrolls only with the keys.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when all are drawn
  useLayoutEffect(() => {
    if (words.length === 0)
      list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'center' });
  }, [drawn.length === options.length]);

  function type(next: string) {
    if (searched) {
      point(undefined);
      return setText(next);
    }
    const { word, at: before } = beginning.current;
    const at = Date.now();
    beginning.current = { word: at - before > TYPE_AHEAD_MS ? next : word + next, at };
    const match = begun(beginning.current.word);
    if (match) point(match.value);
  }

  return (
    <Command
      shouldFilter={false}
      vimBindings={false}
      value={at === undefined ? '' : keyOf(at)}
      onValueChange={(key) => point(key.slice(1))}
      // Else the form of the page takes Enter, and its shortcuts the letters.
      onKeyDown={(event) => {
        if (event.key === 'Escape') return;
        event.stopPropagation();
        if (!all) flushSync(() => drawAll(true));
        if (event.key !== 'Tab') return;
        event.preventDefault();
        onLeave();
      }}
    >
      <div className={searched ? 'flex items-center gap-2 border-line border-b px-2.5' : 'sr-only'}>
        <Search size={14} aria-hidden className="shrink-0 text-muted" />
        <Command.Input
          aria-label="Search the options"
          value={text}
          onValueChange={type}
          placeholder="Search…"
          className="h-9 min-w-0 grow bg-transparent outline-none"
        />
      </div>
      <Command.List
        ref={list}
        label="Options"
        className="max-h-[min(20rem,calc(var(--room)-2.5rem))] overflow-y-auto overscroll-contain p-1"
      >
        {drawn.map(({ value: one, label, mark, depth = 0, note, disabled }) => (
          <Command.Item
            key={one}
            value={keyOf(one)}
            disabled={disabled ?? false}
            data-chosen={one === value || undefined}
            onSelect={() => onChoose(one)}
            style={words.length ? undefined : { paddingLeft: 8 + depth * 16 }}
            // Of many options, only what is in sight is drawn.
            className="flex min-h-8 cursor-pointer select-none [contain-intrinsic-size:auto_32px] [content-visibility:auto] items-center gap-2 rounded-[6px] px-2 data-[disabled=true]:cursor-not-allowed data-[selected=true]:bg-accent-soft data-[disabled=true]:text-muted max-md:min-h-11"
          >
            {mark}
            <span dir="auto" className="min-w-0 grow truncate">
              {label}
            </span>
            {words.length > 0 && note && (
              <span className="max-w-32 truncate text-muted text-xs">{note}</span>
            )}
            {one === value && <Check size={14} aria-hidden className="shrink-0 text-accent" />}
          </Command.Item>
        ))}
        <Command.Empty className="px-2 py-4 text-center text-muted">Nothing found.</Command.Empty>
      </Command.List>
    </Command>
  );
}

/** The library takes an empty value for none. */
const keyOf = (value: string) => `=${value}`;

/** Text without case and accents. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const foldedWords = (text: string) => folded(text).split(/\s+/).filter(Boolean);
