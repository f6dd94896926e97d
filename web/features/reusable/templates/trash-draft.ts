import { deleteItem } from '#contract/content/items.ts';
import { call } from '#web/api/client.ts';
import { refetchWhenSettled } from '#web/api/optimistic.ts';
import { contentKeys, keys } from '#web/api/query.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/**
 * Takes a draft back that was made just now: it goes to the trash.
 * @param leave leaves its page before, at once: it would read what is gone
 */
export async function trashDraft(item: number, leave: () => unknown) {
  await leave();
  try {
    await call(deleteItem, { params: { id: String(item) } });
    toast({ title: 'Draft moved to the trash' });
  } catch (error) {
    const description = (error as Error).message || 'Failed to take the draft back';
    toast({ title: 'Error', description, variant: 'destructive' });
  } finally {
    refetchWhenSettled([...contentKeys, keys.trash]);
  }
}
