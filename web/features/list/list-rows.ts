import type { Item } from '#contract/content/items.ts';

/** A row of the list: an item at the top, or a reply below its root. */
export type ListRow<One extends Item = Item> =
  | { key: number; item: One; root: null }
  /** `item` is undefined while the thread is loading. */
  | { key: string; item: Item | undefined; root: One };

/** The rows of a list, with the replies of open threads below their roots. */
export function rowsOf<One extends Item>(
  items: readonly One[],
  isOpen: (root: One) => boolean,
  threadOf: (root: number) => readonly Item[] | undefined,
): ListRow<One>[] {
  return items.flatMap((item): ListRow<One>[] => {
    const row = { key: item.id, item, root: null };
    if (!hasReplies(item) || !isOpen(item)) return [row];
    const parts = threadOf(item.id);
    const count = parts?.length ?? item.thread_size;
    return [
      row,
      ...Array.from({ length: count - 1 }, (_, n) => ({
        key: `${item.id}/${parts?.[n + 1]?.id ?? `+${n}`}`,
        item: parts?.[n + 1],
        root: item,
      })),
    ];
  });
}

export const hasReplies = (item: Item) => item.is_thread_root && item.thread_size > 1;
