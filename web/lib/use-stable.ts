import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * The same function at each rendering, which runs the newest: for events of components that are
 * rendered only when their props change.
 */
export function useStable<Given extends unknown[], Result>(run: (...given: Given) => Result) {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
