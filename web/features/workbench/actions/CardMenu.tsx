import {
  ClipboardCopy,
  CopyPlus,
  Eye,
  ListPlus,
  MessagesSquare,
  MoreHorizontal,
  Trash2,
  Unlink,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Item } from '#contract/content/items.ts';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import {
  useDuplicateThread,
  useRemoveFromThread,
} from '#web/features/content/threads/thread-queries.ts';
import { cut } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { copyPost } from './copy-post.ts';
import { type RowTask, useItemChanges } from './use-item-changes.ts';

type Props = {
  item: Item;
  onTask: (task: RowTask) => void;
  onDelete: () => void;
  onViewThread: () => void;
  onAddToThread: () => void;
};

/** More actions for an item. */
export const CardMenu = (props: Props) => (
  <Menu
    trigger={
      <Button
        variant="ghost"
        size="smallIcon"
        tabIndex={-1}
        aria-label={`More actions for ${cut(props.item.title, 50)}`}
        title="More"
      >
        <MoreHorizontal size={16} aria-hidden />
      </Button>
    }
  >
    <Actions {...props} />
  </Menu>
);

/** Mounted while the menu is open: a list has many of them. */
function Actions({ item, onTask, onDelete, onViewThread, onAddToThread }: Props) {
  const changesOf = useItemChanges(onTask);
  const duplicateThread = useDuplicateThread();
  const remove = useRemoveFromThread();
  const writes = useCan('write');
  const navigate = useNavigate();
  return (
    <>
      <MenuItem icon={Eye} onSelect={() => navigate(paths.previewContent(item.id))}>
        Preview
      </MenuItem>
      {changesOf(item).map(({ label, icon, run }) => (
        <MenuItem key={label} icon={icon} onSelect={run}>
          {label}
        </MenuItem>
      ))}
      <MenuItem icon={ClipboardCopy} onSelect={() => void copyPost(item.content)}>
        Copy text
      </MenuItem>
      {item.is_thread_part && (
        <MenuItem icon={MessagesSquare} onSelect={onViewThread}>
          View Thread
        </MenuItem>
      )}
      {writes && item.is_thread_part && (
        <>
          <MenuItem
            icon={CopyPlus}
            onSelect={() => duplicateThread.mutate({ id: item.id, from: window.location.href })}
          >
            Duplicate thread
          </MenuItem>
          <MenuItem icon={Unlink} onSelect={() => remove.mutate(item.id)}>
            Remove from thread
          </MenuItem>
        </>
      )}
      {writes && !item.is_thread_part && (
        <MenuItem icon={ListPlus} onSelect={onAddToThread}>
          Add to thread
        </MenuItem>
      )}
      {writes && (
        <MenuItem icon={Trash2} danger onSelect={onDelete}>
          Delete
        </MenuItem>
      )}
    </>
  );
}
