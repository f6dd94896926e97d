import { memo, type ReactNode, useState } from 'react';
import type { Item } from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';
import type { Density } from '#web/api/content-view.ts';
import { useCan } from '#web/api/workspace.ts';
import { useUpdateItem } from '#web/features/content/items/item-queries.ts';
import type { RowTask } from '#web/features/workbench/actions/use-item-changes.ts';
import { classes } from '#web/lib/classes.ts';
import { useMinute } from '#web/lib/time/use-minute.ts';
import { useStable } from '#web/lib/use-stable.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ItemCard } from './ItemCard.tsx';
import { ItemRow } from './ItemRow.tsx';
import type { ListSelection } from './list-keys.ts';
import { hasReplies, type ListRow } from './list-rows.ts';
import { HEIGHTS } from './list-scroll.ts';
import type { RowProps, Shown } from './row-parts.tsx';

export type ListProps<One extends Item> = {
  items: readonly One[];
  density: Density;
  /** Whether replies are shown below their roots; 'found': those that were found. */
  grouped?: boolean | 'found';
  /** Whether all threads are open: where a search may have found a reply. */
  allOpen?: boolean;
  hasMore: boolean;
  onMore: () => void;
  onTask: (task: RowTask, item: Item) => void;
  /** With another one of these, every row is rendered anew. */
  onViewThread: (item: Item) => void;
  onAddToThread: (item: Item) => void;
  onTag: (tag: string) => void;
  /** What a card shows in place of the beginning of the text. */
  shownOf?: ((item: One | Item) => Shown | undefined) | undefined;
  selection?: ListSelection | undefined;
};

type Own<One extends Item> = Pick<EntryProps<One>, 'onToggle' | 'onDelete'> & {
  isOpen: (root: Item) => boolean;
  onWhole: (root: number) => void;
};

/** Draws the rows of a list. `choose`: opens the menu of the status of an item. */
export function useEntries<One extends Item>(
  props: ListProps<One>,
  { isOpen, onWhole, ...own }: Own<One>,
) {
  const { density, grouped, selection, shownOf, onViewThread, onAddToThread, onTask, onTag } =
    props;
  const [choosing, choose] = useState<number | null>(null);
  const update = useUpdateItem();
  const onStatus = useStable((item: Item, status: Status) => {
    if (status !== item.status) update.mutate({ id: item.id, status });
  });
  const onSelect = useStable((id: number, range: boolean) => selection?.onToggle(id, range));
  const shared = {
    ...own,
    density,
    onViewThread,
    onAddToThread,
    onTask,
    onTag,
    onStatus,
    onSelect,
    onChoosingStatus: choose,
    minute: useMinute(),
    writes: useCan('write'),
    decides: useCan('decide'),
  };
  const entryOf = (row: ListRow<One>, isActive: boolean) => {
    const { item, root } = row;
    if (row.more !== undefined)
      return <MoreReplies density={density} count={row.more} onShow={() => onWhole(row.root.id)} />;
    return item ? (
      <Entry<One>
        {...shared}
        item={item}
        isReply={root !== null}
        isOpen={grouped === true && !root && hasReplies(item) ? isOpen(item) : undefined}
        isActive={isActive}
        isChoosingStatus={choosing === item.id}
        // A thread is selected as a whole, by its root.
        selects={selection !== undefined && !root}
        isSelected={selection?.isSelected(item.id) ?? false}
        shownOf={shownOf}
      />
    ) : (
      <div
        className="border-line-soft border-b bg-page px-10 py-3"
        style={{ height: HEIGHTS[density].reply }}
      >
        <Skeleton className="h-full max-w-md" />
      </div>
    );
  };
  return { entryOf, choose };
}

/** The replies of an open thread that are not shown yet. */
const MoreReplies = ({
  density,
  count,
  onShow,
}: {
  density: Density;
  count: number;
  onShow: () => void;
}) => (
  <div className="border-line-soft border-b bg-page">
    <Button
      variant="link"
      size="small"
      onClick={onShow}
      // Below the texts of the replies.
      className={classes(
        'h-9 text-[13px]',
        density === 'compact' ? 'ml-24 min-[1200px]:ml-44' : 'ml-8 lg:ml-10',
      )}
    >
      {count} more replies
    </Button>
  </div>
);

type EntryProps<One extends Item> = Pick<
  ListProps<One>,
  'density' | 'onViewThread' | 'onAddToThread' | 'onTask' | 'onTag'
> &
  Pick<RowProps, 'writes' | 'decides' | 'isReply' | 'isOpen' | 'isActive' | 'isChoosingStatus'> & {
    item: One | Item;
    /** Whether it has a box. */
    selects: boolean;
    isSelected: boolean;
    /** Its times are relative to it. */
    minute: number;
    onToggle: (root: number) => void;
    onStatus: (item: Item, status: Status) => void;
    onChoosingStatus: (id: number | null) => void;
    onDelete: (item: Item) => void;
    onSelect: (id: number, range: boolean) => void;
    shownOf: ((item: One | Item) => Shown | undefined) | undefined;
  };

/** An item of the list, rendered only when something of its own changes. */
const Entry = memo(function Entry<One extends Item>(props: EntryProps<One>) {
  const { item, density, selects, isSelected, shownOf } = props;
  const Row = density === 'compact' ? ItemRow : ItemCard;
  return (
    <Row
      item={item}
      writes={props.writes}
      decides={props.decides}
      isReply={props.isReply}
      isOpen={props.isOpen}
      onToggle={() => props.onToggle(item.id)}
      onStatus={(status) => props.onStatus(item, status)}
      onDelete={() => props.onDelete(item)}
      onViewThread={() => props.onViewThread(item)}
      onAddToThread={() => props.onAddToThread(item)}
      onTask={(task) => props.onTask(task, item)}
      onTag={props.onTag}
      shown={shownOf?.(item)}
      isActive={props.isActive}
      isChoosingStatus={props.isChoosingStatus}
      onChoosingStatus={(open) => props.onChoosingStatus(open ? item.id : null)}
      selection={
        selects ? { isSelected, onToggle: (range) => props.onSelect(item.id, range) } : undefined
      }
    />
  );
}) as <One extends Item>(props: EntryProps<One>) => ReactNode;
