import type { Item } from '#contract/content/items.ts';
import { addToThread } from '#contract/content/threads.ts';
import { restoreFromTrash } from '#contract/content/trash.ts';
import { call } from '#web/api/client.ts';
import { refetchWhenSettled } from '#web/api/optimistic.ts';
import { contentKeys, keys } from '#web/api/query.ts';
import { plural } from '#web/lib/text.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/**
 * Takes deleted items out of the trash, and puts replies back into their threads.
 * @param before the items as they were, where they are known
 */
export async function undoDelete(ids: readonly number[], before: readonly Item[]) {
  const deleted = new Set(ids);
  const replies = before.filter(
    ({ id, thread_root, thread_order }) =>
      deleted.has(id) && thread_root !== null && thread_order > 0 && !deleted.has(thread_root),
  );
  try {
    await call(restoreFromTrash, { body: { item_ids: [...ids] } });
    for (const { id, thread_root, thread_order } of replies.toSorted(
      (a, b) => a.thread_order - b.thread_order,
    ))
      await call(addToThread, {
        params: { id: String(id) },
        body: { parent: thread_root as number, thread_order },
      });
    const what = ids.length === 1 ? 'Item' : plural(ids.length, 'item');
    toast({ title: 'Success', description: `${what} restored` });
  } catch (error) {
    const description = (error instanceof Error && error.message) || 'Failed to restore items';
    toast({ title: 'Error', description, variant: 'destructive' });
  } finally {
    refetchWhenSettled([...contentKeys, keys.trash]);
  }
}
