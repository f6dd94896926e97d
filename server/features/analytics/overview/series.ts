import type { Change, Kind } from './activity.sql.ts';

/** What was counted on each day, from the changes of how fast it is counted. */

/**
 * The counts of the days of one network; undefined where it did not count them.
 * @param starts the beginnings of the days, and the end of the last one, in milliseconds
 */
export function seriesOf(
  changes: readonly Change[],
  starts: readonly number[],
  kind: Kind,
): number[] | undefined {
  const known = changes.filter((change) => change[`${kind}_rate`] !== null);
  // Counted before the end, and after the beginning.
  if (!known.some(({ day }) => day < starts.length) || !known.some(({ day }) => day > 0))
    return undefined;
  const byDay = new Map(known.map((change) => [change.day, change]));
  const secondsTo = (day: number) => ((starts[day] as number) - (starts[0] as number)) / 1000;
  let rate = byDay.get(0)?.[`${kind}_rate`] ?? 0;
  return starts.slice(1).map((_, index) => {
    const day = index + 1;
    const change = byDay.get(day);
    const [changed, moment] = [change?.[`${kind}_rate`] ?? 0, change?.[`${kind}_moment`] ?? 0];
    const value = rate * (secondsTo(day) - secondsTo(day - 1)) + changed * secondsTo(day) - moment;
    rate += changed;
    // Differences of large numbers: what is left of them can be below 0 by a trifle.
    return Math.max(value, 0);
  });
}

/** Whole numbers whose sum is that of the values, rounded: what a day loses the next one gets. */
export function rounded(values: readonly number[]): number[] {
  let sum = 0;
  let given = 0;
  return values.map((value) => {
    sum += value;
    const whole = Math.round(sum) - given;
    given += whole;
    return whole;
  });
}

export const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
