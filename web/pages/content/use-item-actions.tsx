import {
  ClipboardCopy,
  Copy,
  Eye,
  FolderInput,
  Hash,
  Hourglass,
  Pencil,
  Send,
  Undo2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Item } from '#contract/items.ts';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { useBulk } from '#web/features/bulk/bulk-queries.ts';
import type { RowTask } from '#web/features/items/ItemList.tsx';
import { useUpdateItem } from '#web/features/items/item-queries.ts';
import { type PageAction, useOfferedActions } from '#web/lib/page-actions.ts';
import { copyPost } from './copy-post.ts';
import { ItemTask } from './ItemTask.tsx';

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
  const update = useUpdateItem();
  const bulk = useBulk();
  const [task, setTask] = useState<RowTask | null>(null);

  function actionsOn({ id, status, content }: Item): PageAction[] {
    const become = (label: string, icon: PageAction['icon'], next: Item['status']) => ({
      label,
      icon,
      run: () => update.mutate({ id, status: next }),
    });
    const changes: PageAction[] = [
      ...(status === 'draft' ? [become('Submit for review', Hourglass, 'review')] : []),
      ...(status === 'review' ? [become('Withdraw from review', Undo2, 'draft')] : []),
      { label: 'Move to…', also: 'folder', icon: FolderInput, run: () => setTask('move') },
      { label: 'Tags…', icon: Hash, run: () => setTask('tags') },
      { label: 'Publish…', also: 'schedule', icon: Send, run: () => setTask('publish') },
      {
        label: 'Duplicate',
        also: 'copy',
        icon: Copy,
        run: () => bulk.mutate({ operation: 'duplicate', ids: [id] }),
      },
    ];
    return [
      ...(writes && !blocked ? changes : []),
      ...(editing
        ? [{ label: 'Preview', icon: Eye, run: () => void navigate(paths.previewContent(id)) }]
        : [{ label: 'Copy text', icon: ClipboardCopy, run: () => void copyPost(content) }]),
      ...(!editing && writes
        ? [{ label: 'Edit', icon: Pencil, run: () => void navigate(paths.editContent(id)) }]
        : []),
    ];
  }

  useOfferedActions({ heading: 'This post', actions: item ? actionsOn(item) : [] });
  return item && task && <ItemTask task={task} item={item} onClose={() => setTask(null)} />;
}
