import { ArrowDown, ArrowUp, FileText, Plus, RotateCw, Search } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Item, Ordering } from '#contract/content/items.ts';
import { paths } from '#contract/paths.ts';
import { useContentView, useDensity } from '#web/api/content-view.ts';
import { useCan } from '#web/api/workspace.ts';
import type { ItemFilters, useItemList } from '#web/features/content/items/item-queries.ts';
import {
  clearSelection,
  selectAll,
  toggleSelected,
  useSelection,
} from '#web/features/workbench/bulk/selection.ts';
import { ContentList, ListSkeleton } from '#web/features/workbench/list/ContentList.tsx';
import { COLUMNS } from '#web/features/workbench/list/ItemRow.tsx';
import type { ListSelection } from '#web/features/workbench/list/list-keys.ts';
import { useStableOrder } from '#web/features/workbench/list/use-stable-order.ts';
import { classes } from '#web/lib/classes.ts';
import { keepTypedAfter } from '#web/lib/keyboard/typed-ahead.ts';
import { laterComponent } from '#web/lib/later.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';

const BulkActions = laterComponent(() =>
  import('#web/features/workbench/bulk/BulkActions.tsx').then((module) => module.BulkActions),
);

type Props = {
  filters: ItemFilters;
  list: ReturnType<typeof useItemList>;
  filtered: boolean;
  /** The description of the folder. */
  description?: string;
  onClear: () => void;
  onSort: (sort: Ordering) => void;
  onTag: (tag: string) => void;
};

/** Matching posts, with actions for one and for many. */
export function Results({ filters, list, filtered, description, onClear, onSort, onTag }: Props) {
  const name = JSON.stringify(filters);
  const loaded = list.data?.pages.flatMap((page) => page.results) ?? [];
  const { items, moved, refresh } = useStableOrder(loaded, name);
  const count = list.data?.pages[0]?.count ?? 0;
  const writes = useCan('write');
  const multiple = useContentView((state) => state.multiItemView);
  const selection = useListSelection(items, name, multiple);
  const compact = useDensity() === 'compact';

  if (list.isError && !list.data) {
    return (
      <div className="p-4">
        <RetryAlert
          message={list.error.message || 'Failed to fetch items'}
          onRetry={() => void list.refetch()}
        />
      </div>
    );
  }
  if (!list.data) return <ListSkeleton />;
  const says = (
    <p
      role="status"
      className={classes((!filters.search || compact || !items.length) && 'sr-only')}
    >
      {filters.search ? `${count} result(s) for "${filters.search}"` : plural(count, 'item')}
    </p>
  );
  const again = moved > 0 && (
    <Button
      variant="link"
      size="small"
      onClick={() => {
        refresh();
        void list.refetch();
      }}
      className="text-xs"
    >
      <RotateCw size={12} aria-hidden />
      {moved} changed, refresh
    </Button>
  );
  const bare = compact || (!again && !filters.search);
  return (
    <>
      {(bare || items.length === 0) && says}
      {items.length === 0 ? (
        <div className="px-4 pt-24">
          <NoItems
            filters={filters}
            filtered={filtered}
            onClear={onClear}
            {...(description && { description })}
          />
        </div>
      ) : (
        <>
          {compact && (
            <ColumnHeader sort={filters.sort ?? '-updated_at'} onSort={onSort} again={again} />
          )}
          {!bare && (
            <div className="flex min-h-8 items-center justify-between border-line-soft border-b px-4 text-muted text-xs lg:px-6">
              {says}
              {again}
            </div>
          )}
          <ContentList
            items={items}
            list={list}
            grouped
            allOpen={Boolean(filters.search)}
            selection={writes ? selection : undefined}
            onTag={onTag}
          />
          {writes && selection.isOn && (
            // Space for the bar, so that it does not cover the last item.
            <div className="h-20 shrink-0">
              <BulkActions filters={filters} loaded={items} count={count} />
            </div>
          )}
        </>
      )}
    </>
  );
}

type HeaderProps = {
  sort: Ordering;
  onSort: (sort: Ordering) => void;
  again: React.ReactNode;
};

/** The names of the columns; some of them sort. */
function ColumnHeader({ sort, onSort, again }: HeaderProps) {
  return (
    <div
      data-sticks
      className={classes(
        COLUMNS,
        'sticky top-24 z-10 h-8 border-line border-b bg-surface font-medium text-muted text-xs max-md:hidden',
      )}
    >
      <span />
      <span>
        <span className="max-[1199px]:sr-only">Status</span>
      </span>
      <span className="flex items-center gap-3 pl-6">
        <Sorter name="Post" ascending="title" descending="-title" sort={sort} onSort={onSort} />
        {again}
      </span>
      <span>Publishing</span>
      <span className="max-[1199px]:hidden">Folder</span>
      <span className="text-right">
        <Sorter
          name="Updated"
          ascending="updated_at"
          descending="-updated_at"
          newest
          sort={sort}
          onSort={onSort}
        />
      </span>
    </div>
  );
}

function Sorter({
  name,
  ascending,
  descending,
  newest = false,
  sort,
  onSort,
}: {
  name: string;
  ascending: Ordering;
  descending: Ordering;
  /** Whether it begins with the descending order. */
  newest?: boolean;
} & Pick<HeaderProps, 'sort' | 'onSort'>) {
  const active = sort === ascending || sort === descending;
  const next = active
    ? sort === ascending
      ? descending
      : ascending
    : newest
      ? descending
      : ascending;
  const Arrow = sort === ascending ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      aria-label={`Sort by ${name}${active ? (sort === ascending ? ', ascending' : ', descending') : ''}`}
      onClick={() => onSort(next)}
      className={classes(
        'inline-flex h-6 items-center gap-1 rounded-sm hover:text-text',
        active && 'text-text',
      )}
    >
      {name}
      {active && <Arrow size={12} aria-hidden />}
    </button>
  );
}

/** The selection in this list; another list begins without one. */
function useListSelection(items: readonly Item[], list: string, multiple: boolean): ListSelection {
  const { ids, all } = useSelection();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes, or on unmount
  useEffect(() => clearSelection, [list, multiple]);
  const loaded = items.map(({ id }) => id).filter((id) => id > 0);
  return {
    isOn: multiple || all || ids.size > 0,
    isSelected: (id) => all || ids.has(id),
    onToggle: (id, range) => toggleSelected(id, range, loaded),
    onAll: selectAll,
    onClear: clearSelection,
    ids: all ? loaded : [...ids],
  };
}

function NoItems({
  filters,
  filtered,
  description,
  onClear,
}: Pick<Props, 'filters' | 'filtered' | 'description' | 'onClear'>) {
  const writes = useCan('write');
  if (filtered) {
    return (
      <EmptyState icon={Search} title="No content found with the current filters.">
        <Button onClick={onClear}>Clear all filters</Button>
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
      {description && <p className="mb-3 max-w-prose text-muted">{description}</p>}
      <div className="flex flex-wrap justify-center gap-2">
        <Button asChild>
          <Link to={paths.createContent(folder)} onClick={keepTypedAfter}>
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
