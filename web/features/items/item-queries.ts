import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import * as items from '#contract/items.ts';
import type { Status } from '#contract/workflow.ts';
import { call } from '#web/api/client.ts';
import { addToCachedLists, mapCachedItems } from '#web/api/item-cache.ts';
import { temporaryId, useOptimistic } from '#web/api/optimistic.ts';
import { keys } from '#web/api/query.ts';
import { isItemId } from '#web/lib/paths.ts';
import { type Period, periodStart } from '#web/lib/time.ts';

type Item = items.Item;

const PAGE_SIZE = '50';

/** What a list is narrowed by, as the content page's filters have it. */
export type ItemFilters = { search?: string; folder?: number[]; status?: Status[]; period?: Period };

/** The items that match, page by page as they come into view. */
export function useItemList(filters: ItemFilters, enabled = true) {
  return useInfiniteQuery({
    queryKey: keys.itemList(filters),
    meta: { failure: 'Failed to fetch items' },
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(items.listItems, {
        query: {
          page_size: PAGE_SIZE,
          search: filters.search,
          folder: filters.folder?.map(String),
          status: filters.status,
          updated_after: filters.period && periodStart(filters.period),
          cursor: pageParam,
        },
        signal,
      }),
    getNextPageParam: ({ next }) =>
      next ? (new URL(next, window.location.origin).searchParams.get('cursor') ?? undefined) : undefined,
  });
}

/** One item, fetched anew whenever a page that shows it is opened. */
export const useItem = (id: number) =>
  useQuery({
    staleTime: 0,
    queryKey: keys.item(id),
    meta: { failure: 'Failed to fetch item' },
    queryFn: ({ signal }) => call(items.getItem, { params: { id: String(id) }, signal }),
    enabled: isItemId(id),
  });

const touches = [keys.items, keys.folders];

export function useCreateItem() {
  return useOptimistic({
    run: (body: items.ItemCreate) => call(items.createItem, { body }),
    touches,
    expect: (body) => addToCachedLists(expectedItem(body)),
    success: 'Item created successfully',
    failure: 'Failed to create item',
  });
}

export type ItemChange = { id: number } & items.ItemUpdate;

/** Changes an item. An approved text that is changed is no longer approved, and the toast says so. */
export function useUpdateItem() {
  return useOptimistic({
    run: ({ id, ...body }: ItemChange) => call(items.updateItem, { params: { id: String(id) }, body }),
    touches,
    expect: ({ id, version: _, ...change }) =>
      mapCachedItems((item) => (item.id === id ? ({ ...item, ...change } as Item) : item)),
    success: (item, { status }) =>
      status === 'approved' && item.status === 'draft'
        ? 'Item updated successfully. The approval was of the former text, so the item is a draft again.'
        : 'Item updated successfully',
    failure: 'Failed to update item',
  });
}

export function useDeleteItem() {
  return useOptimistic({
    run: (item: Item) => call(items.deleteItem, { params: { id: String(item.id) } }),
    touches,
    expect: ({ id }) => mapCachedItems((item) => (item.id === id ? null : item)),
    success: 'Item deleted successfully',
    failure: 'Failed to delete item',
  });
}

function expectedItem({ folder, content, description, status = 'draft', tags = [] }: items.ItemCreate): Item {
  const now = new Date().toISOString();
  return {
    id: temporaryId(),
    folder,
    title: description || content.trim().split('\n', 1).join(),
    content,
    description: description ?? null,
    status,
    tags,
    view_count: 0,
    version: 1,
    created_at: now,
    updated_at: now,
    published_date: status === 'published' ? now : null,
    is_thread_root: false,
    is_thread_part: false,
    is_standalone: true,
    thread_size: 1,
    thread_order: 0,
    thread_root: null,
  };
}
