import { useQuery } from '@tanstack/react-query';
import type { Item } from '#contract/content/items.ts';
import * as threads from '#contract/content/threads.ts';
import { call } from '#web/api/client.ts';
import { contentKeys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { useOpenCopy } from '#web/features/content/items/open-copy.ts';
import { threadQuery } from '#web/features/content/items/thread-query.ts';

const idOf = (id: number) => ({ id: String(id) });

/** An item with its thread, root first; refetched whenever it is opened. */
export const useWholeItem = (id: number, enabled: boolean) =>
  useQuery({
    ...threadQuery(id),
    staleTime: 0,
    meta: { failure: 'Failed to fetch item', states: true },
    enabled,
  });

/** The thread of an item, root first; refetched whenever it is opened. */
export const useThread = (id: number) =>
  useQuery({
    ...threadQuery(id),
    staleTime: 0,
    meta: { failure: 'Failed to fetch thread', states: true },
  });

export const useReply = () =>
  useInvalidatingMutation({
    run: ({ to, content }: { to: Item; content: string }) =>
      call(threads.reply, {
        params: idOf(to.id),
        body: { content, folder: to.folder, status: to.status },
      }),
    invalidates: contentKeys,
    success: 'Reply created successfully',
    failure: 'Failed to create reply',
  });

export const useReorder = () =>
  useInvalidatingMutation({
    run: ({ id, order }: { id: number; order: number }) =>
      call(threads.reorder, { params: idOf(id), body: { thread_order: order } }),
    invalidates: contentKeys,
    success: 'Item reordered successfully',
    failure: 'Failed to reorder item',
  });

export const useAddToThread = () =>
  useInvalidatingMutation({
    run: ({ id, parent }: { id: number; parent: number }) =>
      call(threads.addToThread, { params: idOf(id), body: { parent } }),
    invalidates: contentKeys,
    success: 'Item added to thread successfully',
    failure: 'Failed to add item to thread',
  });

export const useRemoveFromThread = () =>
  useInvalidatingMutation({
    run: (id: number) => call(threads.removeFromThread, { params: idOf(id), body: {} }),
    invalidates: contentKeys,
    success: 'Item removed from thread successfully',
    failure: 'Failed to remove item from thread',
  });

export function useDuplicateThread() {
  const openCopy = useOpenCopy();
  return useInvalidatingMutation({
    run: ({ id }: { id: number; from: string }) =>
      call(threads.duplicateThread, { params: idOf(id), body: {} }),
    invalidates: contentKeys,
    success: 'Item created successfully',
    action: ([root], { from }) => root && openCopy(root.id, from),
    failure: 'Failed to create item',
  });
}
