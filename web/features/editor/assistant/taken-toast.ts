import type { Editor } from '#web/features/editor/store/editor.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/**
 * Says what was taken from the assistant, and offers to take that step back.
 * @param onUndone called where it was
 */
export function sayTaken({ store, undo }: Editor, description?: string, onUndone?: () => void) {
  const last = () => store.getState().history.past.at(-1);
  const step = last();
  toast({
    title: 'Taken',
    ...(description !== undefined && { description }),
    action: {
      label: 'Undo',
      run: () => {
        if (last() !== step)
          return toast({ title: 'Cannot undo', description: 'The text has changed since then.' });
        undo();
        onUndone?.();
      },
    },
  });
}
