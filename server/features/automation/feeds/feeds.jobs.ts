import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { readDue } from './read.ts';

/** Reads feeds that are due. What a run does not reach, the next one does. */
const readFeeds = job('feeds.read', { retryLimit: 0, expireInSeconds: 300 });
const EVERY_MINUTE = '* * * * *';
/** A run ends before the next one begins. */
const RUN_MS = 50_000;

export function feedJobs(context: AppContext) {
  const { background, jobs } = context;
  jobs.repeat(readFeeds, EVERY_MINUTE, ({ signal }) =>
    readDue(
      { ...context, database: background },
      AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)]),
    ),
  );
}
