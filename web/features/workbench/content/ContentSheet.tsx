import { ChevronDown, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { NavLink } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { flatten } from '#web/features/content/folders/tree.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { Sheet } from '#web/ui/overlays/Sheet.tsx';
import type { ViewMode } from './ContentHead.tsx';
import { FilterFields, type Filtering, withFilter } from './FilterFields.tsx';
import { views } from './list-address.ts';

type Props = {
  title: string;
  count: number | undefined;
  filtering: Filtering;
  selected: number | null;
  onSelect: (folder: number | null) => void;
  onMode: (mode: ViewMode) => void;
};

/** Views, filters and folders on a phone: a sheet from the bottom, behind the title. */
export function ContentSheet(props: Props) {
  const { title, count } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="bar"
        aria-label={`${title}: views, filters and folders`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="max-w-full px-2 font-semibold text-base"
      >
        <span className="truncate">{title}</span>
        <ChevronDown size={16} aria-hidden className="shrink-0" />
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title="Views and filters"
        foot={
          <div className="flex shrink-0 gap-2 border-line border-t p-3">
            <Button size="large" className="text-sm" onClick={props.filtering.onClear}>
              Clear
            </Button>
            <Button
              variant="primary"
              size="large"
              className="grow text-sm"
              onClick={() => setOpen(false)}
            >
              {count === undefined
                ? 'Show the results'
                : `Show ${count} ${count === 1 ? 'result' : 'results'}`}
            </Button>
          </div>
        }
      >
        <Fields {...props} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  );
}

/** Rendered while the sheet is open: there may be many folders. */
function Fields({
  filtering,
  selected,
  onSelect,
  onMode,
  onDone,
}: Props & {
  /** Closes the sheet. */
  onDone: () => void;
}) {
  const folders = flatten(useFolders().data ?? []);
  const { filters, onChange } = filtering;
  return (
    <div className="px-4 pb-4">
      <SearchInput
        size="touch"
        aria-label="Search content"
        placeholder="Search content..."
        defaultValue={filters.search ?? ''}
        onChange={({ target }) =>
          onChange(withFilter(filters, 'search', target.value.trim() || undefined), true)
        }
        className="mb-3"
      />
      <nav aria-label="Views" className="mb-3 flex flex-col">
        {views.map(({ path, label }) => (
          <NavLink
            key={path}
            to={path}
            end
            state={{ chosen: true }}
            onClick={onDone}
            className={({ isActive }) => row(isActive)}
          >
            {label === 'All' ? 'All Content' : label}
          </NavLink>
        ))}
        <NavLink to={paths.trash} className={row(false)}>
          <Trash2 size={16} aria-hidden className="text-muted" />
          Trash
        </NavLink>
        <button
          type="button"
          onClick={() => {
            onDone();
            onMode('search');
          }}
          className={row(false)}
        >
          <Search size={16} aria-hidden className="text-muted" />
          Advanced search
        </button>
      </nav>
      <FilterFields {...filtering} />
      {folders.length > 0 && (
        <section aria-label="Folders of the list" className="mt-4 flex flex-col">
          <h2 className="mb-1 font-medium">Folders</h2>
          {folders.map(({ folder, depth }) => (
            <button
              key={folder.id}
              type="button"
              aria-pressed={folder.id === selected}
              onClick={() => {
                onDone();
                onSelect(folder.id === selected ? null : folder.id);
              }}
              className={row(folder.id === selected)}
              style={{ paddingLeft: 12 + Math.min(depth, 4) * 16 }}
            >
              <span dir="auto" className="truncate">
                {folder.name}
              </span>
            </button>
          ))}
        </section>
      )}
    </div>
  );
}

const row = (active: boolean) =>
  classes(
    'flex min-h-11 items-center gap-2 rounded-base px-3 text-left',
    active ? 'bg-accent-soft font-medium text-accent' : 'hover:bg-hover',
  );
