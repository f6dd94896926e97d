import { ListChecks } from 'lucide-react';
import { useEffect, useState } from 'react';
import { NavLink, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useContentView } from '#web/api/content-store.ts';
import { useCan } from '#web/api/workspace.ts';
import { setMultiItemView } from '#web/features/bulk/selection.ts';
import { FolderManager } from '#web/features/folders/FolderManager.tsx';
import { useFolders } from '#web/features/folders/folder-queries.ts';
import { ItemFilterPanel } from '#web/features/items/ItemFilterPanel.tsx';
import type { ItemFilters } from '#web/features/items/item-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { ContentHead, type ViewMode } from './ContentHead.tsx';
import { Results } from './Results.tsx';

const DEBOUNCE_MS = 300;

/** The paths of the content page, each with its initial filters. */
export const views: { path: string; label: string; filters: ItemFilters }[] = [
  { path: paths.content, label: 'All', filters: {} },
  { path: paths.drafts, label: 'Drafts', filters: { status: ['draft'] } },
  { path: paths.published, label: 'Published', filters: { status: ['published'] } },
  { path: paths.threads, label: 'Threads', filters: { threads: true } },
];

type Props = {
  title?: string | undefined;
  filters?: ItemFilters;
  onMode: (mode: ViewMode) => void;
};

/** The folders view of the content page (docs/domain.md, 'Content page'). */
export function FoldersView({ title, filters: preset = {}, onMode }: Props) {
  const navigate = useNavigate();
  const folders = useFolders();
  const [selected, select] = useSelectedFolder(folders.data?.map(({ id }) => id));
  const writes = useCan('write');
  const [filters, setFilters] = useState(preset);
  const multiple = useContentView((state) => state.multiItemView);
  const folder = folders.data?.find(({ id }) => id === selected);
  const search = useDebounced(filters.search?.trim() ?? '', DEBOUNCE_MS);
  const filtered = Boolean(search || filters.status?.length || filters.period || filters.threads);

  function clear() {
    setFilters({});
    // Clearing its filter leads to the page of all content.
    if (title) void navigate(paths.content);
  }

  return (
    <>
      <title>{title ?? 'Content Management'}</title>
      <ContentHead mode="folders" onMode={onMode} folder={selected} />
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
              {folder?.description && (
                <p className="break-words text-muted">{folder.description}</p>
              )}
            </div>
            {writes && (
              <Button
                aria-pressed={multiple}
                onClick={() => setMultiItemView(!multiple)}
                className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
              >
                <ListChecks size={16} aria-hidden />
                Multi-item view
              </Button>
            )}
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
            multiple={multiple && writes}
            onClear={clear}
          />
        </section>
      </div>
    </>
  );
}

/**
 * The folder in the URL, if it exists, else the stored one; selecting another removes it from
 * the URL.
 */
function useSelectedFolder(known: number[] | undefined) {
  const stored = useContentView((state) => state.selectedFolder);
  const [query, setQuery] = useSearchParams();
  const named = query.get('folder') ?? '';
  const exists = (id: number | null): id is number =>
    id !== null && (known === undefined || known.includes(id));
  const fromAddress = /^\d+$/.test(named) && exists(Number(named)) ? Number(named) : null;
  const selected = fromAddress ?? (exists(stored) ? stored : null);
  // The URL is read once; its folder is the selection from then on.
  useEffect(() => {
    if (fromAddress !== null) useContentView.setState({ selectedFolder: fromAddress });
  }, [fromAddress]);
  function select(id: number | null) {
    useContentView.setState({ selectedFolder: id });
    if (query.has('folder')) setQuery({}, { replace: true });
  }
  return [selected, select] as const;
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
