import type { AppContext } from '../../context.ts';
import { job } from '../../jobs/jobs.ts';
import { correctInstants } from './scheduling.service.ts';

/** Zones change their rules, and Node brings the new ones. */
const correct = job('publications.correct_instants', { retryLimit: 2, expireInSeconds: 3000 });
const EVERY_DAY = '11 2 * * *';

export function publicationJobs({
  background,
  jobs,
  log,
}: Pick<AppContext, 'background' | 'jobs' | 'log'>) {
  jobs.repeat(correct, EVERY_DAY, async () => {
    const corrected = await correctInstants(background);
    if (corrected) log.info({ corrected }, 'publications follow new rules of their zones');
  });
}
