import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { secretOf } from '../../config.ts';
import { BACKUP_FILE, backupName, writeBackup } from '../../database/backup.ts';
import type { Connection } from '../../database/pool.ts';
import { job } from '../../jobs/jobs.ts';
import type { Parts } from '../../parts.ts';

/** Once more after a while where there was no room, say; whatever that comes to, the next night is another try. */
const run = job('backup.run', { retryLimit: 3, retryDelay: 600, expireInSeconds: 6 * 3600, heartbeatSeconds: 60 });

/** Writes a backup by the clock where BACKUP_DIR is set, and keeps the last ones. */
export function backupJobs({ config, jobs, log }: Pick<Parts, 'config' | 'jobs' | 'log'>, direct: Connection) {
  const { backupDir, backupKeep, backupPassphrase: passphrase, backupSchedule, dataDir, databaseUrl } = config;
  if (!backupDir) return;
  jobs.repeat(run, backupSchedule, async () => {
    const file = join(backupDir, backupName(new Date(), passphrase !== undefined));
    const secret = databaseUrl ? undefined : secretOf(dataDir, false);
    const { rows, bytes } = await writeBackup(direct, file, { passphrase, secret });
    log.info({ file, rows, bytes }, 'backup written');
    const files = (await readdir(backupDir)).filter((name) => BACKUP_FILE.test(name)).sort();
    for (const old of files.slice(0, -backupKeep)) await rm(join(backupDir, old));
  });
}
