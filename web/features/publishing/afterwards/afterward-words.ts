import type { Afterward } from '#contract/publishing/afterwards.ts';
import { plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';

/** What is done with a publication afterwards, in words. */

const TITLES = {
  repost: 'Repost',
  reply: 'Reply below',
  remove: 'Delete at the network',
} as const;

const STATES = {
  proposed: 'proposed by a rule',
  waiting: 'planned',
  running: 'under way',
  done: 'done',
  stopped: 'stopped',
  cancelled: 'cancelled',
} as const;

/** 'Repost on @ada'. */
export const afterwardTitle = ({ kind, handle }: Afterward): string =>
  kind === 'repost' ? `${TITLES.repost} on ${handle}` : TITLES[kind];

/** 'planned, 24 hours after it is published'. */
export function afterwardText(
  { state, kind, hours, due_at, ended_at, held }: Afterward,
  zone: string,
): string {
  if (ended_at !== null) return `${STATES[state]} ${zonedTime(ended_at, zone)}`;
  const time =
    due_at !== null
      ? zonedTime(due_at, zone)
      : `${kind === 'remove' ? plural(hours / 24, 'day') : plural(hours, 'hour')} after it is published`;
  return `${STATES[state]}, ${time}${held ? ', held by a pause' : ''}`;
}
