import { execFile } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AppContext } from '../../../context.ts';
import { BACKUP_FILE, backupName, PART_FILE } from '../../../database/backup/backup-name.ts';
import { job } from '../../../jobs/jobs.ts';
import { apart } from '../../../root.ts';

const COMMAND = apart('server/commands/backup.ts');
const HOURS = 60 * 60;

/**
 * Retried once after a while, when the disk was full for example; otherwise the next night tries
 * again.
 */
const run = job('backup.run', {
  // One at a time, and at most one waiting.
  policy: 'exclusive',
  retryLimit: 3,
  retryDelay: 600,
  expireInSeconds: 6 * HOURS,
  heartbeatSeconds: 60,
});

/**
 * Writes a scheduled backup where BACKUP_DIR is set, and deletes old ones. In a child process:
 * encryption takes a core for seconds, and a failure ends nothing else.
 */
export function backupJobs({
  config,
  clock,
  jobs,
  log,
}: Pick<AppContext, 'config' | 'clock' | 'jobs' | 'log'>) {
  const { backupDir: folder, backupKeep, backupPassphrase, backupSchedule } = config;
  if (!folder) return;
  jobs.repeat(run, backupSchedule, async () => {
    const file = join(folder, backupName(new Date(clock.now()), backupPassphrase !== undefined));
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, file], {
      env: { ...process.env, ...config.environment },
      timeout: 6 * HOURS * 1000,
    }).catch((error: Error & { stderr?: string }) => {
      throw new Error(`the backup failed: ${error.stderr?.trim() || error.message}`);
    });
    log.info({ said: stdout.trim() }, 'backup written');
    const names = (await readdir(folder)).sort();
    for (const old of names.filter((name) => BACKUP_FILE.test(name)).slice(0, -backupKeep))
      await rm(join(folder, old));
    // The incomplete file of a killed process.
    for (const name of names.filter((name) => PART_FILE.test(name))) {
      const part = join(folder, name);
      if (clock.now() - (await stat(part)).mtimeMs > 24 * HOURS * 1000) await rm(part);
    }
  });
}
