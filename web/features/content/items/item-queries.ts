import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { countEvergreenCopies } from '#contract/automation/evergreen.ts';
import { assignItem } from '#contract/content/assignments.ts';
import * as items from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';
import { call } from '#web/api/client.ts';
import { useOptimisticMutation } from '#web/api/optimistic.ts';
import { contentKeys, cursorOf, keys } from '#web/api/query.ts';
import { zoneNow } from '#web/api/workspace.ts';
import { type Period, periodStart } from '#web/lib/time/time.ts';
import { draftAgain } from './draft-again.ts';
import { cachedItems, mapCachedItems } from './item-cache.ts';
import { undoDelete } from './undo-delete.ts';

type Item = items.Item;

const PAGE_SIZE = '50';

/** The filters of the content page. */
export type ItemFilters = {
  search?: string;
  folder?: number[];
  status?: Status[];
  period?: Period;
  /** Only roots of threads. */
  threads?: boolean;
  tags?: string[];
  author?: number;
  /** Who takes care of them; 'none': nobody. */
  assignee?: number | 'none';
  /** The order; by default what was updated last comes first. */
  sort?: items.Ordering;
};

/** The filters as the API has them. */
export const filterOf = ({
  search,
  folder,
  status,
  period,
  threads,
  tags,
  author,
  assignee,
}: ItemFilters) => ({
  search,
  folder: folder?.map(String),
  status,
  updated_after: period && periodStart(period, zoneNow()),
  is_thread_root: threads ? ('true' as const) : undefined,
  tags,
  author: author === undefined ? undefined : String(author),
  assignee: assignee === undefined ? undefined : String(assignee),
  posts: 'true' as const,
});

/** Matching items, loaded page by page. */
export function useItemList(filters: ItemFilters, enabled = true) {
  return useInfiniteQuery({
    queryKey: keys.contentList(filters),
    meta: { failure: 'Failed to fetch items' },
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(items.listItems, {
        query: {
          page_size: PAGE_SIZE,
          ...filterOf(filters),
          ordering: filters.sort,
          cursor: pageParam,
        },
        signal,
      }),
    getNextPageParam: ({ next }) => cursorOf(next),
  });
}

type ItemChange = { id: number } & items.ItemUpdate;

/** Updates an item. An approved or published text may become a draft by it; the toast says so. */
export function useUpdateItem() {
  return useOptimisticMutation({
    run: ({ id, ...body }: ItemChange) =>
      call(items.updateItem, { params: { id: String(id) }, body }),
    invalidates: contentKeys,
    applyOptimistic: ({ id, version: _, ...change }) => {
      const root = cachedItems().get(id)?.thread_root ?? null;
      const { folder, status } = change;
      // Folder and status apply to the whole thread.
      const shared = { ...(folder && { folder }), ...(status && { status }) };
      mapCachedItems((item) => {
        if (item.id === id) return { ...item, ...change } as Item;
        return root !== null && item.thread_root === root ? { ...item, ...shared } : item;
      });
    },
    success: (item, { status }) => {
      const queued = status === 'review' && item.status === 'review';
      const again = draftAgain('item', status, item.status);
      return `Item updated successfully${again}${queued ? '. It is in the review queue.' : ''}`;
    },
    failure: 'Failed to update item',
    silentConflict: true,
  });
}

/** Assigns the post of an item to a member, or to nobody. */
export function useAssignItem() {
  return useOptimisticMutation({
    run: ({ id, assignee }: { id: number; assignee: number | null }) =>
      call(assignItem, { params: { id: String(id) }, body: { assignee } }),
    invalidates: contentKeys,
    applyOptimistic: ({ id, assignee }) => {
      const root = cachedItems().get(id)?.thread_root ?? null;
      mapCachedItems((item) =>
        item.id === id || (root !== null && item.thread_root === root)
          ? { ...item, assignee }
          : item,
      );
    },
    success: ({ assignee }) => (assignee === null ? 'Nobody is assigned now' : 'Assigned'),
    failure: 'Failed to assign',
  });
}

export function useDeleteItem() {
  return useOptimisticMutation({
    run: async (item: Item) => {
      const copies = await countCopies(item);
      await call(items.deleteItem, { params: { id: String(item.id) } });
      return copies;
    },
    invalidates: contentKeys,
    applyOptimistic: (gone) => mapCachedItems((item) => afterDeletion(item, gone)),
    success: (copies) => `Item deleted successfully${copies ? `. ${waitingCopies(copies)}` : ''}`,
    action: (_, item) => ({ label: 'Undo', run: () => undoDelete([item.id], [item]) }),
    failure: 'Failed to delete item',
  });
}

/** How many scheduled copies of an evergreen post stop with it; 0 where that is not known. */
async function countCopies({ id, status, thread_order }: Item): Promise<number> {
  if (thread_order > 0 || (status !== 'approved' && status !== 'published')) return 0;
  const found = await call(countEvergreenCopies, { body: { items: [id] } }).catch(() => null);
  return found?.copies ?? 0;
}

const waitingCopies = (copies: number, of = 'it') =>
  copies === 1
    ? `1 scheduled copy of ${of} will wait for you.`
    : `${copies} scheduled copies of ${of} will wait for you.`;

/** How many scheduled copies stop with these items, or with a folder, as a sentence; empty where none does. */
export function useWaitingCopies(
  of: { items?: number[]; folder?: number | undefined },
  enabled: boolean,
): string {
  const { data } = useQuery({
    enabled,
    queryKey: keys.evergreenCopies(of),
    staleTime: 0,
    queryFn: ({ signal }) => call(countEvergreenCopies, { body: of, signal }),
  });
  return data?.copies ? waitingCopies(data.copies, 'them') : '';
}

/** Deleting a root deletes its thread; deleting a reply renumbers the rest. */
function afterDeletion(item: Item, gone: Item): Item | null {
  if (item.id === gone.id || item.thread_root === gone.id) return null;
  if (gone.thread_root === null || item.thread_root !== gone.thread_root) return item;
  const thread_order =
    item.thread_order > gone.thread_order ? item.thread_order - 1 : item.thread_order;
  return { ...item, thread_order, thread_size: item.thread_size - 1 };
}
