import { Check, ChevronDown, ListFilter } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { MAX_TAG_LENGTH, type Ordering } from '#contract/content/items.ts';
import { MAX_SEARCH_LENGTH } from '#contract/content/search.ts';
import { SEARCH_STATUSES } from '#contract/content/workflow.ts';
import { folderOptions } from '#web/features/content/folders/folder-options.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { useMembers } from '#web/features/people/members/member-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { capitalise } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { FilterChips } from '#web/ui/fields/FilterChips.tsx';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { type Option, Select } from '#web/ui/fields/Select.tsx';
import { TagInput } from '#web/ui/fields/TagInput.tsx';
import type { Search } from './search-queries.ts';
import { SORTS } from './search-url.ts';
import { useTagSuggestions } from './suggestions.ts';

const DEBOUNCE_MS = 300;
/** From this number of folders on, they are chosen from a list that is searched. */
const MANY_FOLDERS = 10;

/** A change of the search, or a function from the present one. */
export type Change = Partial<Search> | ((present: Search) => Partial<Search>);

type Props = {
  search: Search;
  /**
   * `amends`: whether it replaces the former search in the browser's history.
   */
  onChange: (change: Change, amends?: boolean) => void;
};

/** The search field and the filters (docs/domain/pages.md, 'Content page'). */
export function SearchPanel({ search, onChange }: Props) {
  const { data } = useFolders();
  // In the order of their tree; undefined while loading.
  const folders = useMemo(() => data && folderOptions(data), [data]);
  const { data: people = [] } = useMembers();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { status, folder, tags, author } = search;
  const active = status.length + folder.length + tags.length + (author === null ? 0 : 1);
  const toggleFolder = (value: number) =>
    onChange(({ folder }) => ({ folder: toggled(folder, value) }));
  const filters = useRef<HTMLButtonElement>(null);
  return (
    <section aria-label="Search and filters" className="flex flex-col gap-3">
      <div className="flex gap-2">
        <SearchBox q={search.q} onChange={(q, amends) => onChange({ q }, amends)} />
        <Button
          ref={filters}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <ListFilter size={16} aria-hidden />
          <span className="max-sm:sr-only">Filters</span>
          {active > 0 && ` (${active})`}
          <ChevronDown
            size={16}
            aria-hidden
            className={classes('transition-transform duration-150', open && 'rotate-180')}
          />
        </Button>
      </div>
      <div id={id} hidden={!open} className="rounded-base border border-line bg-surface p-4">
        <div className="flex flex-col gap-4">
          <Toggles
            legend="Status"
            options={SEARCH_STATUSES.map((value) => ({ value, label: capitalise(value) }))}
            chosen={status}
            onToggle={(value) => onChange(({ status }) => ({ status: toggled(status, value) }))}
          />
          {(folders ?? []).length < MANY_FOLDERS ? (
            <Toggles
              legend="Folders"
              options={(folders ?? []).map(({ value, label }) => ({ value: Number(value), label }))}
              chosen={folder}
              onToggle={toggleFolder}
            >
              {folders?.length === 0 && <p className="text-muted">No folders yet</p>}
            </Toggles>
          ) : (
            <Field label="Folders" className="max-w-80">
              <Select
                value={undefined}
                placeholder="Add a folder"
                options={(folders ?? []).filter(({ value }) => !folder.includes(Number(value)))}
                onChange={(value) => toggleFolder(Number(value))}
              />
            </Field>
          )}
          <Field label="Tagged" className="max-w-80">
            <TagInput
              tags={tags}
              longest={MAX_TAG_LENGTH}
              onChange={(tags) => onChange({ tags })}
              useSuggestions={useTagSuggestions}
            />
          </Field>
          {(people.length > 1 || author !== null) && (
            <Field label="Written by" className="max-w-80">
              <Select
                value={author === null ? '' : String(author)}
                options={[
                  { value: '', label: 'Anyone' },
                  ...people.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                onChange={(value) => onChange({ author: value ? Number(value) : null })}
              />
            </Field>
          )}
        </div>
      </div>
      <Chips
        search={search}
        folders={folders}
        people={people}
        onChange={(change) => {
          onChange(change);
          // The chip is gone, and with it the focus.
          filters.current?.focus();
        }}
      />
    </section>
  );
}

/** The sort order of the results. */
export const SortSelect = ({
  sort,
  onChange,
}: {
  sort: Ordering;
  onChange: (sort: Ordering) => void;
}) => (
  <Select
    aria-label="Sort by"
    className="max-w-56"
    value={sort}
    options={SORTS.map(([value, label]) => ({ value, label }))}
    onChange={onChange}
  />
);

/**
 * The search field. Continuous typing is one search, so that Back returns to the one before. Enter
 * and blur search at once.
 */
function SearchBox({ q, onChange }: { q: string; onChange: (q: string, amends: boolean) => void }) {
  const { search: asked, toggled } = (useLocation().state ?? {}) as {
    search?: boolean;
    toggled?: boolean;
  };
  const [text, setText] = useState(q);
  const timer = useRef(0);
  const begun = useRef(false);
  const known = useRef(q);
  useEffect(() => {
    if (q === known.current) return;
    // Navigation has changed the search.
    window.clearTimeout(timer.current);
    known.current = q;
    begun.current = false;
    setText(q);
  }, [q]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  function search(next: string) {
    window.clearTimeout(timer.current);
    if (next.trim() === known.current) return;
    known.current = next.trim();
    onChange(known.current, begun.current);
    begun.current = true;
  }
  return (
    <SearchInput
      autoFocus={q === '' || asked || toggled}
      aria-label="Search content, titles, tags"
      placeholder="Search content, titles, tags..."
      value={text}
      maxLength={MAX_SEARCH_LENGTH}
      onChange={({ target }) => {
        setText(target.value);
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(search, DEBOUNCE_MS, target.value);
      }}
      onKeyDown={({ key, nativeEvent }) =>
        key === 'Enter' && !nativeEvent.isComposing && search(text)
      }
      onFocus={() => {
        begun.current = false;
      }}
      onBlur={() => search(text)}
      className="min-w-0 grow"
    />
  );
}

type TogglesProps<Value> = {
  legend: string;
  options: { value: Value; label: string }[];
  chosen: Value[];
  onToggle: (value: Value) => void;
  children?: ReactNode;
};

function Toggles<Value extends string | number>({
  legend,
  options,
  chosen,
  onToggle,
  children,
}: TogglesProps<Value>) {
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
              onClick={() => onToggle(value)}
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

const toggled = <Value,>(list: Value[], value: Value) =>
  list.includes(value) ? list.filter((other) => other !== value) : [...list, value];

/** The active filters. */
function Chips({
  search,
  folders,
  people,
  onChange,
}: Props & {
  folders: readonly Option[] | undefined;
  people: readonly { id: number; name: string }[];
}) {
  const { status, folder, tags, author } = search;
  const nameOfFolder = (id: number) =>
    folders ? (folders.find(({ value }) => value === String(id))?.label ?? `Folder #${id}`) : '…';
  const chips = [
    ...status.map((value) => ({
      label: capitalise(value),
      remove: ({ status }: Search) => ({ status: toggled(status, value) }),
    })),
    ...folder.map((value) => ({
      label: nameOfFolder(value),
      remove: ({ folder }: Search) => ({ folder: toggled(folder, value) }),
    })),
    ...tags.map((tag) => ({
      label: `#${tag}`,
      remove: ({ tags }: Search) => ({ tags: toggled(tags, tag) }),
    })),
    ...(author === null
      ? []
      : [
          {
            label: `By ${people.find(({ id }) => id === author)?.name ?? 'a former member'}`,
            remove: () => ({ author: null }),
          },
        ]),
  ];
  return (
    <FilterChips
      chips={chips.map(({ label, remove }) => ({ label, onRemove: () => onChange(remove) }))}
      onClear={() => onChange({ status: [], folder: [], tags: [], author: null })}
    />
  );
}
