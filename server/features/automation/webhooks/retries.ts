import { MAX_TRIES } from '#contract/automation/webhooks.ts';

/** When a delivery that was not accepted is tried again. */

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** After each attempt but the last, in seconds: about three days in all. */
const DELAYS_S = [
  5,
  5 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  5 * HOUR_S,
  10 * HOUR_S,
  14 * HOUR_S,
  16 * HOUR_S,
  24 * HOUR_S,
];
/** Of a delay: many deliveries that failed together do not come together again. */
const JITTER = 0.2;
/** The longest wait that a receiver can ask for. */
const MAX_ASKED_S = 24 * HOUR_S;

/**
 * How long to wait before the next attempt, in seconds.
 * @param triesLeft before the attempt that failed; the last one has no next
 * @param askedS what the receiver asked for (`Retry-After`)
 * @param random from 0 to 1
 */
export function delayAfter(triesLeft: number, askedS: number | undefined, random: number): number {
  const delay = DELAYS_S[Math.max(MAX_TRIES - triesLeft, 0)] ?? 24 * HOUR_S;
  return Math.max(delay * (1 + JITTER * (random - 0.5)), askedS ?? 0);
}

/** `Retry-After` in seconds, as seconds or a date; undefined where it is absent or makes no sense. */
export function askedDelay(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d{1,9}$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header.slice(0, 60)) - nowMs) / 1000;
  return seconds > 0 ? Math.min(seconds, MAX_ASKED_S) : undefined;
}
