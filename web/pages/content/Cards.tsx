import { type ComponentProps, useCallback, useState } from 'react';
import type { Item } from '#contract/items.ts';
import type { Shown } from '#web/features/items/ItemCard.tsx';
import { ItemList } from '#web/features/items/ItemList.tsx';
import { DeliveryPill } from '#web/features/publishing/DeliveryPill.tsx';
import { ThreadDialog } from '#web/features/threads/ThreadDialog.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AddToThread } from './AddToThread.tsx';
import { CardMenu } from './CardMenu.tsx';

type Props<One extends Item> = {
  items: One[];
  /** The paginated query of the list. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => unknown;
  };
  /** What a card shows in place of the beginning of the text. */
  shownOf?: ((item: One) => Shown) | undefined;
  selection?: ComponentProps<typeof ItemList>['selection'];
};

/** Items as cards, with their actions. */
export function Cards<One extends Item>({ items, list, shownOf, selection }: Props<One>) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const [viewing, setViewing] = useState<Item | null>(null);
  const [adding, setAdding] = useState<Item | null>(null);
  return (
    <>
      <ItemList
        items={items}
        hasMore={hasNextPage && !isFetchingNextPage && !isFetchNextPageError}
        onMore={more}
        onViewThread={setViewing}
        badgeOf={({ publications }) => <DeliveryPill publications={publications} />}
        menuOf={(item) => <CardMenu item={item} onAddToThread={() => setAdding(item)} />}
        shownOf={shownOf}
        selection={selection}
      />
      {isFetchNextPageError && (
        <RetryAlert message={list.error?.message || 'Failed to fetch items'} onRetry={more} />
      )}
      {viewing && <ThreadDialog item={viewing} onClose={() => setViewing(null)} />}
      {adding && <AddToThread item={adding} onClose={() => setAdding(null)} />}
    </>
  );
}

/** Placeholders of cards. */
export const CardSkeletons = () => (
  <div role="status" aria-label="Loading content" className="flex flex-col gap-3">
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} className="h-32" />
    ))}
  </div>
);
