import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { removeInBatches } from '../../../jobs/remove-in-batches.ts';
import * as sql from './removal.sql.ts';

/** Removes what nobody can use any more: codes, tokens, clients, and what never got a token. */
const cleanUp = job('apps.clean_up', { retryLimit: 2 });
const EVERY_HOUR = '37 * * * *';
/** Of a code that was used, so that another use of it is noticed. */
const DAYS = 1;

export function appJobs({ background: database, jobs }: Pick<AppContext, 'background' | 'jobs'>) {
  jobs.repeat(cleanUp, EVERY_HOUR, async ({ signal }) => {
    const steps = [
      [sql.removeCodes, DAYS],
      [sql.removeTokens, 0],
      [sql.removeDevices, DAYS],
      [sql.removeClients, 0],
      [sql.removeUnused, DAYS],
    ] as const;
    for (const [remove, days] of steps)
      if (!signal.aborted) await removeInBatches(signal, (max) => remove(database, { days, max }));
  });
}
