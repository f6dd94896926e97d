/** How often a feed is read: by what it asks for, and how often it changes. */

const LEAST_MINUTES = 15;
const MOST_MINUTES = 24 * 60;
/** Where nothing tells. */
const USUAL_MINUTES = 60;
/** The entries whose dates tell how often it changes. */
const RECENT = 10;
const MINUTE_MS = 60_000;

const bounded = (minutes: number) =>
  Math.round(Math.min(Math.max(minutes, LEAST_MINUTES), MOST_MINUTES));

/**
 * Half of the usual time between two entries, but not more often than it asks for.
 * @param ttl in minutes
 * @param published instants of entries, in any order
 * @returns minutes
 */
export function intervalOf(
  ttl: number | null,
  published: readonly (string | null)[],
  now: number,
): number {
  const times = published
    .flatMap((instant) => (instant === null ? [] : [Date.parse(instant)]))
    .filter((time) => time <= now)
    .sort((a, b) => b - a)
    .slice(0, RECENT);
  const oldest = times.at(-1);
  // Until now: one that has ended is read more and more rarely.
  const usual =
    oldest === undefined ? USUAL_MINUTES : (now - oldest) / MINUTE_MS / times.length / 2;
  return bounded(Math.max(usual, ttl ?? 0));
}

/** The time until the next attempt, after so many failures in a row: it doubles. In minutes. */
export const retryAfter = (interval: number, failures: number): number =>
  bounded(interval * 2 ** Math.min(failures, 10));
