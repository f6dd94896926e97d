import {
  Copy,
  FolderInput,
  Hash,
  Hourglass,
  LayoutTemplate,
  Repeat,
  Send,
  Undo2,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Item } from '#contract/content/items.ts';
import { useCan } from '#web/api/workspace.ts';
import { useUpdateItem } from '#web/features/content/items/item-queries.ts';
import { useBulk } from '#web/features/workbench/bulk/bulk-queries.ts';
import type { PageAction } from '#web/lib/page-actions.ts';

/** What has a dialog of its own. */
export type RowTask = 'publish' | 'repeat' | 'move' | 'tags';

/**
 * What changes an item, for the menu of its card and for the palette; nothing for a person who may
 * only read.
 * @param onTask opens the dialog of a task
 */
export function useItemChanges(onTask: (task: RowTask) => void): (item: Item) => PageAction[] {
  const writes = useCan('write');
  const update = useUpdateItem();
  const bulk = useBulk();
  const navigate = useNavigate();
  if (!writes) return () => [];
  return ({ id, status }) => {
    const become = (label: string, icon: PageAction['icon'], next: Item['status']) => ({
      label,
      icon,
      run: () => update.mutate({ id, status: next }),
    });
    return [
      {
        label: 'Publish…',
        also: 'schedule queue plan time',
        hint: 'P',
        icon: Send,
        run: () => onTask('publish'),
      },
      ...(status === 'draft' ? [become('Submit for review', Hourglass, 'review')] : []),
      ...(status === 'review' ? [become('Withdraw from review', Undo2, 'draft')] : []),
      {
        label: 'Move to…',
        also: 'folder',
        hint: 'M',
        icon: FolderInput,
        run: () => onTask('move'),
      },
      { label: 'Tags…', also: 'label', hint: 'T', icon: Hash, run: () => onTask('tags') },
      {
        label: 'Duplicate',
        also: 'copy',
        hint: 'D',
        icon: Copy,
        run: () => bulk.mutate({ operation: 'duplicate', ids: [id], from: window.location.href }),
      },
      { label: 'Repeat…', also: 'recurring', icon: Repeat, run: () => onTask('repeat') },
      {
        label: 'Save as template',
        also: 'pattern variables',
        icon: LayoutTemplate,
        run: () =>
          void import('#web/features/reusable/templates/save-as-template.ts').then(
            ({ saveAsTemplate }) => saveAsTemplate(id, navigate),
          ),
      },
    ];
  };
}
