import { localOf } from '#contract/times.ts';

const DAY_MS = 86_400_000;
/** A rate of fewer days says little. */
const MIN_DAYS = 2;

/**
 * What will have been used at the end of a month, at the rate of its days so far; undefined where
 * that says nothing.
 * @param resetsAt the beginning of the next month in the zone
 */
export function projected(
  used: number,
  resetsAt: string,
  zone: string,
  now = Date.now(),
): number | undefined {
  const days = Number(localOf(new Date(Date.parse(resetsAt) - 1), zone).slice(8, 10));
  const passed = days - (Date.parse(resetsAt) - now) / DAY_MS;
  return used > 0 && passed >= MIN_DAYS && passed < days - 1
    ? Math.round((used / passed) * days)
    : undefined;
}
