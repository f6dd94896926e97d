import { Eye, FolderTree as FolderIcon, ListChecks, Plus, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useContentView } from '#web/api/content-store.ts';
import { setMultiItemView } from '#web/features/bulk/selection.ts';
import { Figures } from '#web/features/figures/Figures.tsx';
import { useFigures } from '#web/features/figures/figure-queries.ts';
import { FolderManager } from '#web/features/folders/FolderManager.tsx';
import { useFolders } from '#web/features/folders/folder-queries.ts';
import { ItemFilterPanel } from '#web/features/items/ItemFilterPanel.tsx';
import type { ItemFilters } from '#web/features/items/item-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { paths } from '#web/lib/paths.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { Results } from './content/Results.tsx';

const DEBOUNCE_MS = 300;

/** The paths that lead to the content page, each with the filters that it begins with. */
const views: { path: string; label: string; filters: ItemFilters }[] = [
  { path: paths.content, label: 'All', filters: {} },
  { path: paths.drafts, label: 'Drafts', filters: { status: ['draft'] } },
  { path: paths.published, label: 'Published', filters: { status: ['published'] } },
  { path: paths.threads, label: 'Threads', filters: { threads: true } },
];

export default function ContentPage() {
  const path = useLocation().pathname.replace(/\/+$/, '');
  const view = views.find((one) => one.path === path);
  return <ContentView key={path} title={view?.path === paths.content ? undefined : view?.label} {...view} />;
}

/** Content management, the folders view (section 2). */
function ContentView({ title, filters: preset = {} }: { title?: string | undefined; filters?: ItemFilters }) {
  const navigate = useNavigate();
  const folders = useFolders();
  const [selected, select] = useSelectedFolder(folders.data?.map(({ id }) => id));
  const [filters, setFilters] = useState(preset);
  const multiple = useContentView((state) => state.multiItemView);
  const folder = folders.data?.find(({ id }) => id === selected);
  const search = useDebounced(filters.search?.trim() ?? '', DEBOUNCE_MS);
  const filtered = Boolean(search || filters.status?.length || filters.period || filters.threads);

  function clear() {
    setFilters({});
    // Without its filter it is the page of all content.
    if (title) void navigate(paths.content);
  }

  return (
    <>
      <title>{title ?? 'Content Management'}</title>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="font-semibold text-xl">Content Management</h1>
        <ViewToggle />
        <ReviewLink />
        <Button asChild variant="primary" className="ml-auto">
          <Link to={paths.createContent(selected)}>
            <Plus size={16} aria-hidden />
            Create Content
          </Link>
        </Button>
      </div>
      <Figures />
      <div className="grid items-start gap-6 lg:grid-cols-[17rem_1fr]">
        <div className="-mx-1 lg:sticky lg:top-20">
          <ScrollArea label="Filters and folders" className="lg:max-h-[calc(100dvh-6rem)]">
            <div className="flex flex-col gap-4 p-1">
              <Views />
              <ItemFilterPanel
                filters={filters}
                onChange={(next) => (Object.keys(next).length ? setFilters(next) : clear())}
              />
              <FolderManager selected={selected} onSelect={select} />
            </div>
          </ScrollArea>
        </div>
        <section aria-labelledby="list-title" className="flex min-w-0 flex-col gap-3">
          <div className="flex items-start gap-3">
            <div className="min-w-0 grow">
              <h2 id="list-title" className="break-words font-semibold text-base">
                {filtered ? 'Filtered Content' : folder ? 'Content' : 'All Content'}
                {folder && ` in ${folder.name}`}
              </h2>
              {folder?.description && <p className="break-words text-muted">{folder.description}</p>}
            </div>
            <Button
              aria-pressed={multiple}
              onClick={() => setMultiItemView(!multiple)}
              className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
            >
              <ListChecks size={16} aria-hidden />
              Multi-item view
            </Button>
          </div>
          <Results
            filters={{
              ...(search && { search }),
              ...(filters.status?.length && { status: filters.status }),
              ...(filters.period && { period: filters.period }),
              ...(filters.threads && { threads: true }),
              ...(selected !== null && { folder: [selected] }),
            }}
            ready={!folders.isPending}
            filtered={filtered}
            multiple={multiple}
            onClear={clear}
          />
        </section>
      </div>
    </>
  );
}

/** The folder that the address names, if it exists, else the one kept; choosing another lets go of the address's. */
function useSelectedFolder(known: number[] | undefined) {
  const stored = useContentView((state) => state.selectedFolder);
  const [query, setQuery] = useSearchParams();
  const named = query.get('folder') ?? '';
  const exists = (id: number | null): id is number => id !== null && (known === undefined || known.includes(id));
  const fromAddress = /^\d+$/.test(named) && exists(Number(named)) ? Number(named) : null;
  const selected = fromAddress ?? (exists(stored) ? stored : null);
  // The address leads once; what it led to is then what is selected.
  useEffect(() => {
    if (fromAddress !== null) useContentView.setState({ selectedFolder: fromAddress });
  }, [fromAddress]);
  function select(id: number | null) {
    useContentView.setState({ selectedFolder: id });
    if (query.has('folder')) setQuery({}, { replace: true });
  }
  return [selected, select] as const;
}

/** To what waits for review, and how much that is. */
function ReviewLink() {
  const count = useFigures().data?.waiting_for_review ?? 0;
  return (
    <Button asChild variant="ghost">
      <Link to={paths.review}>
        <Eye size={16} aria-hidden />
        Review
        {/* It has its place before it is known, so that nothing moves when it comes. */}
        <span
          className={classes(
            'min-w-5 rounded-full bg-review px-1.5 text-center text-on-review text-xs tabular-nums',
            count === 0 && 'invisible',
          )}
        >
          {count}
          <span className="sr-only"> waiting</span>
        </span>
      </Link>
    </Button>
  );
}

const Views = () => (
  <nav aria-label="Views" className="flex gap-1">
    {views.map(({ path, label }) => (
      <NavLink
        key={path}
        to={path}
        end
        className={({ isActive }) =>
          classes(
            'inline-flex h-8 items-center rounded-base px-2.5 font-medium',
            isActive ? 'bg-accent-soft' : 'text-muted hover:bg-hover hover:text-text',
          )
        }
      >
        {label}
      </NavLink>
    ))}
  </nav>
);

function ViewToggle() {
  const button = 'inline-flex h-8 items-center gap-2 rounded-[6px] px-3 font-medium';
  return (
    <div
      role="group"
      aria-label="View"
      className="order-last inline-flex gap-1 rounded-base bg-sunken p-1 sm:order-none"
    >
      <button type="button" aria-pressed className={`${button} bg-surface`}>
        <FolderIcon size={16} aria-hidden />
        Folders
      </button>
      <button type="button" aria-pressed={false} disabled className={`${button} text-muted`}>
        <Search size={16} aria-hidden />
        Search
        <span className="rounded-full border border-line px-1.5 font-normal text-xs">planned</span>
      </button>
    </div>
  );
}
