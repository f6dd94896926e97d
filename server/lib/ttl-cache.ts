import type { Clock } from '../clock.ts';

const KEPT_MS = 60_000;
const MAX_KEPT = 100;

/**
 * What anybody may ask for without an account, by key: it is made once in a while, for all who ask.
 * @param make gets what was kept of the key before
 */
export function createTtlCache<Key, Value>(clock: Clock, { ms = KEPT_MS, max = MAX_KEPT } = {}) {
  const kept = new Map<Key, { until: number; made: Promise<Value> }>();
  return (key: Key, make: (before?: Promise<Value>) => Promise<Value>): Promise<Value> => {
    const before = kept.get(key);
    if (before && before.until > clock.now()) return before.made;
    if (kept.size >= max) kept.clear();
    const made = make(before?.made);
    kept.set(key, { until: clock.now() + ms, made });
    made.catch(() => kept.get(key)?.made === made && kept.delete(key));
    return made;
  };
}
