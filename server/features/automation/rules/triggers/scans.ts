import type { Trigger } from '#contract/automation/rules-settings.ts';
import type { Executor } from '../../../../database/pool.ts';
import type { About } from '../facts.ts';
import { findBest } from './scans.sql.ts';
import { timeBefore, timesOf } from './times.ts';

/** What rules find when their time comes: they go over the posts of the workspace. */

const DAY_MS = 24 * 3600_000;
/** Drafts that were left alone before that are not looked at any more. */
const IDLE_WINDOW_DAYS = 30;

/** When a draft was changed last that is found now. */
export function idleRange({ days }: { days: number }, now: number) {
  const until = now - days * DAY_MS;
  return {
    from: new Date(until - IDLE_WINDOW_DAYS * DAY_MS).toISOString(),
    until: new Date(until).toISOString(),
  };
}

/** The best post from the time before up to a time; none where nothing was counted. */
export async function bestAt(
  executor: Executor,
  workspaceId: number,
  trigger: Trigger & { kind: 'best_post' },
  { at, zone }: { at: string; zone: string },
): Promise<About | undefined> {
  const times = timesOf(trigger);
  const from = times && timeBefore(times, Date.parse(at), zone);
  if (!from) return undefined;
  const [best] = await findBest(executor, { workspaceId, from, until: at, metric: trigger.metric });
  return best && { ...best, at };
}
