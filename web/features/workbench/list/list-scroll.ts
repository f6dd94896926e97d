import {
  measureElement,
  type ReactVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Density } from '#web/api/content-view.ts';
import { headlineOf } from '#web/features/content/items/headline.ts';
import { withPlace } from '#web/lib/keep-in-range.ts';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import type { ListRow } from './list-rows.ts';

/** The heights of rows, in pixels. */
export const HEIGHTS = {
  comfortable: { post: 89, reply: 89 },
  compact: { post: 44, reply: 36 },
  phone: { post: 68, reply: 68 },
};
const BODY = { gap: 4, line: 21, letters: 110 };
/** How many rows are drawn above and below the view. */
const AROUND = 5;
/** What sticks to the top and the bottom of the window, in pixels. */
const STICKING = { start: 136, end: 96 };

/** The height of a row before it is measured: near, so that little moves. */
function heightOf({ item, root }: ListRow, density: keyof typeof HEIGHTS): number {
  const height = HEIGHTS[density][root ? 'reply' : 'post'];
  const { body } = item && density === 'comfortable' ? headlineOf(item) : { body: '' };
  if (!body) return height;
  const lines = body.length > BODY.letters || body.includes('\n') ? 2 : 1;
  return height + BODY.gap + lines * BODY.line;
}

type Drawn = {
  list: RefObject<HTMLUListElement | null>;
  rows: readonly ListRow[];
  density: Density;
  /** The row that is drawn wherever the view is. */
  place: number;
  /** The heights that are known. */
  measured: VirtualItem[];
  /** Another object in each rendering of the page. */
  page: object;
};

/** The rows near the view. `top`: where the list begins in the page, in pixels. */
export function useListScroll({ list, rows, density, place, measured, page }: Drawn) {
  // Near, until it is measured.
  const [top, setTop] = useState(STICKING.start);
  // Another list, or another density, is drawn as far as it is seen, and then the rows around that.
  const looks = useMedia(PHONE) ? 'phone' : density;
  const settled = useSettled(`${density} ${rows[0]?.item?.id}`);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => heightOf(rows[index] as ListRow, looks),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: settled ? AROUND : 0,
    measureElement: measureLater,
    // So rows are in the first rendering, which may be in pieces.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: top,
    scrollPaddingStart: STICKING.start,
    scrollPaddingEnd: STICKING.end,
    initialMeasurementsCache: measured,
    rangeExtractor: withPlace(place),
  });
  // Rows that move are followed below, whatever moved them.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  const { isScrolling } = virtualizer;
  // The content above the list may have grown: measured when the page is rendered, and when scrolling
  // begins and ends. In each rendering of scrolling, it would lay the new rows out at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object in each rendering of the page
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [page, isScrolling]);
  // Before the heights of another density are asked for: it remembers those that are drawn.
  useStillness(rows, virtualizer);
  const drawn = useRef(looks);
  useLayoutEffect(() => {
    if (drawn.current !== looks) virtualizer.measure();
    drawn.current = looks;
  }, [looks, virtualizer]);
  return { virtualizer, top };
}

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
