import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { createAfterwards } from './afterwards.ts';
import { checkSoon } from './soon.ts';
import type { Context } from './work.ts';

/** What is due soon can still be mended. */
const checkBefore = job('publications.check_soon', { retryLimit: 0, expireInSeconds: 240 });
const afterwards = job('afterwards.run', { retryLimit: 0, expireInSeconds: 300 });
const EVERY_MINUTE = '* * * * *';
const EVERY_FIVE_MINUTES = '*/5 * * * *';

export function workerJobs(app: FastifyInstance, context: AppContext & Omit<Context, 'inTurn'>) {
  const { background, jobs } = context;
  const { run, stop } = createAfterwards(context);
  app.addHook('preClose', stop);
  jobs.repeat(checkBefore, EVERY_FIVE_MINUTES, async () => {
    await checkSoon({ ...context, database: background });
  });
  jobs.repeat(afterwards, EVERY_MINUTE, ({ signal }) => run(signal));
}
