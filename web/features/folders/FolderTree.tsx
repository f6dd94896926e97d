import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight, FolderPlus, MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react';
import {
  type DragEvent,
  type KeyboardEvent,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Folder } from '#contract/content/folders.ts';
import { useCan } from '#web/api/workspace.ts';
import { openFolders, useContentView } from '#web/features/items/content-store.ts';
import { classes } from '#web/lib/classes.ts';
import { DRAGGED_ITEMS, draggedItems } from '#web/lib/dragged-items.ts';
import { withPlace } from '#web/lib/keep-in-range.ts';
import { Button } from '#web/ui/Button.tsx';
import { Input } from '#web/ui/Field.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { FolderMark } from './FolderMark.tsx';
import { type Forest, forestOf, rowsOf, type TreeRow } from './tree.ts';

/** Deeper levels are not indented further, to leave room for names. */
const DEEPEST_INDENT = 6;
const ROW_HEIGHT = 28;
/** From this number of folders on, a field narrows them. */
const MANY = 20;

type Actions = {
  onSelect: (id: number | null) => void;
  onEdit: (folder: Folder) => void;
  onDelete: (folder: Folder) => void;
  /** Creates a folder below this one, or at the top. */
  onCreate: (parent: number | null) => void;
  /** Items were dropped on a folder. */
  onDrop: (folder: number, items: number[]) => void;
};

type Props = Actions & {
  selected: number | null;
  /** Undefined while loading. */
  folders: Folder[] | undefined;
  failed: boolean;
  onRetry: () => void;
};

export function FolderTree({ folders, selected, failed, onRetry, ...actions }: Props) {
  const writes = useCan('write');
  const [filter, setFilter] = useState('');
  const forest = useMemo(() => forestOf(folders ?? []), [folders]);
  return (
    <section aria-label="Folders" className="flex min-h-0 grow flex-col">
      <div className="flex h-8 shrink-0 items-center justify-between pr-2 pl-4">
        <h2 className="font-medium text-muted text-xs">Folders</h2>
        {writes && (
          <Button
            variant="link"
            size="small"
            onClick={() => actions.onCreate(null)}
            aria-label="New folder"
            className="text-xs"
          >
            <Plus size={14} aria-hidden />
            New
          </Button>
        )}
      </div>
      {folders && folders.length >= MANY && (
        <div className="shrink-0 px-2 pb-1">
          <Input
            type="search"
            aria-label="Narrow the folders"
            placeholder="Find a folder"
            value={filter}
            maxLength={100}
            onChange={({ target }) => setFilter(target.value)}
            className="h-7 text-[13px]"
          />
        </div>
      )}
      {failed && !folders && (
        <div className="px-2">
          <RetryAlert message="Failed to load folders" onRetry={onRetry} />
        </div>
      )}
      {!folders && !failed && (
        <div role="status" aria-label="Loading folders" className="flex flex-col gap-2 px-4 py-1">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-5" />
          ))}
        </div>
      )}
      {folders?.length === 0 && (
        <div className="mx-2 rounded-base border border-line border-dashed px-3 py-4 text-center">
          <p className="font-medium">No folders yet</p>
          <p className="text-muted text-xs">Create your first folder to organize content</p>
        </div>
      )}
      {folders && folders.length > 0 && (
        <Tree forest={forest} filter={filter} selected={selected} writes={writes} {...actions} />
      )}
    </section>
  );
}

type TreeProps = Actions & {
  forest: Forest;
  filter: string;
  selected: number | null;
  writes: boolean;
};

function Tree({ forest, filter, selected, writes, ...actions }: TreeProps) {
  const open = useContentView((state) => state.openFolders);
  const rows = useMemo(() => rowsOf(forest, new Set(open), filter), [forest, open, filter]);
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | null>(selected);
  const place = Math.max(
    rows.findIndex(({ folder }) => folder.id === active),
    0,
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.folder.id ?? index,
    overscan: 12,
    rangeExtractor: withPlace(place),
  });
  useReveal(forest, selected, (id) => {
    const index = rows.findIndex(({ folder }) => folder.id === id);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' });
    return index >= 0;
  });
  useCreated(rows, active, (index) => {
    const { activeElement } = document;
    // It was focused, or about to be.
    if (activeElement === document.body || scroller.current?.contains(activeElement)) focus(index);
    else setActive(rows[index]?.folder.id ?? null);
  });
  // The latest actions, so that rows are not drawn again for new functions.
  const latest = useRef({ ...actions, selected });
  latest.current = { ...actions, selected };
  const [stable] = useState(() => ({
    select: (id: number) => {
      setActive(id);
      latest.current.onSelect(latest.current.selected === id ? null : id);
    },
    edit: (folder: Folder) => latest.current.onEdit(folder),
    remove: (folder: Folder) => latest.current.onDelete(folder),
    create: (parent: number) => latest.current.onCreate(parent),
    drop: (folder: number, items: number[]) => latest.current.onDrop(folder, items),
  }));
  const typed = useTyping();

  function focus(index: number) {
    const row = rows[Math.min(index, rows.length - 1)];
    if (!row) return;
    setActive(row.folder.id);
    virtualizer.scrollToIndex(rows.indexOf(row), { align: 'auto' });
    const drawn = () =>
      scroller.current?.querySelector<HTMLElement>(`[data-folder="${row.folder.id}"]`);
    // At once, so that the next key finds it; a row out of sight is drawn first.
    const element = drawn();
    if (element) element.focus();
    else requestAnimationFrame(() => drawn()?.focus());
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[place];
    if (!row || !(event.target as Element).matches('[role=treeitem]')) return;
    const { folder, isOpen, children, depth } = row;
    const letters = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === 'ArrowDown') focus(place + 1);
    else if (event.key === 'ArrowUp') focus(place - 1);
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(rows.length - 1);
    else if (event.key === 'ArrowRight' && children && !isOpen) toggle(folder.id);
    else if (event.key === 'ArrowRight' && children) focus(place + 1);
    else if (event.key === 'ArrowLeft' && children && isOpen && !filter) toggle(folder.id);
    else if (event.key === 'ArrowLeft')
      focus(rows.findLastIndex((other, index) => index < place && other.depth === depth - 1));
    else if (event.key === 'Enter' || event.key === ' ') stable.select(folder.id);
    else if (letters) {
      const text = typed(event.key);
      const begins = (row: TreeRow) => row.folder.name.toLowerCase().startsWith(text);
      const from = text.length > 1 ? place : place + 1;
      const found = [...rows.slice(from), ...rows.slice(0, from)].find(begins);
      if (found) focus(rows.indexOf(found));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto overscroll-contain px-2 pb-2">
      <div
        role="tree"
        aria-label="Folders"
        onKeyDown={onKeyDown}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index] as TreeRow;
          return (
            <Row
              key={key}
              {...row}
              top={start}
              isActive={index === place}
              isSelected={row.folder.id === selected}
              writes={writes}
              actions={stable}
            />
          );
        })}
      </div>
    </div>
  );
}

const toggle = (id: number) =>
  useContentView.setState(({ openFolders }) => ({
    openFolders: openFolders.includes(id)
      ? openFolders.filter((openFolder) => openFolder !== id)
      : [...openFolders, id],
  }));

/** Calls `follow` when the active row is of a folder that was being created, and now has its id. */
function useCreated(rows: TreeRow[], active: number | null, follow: (index: number) => void) {
  const known = useRef<Folder | undefined>(undefined);
  // In the rendering that replaces the row, or the focus would be lost until the next one.
  useLayoutEffect(() => {
    // Until then it has a negative one.
    if (active === null || active > 0) return;
    const row = rows.find(({ folder }) => folder.id === active);
    if (row) known.current = row.folder;
    if (row || known.current?.id !== active) return;
    const { name, parent } = known.current;
    const index = rows.findIndex(({ folder }) => folder.name === name && folder.parent === parent);
    if (index >= 0) follow(index);
  });
}

/** Opens the folders above the selected one, and scrolls to it. */
function useReveal(forest: Forest, selected: number | null, scrollTo: (id: number) => boolean) {
  const revealed = useRef<number | null>(null);
  useEffect(() => {
    if (selected === null) revealed.current = null;
    if (selected === null || revealed.current === selected || !forest.byId.has(selected)) return;
    const above: number[] = [];
    for (let folder = forest.parentOf(selected); folder !== null; folder = forest.parentOf(folder))
      above.push(folder);
    const open = useContentView.getState().openFolders;
    if (!above.every((id) => open.includes(id))) openFolders(above);
    if (scrollTo(selected)) revealed.current = selected;
  });
}

/** What was typed within a moment, for jumping to a name. */
function useTyping() {
  const typed = useRef({ text: '', at: 0 });
  return (letter: string) => {
    const now = Date.now();
    const text = now - typed.current.at < 600 ? typed.current.text : '';
    typed.current = { text: text + letter.toLowerCase(), at: now };
    return typed.current.text;
  };
}

type RowProps = TreeRow & {
  top: number;
  isActive: boolean;
  isSelected: boolean;
  writes: boolean;
  actions: {
    select: (id: number) => void;
    edit: (folder: Folder) => void;
    remove: (folder: Folder) => void;
    create: (parent: number) => void;
    drop: (folder: number, items: number[]) => void;
  };
};

const Row = memo(function Row(props: RowProps) {
  const { folder, depth, children, isOpen, count, place, siblings, top, isActive } = props;
  const { isSelected, writes, actions } = props;
  const pending = folder.id < 0;
  const [over, setOver] = useState(false);
  const accepts = (event: DragEvent) =>
    writes && !pending && event.dataTransfer.types.includes(DRAGGED_ITEMS);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles keys
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-selected={isSelected}
      aria-expanded={children ? isOpen : undefined}
      aria-label={`${folder.name}, ${count} items`}
      aria-disabled={pending || undefined}
      data-folder={folder.id}
      tabIndex={isActive ? 0 : -1}
      onClick={() => !pending && actions.select(folder.id)}
      onDragOver={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!accepts(event)) return;
        event.preventDefault();
        actions.drop(folder.id, draggedItems(event.dataTransfer));
      }}
      className={classes(
        'group absolute inset-x-0 flex h-7 cursor-pointer select-none items-center rounded-[6px] pr-1 text-[13px] outline-offset-[-2px]',
        isSelected ? 'bg-accent-soft text-accent' : 'hover:bg-hover',
        over && 'bg-accent-soft ring-2 ring-accent-solid ring-inset',
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
          toggle(folder.id);
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
            <MenuItem icon={Trash2} danger onSelect={() => actions.remove(folder)}>
              Delete Folder
            </MenuItem>
          </Menu>
        </span>
      )}
    </div>
  );
});
