import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { eraseForgotten } from '../../people/account/account.service.ts';
import {
  addUpCounts,
  COUNTS_BATCH,
  forgetWords,
  listVocabularies,
  purgeTrash,
  removeEmptyCounts,
  removeOldConnections,
  removeOldIdempotencyKeys,
  removeOldLimits,
  removeOldNotifications,
  removeOldPresence,
  removeOldResets,
  removeOldSessions,
} from './maintenance.sql.ts';

const LONG = { retryLimit: 20, retryDelay: 60, expireInSeconds: 3600, heartbeatSeconds: 60 };

// The names of these jobs are stored in existing databases.
/**
 * Deletes expired rows: the trash after TRASH_DAYS, sessions, reset links, rate limits, old
 * notifications.
 */
const cleanUp = job('upkeep.clean_up', LONG);
/** Deletes words from the search vocabulary that only purged texts had. */
const forget = job('upkeep.forget_words', LONG);
/** Adds up what lists count by. */
const addUp = job('upkeep.add_up_counts', { ...LONG, runsAtRest: true, retryLimit: 2 });

const EVERY_MINUTE = '* * * * *';
const EVERY_HOUR = '23 * * * *';
const EVERY_NIGHT = '41 3 * * *';

export function maintenanceJobs({
  config,
  background: database,
  jobs,
}: Pick<AppContext, 'config' | 'background' | 'jobs'>) {
  const steps = [
    () => purgeTrash(database, { days: config.trashDays }),
    () => removeOldSessions(database, {}),
    () => removeOldResets(database, {}),
    () => removeOldLimits(database, {}),
    () => removeOldIdempotencyKeys(database, {}),
    () => removeOldConnections(database, {}),
    () => removeOldNotifications(database, {}),
    () => removeOldPresence(database, {}),
  ];
  jobs.repeat(cleanUp, EVERY_HOUR, async () => {
    for (const round of steps) while ((await round()).length > 0);
    await eraseForgotten({ database, jobs });
  });
  jobs.repeat(addUp, EVERY_MINUTE, async ({ signal }) => {
    // What is written meanwhile has time.
    while (!signal.aborted && (await addUpCounts(database, {}))[0]?.count === COUNTS_BATCH);
    await removeEmptyCounts(database, {});
  });
  jobs.repeat(forget, EVERY_NIGHT, async () => {
    for (const workspace of await listVocabularies(database, {}))
      await forgetWords(database, workspace);
  });
}
