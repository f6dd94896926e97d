import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { removeInBatches } from '../../../jobs/remove-in-batches.ts';
import { removeOldEvents } from './events.sql.ts';
import { seal } from './seal.ts';

const forget = job('events.remove_old', { retryLimit: 2, expireInSeconds: 600 });
const EVERY_DAY = '27 4 * * *';
/** What is not read by then stays until it is. */
const EVENT_DAYS = 90;

export function eventJobs({ background, live, jobs }: AppContext) {
  jobs.repeat(forget, EVERY_DAY, async ({ signal }) => {
    await seal({ database: background, live });
    await removeInBatches(signal, (limit) =>
      removeOldEvents(background, { days: EVENT_DAYS, limit }),
    );
  });
}
