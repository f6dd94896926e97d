import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import type { WorkerContext } from './afterward-step.ts';
import { runAfterwards } from './afterwards.ts';
import { checkSoon } from './soon.ts';

/** What is due soon can still be mended. */
const checkBefore = job('publications.check_soon', { retryLimit: 0, expireInSeconds: 240 });
const afterwards = job('afterwards.run', { retryLimit: 0, expireInSeconds: 300 });
const EVERY_MINUTE = '* * * * *';
/** A run ends before the next one begins. */
const RUN_MS = 50_000;
const EVERY_FIVE_MINUTES = '*/5 * * * *';

export function workerJobs(context: AppContext & WorkerContext) {
  const { background, jobs } = context;
  jobs.repeat(checkBefore, EVERY_FIVE_MINUTES, async () => {
    await checkSoon({ ...context, database: background });
  });
  jobs.repeat(afterwards, EVERY_MINUTE, async ({ signal }) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)]);
    await runAfterwards(context, ends);
  });
}
