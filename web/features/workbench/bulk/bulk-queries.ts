import { type BulkOperation, bulkOperation } from '#contract/content/bulk.ts';
import { type Item, retagged } from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';
import { call } from '#web/api/client.ts';
import { temporaryId, useOptimisticMutation } from '#web/api/optimistic.ts';
import { contentKeys } from '#web/api/query.ts';
import {
  addToCachedLists,
  cachedItems,
  emptyCachedList,
  mapCachedItems,
} from '#web/features/content/items/item-cache.ts';
import { useOpenCopy } from '#web/features/content/items/open-copy.ts';
import { undoDelete } from '#web/features/content/items/undo-delete.ts';
import {
  cancelScheduled,
  isScheduled,
  STILL_SCHEDULED,
} from '#web/features/publishing/publications/scheduled.ts';

/** The operation. */
export type Action =
  | { operation: 'delete' | 'archive' }
  /** `from`: the page that the only copy is opened in place of. */
  | { operation: 'duplicate'; from?: string }
  | { operation: 'move'; folder: number }
  | { operation: 'tag'; add: string[]; remove: string[] }
  | { operation: 'status_change'; status: Status };

/** The items: these, or all that match a filter; then `ids` are the loaded ones of them. */
export type Target = {
  ids: number[];
  all?: { filter: NonNullable<BulkOperation['filter']>; list: object } | undefined;
  /** The items as they are now, for undoing their deletion. */
  before?: Item[];
};

const SUFFIX = ' (Copy)';

function bodyOf({ ids, all, ...action }: Action & Omit<Target, 'before'>): BulkOperation {
  const target = all ? { filter: all.filter } : { item_ids: ids };
  switch (action.operation) {
    case 'delete':
      return { ...target, operation: 'delete', params: { soft_delete: true } };
    case 'move':
      return { ...target, operation: 'move', params: { folder_id: action.folder } };
    case 'tag':
      return {
        ...target,
        operation: 'tag',
        params: { add_tags: action.add, remove_tags: action.remove },
      };
    case 'duplicate':
      return {
        ...target,
        operation: 'duplicate',
        params: { title_suffix: SUFFIX, copy_tags: true, reset_status: true },
      };
    case 'status_change':
      return { ...target, operation: 'status_change', params: { status: action.status } };
    case 'archive':
      return { ...target, operation: 'status_change', params: { status: 'archived' } };
  }
}

/** A bulk operation, optimistic and rolled back as a whole. */
export function useBulk() {
  const openCopy = useOpenCopy();
  return useOptimisticMutation({
    run: ({ before: _, ...input }: Action & Target) => call(bulkOperation, { body: bodyOf(input) }),
    invalidates: contentKeys,
    applyOptimistic,
    success: ({ count }, action) => {
      const message = messageOf(action.operation, count);
      return scheduledOf(action).length ? `${message}. ${STILL_SCHEDULED}` : message;
    },
    action: ({ items }, { before = [], ...action }) => {
      const scheduled = scheduledOf({ before, ...action });
      if (scheduled.length) return cancelScheduled(scheduled.map(({ id }) => id));
      const [copy] = items;
      if (action.operation === 'duplicate' && items.length === 1 && copy)
        return openCopy(copy.id, action.from);
      if (action.operation !== 'delete') return undefined;
      // A thread is restored by its root.
      const heads = items.filter((item) => !item.is_thread_part || item.is_thread_root);
      const ids = heads.map(({ id }) => id);
      return { label: 'Undo', run: () => undoDelete(ids, before) };
    },
    failure: ({ operation }) =>
      operation === 'delete' ? 'Failed to delete items' : 'Failed to update items',
  });
}

/** What is archived and still scheduled. */
function scheduledOf({ before = [], ...action }: Action & Partial<Target>): readonly Item[] {
  const archives =
    action.operation === 'archive' ||
    (action.operation === 'status_change' && action.status === 'archived');
  return archives ? before.filter(({ publications }) => isScheduled(publications)) : [];
}

function applyOptimistic({ ids, all, ...action }: Action & Target) {
  const chosen = new Set(ids);
  const cached = cachedItems();
  const items = ids.flatMap((id) => cached.get(id) ?? []);
  const roots = new Set(items.flatMap(({ thread_root }) => thread_root ?? []));
  const within = ({ id, thread_root }: Item) =>
    chosen.has(id) || (thread_root !== null && roots.has(thread_root));
  const change = (part: Partial<Item>) =>
    mapCachedItems((item) => (within(item) ? { ...item, ...part } : item));
  switch (action.operation) {
    case 'delete':
      if (all) emptyCachedList(all.list);
      return mapCachedItems((item) => {
        const { id, thread_root } = item;
        return chosen.has(id) || (thread_root !== null && chosen.has(thread_root)) ? null : item;
      });
    case 'move':
      return change({ folder: action.folder });
    case 'tag':
      return mapCachedItems((item) =>
        within(item)
          ? {
              ...item,
              tags: retagged(item.tags, action.add, action.remove),
            }
          : item,
      );
    case 'status_change':
      return change({ status: action.status });
    case 'archive':
      return change({ status: 'archived' });
    case 'duplicate':
      for (const item of items) addToCachedLists(copyOf(item));
  }
}

function copyOf(item: Item): Item {
  const now = new Date().toISOString();
  return {
    ...item,
    id: temporaryId(),
    description: item.title + SUFFIX,
    status: 'draft',
    created_at: now,
    updated_at: now,
    published_date: null,
    is_thread_root: false,
    is_thread_part: false,
    is_standalone: true,
    thread_root: null,
    publications: null,
    planned_at: null,
    network_views: null,
    thread_order: 0,
    thread_size: 1,
  };
}

const done = {
  delete: 'deleted',
  duplicate: 'created',
  move: 'updated',
  status_change: 'updated',
  archive: 'updated',
  tag: 'updated',
};

const messageOf = (operation: Action['operation'], count: number) =>
  `${count === 1 ? 'Item' : `${count} items`} ${done[operation]} successfully`;
