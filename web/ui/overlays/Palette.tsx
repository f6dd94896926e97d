import { Command } from 'cmdk';
import { type LucideIcon, Search } from 'lucide-react';
import { Fragment, useRef, useState } from 'react';
import { classes } from '#web/lib/classes.ts';
import { CloseButton } from '../CloseButton.tsx';
import { ModalPanel } from './ModalPanel.tsx';

export type PaletteEntry = {
  id: string;
  icon: LucideIcon;
  label: string;
  hint?: string;
  onSelect: () => void;
};

type PaletteGroup = { heading: string; entries: PaletteEntry[] };

type Props = {
  onClose: () => void;
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** In lower case: underlined where the word of an option begins with one. */
  words: readonly string[];
  /** Groups of options, undefined while they are not there; an empty group is hidden. */
  groups: PaletteGroup[] | undefined;
  /** Shown below, and announced. */
  note: string;
};

/** A dialog with a text field and options, for keyboard and pointer. */
export function Palette({ onClose, label, placeholder, text, onText, words, groups, note }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [pointed, point] = useState('');
  const ids = (groups ?? []).flatMap(({ entries }) => entries.map(({ id }) => id));
  return (
    <ModalPanel
      onClose={onClose}
      // The dialog would select what was typed before it was there, and the next key replace it.
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        field.current?.focus();
      }}
      aria-label={label}
      className="inset-x-2 top-2 mx-auto max-w-[640px] animate-enter overflow-hidden rounded-[12px] border border-line bg-raised shadow-float sm:top-24"
    >
      <Command
        shouldFilter={false}
        loop
        // Prevents Ctrl+K from moving the selection up.
        vimBindings={false}
        label={label}
        // Selects the first option when options load after the text was typed.
        value={ids.includes(pointed) ? pointed : (ids[0] ?? '')}
        onValueChange={point}
      >
        <div className="flex items-center border-line border-b pr-2 pl-4">
          <Search size={16} aria-hidden className="shrink-0 text-muted" />
          <Command.Input
            ref={field}
            value={text}
            onValueChange={(next) => {
              point('');
              onText(next);
            }}
            placeholder={placeholder}
            className="h-12 min-w-0 grow bg-transparent px-3 text-base outline-none"
          />
          <CloseButton onClose={onClose} />
        </div>
        <Command.List
          label={label}
          className={classes(
            'max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-2',
            // The height with all options.
            !groups && 'h-96',
          )}
        >
          {groups?.map(
            ({ heading, entries }) =>
              entries.length > 0 && <Group key={heading} {...{ heading, entries, words }} />,
          )}
          {groups && (
            <Command.Empty className="px-2 py-6 text-center text-muted">
              Nothing found.
            </Command.Empty>
          )}
        </Command.List>
        <p role="status" className="border-line border-t px-4 py-2 text-muted text-xs">
          {note}
        </p>
      </Command>
    </ModalPanel>
  );
}

/** A label, with the beginnings of words that were typed underlined. */
function Matched({ label, words }: { label: string; words: readonly string[] }) {
  return label.split(/(?<=[\s:…“])/).map((part, index) => {
    const length = Math.max(
      0,
      ...words.filter((word) => part.toLowerCase().startsWith(word)).map((word) => word.length),
    );
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in its order
      <Fragment key={index}>
        {length > 0 && (
          <span className="font-semibold underline decoration-[var(--jade-8)] decoration-2 underline-offset-4">
            {part.slice(0, length)}
          </span>
        )}
        {part.slice(length)}
      </Fragment>
    );
  });
}

const Group = ({ heading, entries, words }: PaletteGroup & Pick<Props, 'words'>) => (
  <Command.Group
    heading={heading}
    className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
  >
    {entries.map(({ id, icon: Icon, label, hint, onSelect }) => (
      <Command.Item
        key={id}
        value={id}
        onSelect={onSelect}
        className="flex min-h-10 cursor-pointer select-none items-center gap-2.5 rounded-[6px] px-2 data-[selected=true]:bg-accent-soft"
      >
        <Icon size={16} aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 grow truncate">
          <Matched label={label} words={words} />
        </span>
        {hint && (
          <kbd className="shrink-0 rounded-sm border border-line px-1.5 font-sans text-[11px] text-muted">
            {hint}
          </kbd>
        )}
      </Command.Item>
    ))}
  </Command.Group>
);
