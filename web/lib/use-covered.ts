import { useSyncExternalStore } from 'react';

/** How many pixels at the bottom of the window the keyboard of the screen covers. */
export const useCovered = () => useSyncExternalStore(watch, () => covered);

/** As of the last event: reading it at each rendering would lay the page out each time. */
let covered = 0;

function measure() {
  const { visualViewport: seen } = window;
  // Zoomed in, the rest of the page is covered by nothing.
  covered =
    !seen || seen.scale > 1.01
      ? 0
      : Math.max(0, Math.round(window.innerHeight - seen.height - seen.offsetTop));
}

function watch(changed: () => void) {
  const { visualViewport: seen } = window;
  const look = () => {
    measure();
    changed();
  };
  measure();
  seen?.addEventListener('resize', look);
  seen?.addEventListener('scroll', look);
  return () => {
    seen?.removeEventListener('resize', look);
    seen?.removeEventListener('scroll', look);
  };
}
