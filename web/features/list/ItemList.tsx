import { useQueries } from '@tanstack/react-query';
import {
  measureElement,
  type ReactVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { Item } from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import type { RowTask } from '#web/features/actions/use-item-changes.ts';
import { type Density, toggleThread, useContentView } from '#web/features/items/content-store.ts';
import { headlineOf } from '#web/features/items/headline.ts';
import { useDeleteItem, useUpdateItem } from '#web/features/items/item-queries.ts';
import { threadQuery } from '#web/features/items/thread-query.ts';
import { dragItems } from '#web/lib/dragged-items.ts';
import { withPlace } from '#web/lib/keep-in-range.ts';
import { isKeyTaken, useSingleKeys } from '#web/lib/single-keys.ts';
import { cut } from '#web/lib/text.ts';
import { useMinute } from '#web/lib/use-minute.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { useStable } from '#web/lib/use-stable.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ItemCard } from './ItemCard.tsx';
import { ItemRow } from './ItemRow.tsx';
import { hasReplies, type ListRow, rowsOf } from './list-rows.ts';
import { ListScrolls, type RowProps, type Shown } from './row-parts.tsx';

/** The heights of rows, in pixels. */
const HEIGHTS = {
  comfortable: { post: 89, reply: 89 },
  compact: { post: 44, reply: 36 },
};
const BODY = { gap: 4, line: 21, letters: 110 };

/** The height of a row before it is measured: near, so that little moves. */
function heightOf({ item, root }: ListRow, density: Density): number {
  const height = HEIGHTS[density][root ? 'reply' : 'post'];
  const { body } = item && density === 'comfortable' ? headlineOf(item) : { body: '' };
  if (!body) return height;
  const lines = body.length > BODY.letters || body.includes('\n') ? 2 : 1;
  return height + BODY.gap + lines * BODY.line;
}
/** How many rows are drawn above and below the view. */
const AROUND = 5;
/** The next page is loaded this many rows before the end. */
const AHEAD = 10;
const DIALOG_PREVIEW = 100;
/** Somewhat longer than the motion itself. */
const GLIDE_MS = 250;
/** What sticks to the top and the bottom of the window, in pixels. */
const STICKING = { start: 136, end: 96 };

type Props<One extends Item> = {
  items: One[];
  density: Density;
  /** Whether replies are shown below their roots. */
  grouped?: boolean;
  /** Whether all threads are open: where a search may have found a reply. */
  allOpen?: boolean;
  hasMore: boolean;
  onMore: () => void;
  onTask: (task: RowTask, item: Item) => void;
  /** With another one of these, every row is rendered anew. */
  onViewThread: (item: Item) => void;
  onAddToThread: (item: Item) => void;
  onTag: (tag: string) => void;
  /** What a card shows in place of the beginning of the text. */
  shownOf?: ((item: One) => Shown | undefined) | undefined;
  selection?: ListSelection | undefined;
};

export type ListSelection = {
  /** Whether the boxes of all rows are shown. */
  isOn: boolean;
  isSelected: (id: number) => boolean;
  /** Toggles an item; `range` extends from the last one. */
  onToggle: (id: number, range: boolean) => void;
  onAll: () => void;
  onClear: () => void;
  /** The selected items. */
  ids: readonly number[];
};

/** The measured rows and the focused one of each visit, for going back to it. */
const visits = new Map<string, { measured: VirtualItem[]; active: number | null }>();
const MAX_VISITS = 20;

/** A virtual list of items, which loads more near its end; one Tab stop, with keys to move. */
export function ItemList<One extends Item>(props: Props<One>) {
  const { items, density, grouped, allOpen, hasMore, onMore, shownOf, selection } = props;
  const list = useRef<HTMLUListElement>(null);
  // Near, until it is measured.
  const [top, setTop] = useState(STICKING.start);
  const [deleting, setDeleting] = useState<Item | null>(null);
  const [choosing, setChoosing] = useState<number | null>(null);
  const update = useUpdateItem();
  const minute = useMinute();
  const writes = useCan('write');
  const decides = useCan('decide');
  const remove = useDeleteItem();
  const visit = useVisit();
  const [active, setActive] = useState<number | null>(visit.active);

  const isOpen = useOpenThreads(density, allOpen === true);
  // What is near the view when the list is drawn is loaded: the number of replies is known before.
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const [visible, setVisible] = useState<readonly number[]>([]);
  const threads = useQueries({
    // What was scrolled away stays cached, and is not asked for again.
    queries: useMemo(
      () => wanted.map((id) => ({ ...threadQuery(id), enabled: visible.includes(id) })),
      [wanted, visible],
    ),
    combine: dataOf,
  });
  const parts = useMemo(
    () => new Map(wanted.map((id, index) => [id, threads[index]])),
    [wanted, threads],
  );
  // Scrolling draws the list many times, with the same rows.
  const rows = useMemo(
    () =>
      rowsOf(
        items,
        (root) => grouped === true && isOpen(root),
        (id) => parts.get(id),
      ),
    [items, grouped, isOpen, parts],
  );
  const place = Math.max(
    rows.findIndex(({ item }) => item?.id === active),
    0,
  );

  // Another list, or another density, is drawn as far as it is seen, and then the rows around that.
  const settled = useSettled(`${density} ${items[0]?.id}`);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => heightOf(rows[index] as ListRow, density),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: settled ? AROUND : 0,
    measureElement: measureLater,
    // So rows are in the first rendering, which may be in pieces.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: top,
    scrollPaddingStart: STICKING.start,
    scrollPaddingEnd: STICKING.end,
    initialMeasurementsCache: visit.measured,
    rangeExtractor: withPlace(place),
  });
  // Rows that move are followed below, whatever moved them.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  const { isScrolling } = virtualizer;
  // The content above the list may have grown: measured when the page is rendered, and when scrolling
  // begins and ends. In each rendering of scrolling, it would lay the new rows out at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object in each rendering of the page
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [props, isScrolling]);
  // Before the heights of another density are asked for: it remembers those that are drawn.
  useStillness(rows, virtualizer);
  const measured = useRef(density);
  useLayoutEffect(() => {
    if (measured.current !== density) virtualizer.measure();
    measured.current = density;
  }, [density, virtualizer]);
  const shownRows = virtualizer.getVirtualItems();
  useEffect(() => () => visit.keep(virtualizer.measurementsCache), [visit, virtualizer]);
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    if (hasMore && last >= rows.length - AHEAD) onMore();
  }, [hasMore, last, rows.length, onMore]);
  const inView = shownRows.flatMap(({ index }) => rows[index]?.root?.id ?? []);
  const seen = [...new Set(inView)].join();
  useEffect(() => {
    const ids = seen ? seen.split(',').map(Number) : [];
    setVisible(ids);
    setWanted((before) =>
      ids.every((id) => before.includes(id)) ? before : [...new Set([...before, ...ids])],
    );
  }, [seen]);

  const focusRow = useRowFocus(list, rows, place, density, (index) =>
    virtualizer.scrollToIndex(index, { align: 'auto' }),
  );
  useEffect(() => visit.remember(active), [visit, active]);
  // Going back gives the focus to the row that had it, after the page got it.
  useEffect(() => {
    const { returnsTo } = visit;
    if (returnsTo === null) return;
    const frame = requestAnimationFrame(() => {
      const { activeElement: focused } = document;
      if (focused === document.body || focused?.id === 'main')
        rowOf(list.current, returnsTo)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [visit]);

  /** Rows that move for what was done here glide there. */
  const glide = useGlide(list);
  const toggle = useStable((root: number) => {
    glide();
    toggleThread(root, density);
  });
  const onKeyDown = useListKeys({
    ...props,
    onToggle: toggle,
    rows,
    place,
    isOpen,
    move: (index) => {
      const row = rows[index];
      if (!row?.item) return;
      setActive(row.item.id);
      focusRow(index);
    },
    onDelete: setDeleting,
    onStatus: (item) => setChoosing(item.id),
  });

  const setStatus = useStable((item: Item, status: Status) => {
    if (status !== item.status) update.mutate({ id: item.id, status });
  });
  const select = useStable((id: number, range: boolean) => selection?.onToggle(id, range));
  return (
    <ListScrolls value={isScrolling}>
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
          const { item, root } = row;
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
              draggable={item !== undefined && item.id > 0}
              onDragStart={({ dataTransfer }) => {
                if (!item) return;
                const all = selection?.isSelected(item.id) ? selection.ids : [item.id];
                dragItems(dataTransfer, all);
              }}
            >
              {item ? (
                <Entry<One>
                  item={item}
                  writes={writes}
                  decides={decides}
                  isReply={root !== null}
                  isOpen={grouped && !root && hasReplies(item) ? isOpen(item) : undefined}
                  isActive={index === place}
                  isChoosingStatus={choosing === item.id}
                  // A thread is selected as a whole, by its root.
                  selects={selection !== undefined && !root}
                  isSelected={selection?.isSelected(item.id) ?? false}
                  density={density}
                  minute={minute}
                  onToggle={toggle}
                  onStatus={setStatus}
                  onChoosingStatus={setChoosing}
                  onDelete={setDeleting}
                  onViewThread={props.onViewThread}
                  onAddToThread={props.onAddToThread}
                  onTask={props.onTask}
                  onTag={props.onTag}
                  onSelect={select}
                  shownOf={root ? undefined : shownOf}
                />
              ) : (
                <div
                  className="border-line-soft border-b bg-page px-10 py-3"
                  style={{ height: HEIGHTS[density].reply }}
                >
                  <Skeleton className="h-full max-w-md" />
                </div>
              )}
            </li>
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
            glide();
            remove.mutate(deleting);
            setDeleting(null);
          }}
          onClose={() => setDeleting(null)}
        >
          <div className="flex flex-col items-start gap-2 rounded-base bg-sunken p-3">
            <p dir="auto" className="max-w-full whitespace-pre-line break-words">
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
    </ListScrolls>
  );
}

/** The same list as long as the data is the same. */
const dataOf = (threads: { data: Item[] | undefined }[]) => threads.map(({ data }) => data);

type EntryProps<One extends Item> = Pick<
  Props<One>,
  'density' | 'onViewThread' | 'onAddToThread' | 'onTask' | 'onTag'
> &
  Pick<RowProps, 'writes' | 'decides' | 'isReply' | 'isOpen' | 'isActive' | 'isChoosingStatus'> & {
    item: One | Item;
    /** Whether it has a box. */
    selects: boolean;
    isSelected: boolean;
    /** Its times are relative to it. */
    minute: number;
    onToggle: (root: number) => void;
    onStatus: (item: Item, status: Status) => void;
    onChoosingStatus: (id: number | null) => void;
    onDelete: (item: Item) => void;
    onSelect: (id: number, range: boolean) => void;
    shownOf: ((item: One) => Shown | undefined) | undefined;
  };

/**
 * The height of a row. Until the browser reports it, before it paints, that is what was estimated:
 * asking for it at once would lay the page out for each row that is inserted.
 */
const measureLater: typeof measureElement = (element, entry, list) => {
  if (entry) return measureElement(element, entry, list);
  const index = list.indexFromElement(element);
  const known = list.itemSizeCache.get(list.options.getItemKey(index));
  return known ?? list.options.estimateSize(index);
};

/** An item of the list, rendered only when something of its own changes. */
const Entry = memo(function Entry<One extends Item>(props: EntryProps<One>) {
  const { item, density, selects, isSelected, shownOf } = props;
  const Row = density === 'compact' ? ItemRow : ItemCard;
  return (
    <Row
      item={item}
      writes={props.writes}
      decides={props.decides}
      isReply={props.isReply}
      isOpen={props.isOpen}
      onToggle={() => props.onToggle(item.id)}
      onStatus={(status) => props.onStatus(item, status)}
      onDelete={() => props.onDelete(item)}
      onViewThread={() => props.onViewThread(item)}
      onAddToThread={() => props.onAddToThread(item)}
      onTask={(task) => props.onTask(task, item)}
      onTag={props.onTag}
      shown={shownOf?.(item as One)}
      isActive={props.isActive}
      isChoosingStatus={props.isChoosingStatus}
      onChoosingStatus={(open) => props.onChoosingStatus(open ? item.id : null)}
      selection={
        selects ? { isSelected, onToggle: (range) => props.onSelect(item.id, range) } : undefined
      }
    />
  );
}) as <One extends Item>(props: EntryProps<One>) => ReactNode;

/**
 * Keeps the scroll position when rows above change: the browser cannot do so in a virtual list.
 */
function useStillness(rows: readonly ListRow[], virtualizer: ReactVirtualizer<Window, Element>) {
  /** The first row that begins below what sticks to the top. */
  const reading = useRef<{ rows: readonly ListRow[]; index: number; start: number }>(null);
  useLayoutEffect(() => {
    const before = reading.current;
    const index = before ? placeOf(before.rows, before.index, rows) : -1;
    const start = virtualizer.measurementsCache[index]?.start;
    const moved = before && start !== undefined ? start - before.start : 0;
    if (moved && index > 0 && window.scrollY > 0)
      window.scrollTo(0, offsetBefore(virtualizer.scrollOffset ?? 0) + moved);
    // Where nothing moved, as of the last event: asking the window would lay the page out.
    const offset = moved ? window.scrollY : (virtualizer.scrollOffset ?? 0);
    const seen = offset + STICKING.start;
    const at = virtualizer.getVirtualItemForOffset(seen);
    const first = at && at.start < seen ? at.index + 1 : (at?.index ?? -1);
    const begins = virtualizer.measurementsCache[first]?.start;
    reading.current = begins === undefined ? null : { rows, index: first, start: begins };
  });
}

/** Where the window was. It has been moved already where the page ends before that now. */
function offsetBefore(last: number) {
  const { scrollY, innerHeight } = window;
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  return isAtEnd ? Math.max(scrollY, last) : scrollY;
}

/** Where a row of other rows is among these; -1 where it is gone. */
function placeOf(others: readonly ListRow[], index: number, rows: readonly ListRow[]) {
  const key = others[index]?.key;
  return others === rows ? index : rows.findIndex((row) => row.key === key);
}

/** Lets the rows glide to their places for a moment: not while they are scrolled or measured. */
function useGlide(list: React.RefObject<HTMLUListElement | null>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return () => {
    clearTimeout(timer.current);
    list.current?.setAttribute('data-gliding', '');
    timer.current = setTimeout(() => list.current?.removeAttribute('data-gliding'), GLIDE_MS);
  };
}

/** Whether a thread is open: at first in the comfortable list, and closed in the compact one. */
function useOpenThreads(density: Density, all: boolean) {
  const { closedThreads, openThreads } = useContentView();
  const [closed, open] = useMemo(
    () => [new Set(closedThreads), new Set(openThreads)],
    [closedThreads, openThreads],
  );
  return useCallback(
    ({ id }: Item) => (density === 'comfortable' ? !closed.has(id) : all || open.has(id)),
    [density, all, closed, open],
  );
}

const rowOf = (list: Element | null, id: number) =>
  list?.querySelector<HTMLElement>(`[data-row="${id}"]`);

/** What is known of this visit of the list: going back to it finds the same heights and focus. */
function useVisit() {
  const { key } = useLocation();
  const back = useNavigationType() === 'POP';
  const [visit] = useState(() => {
    const known = back ? visits.get(key) : undefined;
    const state = { measured: known?.measured ?? [], active: known?.active ?? null };
    return {
      ...state,
      returnsTo: known?.active ?? null,
      remember: (active: number | null) => {
        state.active = active;
      },
      keep: (measured: VirtualItem[]) => {
        visits.delete(key);
        visits.set(key, { measured: [...measured], active: state.active });
        for (const old of visits.keys()) if (visits.size > MAX_VISITS) visits.delete(old);
      },
    };
  });
  return visit;
}

/**
 * Focuses rows by their place. Where the row with the focus is gone, its other gets it; after
 * going back, the row that had it.
 */
function useRowFocus(
  list: React.RefObject<HTMLUListElement | null>,
  rows: readonly ListRow[],
  place: number,
  density: Density,
  scrollTo: (index: number) => void,
) {
  const within = useRef(false);
  const lastPlace = useRef(place);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const inside = target instanceof Node && list.current?.contains(target) === true;
      // A dialog or menu of a row gives the focus back.
      const aside = target instanceof Element && target.closest('[role=dialog], [role=menu]');
      if (inside || !aside) within.current = inside;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [list]);
  function focusRow(index: number) {
    const id = rows[index]?.item?.id;
    if (id === undefined) return;
    scrollTo(index);
    requestAnimationFrame(() => rowOf(list.current, id)?.focus({ preventScroll: true }));
  }
  const present = useMemo(() => rows.map(({ key }) => key).join(), [rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when rows come or go, or look otherwise
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    if (within.current && isLost && rows.length)
      focusRow(Math.min(lastPlace.current, rows.length - 1));
  }, [present, density]);
  useLayoutEffect(() => {
    if (list.current?.contains(document.activeElement)) lastPlace.current = place;
  });
  return focusRow;
}

type Keys<One extends Item> = Pick<Props<One>, 'grouped' | 'selection' | 'onTask'> & {
  rows: readonly ListRow<One>[];
  place: number;
  isOpen: (root: Item) => boolean;
  move: (index: number) => void;
  onToggle: (root: number) => void;
  onDelete: (item: Item) => void;
  onStatus: (item: Item) => void;
};

/**
 * The keys of a list (docs/domain.md, 'Content page'). Without the focus in the page, the arrow keys
 * enter the list.
 */
function useListKeys<One extends Item>(keys: Keys<One>) {
  const navigate = useNavigate();
  const writes = useCan('write');
  const singles = useSingleKeys((state) => state.on);

  function press(event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>): boolean {
    const { rows, place, selection, isOpen, move, grouped } = keys;
    const row = rows[place];
    const item = row?.item;
    if (!item) return false;
    const { key, shiftKey } = event;
    const isKnown = item.id > 0;
    const toggle = (range: boolean) => isKnown && !row.root && selection?.onToggle(item.id, range);
    const isRoot = grouped === true && row.root === null && hasReplies(item);
    const step = (by: number) => {
      let to = place + by;
      while (rows[to] && !rows[to]?.item) to += by;
      if (!rows[to]) return;
      if (shiftKey && selection)
        for (const other of [row, rows[to]])
          if (other?.item && !other.root && !selection.isSelected(other.item.id))
            selection.onToggle(other.item.id, false);
      move(to);
    };
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'a' || !selection) return false;
      selection.onAll();
      return true;
    }
    const acts: Record<string, () => void> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Home: () => move(0),
      End: () => move(rows.findLastIndex((row) => row.item !== undefined)),
      ArrowRight: () => isRoot && !isOpen(item) && keys.onToggle(item.id),
      ArrowLeft: () => {
        if (isRoot && isOpen(item)) keys.onToggle(item.id);
        else if (row.root) move(rows.findIndex((other) => other.item?.id === row.root?.id));
      },
      ...(writes && isKnown && { Delete: () => keys.onDelete(item) }),
      ...(selection?.isOn && { Escape: selection.onClear }),
      ' ': () =>
        selection?.isOn
          ? toggle(shiftKey)
          : isKnown && void navigate(paths.previewContent(item.id)),
      ...(singles && {
        j: () => step(1),
        k: () => step(-1),
        J: () => step(1),
        K: () => step(-1),
        ...(writes &&
          isKnown && {
            e: () => void navigate(paths.editContent(item.id)),
            x: () => toggle(false),
            X: () => toggle(true),
            s: () => keys.onStatus(item),
            m: () => keys.onTask('move', item),
            t: () => keys.onTask('tags', item),
            p: () => keys.onTask('publish', item),
            '#': () => keys.onDelete(item),
          }),
      }),
    };
    const act = acts[key];
    act?.();
    return act !== undefined;
  }

  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      const idle =
        document.activeElement === document.body || document.activeElement?.id === 'main';
      const enters = ['ArrowDown', 'ArrowUp', 'j', 'k'].includes(event.key);
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      if (!idle || event.defaultPrevented || modified || isKeyTaken(event.target)) return;
      // The first key goes to the row that had the focus last.
      if (enters && (singles || event.key.startsWith('Arrow'))) keys.move(keys.place);
      else if (event.key !== 'Escape' || !latest.current(event)) return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });

  return (event: KeyboardEvent) => {
    // Keys on the buttons of a row are those of the buttons.
    const target = event.target as Element;
    const onRow = target.matches('[data-row]');
    const onButton = !onRow && (event.key === ' ' || event.key === 'Enter');
    if (event.altKey || event.defaultPrevented || onButton || isKeyTaken(target)) return;
    if (latest.current(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}
