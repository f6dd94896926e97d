/**
 * The time of this process, in milliseconds since 1970; `Date` is the clock of the system. What is
 * due, expired or leased is decided by the database, whose clock all processes share (decision 42).
 * What only lasts, as a timeout, is measured with `performance.now()`, which nobody sets.
 */
export type Clock = {
  now: () => number;
  /** How far the clock of a test is ahead of the database's, which cannot be moved. */
  aheadMs?: () => number;
};

/** The day of an instant in UTC, such as '2026-11-24'. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
