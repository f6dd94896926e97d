import { type ComponentProps, useCallback, useState } from 'react';
import type { Item } from '#contract/content/items.ts';
import { useDensity } from '#web/api/content-view.ts';
import { useCan } from '#web/api/workspace.ts';
import type { RowTask } from '#web/features/workbench/actions/use-item-changes.ts';
import { laterComponent } from '#web/lib/later.ts';
import { useStable } from '#web/lib/use-stable.ts';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ItemList } from './ItemList.tsx';

const ItemTask = laterComponent(() =>
  import('#web/features/workbench/actions/ItemTask.tsx').then((module) => module.ItemTask),
);

const AddToThreadDialog = laterComponent(() =>
  import('#web/features/content/threads/AddToThreadDialog.tsx').then(
    (module) => module.AddToThreadDialog,
  ),
);

const ThreadDialog = laterComponent(() =>
  import('#web/features/content/threads/ThreadDialog.tsx').then((module) => module.ThreadDialog),
);

type Props<One extends Item> = Pick<
  ComponentProps<typeof ItemList<One>>,
  'items' | 'grouped' | 'allOpen' | 'shownOf' | 'selection'
> & {
  /** The paginated query of the list. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => unknown;
  };
  onTag: (tag: string) => void;
};

/** Items in the density of the person, with their actions. */
export function ContentList<One extends Item>({ list, onTag, ...props }: Props<One>) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const density = useDensity();
  const writes = useCan('write');
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const [viewing, setViewing] = useState<Item | null>(null);
  const [adding, setAdding] = useState<Item | null>(null);
  const [task, setTask] = useState<{ task: RowTask; item: Item } | null>(null);
  const onTask = useStable((task: RowTask, item: Item) => writes && setTask({ task, item }));
  const filterBy = useStable(onTag);
  return (
    <>
      <ItemList<One>
        {...props}
        density={density}
        hasMore={hasNextPage && !isFetchingNextPage && !isFetchNextPageError}
        onMore={more}
        onViewThread={setViewing}
        onAddToThread={setAdding}
        onTask={onTask}
        onTag={filterBy}
      />
      {isFetchNextPageError && (
        <RetryAlert message={list.error?.message || 'Failed to fetch items'} onRetry={more} />
      )}
      {viewing && <ThreadDialog item={viewing} onClose={() => setViewing(null)} />}
      {adding && <AddToThreadDialog item={adding} onClose={() => setAdding(null)} />}
      {task && <ItemTask {...task} onClose={() => setTask(null)} />}
    </>
  );
}

/** Placeholders of rows. */
export function ListSkeleton() {
  const compact = useDensity() === 'compact';
  return (
    <div role="status" aria-label="Loading content" className="flex flex-col">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
        <div
          key={row}
          className={`appear-late flex items-center border-line-soft border-b px-4 lg:px-6 ${compact ? 'h-17 md:h-11' : 'h-[124px]'}`}
        >
          <Skeleton className={compact ? 'h-4 w-2/3' : 'h-16 w-2/3'} />
        </div>
      ))}
    </div>
  );
}
