import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import { readDue } from './read.ts';

/** Reads figures that are due. What a run does not reach, the next one does. */
export const readFigures = job('figures.read', { retryLimit: 0, expireInSeconds: 300 });
const EVERY_MINUTE = '* * * * *';
/** A run ends before the next one begins. */
const RUN_MS = 50_000;

export function figuresJobs(context: AppContext & { adapters: Adapters }) {
  const { background, jobs } = context;
  jobs.repeat(readFigures, EVERY_MINUTE, ({ signal }) =>
    readDue(
      { ...context, database: background },
      AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)]),
    ),
  );
}
