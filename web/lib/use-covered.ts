import { useSyncExternalStore } from 'react';

/**
 * How many pixels at the bottom of the window the keyboard of the screen covers. 0 where it is not
 * `asked`: each rendering that asks lays the page out.
 */
export const useCovered = (asked = true) => useSyncExternalStore(watch, asked ? covered : nothing);

const nothing = () => 0;

function covered() {
  const { visualViewport: seen } = window;
  // Zoomed in, the rest of the page is covered by nothing.
  if (!seen || seen.scale > 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - seen.height - seen.offsetTop));
}

function watch(changed: () => void) {
  const { visualViewport: seen } = window;
  seen?.addEventListener('resize', changed);
  seen?.addEventListener('scroll', changed);
  return () => {
    seen?.removeEventListener('resize', changed);
    seen?.removeEventListener('scroll', changed);
  };
}
