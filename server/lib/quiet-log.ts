import type { FastifyBaseLogger } from 'fastify';

const SECOND_MS = 1000;
/** For lasting failures: a full disk, a database that does not start. */
export const MINUTE_MS = 60_000;

type Level = 'error' | 'warn';
type Kind = { repeated: number; until: number };

/**
 * Logs each kind of failure once, and then at most once an interval (by default a second) with the
 * number of occurrences: an outage of a minute is not a hundred pages in the log.
 */
export function createQuietLog(log: FastifyBaseLogger) {
  const kinds = new Map<string, Kind>();
  return (level: Level, kind: string, details: object, message: string, intervalMs = SECOND_MS) => {
    // Set back, the clock of the machine would silence it.
    const now = performance.now();
    const known = kinds.get(kind);
    if (known && now < known.until) {
      known.repeated++;
      return;
    }
    const repeated = known?.repeated ?? 0;
    // No kind contains what a caller can choose; still, a map that only grows would be a leak.
    if (kinds.size > 1000) kinds.clear();
    kinds.set(kind, { repeated: 0, until: now + intervalMs });
    log[level]({ ...details, ...(repeated && { repeated }) }, message);
  };
}

export type QuietLog = ReturnType<typeof createQuietLog>;
