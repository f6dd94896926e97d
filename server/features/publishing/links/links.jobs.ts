import { dayOf } from '../../../clock.ts';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { removeOldSalts, removeOldSiteVisits, removeOldVisits } from './visits.sql.ts';

/** How long single visits are kept (docs/analytics.md). */
const VISIT_DAYS = 60;

const removeVisits = job('links.remove_visits', { retryLimit: 3, expireInSeconds: 3600 });
const EVERY_HOUR = '37 * * * *';

export function linkJobs({
  background,
  clock,
  jobs,
}: Pick<AppContext, 'background' | 'clock' | 'jobs'>) {
  jobs.repeat(removeVisits, EVERY_HOUR, async () => {
    await removeOldSalts(background, { today: dayOf(clock.now()) });
    while ((await removeOldVisits(background, { days: VISIT_DAYS })).length > 0);
    while ((await removeOldSiteVisits(background, { days: VISIT_DAYS })).length > 0);
  });
}
