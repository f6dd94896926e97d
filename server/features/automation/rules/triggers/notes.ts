import type { Trigger } from '#contract/automation/rules-settings.ts';
import { localOf } from '#contract/times.ts';
import type { Executor } from '../../../../database/pool.ts';
import { findWord } from '../judge.ts';
import { listNotes } from './scans.sql.ts';
import { everyDay, timesBetween } from './times.ts';

/** Notes of days of the calendar, as triggers. */

/** In one go; a day has few. */
const MAX_NOTES = 500;

/** The notes that a trigger is about, of days whose hour lies after an instant and up to another one. */
export async function notesBetween(
  executor: Executor,
  workspaceId: number,
  trigger: Trigger & { kind: 'day_note' },
  range: { after: number; until: number; zone: string },
): Promise<{ about: { note: number; at: string }; at: string }[]> {
  const times = timesBetween(everyDay(trigger), range);
  const timeOf = new Map(times.map((at) => [localOf(at, range.zone).slice(0, 10), at]));
  if (!timeOf.size) return [];
  const days = [...timeOf.keys()];
  const notes = await listNotes(executor, { workspaceId, days, limit: MAX_NOTES });
  return notes
    .filter(({ text }) => !trigger.words.length || findWord(text, trigger.words) !== undefined)
    .map(({ note, day }) => {
      const at = timeOf.get(day) ?? '';
      return { about: { note, at }, at };
    });
}
