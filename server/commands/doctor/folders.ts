import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Settings, secretOf, whyUnusable } from '../../config/config.ts';
import { BACKUP_FILE } from '../../database/backup/backup-name.ts';
import type { Database } from '../../database/pool.ts';
import { lastEnd } from '../../features/operations/state/state.service.ts';
import { attempt, say } from './say.ts';
import { ago, shortly } from './work.ts';

/** Folders of the settings, and the files in them that nobody else reads. */

const GIGABYTE = 1024 ** 3;
const FULL_BYTES = 0.2 * GIGABYTE;
const NEARLY_FULL_BYTES = GIGABYTE;
const DAY_MS = 24 * 3600_000;
/** A schedule that names no day of the month or the week. */
const IS_DAILY = /^\S+ \S+ \* \* \*$/;

export async function examineDataFolder({ dataDir, secret, databaseUrl }: Settings) {
  const why = whyUnusable(dataDir);
  if (why)
    return say(
      'data folder',
      'error',
      `DATA_DIR cannot be used: ${why}`,
      'Set it to a folder of yours',
    );
  const found = statSync(dataDir, { throwIfNoEntry: false });
  if (!found)
    return say('data folder', 'warning', `${dataDir} does not exist`, 'The first start makes it');
  const uid = process.getuid?.();
  if (uid !== undefined && uid !== 0 && found.uid !== uid)
    say(
      'data folder',
      'error',
      `${dataDir} belongs to the user ${found.uid}, and this is ${uid}`,
      'Start as its owner, or change its owner',
    );
  else say('data folder', 'ok', dataDir);
  await freeSpace('free space', dataDir);
  for (const name of ['secret', 'postgres.password']) secretFile(join(dataDir, name), uid);
  // Others are the secret of nobody.
  if (!secret && !databaseUrl) await attempt('secret', () => void secretOf(dataDir, false));
}

/** @param database undefined where it cannot be reached */
export async function examineBackups(
  { backupDir, backupSchedule }: Settings,
  database: Database | undefined,
) {
  if (!backupDir)
    return say(
      'backups',
      'warning',
      'BACKUP_DIR is not set: nothing is backed up by itself',
      'Set BACKUP_DIR',
    );
  const why = whyUnusable(backupDir);
  if (why)
    return say(
      'backups',
      'error',
      `BACKUP_DIR cannot be used: ${why}`,
      'Set it to a folder of yours',
    );
  if (!existsSync(backupDir))
    return say('backups', 'warning', `${backupDir} does not exist`, 'The next start makes it');
  await freeSpace('backups', backupDir);
  lastBackup(backupDir, (IS_DAILY.test(backupSchedule) ? 2 : 32) * DAY_MS);
  // A queue that never had the job has no table of it.
  const [end] = database ? await lastEnd(database, { name: 'backup.run' }).catch(() => []) : [];
  if (end?.state === 'failed')
    say(
      'last backup',
      'error',
      `it failed ${ago(Date.now() - Date.parse(end.at))} ago${shortly(end.why)}`,
      'Mend its cause, and back up by hand: docs/deployment.md',
    );
}

/** The last file, by the time in its name: a copy of it is no newer backup. */
function lastBackup(folder: string, oldMs: number) {
  const name = readdirSync(folder)
    .filter((file) => BACKUP_FILE.test(file))
    .sort()
    .at(-1);
  if (!name) return say('last backup', 'warning', 'there is none yet', 'Wait for the night');
  const { size } = statSync(join(folder, name));
  const [, day, h, m, s] = /(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)/.exec(name) ?? [];
  const age = Date.now() - Date.parse(`${day}${h}:${m}:${s}Z`);
  const detail = `${name}: ${ago(age)} ago, ${(size / GIGABYTE).toFixed(2)} GB`;
  const isOld = age > oldMs;
  const mend = 'See BACKUP_SCHEDULE, and backup in the log';
  if (!size) say('last backup', 'error', `${name} is empty`, mend);
  else say('last backup', isOld ? 'error' : 'ok', detail, isOld ? mend : undefined);
}

export async function freeSpace(check: string, folder: string) {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const state = free < FULL_BYTES ? 'error' : free < NEARLY_FULL_BYTES ? 'warning' : 'ok';
  const mend = state === 'ok' ? undefined : 'Free some space, or move it to a larger disk';
  say(check, state, `${(free / GIGABYTE).toFixed(1)} GB are free for ${folder}`, mend);
}

function secretFile(file: string, uid: number | undefined) {
  let found: Stats | undefined;
  try {
    found = statSync(file, { throwIfNoEntry: false });
  } catch {
    // The folder cannot be entered, which was said above.
  }
  if (!found) return;
  const mode = found.mode & 0o777;
  if (mode & 0o077)
    say(
      'secret files',
      'error',
      `${file} can be read by others (mode ${mode.toString(8)})`,
      `chmod 600 ${file}`,
    );
  else if (uid !== undefined && uid !== 0 && found.uid !== uid)
    say('secret files', 'error', `${file} belongs to another user`, 'Change its owner');
  else say('secret files', 'ok', file);
}
