import { useEffect, useRef } from 'react';
import { isKeyTaken, useSingleKeys } from '#web/lib/single-keys.ts';

/**
 * The keys of findings, before those of the page: `n` and `c` do something else where nothing is
 * read.
 */
export function useReadingKeys(actions: Record<string, () => void>) {
  const singles = useSingleKeys((state) => state.on);
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!singles) return;
    function onKeyDown(event: KeyboardEvent) {
      const run = Object.hasOwn(latest.current, event.key) && latest.current[event.key];
      const modified = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
      if (!run || modified || isKeyTaken(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      run();
    }
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [singles]);
}
