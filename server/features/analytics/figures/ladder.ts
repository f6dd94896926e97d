/**
 * When figures of a published part are read (docs/domain/analytics.md, 'Figures'). Times in
 * milliseconds.
 */

const HOUR = 60 * 60_000;
/** The ages at which a part is read, in hours: often while it spreads, then less and less. */
export const LADDER = [1, 6, 24, 48, 72, 168, 336, 672, 1440, 2160];
/** What is due so soon is read together with what is due now: one call for many. */
export const GATHER_MS = 10 * 60_000;
/** From this age on, in hours, a part that has not changed skips a reading. */
const CALM_HOURS = 168;

/** Whether a reading at this time counts for an age. */
const isAtAge = (sentAt: number, readAt: number, hours: number) =>
  readAt + GATHER_MS >= sentAt + hours * HOUR;

/**
 * When a part is read next; null after the last reading.
 * @param isSame whether the last two readings are equal
 */
export function nextReading(
  sentAt: number,
  readAt: number,
  isSame: boolean,
  ladder: readonly number[] = LADDER,
): number | null {
  const rest = ladder.filter((hours) => !isAtAge(sentAt, readAt, hours));
  const skipped = isSame && isAtAge(sentAt, readAt, CALM_HOURS) ? 1 : 0;
  // The last one is not skipped: it is what remains.
  const hours = rest[Math.min(skipped, rest.length - 1)];
  return hours === undefined ? null : sentAt + hours * HOUR;
}

/** At which of the ages that posts are compared at a reading is: a later one says nothing of them. */
export function isCompared(sentAt: number, readAt: number) {
  const isBetween = (hours: number, next: number) =>
    isAtAge(sentAt, readAt, hours) && !isAtAge(sentAt, readAt, next);
  return {
    after_day: isBetween(24, 48),
    after_week: isBetween(168, 336),
    after_four_weeks: isBetween(672, 1440),
  };
}
