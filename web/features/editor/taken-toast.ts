import { toast } from '#web/ui/toast.ts';
import type { Editor } from './editor.ts';

/** Says what was taken from the assistant, and offers to take that step back. */
export function sayTaken({ store, undo }: Editor, description: string) {
  const last = () => store.getState().history.past.at(-1);
  const step = last();
  toast({
    title: 'Taken',
    description,
    action: {
      label: 'Undo',
      run: () =>
        last() === step
          ? undo()
          : toast({ title: 'Cannot undo', description: 'The text has changed since then.' }),
    },
  });
}
