import { Check, ListFilter, Search as SearchIcon, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Folder } from '#contract/folders.ts';
import type { Ordering } from '#contract/items.ts';
import { LONGEST_SEARCH } from '#contract/search.ts';
import { SEARCH_STATUSES } from '#contract/workflow.ts';
import { classes } from '#web/lib/classes.ts';
import { capitalise } from '#web/lib/text.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { Input, Select } from '#web/ui/Field.tsx';
import type { Search } from './search-queries.ts';

const DEBOUNCE_MS = 300;

/** Section 2, 'Sort options'. */
const SORTS: [Ordering, string][] = [
  ['-created_at', 'Date Created (Newest)'],
  ['created_at', 'Date Created (Oldest)'],
  ['-updated_at', 'Date Updated (Newest)'],
  ['updated_at', 'Date Updated (Oldest)'],
  ['title', 'Title A-Z'],
  ['-title', 'Title Z-A'],
  ['-view_count', 'View Count (High to Low)'],
];

type Props = {
  search: Search;
  folders: Folder[];
  /** `amends`: whether it takes the place of the search before, and is no step of its own that Back undoes. */
  onChange: (change: Partial<Search>, amends?: boolean) => void;
};

/** What is searched for and what it is narrowed by (section 2, Advanced Search). */
export function SearchPanel({ search, folders, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { status, folder } = search;
  const active = status.length + folder.length;
  return (
    <section aria-label="Search and filters" className="flex flex-col gap-3">
      <div className="flex gap-2">
        <SearchBox q={search.q} onChange={(q, amends) => onChange({ q }, amends)} />
        <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <ListFilter size={16} aria-hidden />
          Filters{active > 0 && ` (${active})`}
        </Button>
      </div>
      <div id={id} hidden={!open} className="rounded-base border border-line bg-surface p-4">
        <div className="flex flex-col gap-4">
          <Toggles
            legend="Status"
            options={SEARCH_STATUSES.map((value) => ({ value, label: capitalise(value) }))}
            chosen={status}
            onChange={(next) => onChange({ status: next })}
          />
          <Toggles
            legend="Folders"
            options={folders.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={folder}
            onChange={(next) => onChange({ folder: next })}
          >
            {folders.length === 0 && <p className="text-muted">No folders yet</p>}
          </Toggles>
        </div>
      </div>
      <Chips search={search} folders={folders} onChange={onChange} />
    </section>
  );
}

/** The order in which what is found comes. */
export const SortSelect = ({ sort, onChange }: { sort: Ordering; onChange: (sort: Ordering) => void }) => (
  <Select
    aria-label="Sort by"
    className="max-w-56"
    value={sort}
    onChange={({ target }) => onChange(target.value as Ordering)}
  >
    {SORTS.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </Select>
);

/** The text box. What is typed in one go is one search: Back leads to what was searched for before it. */
function SearchBox({ q, onChange }: { q: string; onChange: (q: string, amends: boolean) => void }) {
  const [text, setText] = useState(q);
  const settled = useDebounced(text.trim(), DEBOUNCE_MS);
  const known = useRef(q);
  const begun = useRef(false);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    if (settled === known.current) return;
    known.current = settled;
    change.current(settled, begun.current);
    begun.current = true;
  }, [settled]);
  // The address led to another search, without the box.
  useEffect(() => {
    if (q === known.current) return;
    known.current = q;
    begun.current = false;
    setText(q);
  }, [q]);
  return (
    <div className="relative grow">
      <SearchIcon size={16} aria-hidden className="absolute top-2.5 left-3 text-muted" />
      <Input
        type="search"
        autoFocus={q === ''}
        aria-label="Search content, titles, tags"
        placeholder="Search content, titles, tags..."
        value={text}
        maxLength={LONGEST_SEARCH}
        onChange={({ target }) => setText(target.value)}
        onFocus={() => {
          begun.current = false;
        }}
        className="pl-9"
      />
    </div>
  );
}

type TogglesProps<Value> = {
  legend: string;
  options: { value: Value; label: string }[];
  chosen: Value[];
  onChange: (chosen: Value[]) => void;
  children?: ReactNode;
};

function Toggles<Value extends string | number>({ legend, options, chosen, onChange, children }: TogglesProps<Value>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="flex max-h-48 flex-wrap gap-2 overflow-y-auto p-0.5">
        {options.map(({ value, label }) => {
          const pressed = chosen.includes(value);
          return (
            <button
              key={value}
              type="button"
              aria-pressed={pressed}
              onClick={() => onChange(pressed ? chosen.filter((one) => one !== value) : [...chosen, value])}
              className={classes(
                'inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border px-3 font-medium transition-colors duration-150',
                pressed ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
              )}
            >
              {pressed && <Check size={14} aria-hidden className="shrink-0 text-accent" />}
              <span className="truncate">{label}</span>
            </button>
          );
        })}
        {children}
      </div>
    </fieldset>
  );
}

/** What the search is narrowed by, each with a button that takes it away. */
function Chips({ search: { status, folder }, folders, onChange }: Props) {
  if (!status.length && !folder.length) return null;
  const chips = [
    ...status.map((one) => ({
      key: one,
      label: capitalise(one),
      remove: { status: status.filter((other) => other !== one) },
    })),
    ...folder.map((one) => ({
      key: one,
      label: folders.find(({ id }) => id === one)?.name ?? `Folder #${one}`,
      remove: { folder: folder.filter((other) => other !== one) },
    })),
  ];
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
      {chips.map(({ key, label, remove }) => (
        <li
          key={key}
          className="inline-flex h-8 max-w-full items-center gap-1 rounded-full border border-line bg-surface pr-1 pl-3"
        >
          <span className="truncate">{label}</span>
          <button
            type="button"
            aria-label={`Remove filter ${label}`}
            onClick={() => onChange(remove)}
            className="grid size-6 shrink-0 place-items-center rounded-full text-muted hover:bg-hover hover:text-text"
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button variant="link" className="h-8" onClick={() => onChange({ status: [], folder: [] })}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
