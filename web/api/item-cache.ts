import type { InfiniteData } from '@tanstack/react-query';
import type { Item, ItemPage } from '#contract/items.ts';
import { keys, queryClient } from './query.ts';

type ItemList = InfiniteData<ItemPage>;

/** Changes every cached item; null takes it out of all lists. */
export function mapCachedItems(change: (item: Item) => Item | null) {
  queryClient.setQueriesData<ItemList>({ queryKey: keys.itemLists }, (list) => list && mapList(list, change));
  for (const [key, item] of queryClient.getQueriesData<Item>({ queryKey: ['items', 'one'] })) {
    if (item) queryClient.setQueryData(key, change(item) ?? item);
  }
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

/** Puts a new item at the top of every cached list whose filters let it in. */
export function addToCachedLists(item: Item) {
  for (const [key, list] of queryClient.getQueriesData<ItemList>({ queryKey: keys.itemLists })) {
    const filters = key[2] as { folder?: number[]; status?: string[]; search?: string };
    const matches = (filters.folder?.includes(item.folder) ?? true) && (filters.status?.includes(item.status) ?? true);
    if (!list || !matches || filters.search) continue;
    const pages = list.pages.map((page, index) => ({
      ...page,
      count: page.count + 1,
      results: index === 0 ? [item, ...page.results] : page.results,
    }));
    queryClient.setQueryData(key, { ...list, pages });
  }
}
