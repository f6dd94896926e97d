import { addDays } from '#contract/analytics/ranges.ts';
import { listFollowers } from './channels.sql.ts';
import { daysOfRange } from './days.ts';
import type { Asked, Context } from './query.ts';

/** Followers of channels by day. */

/** A gap in the readings of an account is not longer than this at the beginning of a range. */
const FOLLOWERS_BACK = 30;

/** Followers of each channel before the range, and at the end of each of its days. */
export async function followersByChannel(
  database: Context['database'],
  { workspaceId, range, before, filters }: Asked,
) {
  const rows = await listFollowers(database, {
    workspaceId,
    channels: filters.channels,
    networks: filters.networks,
    from: addDays(before.from, -FOLLOWERS_BACK),
    to: range.to,
  });
  const days = daysOfRange(range);
  return rows.map(({ channel, days: known, followers }) => {
    const byDay = new Map(known.map((day, index) => [day, followers[index] as number]));
    const lastBefore = (day: string) => {
      const index = known.findLastIndex((other) => other < day);
      return index < 0 ? null : (followers[index] as number);
    };
    return {
      channel,
      asOf: known.at(-1) ?? null,
      byDay: days.map((day) => byDay.get(day) ?? null),
      net: {
        now: differenceOf(
          lastBefore(addDays(range.to, 1)),
          lastBefore(range.from) ?? firstIn(byDay, days),
        ),
        before: differenceOf(lastBefore(range.from), lastBefore(before.from)),
      },
    };
  });
}

/** Of a channel that was connected in the range, its first day is what it began with. */
const firstIn = (byDay: ReadonlyMap<string, number>, days: readonly string[]) =>
  days.flatMap((day) => byDay.get(day) ?? [])[0] ?? null;

export const differenceOf = (now: number | null, before: number | null) =>
  now === null || before === null ? null : now - before;
