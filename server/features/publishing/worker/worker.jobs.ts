import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { checkSoon } from './soon.ts';

/** What is due soon can still be mended. */
const checkBefore = job('publications.check_soon', { retryLimit: 0, expireInSeconds: 240 });
const EVERY_FIVE_MINUTES = '*/5 * * * *';

export function workerJobs(context: AppContext) {
  const { background, jobs } = context;
  jobs.repeat(checkBefore, EVERY_FIVE_MINUTES, async () => {
    await checkSoon({ ...context, database: background });
  });
}
