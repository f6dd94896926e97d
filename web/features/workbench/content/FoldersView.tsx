import { ListFilter } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { can } from '#contract/roles.ts';
import { useContentView } from '#web/api/content-view.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import {
  folderPath,
  useKeepFolder,
  useSelectedFolder,
} from '#web/features/content/folders/selected-folder.ts';
import { countBelow } from '#web/features/content/folders/tree.ts';
import { type ItemFilters, useItemList } from '#web/features/content/items/item-queries.ts';
import { useMembers } from '#web/features/people/members/member-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { laterComponent } from '#web/lib/later.ts';
import { capitalise } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { FilterChips } from '#web/ui/fields/FilterChips.tsx';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { ContentHead, type ViewMode } from './ContentHead.tsx';
import { ContentSheet } from './ContentSheet.tsx';
import { FilterFields, type Filtering, PERIOD_LABELS, withFilter } from './FilterFields.tsx';
import { isFiltered, listAddress, readFilters, type View } from './list-address.ts';
import { OutlookStrip } from './OutlookStrip.tsx';
import { Results } from './Results.tsx';

const FirstSteps = laterComponent(
  () => import('./FirstSteps.tsx').then((module) => module.FirstSteps),
  { isExtra: true },
);

const DEBOUNCE_MS = 300;

type Props = { view: View; onMode: (mode: ViewMode) => void };

/**
 * The folders view of the content page (docs/domain/pages.md, 'Content page'). Folder, filters,
 * search and order are in the address.
 */
export function FoldersView({ view, onMode }: Props) {
  const navigate = useNavigate();
  const location = useLocation();
  const [query] = useSearchParams();
  const folders = useFolders();
  const selected = useSelectedFolder();
  useKeepFolder(selected);
  const [ahead, setAhead] = useState<{ of: string; filters: ItemFilters } | null>(null);
  // What was chosen is shown at once, before the address has changed.
  const filters = ahead?.of === location.key ? ahead.filters : readFilters(query, view);
  const folder = folders.data?.find(({ id }) => id === selected);
  const restricted =
    isFiltered(filters) && JSON.stringify(filters) !== JSON.stringify(view.filters);
  const base = restricted
    ? 'Filtered Content'
    : folder && view.title === 'All Content'
      ? 'Content'
      : view.title;
  const title = folder ? `${base} in ${folder.name}` : base;
  const listed = { ...filters, ...(selected !== null && { folder: [selected] }) };
  // Only the folders say whether the chosen one exists.
  const list = useItemList(listed, selected === null || !folders.isPending);

  const change = (next: ItemFilters, replace = false) => {
    setAhead({ of: location.key, filters: next });
    void navigate(listAddress(view, next, selected), {
      replace,
      preventScrollReset: true,
      state: { chosen: true },
    });
  };
  const filtering: Filtering = {
    filters,
    onChange: change,
    // The order is no filter.
    onClear: () => change(filters.sort ? { sort: filters.sort } : {}),
  };
  const search = (
    <SearchField
      key={`${location.pathname} ${selected}`}
      search={filters.search ?? ''}
      onSearch={(text) => change(withFilter(filters, 'search', text.trim() || undefined), true)}
    />
  );
  // What was pressed is drawn first, and then the list, in pieces.
  const results = useDeferredValue(
    <Results
      filters={listed}
      list={list}
      filtered={restricted}
      onClear={filtering.onClear}
      onSort={(sort) => change({ ...filters, sort })}
      onTag={(tag) => change({ ...filters, tags: [...new Set([...(filters.tags ?? []), tag])] })}
      {...(folder?.description && { description: folder.description })}
    />,
  );
  return (
    <>
      <title>{view.title === 'All Content' ? 'Content Management' : view.title}</title>
      <ContentHead
        mode="folders"
        onMode={onMode}
        folder={selected}
        title={title}
        hint={folder?.description ?? undefined}
        count={list.data?.pages[0]?.count}
        below={
          folder && view.path === paths.content && !restricted
            ? countBelow(folders.data ?? [], folder)
            : 0
        }
        sheet={
          <ContentSheet
            title={title}
            count={list.data?.pages[0]?.count}
            filtering={filtering}
            selected={selected}
            onSelect={(id) => void navigate(folderPath(location, id), { state: { chosen: true } })}
            onMode={onMode}
          />
        }
      >
        <span className="w-44 max-md:hidden min-[1440px]:w-48">{search}</span>
        <FilterPopover {...filtering} />
      </ContentHead>
      <OutlookStrip />
      {!restricted && selected === null && view.path === paths.content && <Beginning list={list} />}
      <Chips {...filtering} own={view.filters} />
      {results}
    </>
  );
}

/** A workspace with fewer posts may still be at its beginning. */
const FEW = 10;

/** The first steps, in a workspace with few posts; their place is there before they are. */
function Beginning({ list: { data } }: { list: ReturnType<typeof useItemList> }) {
  const role = useWorkspace().data?.role;
  const isBegun = useContentView((state) => state.isBegun);
  const [page] = data?.pages ?? [];
  if (!page || page.count >= FEW || isBegun || (role && !can(role, 'write'))) return null;
  return (
    <section
      aria-label="First steps"
      className={classes(
        'mx-4 mt-4 shrink-0 rounded-base border border-line p-4 lg:mx-6',
        page.count === 0 ? 'min-h-68' : 'min-h-46 sm:min-h-36 md:min-h-32',
      )}
    >
      <FirstSteps newest={page.results[0]} />
    </section>
  );
}

/** The search in the list: what is typed is searched for after a moment. */
function SearchField({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const searching = (useLocation().state as { search?: boolean } | null)?.search === true;
  const [text, setText] = useState(search);
  const sent = useRef(search.trim());
  const latest = useRef(onSearch);
  // On the way to another page, nothing is searched for any more.
  const leaving = useNavigation().state !== 'idle';
  latest.current = leaving ? () => {} : onSearch;
  // The address was changed by something else.
  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setText(search);
  }, [search]);
  useEffect(() => {
    if (text.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      latest.current(text);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchInput
      size="small"
      autoFocus={searching}
      aria-label="Search content"
      placeholder="Search content..."
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !text) return;
        event.preventDefault();
        setText('');
      }}
    />
  );
}

/** The filters of the list. */
function FilterPopover(filtering: Filtering) {
  const active = isFiltered({ ...filtering.filters, search: '' });
  return (
    <Popover
      trigger={
        <Button
          variant="ghost"
          size="bar"
          aria-label={active ? 'Filters, active' : 'Filters'}
          className="relative px-2 max-md:hidden"
        >
          <ListFilter size={16} aria-hidden />
          <span className="max-[1439px]:sr-only">Filters</span>
          {active && (
            <span
              aria-hidden
              className="absolute top-1 left-5 size-1.5 rounded-full bg-accent-solid"
            />
          )}
        </Button>
      }
      align="end"
      sideOffset={6}
      aria-label="Filters"
      className="z-40 max-h-(--room) w-72 overflow-y-auto p-4"
    >
      <FilterFields {...filtering} />
    </Popover>
  );
}

/** The active filters, each of which can be removed. */
function Chips({ filters, own, onChange, onClear }: Filtering & { own: ItemFilters }) {
  const members = useMembers().data;
  const { search, status = [], period, threads, tags = [], author, assignee } = filters;
  const nameOfMember = (member: number) =>
    members?.find(({ id }) => id === member)?.name ?? 'a former member';
  const chips: { label: string; remove: ItemFilters }[] = [
    ...(search ? [{ label: `“${search}”`, remove: withFilter(filters, 'search', undefined) }] : []),
    ...(own.status
      ? []
      : status.map((entry) => {
          const rest = status.filter((other) => other !== entry);
          return {
            label: capitalise(entry),
            remove: withFilter(filters, 'status', rest.length ? rest : undefined),
          };
        })),
    ...(period
      ? [{ label: PERIOD_LABELS[period], remove: withFilter(filters, 'period', undefined) }]
      : []),
    ...(threads && !own.threads
      ? [{ label: 'Threads only', remove: withFilter(filters, 'threads', undefined) }]
      : []),
    ...tags.map((tag) => {
      const rest = tags.filter((other) => other !== tag);
      return {
        label: `#${tag}`,
        remove: withFilter(filters, 'tags', rest.length ? rest : undefined),
      };
    }),
    ...(author
      ? [
          {
            label: `By ${nameOfMember(author)}`,
            remove: withFilter(filters, 'author', undefined),
          },
        ]
      : []),
    ...(assignee
      ? [
          {
            label: `Assigned to ${assignee === 'none' ? 'nobody' : nameOfMember(assignee)}`,
            remove: withFilter(filters, 'assignee', undefined),
          },
        ]
      : []),
  ];
  return (
    <FilterChips
      chips={chips.map(({ label, remove }) => ({ label, onRemove: () => onChange(remove) }))}
      onClear={onClear}
      className="border-line-soft border-b px-4 py-1.5"
    />
  );
}
