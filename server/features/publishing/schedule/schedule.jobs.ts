import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { correctInstants } from './times.ts';

/** Zones change their rules, and another Node brings the new ones. */
const correct = job('publications.correct_instants', { retryLimit: 2, expireInSeconds: 3000 });
const EVERY_DAY = '11 2 * * *';

export function scheduleJobs({ background, jobs, log }: AppContext) {
  const run = async () => {
    const corrected = await correctInstants(background);
    if (corrected)
      log.info({ corrected }, 'publication times corrected after a change of time-zone rules');
  };
  jobs.repeat(correct, EVERY_DAY, run, true);
}
