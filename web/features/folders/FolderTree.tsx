import {
  ChevronRight,
  Folder as FolderIcon,
  FolderOpen,
  MoreHorizontal,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react';
import type { Folder } from '#contract/folders.ts';
import { useContentView } from '#web/api/content-store.ts';
import { useCan } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { childrenOf } from './tree.ts';

/** Deeper levels are not indented further, to leave room for names. */
const DEEPEST_INDENT = 6;

type Actions = {
  selected: number | null;
  onSelect: (id: number | null) => void;
  onEdit: (folder: Folder) => void;
  onDelete: (folder: Folder) => void;
};

type Props = Actions & {
  /** Undefined while loading. */
  folders: Folder[] | undefined;
  failed: boolean;
  onRetry: () => void;
  onCreate: () => void;
};

export function FolderTree({ folders, failed, onRetry, onCreate, ...actions }: Props) {
  const writes = useCan('write');
  return (
    <section aria-label="Folders" className="flex flex-col gap-2">
      <div className="flex items-center justify-between">
        <h2 className="font-semibold">Folders</h2>
        {writes && (
          <Button variant="link" onClick={onCreate} aria-label="New folder">
            <Plus size={16} aria-hidden />
            New
          </Button>
        )}
      </div>
      {failed && !folders && <RetryAlert message="Failed to load folders" onRetry={onRetry} />}
      {!folders && !failed && (
        <div role="status" aria-label="Loading folders" className="flex flex-col gap-2">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-8" />
          ))}
        </div>
      )}
      {folders?.length === 0 && (
        <div className="rounded-base border border-line border-dashed px-3 py-6 text-center">
          <p className="font-medium">No folders yet</p>
          <p className="text-muted">Create your first folder to organize content</p>
        </div>
      )}
      {folders && folders.length > 0 && (
        <Branch folders={folders} parent={null} depth={0} {...actions} />
      )}
    </section>
  );
}

function Branch({
  folders,
  parent,
  depth,
  ...actions
}: Actions & { folders: Folder[]; parent: number | null; depth: number }) {
  return (
    <ul className="flex flex-col">
      {childrenOf(folders, parent).map((folder) => (
        <Row key={folder.id} folder={folder} folders={folders} depth={depth} {...actions} />
      ))}
    </ul>
  );
}

function Row({
  folder,
  folders,
  depth,
  ...actions
}: Actions & { folder: Folder; folders: Folder[]; depth: number }) {
  const { selected, onSelect, onEdit, onDelete } = actions;
  const open = useContentView((state) => state.openFolders.includes(folder.id));
  const isSelected = selected === folder.id;
  const hasChildren = folders.some(({ parent }) => parent === folder.id);
  const writes = useCan('write');
  const pending = folder.id < 0;
  const Icon = isSelected ? FolderOpen : FolderIcon;
  const toggle = () =>
    useContentView.setState(({ openFolders }) => ({
      openFolders: open
        ? openFolders.filter((id) => id !== folder.id)
        : [...openFolders, folder.id],
    }));
  return (
    <li>
      <div
        className={classes(
          'group flex h-9 items-center rounded-base pr-1',
          isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
          pending && 'opacity-60',
        )}
        style={{ paddingLeft: Math.min(depth, DEEPEST_INDENT) * 16 }}
      >
        {hasChildren ? (
          <button
            type="button"
            aria-expanded={open}
            aria-label={`${open ? 'Close' : 'Open'} ${folder.name}`}
            onClick={toggle}
            className="grid size-6 shrink-0 place-items-center rounded-base text-muted hover:text-text"
          >
            <ChevronRight
              size={14}
              aria-hidden
              className={classes('transition-transform duration-150', open && 'rotate-90')}
            />
          </button>
        ) : (
          <span className="w-6 shrink-0" />
        )}
        <button
          type="button"
          disabled={pending}
          aria-pressed={isSelected}
          onClick={() => onSelect(isSelected ? null : folder.id)}
          className="flex h-full min-w-0 grow items-center gap-2 rounded-base text-left"
        >
          <Icon
            size={16}
            aria-hidden
            className={classes('shrink-0', isSelected ? 'text-accent' : 'text-muted')}
          />
          <span className="grow truncate" title={folder.name}>
            {folder.name}
          </span>
          <span className="text-muted text-xs tabular-nums">
            {folder.content_items_count}
            <span className="sr-only"> items</span>
          </span>
        </button>
        {!pending && writes && (
          <Menu
            trigger={
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Actions for ${folder.name}`}
                className="ml-1 size-7"
              >
                <MoreHorizontal size={16} aria-hidden />
              </Button>
            }
          >
            <MenuItem icon={Pencil} onSelect={() => onEdit(folder)}>
              Edit Folder
            </MenuItem>
            <MenuItem icon={Trash2} danger onSelect={() => onDelete(folder)}>
              Delete Folder
            </MenuItem>
          </Menu>
        )}
      </div>
      {hasChildren && open && (
        <Branch folders={folders} parent={folder.id} depth={depth + 1} {...actions} />
      )}
    </li>
  );
}
