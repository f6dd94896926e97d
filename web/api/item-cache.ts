import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import type { Item, ItemPage } from '#contract/content/items.ts';
import { keys, queryClient } from './query.ts';

type ItemList = InfiniteData<ItemPage>;

/** The cached lists of items that are loaded page by page: of the content page, and of searches. */
const cachedLists = () =>
  [keys.contentLists, keys.searches].flatMap((queryKey) =>
    queryClient.getQueriesData<ItemList>({ queryKey }),
  );

/** Updates every item in the cached lists and threads; null removes it. */
export function mapCachedItems(change: (item: Item) => Item | null) {
  queryClient.setQueriesData<Item[]>({ queryKey: keys.threads }, (parts) =>
    parts?.map(change).filter((part) => part !== null),
  );
  for (const [key, list] of cachedLists()) {
    if (list)
      queryClient.setQueryData(
        key,
        mapList(list, (item) => stillIn(key, item, change(item))),
      );
  }
}

type Filters = {
  folder?: number[];
  status?: string[];
  search?: string;
  tags?: string[];
  author?: number;
};
const lets = ({ folder, status, tags, author }: Filters, item: Item) =>
  (!folder?.length || folder.includes(item.folder)) &&
  (!status?.length || status.includes(item.status)) &&
  (!tags?.length || tags.every((tag) => item.tags.includes(tag))) &&
  (!author || item.author === author);

/** A changed item that does not match the filters any more leaves the list. */
const stillIn = (key: QueryKey, before: Item, after: Item | null) =>
  after && after !== before && leaves(key[3] as Filters, before, after) ? null : after;

/** A root may be there because of its replies: only what fitted itself can leave. */
const leaves = (filters: Filters, before: Item, after: Item) =>
  lets(filters, before) && !lets(filters, after);

/** An item in the cache, from any list. */
export function findCachedItem(id: number): Item | undefined {
  for (const [, list] of cachedLists()) {
    const found = list?.pages.flatMap((page) => page.results).find((item) => item.id === id);
    if (found) return found;
  }
  for (const [, parts] of queryClient.getQueriesData<Item[]>({ queryKey: keys.threads })) {
    const found = parts?.find((item) => item.id === id);
    if (found) return found;
  }
  return undefined;
}

function mapList(list: ItemList, change: (item: Item) => Item | null): ItemList {
  let gone = 0;
  const pages = list.pages.map((page) => {
    const results = page.results.map(change).filter((item) => item !== null);
    gone += page.results.length - results.length;
    return { ...page, results };
  });
  return { ...list, pages: pages.map((page) => ({ ...page, count: page.count - gone })) };
}

/**
 * Adds a new item to the top of every cached list whose filters match; searches are up to the
 * server.
 */
export function addToCachedLists(item: Item) {
  for (const [key, list] of queryClient.getQueriesData<ItemList>({ queryKey: keys.contentLists })) {
    const filters = key[3] as Filters & { threads?: boolean; sort?: string };
    if (!list || !lets(filters, item) || filters.search || filters.sort) continue;
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
export function emptyCachedList(filters: object) {
  queryClient.setQueryData<ItemList>(keys.contentList(filters), (list) => {
    const [first] = list?.pages ?? [];
    return (
      list &&
      first && {
        ...list,
        pages: [{ ...first, count: 0, next: null, results: [] }],
        pageParams: [undefined],
      }
    );
  });
}
