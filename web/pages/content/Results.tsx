import { FileText, Plus, Search } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Item } from '#contract/items.ts';
import { clearSelection, toggleSelected, useSelection } from '#web/features/bulk/selection.ts';
import { ItemList } from '#web/features/items/ItemList.tsx';
import { type ItemFilters, useItemList } from '#web/features/items/item-queries.ts';
import { ThreadDialog } from '#web/features/threads/ThreadDialog.tsx';
import { paths } from '#web/lib/paths.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AddToThread } from './AddToThread.tsx';
import { BulkActions } from './BulkActions.tsx';
import { CardMenu } from './CardMenu.tsx';

type Props = {
  filters: ItemFilters;
  ready: boolean;
  filtered: boolean;
  /** Whether several can be chosen. */
  multiple: boolean;
  onClear: () => void;
};

/** The items that match, and what can be done with each and with many. */
export function Results({ filters, ready, filtered, multiple, onClear }: Props) {
  const list = useItemList(filters, ready);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const [viewing, setViewing] = useState<Item | null>(null);
  const [adding, setAdding] = useState<Item | null>(null);
  const items = list.data?.pages.flatMap((page) => page.results) ?? [];
  const count = list.data?.pages[0]?.count ?? 0;
  const selection = useCardSelection(items, filters, multiple);

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
  return (
    <>
      {items.length === 0 ? (
        <NoItems filters={filters} filtered={filtered} onClear={onClear} />
      ) : (
        <>
          <p role="status" className="text-muted">
            {filters.search ? `${count} result(s) for "${filters.search}"` : plural(count, 'item')}
          </p>
          <ItemList
            items={items}
            hasMore={hasNextPage && !isFetchingNextPage && !list.isFetchNextPageError}
            onMore={more}
            onViewThread={setViewing}
            menuOf={(item) => <CardMenu item={item} onAddToThread={() => setAdding(item)} />}
            selection={multiple ? selection : undefined}
          />
          {list.isFetchNextPageError && (
            <RetryAlert message={list.error?.message || 'Failed to fetch items'} onRetry={more} />
          )}
          {multiple && (
            // As much room as the bar takes, so that the last item can be seen above it.
            <div className="h-28 sm:h-14">
              <BulkActions filters={filters} loaded={items.map(({ id }) => id)} count={count} />
            </div>
          )}
        </>
      )}
      {viewing && <ThreadDialog item={viewing} onClose={() => setViewing(null)} />}
      {adding && <AddToThread item={adding} onClose={() => setAdding(null)} />}
    </>
  );
}

/** What is chosen of these items; another list begins with nothing chosen. */
function useCardSelection(items: Item[], filters: ItemFilters, multiple: boolean) {
  const { ids, all } = useSelection();
  const list = JSON.stringify(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list becomes another one, or the page is left
  useEffect(() => clearSelection, [list, multiple]);
  const loaded = items.map(({ id }) => id).filter((id) => id > 0);
  return {
    isSelected: (id: number) => all || ids.has(id),
    onToggle: (id: number, range: boolean) => toggleSelected(id, range, loaded),
  };
}

function NoItems({ filters, filtered, onClear }: Pick<Props, 'filters' | 'filtered' | 'onClear'>) {
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
      <div className="flex flex-wrap justify-center gap-2">
        <Button asChild>
          <Link to={paths.createContent(folder)}>
            <Plus size={16} aria-hidden />
            New post
          </Link>
        </Button>
        <Button asChild>
          <Link to={paths.createThread(folder)}>
            <Plus size={16} aria-hidden />
            New thread
          </Link>
        </Button>
      </div>
    </EmptyState>
  );
}
