import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { correctInstants } from './scheduling.service.ts';
import { checkSoon } from './soon.ts';

/** Zones change their rules, and Node brings the new ones. */
const correct = job('publications.correct_instants', { retryLimit: 2, expireInSeconds: 3000 });
/** What is due soon can still be mended. */
const checkBefore = job('publications.check_soon', { retryLimit: 0, expireInSeconds: 240 });
const EVERY_DAY = '11 2 * * *';
const EVERY_FIVE_MINUTES = '*/5 * * * *';

export function publicationJobs(context: AppContext) {
  const { background, jobs, log } = context;
  jobs.repeat(checkBefore, EVERY_FIVE_MINUTES, async () => {
    await checkSoon({ ...context, database: background });
  });
  jobs.repeat(correct, EVERY_DAY, async () => {
    const corrected = await correctInstants(background);
    if (corrected)
      log.info({ corrected }, 'publication times corrected after a change of time-zone rules');
  });
}
