import { FileText, FolderTree as FolderIcon, Plus, Search } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useContentView } from '#web/api/content-store.ts';
import { FolderManager } from '#web/features/folders/FolderManager.tsx';
import { useFolders } from '#web/features/folders/folder-queries.ts';
import { ItemFilterPanel } from '#web/features/items/ItemFilterPanel.tsx';
import { ItemList } from '#web/features/items/ItemList.tsx';
import { type ItemFilters, useItemList } from '#web/features/items/item-queries.ts';
import { paths } from '#web/lib/paths.ts';
import { plural } from '#web/lib/text.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const DEBOUNCE_MS = 300;

/** Content management, the folders view (section 2). */
export default function ContentPage() {
  const folders = useFolders();
  const [selected, select] = useSelectedFolder(folders.data?.map(({ id }) => id));
  const [filters, setFilters] = useState<ItemFilters>({});
  const folder = folders.data?.find(({ id }) => id === selected);
  const search = useDebounced(filters.search?.trim() ?? '', DEBOUNCE_MS);
  const filtered = Boolean(search || filters.status?.length || filters.period);

  return (
    <>
      <title>Content Management</title>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="font-semibold text-xl">Content Management</h1>
        <ViewToggle />
        <Button asChild variant="primary" className="ml-auto">
          <Link to={paths.createContent(selected)}>
            <Plus size={16} aria-hidden />
            Create Content
          </Link>
        </Button>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[17rem_1fr]">
        <div className="-mx-1 lg:sticky lg:top-20">
          <ScrollArea label="Filters and folders" className="lg:max-h-[calc(100dvh-6rem)]">
            <div className="flex flex-col gap-4 p-1">
              <ItemFilterPanel filters={filters} onChange={setFilters} />
              <FolderManager selected={selected} onSelect={select} />
            </div>
          </ScrollArea>
        </div>
        <section aria-labelledby="list-title" className="flex min-w-0 flex-col gap-3">
          <div>
            <h2 id="list-title" className="break-words font-semibold text-base">
              {filtered ? 'Filtered Content' : folder ? 'Content' : 'All Content'}
              {folder && ` in ${folder.name}`}
            </h2>
            {folder?.description && <p className="break-words text-muted">{folder.description}</p>}
          </div>
          <Results
            filters={{
              ...(search && { search }),
              ...(filters.status?.length && { status: filters.status }),
              ...(filters.period && { period: filters.period }),
              ...(selected !== null && { folder: [selected] }),
            }}
            ready={!folders.isPending}
            filtered={filtered}
            onClear={() => setFilters({})}
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

type ResultsProps = { filters: ItemFilters; ready: boolean; filtered: boolean; onClear: () => void };

function Results({ filters, ready, filtered, onClear }: ResultsProps) {
  const list = useItemList(filters, ready);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const items = list.data?.pages.flatMap((page) => page.results) ?? [];
  const count = list.data?.pages[0]?.count ?? 0;

  if (list.isError && !list.data) {
    return <RetryAlert message={list.error.message || 'Failed to fetch items'} onRetry={() => void list.refetch()} />;
  }
  if (!list.data) {
    return (
      <div role="status" aria-label="Loading content" className="flex flex-col gap-3">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-32" />
        ))}
      </div>
    );
  }
  if (items.length === 0) return <NoItems filters={filters} filtered={filtered} onClear={onClear} />;
  return (
    <>
      <p role="status" className="text-muted">
        {filters.search ? `${count} result(s) for "${filters.search}"` : plural(count, 'item')}
      </p>
      <ItemList
        items={items}
        hasMore={hasNextPage && !isFetchingNextPage && !list.isFetchNextPageError}
        onMore={more}
      />
      {list.isFetchNextPageError && (
        <RetryAlert message={list.error?.message || 'Failed to fetch items'} onRetry={more} />
      )}
    </>
  );
}

function NoItems({ filters, filtered, onClear }: Omit<ResultsProps, 'ready'>) {
  if (filtered) {
    return (
      <EmptyState icon={Search} title="No content found with the current filters.">
        <Button variant="primary" onClick={onClear}>
          Clear all filters
        </Button>
      </EmptyState>
    );
  }
  const folder = filters.folder?.[0];
  return (
    <EmptyState
      icon={FileText}
      title="No content items found."
      hint={folder ? 'Add some content to this folder.' : 'Create your first content item.'}
    >
      <Button asChild>
        <Link to={paths.createContent(folder)}>
          <Plus size={16} aria-hidden />
          New post
        </Link>
      </Button>
    </EmptyState>
  );
}
