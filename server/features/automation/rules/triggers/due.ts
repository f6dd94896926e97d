import { MAX_RULE_RUNS } from '#contract/automation/rules.ts';
import type { Trigger } from '#contract/automation/rules-settings.ts';
import { type Transaction, transaction } from '../../../../database/transaction.ts';
import type { Context } from '../rules.service.ts';
import * as sql from '../rules.sql.ts';
import { notesBetween } from './notes.ts';
import { startIdle, startLowQueues } from './scans.sql.ts';
import { bestAt, idleRange } from './scans.ts';
import { nextOf } from './times.ts';

/** Starts the rules that wait for a time, or for queues that run low. */

const AT_ONCE = 200;
/** Notes of days before that are forgotten. */
const MISSED_MS = 7 * 24 * 3600_000;

export async function carryOutTimes(context: Context): Promise<void> {
  const { clock } = context;
  const ahead = (clock.aheadMs?.() ?? 0) / 1000;
  for (;;) {
    const taken = await transaction(context, async (tx) => {
      const due = await sql.takeTimes(tx, { ahead, limit: AT_ONCE });
      for (const { id, workspace: workspaceId, trigger, next_at: at, zone, ...row } of due) {
        const now = Date.parse(row.now);
        if (trigger.kind === 'day_note') {
          await startNotes(tx, { workspaceId, id, trigger, at, zone, now });
          continue;
        }
        // Once, however long nothing ran.
        if (trigger.kind === 'post_idle') {
          const range = idleRange(trigger, now);
          await startIdle(tx, { ...range, workspaceId, rule: id, limit: MAX_RULE_RUNS });
        } else {
          const about =
            trigger.kind === 'best_post'
              ? await bestAt(tx, workspaceId, trigger, { at, zone })
              : { at };
          const source = `time ${at}`;
          if (about)
            await sql.addRun(tx, { workspaceId, id, source, about: JSON.stringify(about) });
        }
        await sql.setNext(tx, { workspaceId, id, nextAt: nextOf(trigger, now, zone) });
      }
      return due.length;
    });
    if (taken < AT_ONCE) break;
  }
  await transaction(context, (tx) => startLowQueues(tx, {}));
}

type DueNotes = {
  workspaceId: number;
  id: number;
  trigger: Trigger & { kind: 'day_note' };
  at: string;
  zone: string;
  now: number;
};

/** Each note of the days whose hour has come starts a rule once, also of days when nothing ran. */
async function startNotes(tx: Transaction, { workspaceId, id, trigger, at, zone, now }: DueNotes) {
  const range = { after: Math.max(Date.parse(at) - 1, now - MISSED_MS), until: now, zone };
  for (const note of await notesBetween(tx, workspaceId, trigger, range))
    await sql.addRun(tx, {
      ...{ workspaceId, id, source: `note ${note.about.note}` },
      about: JSON.stringify(note.about),
    });
  await sql.setNext(tx, { workspaceId, id, nextAt: nextOf(trigger, now, zone) });
}
