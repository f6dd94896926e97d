import { CALL_DAYS } from '#contract/automation/incoming.ts';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { removeInBatches } from '../../../jobs/remove-in-batches.ts';
import { removeOldCalls } from './incoming.sql.ts';

const forget = job('incoming.remove_old', { retryLimit: 2, expireInSeconds: 600 });
const EVERY_DAY = '57 4 * * *';

export function incomingJobs({ background, jobs }: AppContext) {
  jobs.repeat(forget, EVERY_DAY, async ({ signal }) => {
    await removeInBatches(signal, (limit) =>
      removeOldCalls(background, { days: CALL_DAYS, limit }),
    );
  });
}
