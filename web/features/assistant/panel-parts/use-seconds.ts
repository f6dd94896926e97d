import { useEffect, useState } from 'react';

const SECOND_MS = 1000;

/** How many whole seconds have passed since `since` changed. */
export function useSeconds(since: unknown): number {
  const [seconds, setSeconds] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: from there on
  useEffect(() => {
    setSeconds(0);
    const begun = performance.now();
    const timer = setInterval(
      () => setSeconds(Math.floor((performance.now() - begun) / SECOND_MS)),
      SECOND_MS,
    );
    return () => clearInterval(timer);
  }, [since]);
  return seconds;
}
