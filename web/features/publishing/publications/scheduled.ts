import type { Item } from '#contract/content/items.ts';
import { cancelPublication, listPublications } from '#contract/publishing/publications.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { plural } from '#web/lib/text.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** What is scheduled of posts that are archived or rejected: that alone does not cancel it. */

/** Whether something of a post is scheduled. */
export const isScheduled = (publications: Item['publications']) =>
  publications?.state === 'scheduled' || (publications?.next_at ?? null) !== null;

export const STILL_SCHEDULED = 'It is still scheduled.';

/** The action of a toast that cancels what is scheduled of these items. */
export const cancelScheduled = (items: readonly number[]) => ({
  label: 'Cancel it',
  run: () => void cancelAll(items),
});

async function cancelAll(items: readonly number[]) {
  let cancelled = 0;
  try {
    for (const item of items) {
      const query = { item: String(item), state: 'scheduled', page_size: '100' } as const;
      for (const { id } of (await call(listPublications, { query })).results) {
        await call(cancelPublication, { params: { id: String(id) }, query: {} });
        cancelled++;
      }
    }
    toast({ title: 'Success', description: `${plural(cancelled, 'publication')} cancelled` });
  } catch (error) {
    const description = (error as Error).message || 'Failed to cancel what is scheduled';
    toast({ title: 'Error', description, variant: 'destructive' });
  }
  for (const queryKey of [keys.publications, keys.items, keys.workflow])
    void queryClient.invalidateQueries({ queryKey });
}
