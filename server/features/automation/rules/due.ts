import { transaction } from '../../../database/transaction.ts';
import type { Context } from './rules.service.ts';
import * as sql from './rules.sql.ts';
import { nextOf } from './times.ts';

/** Starts the rules that wait for a time, or for queues that run low. */

const AT_ONCE = 200;

export async function carryOutTimes(context: Context): Promise<void> {
  const { clock } = context;
  const instant = new Date(clock.now()).toISOString();
  for (;;) {
    const taken = await transaction(context, async (tx) => {
      const due = await sql.takeTimes(tx, { now: instant, limit: AT_ONCE });
      for (const { id, workspace: workspaceId, trigger, next_at: at, zone } of due) {
        // Once, however long nothing ran.
        await sql.addRun(tx, {
          ...{ workspaceId, id, source: `time ${at}` },
          about: JSON.stringify({ at }),
        });
        await sql.setNext(tx, { workspaceId, id, nextAt: nextOf(trigger, clock.now(), zone) });
      }
      return due.length;
    });
    if (taken < AT_ONCE) break;
  }
  await transaction(context, (tx) => sql.startLowQueues(tx, { now: instant }));
}
