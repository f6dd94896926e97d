import { FileText, Plus, Search } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Item } from '#contract/items.ts';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { clearSelection, toggleSelected, useSelection } from '#web/features/bulk/selection.ts';
import { type ItemFilters, useItemList } from '#web/features/items/item-queries.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { BulkActions } from './BulkActions.tsx';
import { CardSkeletons, Cards } from './Cards.tsx';

type Props = {
  filters: ItemFilters;
  ready: boolean;
  filtered: boolean;
  /** Whether the multi-item view is on. */
  multiple: boolean;
  onClear: () => void;
};

/** Matching items, with actions for one and for many. */
export function Results({ filters, ready, filtered, multiple, onClear }: Props) {
  const list = useItemList(filters, ready);
  const items = list.data?.pages.flatMap((page) => page.results) ?? [];
  const count = list.data?.pages[0]?.count ?? 0;
  const selection = useCardSelection(items, filters, multiple);

  if (list.isError && !list.data) {
    return (
      <RetryAlert
        message={list.error.message || 'Failed to fetch items'}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (!list.data) return <CardSkeletons />;
  return (
    <>
      {items.length === 0 ? (
        <NoItems filters={filters} filtered={filtered} onClear={onClear} />
      ) : (
        <>
          <p role="status" className="text-muted">
            {filters.search ? `${count} result(s) for "${filters.search}"` : plural(count, 'item')}
          </p>
          <Cards items={items} list={list} selection={multiple ? selection : undefined} />
          {multiple && (
            // Space for the bar, so that it does not cover the last item.
            <div className="h-28 sm:h-14">
              <BulkActions filters={filters} loaded={items.map(({ id }) => id)} count={count} />
            </div>
          )}
        </>
      )}
    </>
  );
}

/** The selection in this list; another list begins without one. */
function useCardSelection(items: Item[], filters: ItemFilters, multiple: boolean) {
  const { ids, all } = useSelection();
  const list = JSON.stringify(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes, or on unmount
  useEffect(() => clearSelection, [list, multiple]);
  const loaded = items.map(({ id }) => id).filter((id) => id > 0);
  return {
    isSelected: (id: number) => all || ids.has(id),
    onToggle: (id: number, range: boolean) => toggleSelected(id, range, loaded),
  };
}

function NoItems({ filters, filtered, onClear }: Pick<Props, 'filters' | 'filtered' | 'onClear'>) {
  const writes = useCan('write');
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
  if (!writes) return <EmptyState icon={FileText} title="No content items found." />;
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
