import type { Change } from './activity.sql.ts';

/** What was counted on each day, from the changes of how fast it is counted. */

export type Kind = 'views' | 'engagements' | 'viewed';

/**
 * The counts of the days of one network.
 * @param starts the beginnings of the days, and the end of the last one, in milliseconds
 */
export function seriesOf(
  changes: readonly Change[],
  starts: readonly number[],
  kind: Kind,
): number[] {
  const byDay = new Map(changes.map((change) => [change.day, change]));
  let rate = 0;
  const values: number[] = [];
  for (let day = 1; day < starts.length; day++) {
    const seconds = ((starts[day] as number) - (starts[day - 1] as number)) / 1000;
    const change = byDay.get(day);
    // Differences of large numbers: what is left of them can be below 0 by a trifle.
    values.push(Math.max(rate * seconds + (change?.[`${kind}_of_day`] ?? 0), 0));
    rate += change?.[`${kind}_rate`] ?? 0;
  }
  return values;
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
