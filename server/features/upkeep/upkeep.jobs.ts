import { job } from '../../jobs/jobs.ts';
import type { Parts } from '../../parts.ts';
import { eraseForgotten } from '../account/account.service.ts';
import {
  forgetWords,
  listVocabularies,
  purgeTrash,
  removeOldLimits,
  removeOldNotifications,
  removeOldPresence,
  removeOldResets,
  removeOldSessions,
} from './upkeep.sql.ts';

const LONG = { retryLimit: 20, retryDelay: 60, expireInSeconds: 3600, heartbeatSeconds: 60 };

/** Removes what is over: the trash after TRASH_DAYS, sessions, links of reset mails, attempts that no longer count, old notifications. */
const cleanUp = job('upkeep.clean_up', LONG);
/** Removes the words that only purged texts had from what searches correct with. */
const forget = job('upkeep.forget_words', LONG);

const EVERY_HOUR = '23 * * * *';
const EVERY_NIGHT = '41 3 * * *';

export function upkeep({ config, database, jobs }: Pick<Parts, 'config' | 'database' | 'jobs'>) {
  const rounds = [
    () => purgeTrash(database, { days: config.trashDays }),
    () => removeOldSessions(database, {}),
    () => removeOldResets(database, {}),
    () => removeOldLimits(database, {}),
    () => removeOldNotifications(database, {}),
    () => removeOldPresence(database, {}),
  ];
  jobs.repeat(cleanUp, EVERY_HOUR, async () => {
    for (const round of rounds) while ((await round()).length > 0);
    await eraseForgotten({ database, jobs });
  });
  jobs.repeat(forget, EVERY_NIGHT, async () => {
    for (const workspace of await listVocabularies(database, {})) await forgetWords(database, workspace);
  });
}
