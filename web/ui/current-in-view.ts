import { type RefObject, useLayoutEffect } from 'react';

/** Scrolls a row of links or tabs sideways, so that the current one is in sight. */
export function useCurrentInView(row: RefObject<HTMLElement | null>, current: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another is the current one
  useLayoutEffect(() => {
    const shown = row.current?.querySelector('[aria-current], [data-state=on]');
    if (!row.current || !shown) return;
    const [frame, place] = [row.current.getBoundingClientRect(), shown.getBoundingClientRect()];
    row.current.scrollLeft += place.left - frame.left - (frame.width - place.width) / 2;
  }, [current]);
}
