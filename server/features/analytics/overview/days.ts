import { addDays, type DayRange, daysIn } from '#contract/analytics/ranges.ts';
import { resolveLocal } from '#contract/times.ts';

/** The days of a range, as instants. */

const DAY_MS = 24 * 60 * 60_000;
/** Clocks are not changed twice in so many days. */
const STEP = 7;

const startOf = (day: string, zone: string) =>
  Date.parse(resolveLocal(`${day}T00:00`, zone).instant);

/**
 * The beginnings of the days of a range in a zone, and the end of the last one, in milliseconds.
 * Where no clock is changed they are counted: looking up each day of two years takes long.
 */
export function dayStarts(range: DayRange, zone: string): number[] {
  const count = daysIn(range);
  const starts: number[] = [startOf(range.from, zone)];
  for (let done = 0; done < count; ) {
    const step = Math.min(STEP, count - done);
    const [start, end] = [starts[done] as number, startOf(addDays(range.from, done + step), zone)];
    const isEven = end - start === step * DAY_MS;
    for (let n = 1; n < step; n++)
      starts.push(isEven ? start + n * DAY_MS : startOf(addDays(range.from, done + n), zone));
    starts.push(end);
    done += step;
  }
  return starts;
}

export const daysOfRange = (range: DayRange): string[] =>
  Array.from({ length: daysIn(range) }, (_, n) => addDays(range.from, n));
