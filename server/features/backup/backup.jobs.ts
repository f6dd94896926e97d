import { execFile } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BACKUP_FILE, backupName, PART_FILE } from '../../database/backup.ts';
import { job } from '../../jobs/jobs.ts';
import type { Parts } from '../../parts.ts';

const COMMAND = join(import.meta.dirname, '../../commands/backup.ts');
const HOURS = 60 * 60;

/** Once more after a while where there was no room, say; whatever that comes to, the next night is another try. */
const run = job('backup.run', {
  // One at a time, and none in store: where nobody took it for days, one is enough.
  policy: 'exclusive',
  retryLimit: 3,
  retryDelay: 600,
  expireInSeconds: 6 * HOURS,
  heartbeatSeconds: 60,
});

/**
 * Writes a backup by the clock where BACKUP_DIR is set, and keeps the last ones. In a process of its own: to encrypt takes a core
 * for seconds, and what goes wrong there ends nothing else.
 */
export function backupJobs({ config, jobs, log }: Pick<Parts, 'config' | 'jobs' | 'log'>) {
  const { backupDir: folder, backupKeep, backupPassphrase, backupSchedule } = config;
  if (!folder) return;
  jobs.repeat(run, backupSchedule, async () => {
    const file = join(folder, backupName(new Date(), backupPassphrase !== undefined));
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, file], {
      env: { ...process.env, ...config.environment },
      timeout: 6 * HOURS * 1000,
    }).catch((error: Error & { stderr?: string }) => {
      throw new Error(`the backup failed: ${error.stderr?.trim() || error.message}`);
    });
    log.info({ said: stdout.trim() }, 'backup written');
    const names = (await readdir(folder)).sort();
    for (const old of names.filter((name) => BACKUP_FILE.test(name)).slice(0, -backupKeep)) await rm(join(folder, old));
    // What a process that was killed has left.
    for (const name of names.filter((one) => PART_FILE.test(one))) {
      const part = join(folder, name);
      if (Date.now() - (await stat(part)).mtimeMs > 24 * HOURS * 1000) await rm(part);
    }
  });
}
