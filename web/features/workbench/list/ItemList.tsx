import { useEffect, useRef, useState } from 'react';
import type { Item } from '#contract/content/items.ts';
import { showWholeThread, toggleThread } from '#web/api/content-view.ts';
import { useDeleteItem } from '#web/features/content/items/item-queries.ts';
import { dragItems } from '#web/lib/dragged-items.ts';
import { useStable } from '#web/lib/use-stable.ts';
import { useDragSource } from '#web/ui/dragging/drag.ts';
import { DeleteItem } from './DeleteItem.tsx';
import { type ListProps, useEntries } from './entries.tsx';
import { useListKeys } from './list-keys.ts';
import { useListScroll } from './list-scroll.ts';
import { useGlide, useReturningFocus, useRowFocus } from './row-focus.ts';
import { ListScrolls } from './row-parts.tsx';
import { useListRows } from './use-list-rows.ts';
import { useRowActions } from './use-row-actions.ts';
import { useVisit } from './use-visit.ts';

/** The next page is loaded this many rows before the end. */
const AHEAD = 10;

/** A virtual list of items, which loads more near its end; one Tab stop, with keys to move. */
export function ItemList<One extends Item>(props: ListProps<One>) {
  const { items, density, grouped = false, hasMore, onMore, selection } = props;
  const list = useRef<HTMLUListElement>(null);
  const [deleting, setDeleting] = useState<Item | null>(null);
  const remove = useDeleteItem();
  const visit = useVisit();
  const [active, setActive] = useState<number | null>(visit.active);

  const { rows, isOpen, show } = useListRows({
    items,
    grouped,
    allOpen: props.allOpen === true,
  });
  const place = Math.max(
    rows.findIndex(({ item }) => item?.id === active),
    0,
  );
  const { measured } = visit;
  const { virtualizer, top } = useListScroll({ list, rows, density, place, measured, page: props });
  const shownRows = virtualizer.getVirtualItems();
  useEffect(() => () => visit.keep(virtualizer.measurementsCache), [visit, virtualizer]);
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    if (hasMore && last >= rows.length - AHEAD) onMore();
  }, [hasMore, last, rows.length, onMore]);
  const seen = [...new Set(shownRows.flatMap(({ index }) => rows[index]?.root?.id ?? []))].join();
  useEffect(() => show(seen ? seen.split(',').map(Number) : []), [seen, show]);

  const focusRow = useRowFocus(list, rows, place, density, (index) =>
    virtualizer.scrollToIndex(index, { align: 'auto' }),
  );
  useEffect(() => visit.remember(active), [visit, active]);
  useReturningFocus(list, visit.returnsTo);

  /** Rows that move for what was done here glide there. */
  const glide = useGlide(list);
  const onToggle = useStable((root: number) => {
    glide();
    toggleThread(root);
  });
  const onWhole = useStable((root: number) => {
    glide();
    showWholeThread(root);
  });
  const own = { isOpen, onToggle, onWhole, onDelete: setDeleting };
  const { entryOf, choose } = useEntries(props, own);
  const onKeyDown = useListKeys({
    rows,
    place,
    grouped: grouped === true,
    selection,
    isOpen,
    onToggle,
    onWhole,
    move: (index) => {
      const row = rows[index];
      if (!row?.item) return;
      setActive(row.item.id);
      focusRow(index);
    },
    onDelete: setDeleting,
    onStatus: (item) => choose(item.id),
    onTask: props.onTask,
  });
  useRowActions(rows, active, props.onTask, setDeleting);
  useDragSource(list, (key) => {
    const id = Number(key);
    return dragItems(selection?.isSelected(id) ? selection.ids : [id]);
  });
  return (
    <ListScrolls value={virtualizer.isScrolling}>
      <ul
        ref={list}
        aria-label="Content items"
        data-selecting={selection?.isOn || undefined}
        className="group/list relative"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const id = Number(target.closest('[data-id]')?.getAttribute('data-id'));
          if (id) setActive(id);
        }}
      >
        {shownRows.map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          const { item } = row;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-id={item?.id}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 starting:opacity-0 group-data-gliding/list:transition-[transform,opacity] group-data-gliding/list:duration-150"
              style={{ transform: `translateY(${start - top}px)` }}
              data-drag={item && item.id > 0 ? item.id : undefined}
            >
              {entryOf(row, index === place)}
            </li>
          );
        })}
      </ul>
      {deleting && (
        <DeleteItem
          item={deleting}
          onConfirm={() => {
            glide();
            remove.mutate(deleting);
            setDeleting(null);
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </ListScrolls>
  );
}
