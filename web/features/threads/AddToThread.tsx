import { useState } from 'react';
import type { Item } from '#contract/content/items.ts';
import { useItemList } from '#web/features/items/item-queries.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { AddToThreadDialog } from './AddToThreadDialog.tsx';

const DEBOUNCE_MS = 300;

/** The dialog to add an item to a thread, with the existing threads. */
export function AddToThread({ item, onClose }: { item: Item; onClose: () => void }) {
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim(), DEBOUNCE_MS);
  const threads = useItemList({ threads: true, ...(wanted && { search: wanted }) });
  return (
    <AddToThreadDialog
      item={item}
      threads={threads.data?.pages.flatMap((page) => page.results)}
      search={search}
      onSearch={setSearch}
      onMore={threads.hasNextPage ? () => void threads.fetchNextPage() : undefined}
      onClose={onClose}
    />
  );
}
