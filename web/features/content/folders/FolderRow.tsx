import { ChevronRight, FolderPlus, MoreHorizontal, Pencil, Recycle, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { Folder } from '#contract/content/folders.ts';
import { toggleFolder } from '#web/api/content-view.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { FolderMark } from './FolderMark.tsx';
import type { TreeRow } from './tree.ts';

/** Deeper levels are not indented further, to leave room for names. */
const DEEPEST_INDENT = 6;

type Props = TreeRow & {
  top: number;
  isActive: boolean;
  isSelected: boolean;
  /** Whether something is dragged over it. */
  isOver: boolean;
  writes: boolean;
  actions: {
    select: (id: number) => void;
    edit: (folder: Folder) => void;
    evergreen: (folder: Folder) => void;
    remove: (folder: Folder) => void;
    create: (parent: number) => void;
  };
};

/** A folder of the tree. */
export const FolderRow = memo(function FolderRow(props: Props) {
  const { folder, depth, children, isOpen, count, place, siblings, top, isActive } = props;
  const { isSelected, isOver, writes, actions } = props;
  const pending = folder.id < 0;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles keys
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-selected={isSelected}
      aria-expanded={children ? isOpen : undefined}
      aria-label={`${folder.name}, ${plural(count, 'post')}`}
      aria-disabled={pending || undefined}
      data-folder={folder.id}
      data-over={isOver || undefined}
      tabIndex={isActive ? 0 : -1}
      onClick={() => !pending && actions.select(folder.id)}
      className={classes(
        'group absolute inset-x-0 flex h-7 cursor-pointer select-none items-center rounded-[6px] pr-1 text-[13px] outline-offset-[-2px]',
        isSelected ? 'bg-accent-soft text-accent' : 'hover:bg-hover',
        isOver && 'bg-accent-soft ring-2 ring-accent-solid ring-inset',
        pending && 'opacity-60',
      )}
      style={{
        transform: `translateY(${top}px)`,
        paddingLeft: Math.min(depth, DEEPEST_INDENT) * 16,
      }}
    >
      <span
        aria-hidden
        data-toggle={folder.name}
        onClick={(event) => {
          if (!children) return;
          event.stopPropagation();
          toggleFolder(folder.id);
        }}
        className="grid size-6 shrink-0 place-items-center text-muted"
      >
        {children && (
          <ChevronRight
            size={14}
            className={classes('transition-transform duration-150', isOpen && 'rotate-90')}
          />
        )}
      </span>
      {depth === 0 && <FolderMark id={folder.id} className="mr-2" />}
      <span dir="auto" className="min-w-0 grow truncate" title={folder.name}>
        {folder.name}
      </span>
      <span
        className={classes(
          'pl-2 text-muted text-xs tabular-nums',
          writes &&
            !pending &&
            'group-focus-within:opacity-0 group-hover:opacity-0 pointer-coarse:mr-6 pointer-coarse:opacity-100!',
        )}
      >
        {count}
      </span>
      {!pending && writes && (
        // Clicks and keys in the menu are not those of the row.
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: see above
        <span
          onClick={(event) => event.stopPropagation()}
          className="absolute right-1 opacity-0 focus-within:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:opacity-100"
        >
          <Menu
            trigger={
              <Button
                variant="ghost"
                size="smallIcon"
                tabIndex={isActive ? 0 : -1}
                aria-label={`Actions for ${folder.name}`}
                className="size-6"
              >
                <MoreHorizontal size={14} aria-hidden />
              </Button>
            }
          >
            <MenuItem icon={Pencil} onSelect={() => actions.edit(folder)}>
              Edit Folder
            </MenuItem>
            <MenuItem icon={FolderPlus} onSelect={() => actions.create(folder.id)}>
              New subfolder
            </MenuItem>
            <MenuItem icon={Recycle} onSelect={() => actions.evergreen(folder)}>
              Evergreen…
            </MenuItem>
            <MenuItem icon={Trash2} danger onSelect={() => actions.remove(folder)}>
              Delete Folder
            </MenuItem>
          </Menu>
        </span>
      )}
    </div>
  );
});
