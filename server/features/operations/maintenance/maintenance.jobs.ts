import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
  removeOldAnswers,
  removeOldAttempts,
  removeOldClearances,
  removeOldConnections,
  removeOldIdempotencyKeys,
  removeOldInvitations,
  removeOldLimits,
  removeOldMessages,
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
/** Deletes what is kept for a while, by the settings: messages, invitations, attempts, mails. */
const purge = job('upkeep.purge', LONG);
/** Deletes words from the search vocabulary that only purged texts had. */
const forget = job('upkeep.forget_words', LONG);
/** Adds up what lists count by. */
const addUp = job('upkeep.add_up_counts', { ...LONG, runsAtRest: true, retryLimit: 2 });

const DAY_MS = 24 * 60 * 60_000;
const EVERY_MINUTE = '* * * * *';
const EVERY_HOUR = '23 * * * *';
const EVERY_DAY = '11 4 * * *';
const EVERY_NIGHT = '41 3 * * *';

export function maintenanceJobs({
  config,
  background: database,
  clock,
  jobs,
}: Pick<AppContext, 'config' | 'background' | 'clock' | 'jobs'>) {
  const steps = [
    () => purgeTrash(database, { days: config.trashDays }),
    () => removeOldSessions(database, {}),
    () => removeOldResets(database, {}),
    () => removeOldLimits(database, {}),
    () => removeOldIdempotencyKeys(database, {}),
    () => removeOldAnswers(database, {}),
    () => removeOldConnections(database, {}),
    () => removeOldNotifications(database, {}),
    () => removeOldPresence(database, {}),
  ];
  const daily = [
    () => removeOldMessages(database, { days: config.contactDays }),
    () => removeOldInvitations(database, { days: config.invitationDays }),
    () => removeOldAttempts(database, { days: config.attemptDays }),
    () => removeOldClearances(database, { days: config.attemptDays }),
  ];
  jobs.repeat(purge, EVERY_DAY, async () => {
    for (const round of daily) while ((await round()).length > 0);
    const before = clock.now() - config.outboxDays * DAY_MS;
    await removeOldFiles(join(config.dataDir, 'outbox'), before);
  });
  jobs.repeat(cleanUp, EVERY_HOUR, async () => {
    for (const round of steps) while ((await round()).length > 0);
    await eraseForgotten({ database, jobs });
  });
  jobs.repeat(addUp, EVERY_MINUTE, async ({ ending }) => {
    // What is written meanwhile has time.
    while (!ending.aborted && (await addUpCounts(database, {}))[0]?.count === COUNTS_BATCH);
    await removeEmptyCounts(database, {});
  });
  jobs.repeat(forget, EVERY_NIGHT, async () => {
    for (const workspace of await listVocabularies(database, {}))
      await forgetWords(database, workspace);
  });
}

/** Deletes the files of a folder that were last written before a time. */
async function removeOldFiles(folder: string, before: number) {
  const entries = await opendir(folder).catch(() => undefined);
  if (!entries) return;
  for await (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(folder, entry.name);
    // Somebody may have taken it away.
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < before) await rm(file, { force: true });
  }
}
