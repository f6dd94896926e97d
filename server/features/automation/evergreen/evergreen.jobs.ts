import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { takeTurns } from './take.ts';

/** Takes turns of folders that are due. */
const fillSlots = job('evergreen.fill', { retryLimit: 0, expireInSeconds: 300 });
const EVERY_MINUTE = '* * * * *';
/** A run ends before the next one begins. */
const RUN_MS = 50_000;

export function evergreenJobs(context: AppContext) {
  const { background, jobs } = context;
  const slow = { ...context, database: background };
  jobs.repeat(fillSlots, EVERY_MINUTE, ({ ending }) =>
    takeTurns(slow, AbortSignal.any([ending, AbortSignal.timeout(RUN_MS)])),
  );
}
