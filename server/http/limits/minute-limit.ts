import type { Clock } from '../../clock.ts';

const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

/** Counts by key within a minute, in the memory of this process: what is refused writes nothing. */
export function createMinuteLimit(clock: Clock, max: number) {
  let counts = new Map<string, number>();
  let began = 0;
  return {
    isReached: (key: string): boolean => {
      const passed = clock.now() - began;
      // The clock may have been set back.
      if (passed >= MINUTE_MS || passed < 0 || counts.size >= MAX_KEYS) {
        counts = new Map();
        began = clock.now();
      }
      return (counts.get(key) ?? 0) >= max;
    },
    count: (key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1),
  };
}
