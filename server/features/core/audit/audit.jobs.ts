import { dayOf } from '../../../clock.ts';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { beginCounting, countDay } from './summary.sql.ts';

/** Adds up the entries of days that are over. */
const countDays = job('audit.count_days', {
  policy: 'exclusive',
  retryLimit: 0,
  expireInSeconds: 3600,
  runsAtRest: true,
});
const EVERY_HOUR = '13 * * * *';
/** Longer than any transaction: it writes into the day in which it began. */
const OVER_MS = 6 * 3600_000;

export function auditJobs({
  background,
  clock,
  jobs,
}: Pick<AppContext, 'background' | 'clock' | 'jobs'>) {
  jobs.repeat(countDays, EVERY_HOUR, async ({ ending }) => {
    await beginCounting(background, {});
    const before = dayOf(clock.now() - OVER_MS);
    while (!ending.aborted && (await countDay(background, { before }))[0]?.isMore);
  });
}
