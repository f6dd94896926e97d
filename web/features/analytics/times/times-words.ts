import type { BestTimes } from '#contract/analytics/best-times.ts';
import type { Slot } from '#contract/publishing/slots.ts';
import { dayShort, hoursShort } from '#web/features/publishing/slots/best-hours.tsx';
import { WEEKDAYS } from '#web/features/publishing/slots/slots.ts';

/** Best times in words. */

type Hours = BestTimes['best'][number];

const list = new Intl.ListFormat('en');

/** 'Tuesdays, 9 to 12, and Thursdays, 12 to 15'. */
export const hoursLong = (best: readonly Hours[]) =>
  list.format(best.map(({ weekday, from, to }) => `${WEEKDAYS[weekday - 1]}s, ${from} to ${to}`));

/** 'Thu, 12:30'. */
export const dayAndTime = ({ weekday, time }: Slot) => `${dayShort(weekday)}, ${time}`;

/** '+48%', '−6%' or '0%'. */
export function percent(effect: number): string {
  const rounded = Math.round(100 * effect);
  if (rounded === 0) return '0%';
  return `${rounded > 0 ? '+' : '−'}${Math.abs(rounded)}%`;
}

/** What is known of a channel, in a line. */
export function summaryOf({ state, posts, needed, best }: BestTimes, network: string): string {
  if (state === 'not_offered') return `${network} offers no figures of posts`;
  if (posts < needed)
    return state === 'permission' ? 'Connect again to see figures' : `${posts} of ${needed} posts`;
  return best.length > 0 ? best.map(hoursShort).join(', ') : 'No clear best time';
}
