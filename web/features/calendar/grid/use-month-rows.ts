import { type RefObject, useLayoutEffect, useState } from 'react';

/** The entries of a day that are drawn at most; the others are behind a button. */
const SHOWN = 2;
/** What a week needs for that many, its number and the button. */
const ROOMY_PX = 132;
const HEAD_PX = 32;

/**
 * Weeks share the height of the window, and have no less than 96 px: then the month scrolls, and
 * begins with the present week.
 * @returns how many entries of a day have room
 */
export function useMonthRows(
  grid: RefObject<HTMLElement | null>,
  weeks: readonly (readonly string[])[],
  today: string,
): number {
  const [isRoomy, setRoomy] = useState(true);
  const count = weeks.length;
  useLayoutEffect(() => {
    const scroller = grid.current?.parentElement;
    if (!scroller) return;
    const measure = () => setRoomy((scroller.clientHeight - HEAD_PX) / count >= ROOMY_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [grid, count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each month, and once its height is known
  useLayoutEffect(() => {
    const cell = grid.current?.querySelector<HTMLElement>(`[data-day="${today}"]`);
    const row = cell?.parentElement;
    // The page itself stays where it is: its bar is above.
    if (row) grid.current?.parentElement?.scrollTo({ top: row.offsetTop - HEAD_PX });
  }, [weeks, isRoomy]);
  return isRoomy ? SHOWN : 1;
}
