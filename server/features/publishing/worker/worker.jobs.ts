import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { createAfterwardRunner } from './afterwards/afterward-runner.ts';
import { checkSoon } from './soon.ts';
import type { Context } from './work.ts';

/** What is due soon can still be mended. */
const checkBefore = job('publications.check_soon', { retryLimit: 0, expireInSeconds: 240 });
const afterwards = job('afterwards.run', { retryLimit: 0, expireInSeconds: 300 });
const EVERY_MINUTE = '* * * * *';
const EVERY_FIVE_MINUTES = '*/5 * * * *';

/** @returns what ends the calls of the jobs */
export function workerJobs(context: AppContext & Omit<Context, 'inTurn'>): () => Promise<void> {
  const { background, jobs } = context;
  const { run, stop } = createAfterwardRunner(context);
  jobs.repeat(checkBefore, EVERY_FIVE_MINUTES, async () => {
    await checkSoon({ ...context, database: background });
  });
  jobs.repeat(afterwards, EVERY_MINUTE, ({ signal }) => run(signal));
  return stop;
}
