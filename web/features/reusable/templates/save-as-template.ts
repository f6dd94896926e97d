import type { NavigateFunction } from 'react-router';
import { saveAsTemplate as contract } from '#contract/content/templates.ts';
import { paths } from '#contract/paths.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** Makes a template of the post of an item, and says so. */
export async function saveAsTemplate(item: number, navigate: NavigateFunction) {
  try {
    const { id, name } = await call(contract, { params: { id: String(item) }, body: {} });
    void queryClient.invalidateQueries({ queryKey: keys.templates });
    toast({
      title: `Template ‘${name}’ saved`,
      action: { label: 'Edit', run: () => void navigate(paths.template(id)) },
    });
  } catch (error) {
    const description = (error as Error).message || 'Failed to save the template';
    toast({ title: 'Error', description, variant: 'destructive' });
  }
}
