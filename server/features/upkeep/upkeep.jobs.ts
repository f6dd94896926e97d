import { job } from '../../jobs/jobs.ts';
import type { Parts } from '../../parts.ts';
import { eraseForgotten } from '../account/account.service.ts';
import { purgeTrash, removeOldLimits, removeOldResets, removeOldSessions } from './upkeep.sql.ts';

/** Removes what is over: the trash after TRASH_DAYS, sessions, links of reset mails, attempts that no longer count. */
const cleanUp = job('upkeep.clean_up', {
  retryLimit: 20,
  retryDelay: 60,
  expireInSeconds: 3600,
  heartbeatSeconds: 60,
});

const EVERY_HOUR = '23 * * * *';

export function upkeep({ config, database, jobs }: Pick<Parts, 'config' | 'database' | 'jobs'>) {
  const rounds = [
    () => purgeTrash(database, { days: config.trashDays }),
    () => removeOldSessions(database, {}),
    () => removeOldResets(database, {}),
    () => removeOldLimits(database, {}),
  ];
  jobs.repeat(cleanUp, EVERY_HOUR, async () => {
    for (const round of rounds) while ((await round()).length > 0);
    await eraseForgotten({ database, jobs });
  });
}
