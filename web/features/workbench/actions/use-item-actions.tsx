import { ClipboardCopy, Eye, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Item } from '#contract/content/items.ts';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { laterComponent } from '#web/lib/later.ts';
import { type PageAction, useOfferedActions } from '#web/lib/page-actions.ts';
import { copyPost } from './copy-post.ts';
import type { ItemTaskProps } from './ItemTask.tsx';
import { type RowTask, useItemChanges } from './use-item-changes.ts';

const ItemTask = laterComponent<ItemTaskProps>(() =>
  import('./ItemTask.tsx').then((module) => module.ItemTask),
);

/**
 * Offers the actions on an item that is open to the command palette, and returns their dialog.
 * @param blocked whether it has unsaved changes, which other changes would conflict with
 */
export function useItemActions(
  item: Item | undefined,
  { editing, blocked = false }: { editing: boolean; blocked?: boolean },
): ReactNode {
  const navigate = useNavigate();
  const writes = useCan('write');
  const [task, setTask] = useState<RowTask | null>(null);
  const changesOf = useItemChanges(setTask);

  const goTo = (label: string, icon: PageAction['icon'], path: string) => ({
    label,
    icon,
    run: () => void navigate(path),
  });
  const actionsOn = (item: Item): PageAction[] => [
    ...(blocked ? [] : changesOf(item)),
    ...(editing
      ? [goTo('Preview', Eye, paths.previewContent(item.id))]
      : [{ label: 'Copy text', icon: ClipboardCopy, run: () => void copyPost(item.content) }]),
    ...(!editing && writes ? [goTo('Edit', Pencil, paths.editContent(item.id))] : []),
  ];

  useOfferedActions({ heading: 'This post', actions: item ? actionsOn(item) : [] });
  return item && task && <ItemTask task={task} item={item} onClose={() => setTask(null)} />;
}
