import type { Item } from '#contract/content/items.ts';

/** A row of the list: an item at the top, or a reply below its root. */
export type ListRow<One extends Item = Item> =
  | { key: number; item: One; root: null; more?: undefined }
  /** `item` is undefined while the thread is loading, and for the number of further replies. */
  | { key: string; item: Item | undefined; root: One; more?: number };

/** The replies that an open thread shows at first. */
const FIRST_REPLIES = 2;

/** The rows of a list, with the replies of open threads below their roots. */
export function rowsOf<One extends Item>(
  items: readonly One[],
  isOpen: (root: One) => boolean,
  threadOf: (root: number) => readonly Item[] | undefined,
  isWhole: (root: One) => boolean,
): ListRow<One>[] {
  return items.flatMap((item): ListRow<One>[] => {
    const row = { key: item.id, item, root: null };
    if (!hasReplies(item) || !isOpen(item)) return [row];
    const parts = threadOf(item.id);
    const count = (parts?.length ?? item.thread_size) - 1;
    const more = isWhole(item) ? 0 : count - FIRST_REPLIES;
    // A single one takes no more space than its number.
    const shown = more > 1 ? FIRST_REPLIES : count;
    return [
      row,
      ...Array.from({ length: shown }, (_, n) => ({
        key: `${item.id}/${parts?.[n + 1]?.id ?? `+${n}`}`,
        item: parts?.[n + 1],
        root: item,
      })),
      ...(more > 1 ? [{ key: `${item.id}/more`, item: undefined, root: item, more }] : []),
    ];
  });
}

/**
 * The rows of what a search found: replies are below the root of their thread, found or not, where
 * the first of them was found.
 */
export function rowsOfFound<One extends Item>(
  found: readonly One[],
  threadOf: (root: number) => readonly Item[] | undefined,
): ListRow<One>[] {
  const rootOf = ({ id, thread_root }: One) => thread_root ?? id;
  return [...Map.groupBy(found, rootOf)].flatMap(([id, items]): ListRow<One>[] => {
    const replies = items
      .filter((item) => item.id !== id)
      .toSorted((a, b) => a.thread_order - b.thread_order);
    const root = items.find((item) => item.id === id) ?? (threadOf(id)?.[0] as One | undefined);
    const [first] = replies;
    if (!first) return root ? [{ key: id, item: root, root: null }] : [];
    return [
      // Its thread is loaded for it.
      root
        ? { key: id, item: root, root: null }
        : { key: `${id}`, item: undefined, root: { ...first, id } },
      ...replies.map((item) => ({ key: `${id}/${item.id}`, item, root: root ?? { ...first, id } })),
    ];
  });
}

export const hasReplies = (item: Item) => item.is_thread_root && item.thread_size > 1;
