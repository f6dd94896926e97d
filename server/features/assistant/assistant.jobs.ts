import { dayOf } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { job } from '../../jobs/jobs.ts';
import { removeOldUse, settleLost } from './usage.sql.ts';

/** The month that is shown, and the one before it, in every zone. */
const USE_DAYS = 70;
const DAY_MS = 24 * 3600_000;

const settle = job('assistant.settle', { retryLimit: 3, expireInSeconds: 600 });
const EVERY_HOUR = '51 * * * *';

export function assistantJobs({
  background,
  clock,
  jobs,
}: Pick<AppContext, 'background' | 'clock' | 'jobs'>) {
  jobs.repeat(settle, EVERY_HOUR, async () => {
    await settleLost(background, {});
    await removeOldUse(background, { before: dayOf(clock.now() - USE_DAYS * DAY_MS) });
  });
}
