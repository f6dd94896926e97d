import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Item } from '#contract/items.ts';
import { cut } from '#web/lib/text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ItemCard, type Shown } from './ItemCard.tsx';
import { useDeleteItem, useUpdateItem } from './item-queries.ts';

const CARD_HEIGHT = 136;
const GAP = 12;
/** The next page is loaded this many cards before the end. */
const AHEAD = 10;
const DIALOG_PREVIEW = 100;

type Props<One extends Item> = {
  items: One[];
  hasMore: boolean;
  onMore: () => void;
  onViewThread: (item: Item) => void;
  /** More actions for an item. */
  menuOf: (item: Item) => ReactNode;
  /** What a card shows beside the status. */
  badgeOf?: (item: Item) => ReactNode;
  /** What a card shows in place of the beginning of the text. */
  shownOf?: ((item: One) => Shown) | undefined;
  /** Toggles an item in the multi-item view; `range` extends from the last one. */
  selection?:
    | { isSelected: (id: number) => boolean; onToggle: (id: number, range: boolean) => void }
    | undefined;
};

/**
 * Keeps the scroll position when items above change: the browser cannot do so in a virtual list.
 */
function useStillness(items: readonly Item[], startOf: (index: number) => number | undefined) {
  const reading = useRef<{ id: number; start: number }>(null);
  useLayoutEffect(() => {
    const before = reading.current;
    const index = before ? items.findIndex(({ id }) => id === before.id) : -1;
    const start = index < 0 ? undefined : startOf(index);
    if (before && start !== undefined && start !== before.start && window.scrollY > 0 && index > 0)
      window.scrollBy(0, start - before.start);
    const first = items.findIndex((_, place) => (startOf(place) ?? 0) >= window.scrollY);
    const item = items[first];
    reading.current = item ? { id: item.id, start: startOf(first) ?? 0 } : null;
  });
}

/** A virtual list of cards, which loads more near its end. */
export function ItemList<One extends Item>(props: Props<One>) {
  const { items, hasMore, onMore, onViewThread, menuOf, badgeOf, shownOf, selection } = props;
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [deleting, setDeleting] = useState<Item | null>(null);
  const update = useUpdateItem();
  const remove = useDeleteItem();
  // The content above the list may have grown: measured after every rendering.
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0));
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => CARD_HEIGHT,
    getItemKey: (index) => items[index]?.id ?? index,
    gap: GAP,
    overscan: 6,
    scrollMargin: top,
  });
  const rows = virtualizer.getVirtualItems();
  useStillness(items, (index) => virtualizer.measurementsCache[index]?.start);
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= items.length - AHEAD) onMore();
  }, [hasMore, last, items.length, onMore]);

  return (
    <>
      <ul
        ref={list}
        aria-label="Content items"
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map(({ index, key, start }) => {
          const item = items[index];
          return (
            item && (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <ItemCard
                  item={item}
                  onStatus={(status) =>
                    status !== item.status && update.mutate({ id: item.id, status })
                  }
                  onDelete={() => setDeleting(item)}
                  onViewThread={() => onViewThread(item)}
                  menu={menuOf(item)}
                  badge={badgeOf?.(item)}
                  shown={shownOf?.(item)}
                  selection={
                    selection && {
                      selected: selection.isSelected(item.id),
                      onToggle: (range) => selection.onToggle(item.id, range),
                    }
                  }
                />
              </li>
            )
          );
        })}
      </ul>
      {deleting && (
        <ConfirmDialog
          open
          title="Delete Content"
          question="Are you sure you want to delete this content? This action cannot be undone."
          confirm="Delete"
          onConfirm={() => {
            remove.mutate(deleting);
            setDeleting(null);
          }}
          onClose={() => setDeleting(null)}
        >
          <div className="flex flex-col items-start gap-2 rounded-base bg-sunken p-3">
            <p className="max-w-full whitespace-pre-line break-words">
              {cut(deleting.content.trim(), DIALOG_PREVIEW)}
            </p>
            {deleting.is_thread_part && (
              <Badge>
                {deleting.is_thread_root
                  ? `Thread Root (${deleting.thread_size} items)`
                  : 'Thread Reply'}
              </Badge>
            )}
          </div>
        </ConfirmDialog>
      )}
    </>
  );
}
