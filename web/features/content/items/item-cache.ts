import type { InfiniteData } from '@tanstack/react-query';
import type { Item, ItemPage } from '#contract/content/items.ts';
import { keys, queryClient } from '#web/api/query.ts';

/**
 * Items in the cache. They are found in whatever holds them, by their own shape: an update of an
 * item knows no list (decision 41).
 */

const isItem = (value: object): value is Item => 'network_texts' in value && 'thread_root' in value;

/** The items in cached data of any shape. */
function itemsIn(data: unknown): Item[] {
  if (typeof data !== 'object' || data === null) return [];
  return isItem(data) ? [data] : Object.values(data).flatMap(itemsIn);
}

/** The same data with other items in place of these; null leaves its list, and is not counted. */
function replaceItems(data: unknown, changed: ReadonlyMap<unknown, Item | null>): unknown {
  const gone = [...changed.values()].filter((item) => item === null).length;
  const replace = (value: unknown): unknown => {
    if (changed.has(value)) return changed.get(value);
    if (Array.isArray(value))
      return value.filter((inner) => changed.get(inner) !== null).map(replace);
    if (typeof value !== 'object' || value === null || isItem(value)) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([name, of]) => [name, replace(of)]));
    return typeof copy.count === 'number' ? { ...copy, count: copy.count - gone } : copy;
  };
  return replace(data);
}

/** Updates every item in the cache; null removes it. */
export function mapCachedItems(change: (item: Item) => Item | null) {
  for (const [key, data] of queryClient.getQueriesData({ queryKey: keys.items })) {
    const filters = key.at(-1) as Filters;
    const changed = new Map(
      itemsIn(data)
        .map((item) => [item, change(item)] as const)
        .filter(([item, after]) => after !== item)
        .map(([item, after]) => [item, after && leaves(filters, item, after) ? null : after]),
    );
    if (changed.size > 0) queryClient.setQueryData(key, replaceItems(data, changed));
  }
}

/** The items in the cache by their ids, from whatever holds them. */
export const cachedItems = (): ReadonlyMap<number, Item> =>
  new Map(
    queryClient
      .getQueriesData({ queryKey: keys.items })
      .flatMap(([, data]) => itemsIn(data))
      .map((item) => [item.id, item]),
  );

/** The last part of the key of a list; that of anything else filters nothing. */
type Filters = {
  folder?: number[];
  status?: string[];
  search?: string;
  tags?: string[];
  author?: number;
  assignee?: number | 'none';
  threads?: boolean;
  sort?: string;
};
const matches = ({ folder, status, tags, author, assignee }: Filters, item: Item) =>
  (!folder?.length || folder.includes(item.folder)) &&
  (!status?.length || status.includes(item.status)) &&
  (!tags?.length || tags.every((tag) => item.tags.includes(tag))) &&
  (!author || item.author === author) &&
  (!assignee || item.assignee === (assignee === 'none' ? null : assignee));

/** A root may be there because of its replies: only what matched itself can leave. */
const leaves = (filters: Filters, before: Item, after: Item) =>
  matches(filters, before) && !matches(filters, after);

type ItemList = InfiniteData<ItemPage>;

/**
 * Adds a new item to the top of every list of the content page whose filters it matches; searches
 * are up to the server.
 */
export function addToCachedLists(item: Item) {
  for (const [key, list] of queryClient.getQueriesData<ItemList>({ queryKey: keys.contentLists })) {
    const filters = key.at(-1) as Filters;
    if (!list || !matches(filters, item) || filters.search || filters.sort) continue;
    if (filters.threads && !item.is_thread_root) continue;
    const pages = list.pages.map((page, index) => ({
      ...page,
      count: page.count + 1,
      results: index === 0 ? [item, ...page.results] : page.results,
    }));
    queryClient.setQueryData(key, { ...list, pages });
  }
}

/** Empties the cached list of these filters, whose items are being deleted. */
export const emptyCachedList = (filters: object) =>
  queryClient.setQueryData<ItemList>(
    keys.contentList(filters),
    (list) =>
      list && {
        pages: list.pages
          .slice(0, 1)
          .map((page) => ({ ...page, count: 0, next: null, results: [] })),
        pageParams: [undefined],
      },
  );
