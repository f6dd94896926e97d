import { CALL_DAYS } from '#contract/automation/incoming.ts';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { removeInBatches } from '../../../jobs/remove-in-batches.ts';
import { removeOldCalls } from './incoming.sql.ts';

const forget = job('incoming.remove_old', { retryLimit: 2, expireInSeconds: 600 });
const EVERY_DAY = '57 4 * * *';
const DAY_MS = 24 * 3600_000;

export function incomingJobs({ background, clock, jobs }: AppContext) {
  jobs.repeat(forget, EVERY_DAY, async ({ signal }) => {
    const before = new Date(clock.now() - CALL_DAYS * DAY_MS).toISOString();
    await removeInBatches(signal, (limit) => removeOldCalls(background, { before, limit }));
  });
}
