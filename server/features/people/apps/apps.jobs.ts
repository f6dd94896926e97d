import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { removeInBatches } from '../../../jobs/remove-in-batches.ts';
import * as sql from './removal.sql.ts';

/** Removes what nobody can use any more: codes, tokens, clients, and what never got a token. */
const cleanUp = job('apps.clean_up', { retryLimit: 2 });
const EVERY_HOUR = '37 * * * *';
/** Of a code that was used, so that another use of it is noticed. */
const DAY_MS = 24 * 60 * 60_000;

export function appJobs({
  background: database,
  clock,
  jobs,
}: Pick<AppContext, 'background' | 'clock' | 'jobs'>) {
  jobs.repeat(cleanUp, EVERY_HOUR, async ({ signal }) => {
    const before = new Date(clock.now()).toISOString();
    const dayBefore = new Date(clock.now() - DAY_MS).toISOString();
    const steps = [
      [sql.removeCodes, dayBefore],
      [sql.removeTokens, before],
      [sql.removeDevices, dayBefore],
      [sql.removeClients, before],
      [sql.removeUnused, dayBefore],
    ] as const;
    for (const [remove, until] of steps)
      if (!signal.aborted)
        await removeInBatches(signal, (max) => remove(database, { before: until, max }));
  });
}
