import { localOf, monthDayOf, monthOf } from '#contract/times.ts';
import { systemActor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { transaction } from '../../../database/transaction.ts';
import { job } from '../../../jobs/jobs.ts';
import { notify } from '../../people/notifications/notifications.service.ts';
import * as sql from './reports.sql.ts';

/** Tells recipients on the first of a month that their reports are ready. */
const tellMonthly = job('reports.tell', { retryLimit: 0, expireInSeconds: 300 });
const EVERY_HOUR = '23 * * * *';
/** In the zone of the workspace. */
const FIRST_HOUR = 8;

export function reportJobs(context: AppContext) {
  context.jobs.repeat(tellMonthly, EVERY_HOUR, async () => {
    const { background: database, clock } = context;
    const now = new Date(clock.now());
    for (const { workspace, zone } of await sql.listTelling(database, {})) {
      try {
        const local = localOf(now, zone);
        const isEarly = local.slice(8, 10) === '01' && Number(local.slice(11, 13)) < FIRST_HOUR;
        const month = { month: monthDayOf(now, zone), since: monthOf(now, zone) };
        if (!isEarly) await tell(context, workspace, month);
      } catch (err) {
        // The others are told all the same.
        context.log.error({ err, workspace }, 'the recipients of reports could not be told');
      }
    }
  });
}

/** @param month its first day, and the instant at which it began */
const tell = (
  { background: database, live }: AppContext,
  workspaceId: number,
  month: { month: string; since: string },
) =>
  transaction({ database, live }, async (tx) => {
    const told = await sql.takeTold(tx, { workspaceId, ...month });
    const users = [...new Set(told.flatMap(({ recipients }) => recipients ?? []))];
    await notify(
      tx,
      systemActor(workspaceId),
      users.sort((a, b) => a - b).map((user) => ({ user, kind: 'report_ready' as const })),
    );
  });
