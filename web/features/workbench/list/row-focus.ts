import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { Density } from '#web/api/content-view.ts';
import type { ListRow } from './list-rows.ts';

/** Somewhat longer than the motion itself. */
const GLIDE_MS = 250;

type List = RefObject<HTMLUListElement | null>;

const rowOf = (list: Element | null, id: number) =>
  list?.querySelector<HTMLElement>(`[data-row="${id}"]`);

/**
 * Focuses rows by their place. Where the row with the focus is gone, its other gets it; after
 * going back, the row that had it.
 */
export function useRowFocus(
  list: List,
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

/** Going back gives the focus to the row that had it, after the page got it. */
export function useReturningFocus(list: List, row: number | null) {
  useEffect(() => {
    if (row === null) return;
    const frame = requestAnimationFrame(() => {
      const { activeElement: focused } = document;
      if (focused === document.body || focused?.id === 'main')
        rowOf(list.current, row)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [list, row]);
}

/** Lets the rows glide to their places for a moment: not while they are scrolled or measured. */
export function useGlide(list: List) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return () => {
    clearTimeout(timer.current);
    list.current?.setAttribute('data-gliding', '');
    timer.current = setTimeout(() => list.current?.removeAttribute('data-gliding'), GLIDE_MS);
  };
}
