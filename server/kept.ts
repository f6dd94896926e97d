import type { Clock } from './clock.ts';

const KEPT_MS = 60_000;
const MAX_KEPT = 100;

/**
 * What anybody may ask for without an account, by key: it is made once a minute, for all who ask.
 * @param make gets what was kept of the key before
 */
export function createKept<Key, Value>(clock: Clock) {
  const kept = new Map<Key, { until: number; made: Promise<Value> }>();
  return (key: Key, make: (before?: Promise<Value>) => Promise<Value>): Promise<Value> => {
    const before = kept.get(key);
    if (before && before.until > clock.now()) return before.made;
    if (kept.size >= MAX_KEPT) kept.clear();
    const made = make(before?.made);
    kept.set(key, { until: clock.now() + KEPT_MS, made });
    made.catch(() => kept.get(key)?.made === made && kept.delete(key));
    return made;
  };
}
