import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { type Context, makeWanted } from './drafts.ts';
import { readDue } from './read.ts';

/** Reads feeds that are due, and makes the drafts that they want. What a run does not reach, the next one does. */
const readFeeds = job('feeds.read', { retryLimit: 0, expireInSeconds: 300 });
const EVERY_MINUTE = '* * * * *';
/** A run ends before the next one begins. */
const RUN_MS = 50_000;

export function feedJobs(context: AppContext & Context) {
  const { background, jobs } = context;
  const slow = { ...context, database: background };
  jobs.repeat(readFeeds, EVERY_MINUTE, async ({ signal, ending }) => {
    const ends = AbortSignal.any([ending, AbortSignal.timeout(RUN_MS)]);
    await readDue(slow, AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)]), ends);
    await makeWanted(slow, { signal: ends });
  });
}
