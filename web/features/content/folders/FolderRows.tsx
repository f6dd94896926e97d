import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Folder } from '#contract/content/folders.ts';
import { toggleFolder, useContentView } from '#web/api/content-view.ts';
import { draggedItems } from '#web/lib/dragged-items.ts';
import { withPlace } from '#web/lib/keep-in-range.ts';
import { useDropTarget } from '#web/ui/dragging/drag.ts';
import type { Spot } from '#web/ui/dragging/dragging.ts';
import { FolderRow } from './FolderRow.tsx';
import { type Forest, rowsOf, type TreeRow } from './tree.ts';
import { useCreated, useReveal, useTyping } from './tree-hooks.ts';

const ROW_HEIGHT = 28;

export type TreeActions = {
  onSelect: (id: number | null) => void;
  onEdit: (folder: Folder) => void;
  onEvergreen: (folder: Folder) => void;
  onDelete: (folder: Folder) => void;
  /** Creates a folder below this one, or at the top. */
  onCreate: (parent: number | null) => void;
  /** Items were dropped on a folder. */
  onDrop: (folder: number, items: number[]) => void;
};

type Props = TreeActions & {
  forest: Forest;
  filter: string;
  selected: number | null;
  writes: boolean;
};

/** The folders that are open, as far as they are seen: one Tab stop, with keys to move. */
export function FolderRows({ forest, filter, selected, writes, ...actions }: Props) {
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
  const stable = useStableActions(actions, selected, setActive);
  const [over, setOver] = useState<number>();
  useDropTarget(scroller, {
    takes: (dragged) => writes && draggedItems(dragged).length > 0,
    onOver: (spot) => setOver(spot && folderAt(spot)),
    onDrop: (spot) => {
      const folder = folderAt(spot);
      if (folder) actions.onDrop(folder, draggedItems(spot.dragged));
    },
  });
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
    else if (event.key === 'ArrowRight' && children && !isOpen) toggleFolder(folder.id);
    else if (event.key === 'ArrowRight' && children) focus(place + 1);
    else if (event.key === 'ArrowLeft' && children && isOpen && !filter) toggleFolder(folder.id);
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
            <FolderRow
              key={key}
              {...row}
              top={start}
              isActive={index === place}
              isSelected={row.folder.id === selected}
              isOver={row.folder.id === over}
              writes={writes}
              actions={stable}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The latest actions, so that rows are not drawn again for new functions. */
function useStableActions(
  actions: TreeActions,
  selected: number | null,
  setActive: (id: number) => void,
) {
  const latest = useRef({ ...actions, selected });
  latest.current = { ...actions, selected };
  const [stable] = useState(() => ({
    select: (id: number) => {
      setActive(id);
      latest.current.onSelect(latest.current.selected === id ? null : id);
    },
    edit: (folder: Folder) => latest.current.onEdit(folder),
    evergreen: (folder: Folder) => latest.current.onEvergreen(folder),
    remove: (folder: Folder) => latest.current.onDelete(folder),
    create: (parent: number) => latest.current.onCreate(parent),
  }));
  return stable;
}

/** The folder at a place; none where it is still being created. */
function folderAt({ element }: Spot): number | undefined {
  const id = Number(element.closest<HTMLElement>('[data-folder]')?.dataset.folder);
  return id > 0 ? id : undefined;
}
