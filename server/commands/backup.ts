// Writes a backup: one file with all that another machine needs, while the application runs or not.
// usage: npm run backup [-- FILE]     (FILE: where to; else a new file in BACKUP_DIR, or in the
// present folder)
//        BACKUP_PASSPHRASE encrypts it
import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readConfig, SetupError, secretOf, whyUnusable } from '../config/config.ts';
import { writeBackup } from '../database/backup/backup.ts';
import { backupName } from '../database/backup/backup-name.ts';
import { commandLine } from '../root.ts';
import { createDiskStorage } from '../storage/disk.ts';
import { runCommand, UsageError, withConnection } from './command.ts';

const TAKEN = { most: 1, options: {}, usage: `Usage: ${commandLine('backup', '[FILE]')}` };

/** @throws SetupError where no backup can be put: it takes the place of what is there, of a device, too */
function requireTarget(file: string) {
  const [found, folder] = [file, dirname(file)].map((path) =>
    statSync(path, { throwIfNoEntry: false }),
  );
  if (found && !found.isFile())
    throw new SetupError(
      `'${file}' is ${found.isDirectory() ? 'a folder: name a file in it' : 'no file, and a backup would take its place'}.`,
    );
  const why = folder ? whyUnusable(dirname(file)) : `${dirname(file)} does not exist`;
  if (why) throw new SetupError(`No backup can be written to '${file}': ${why}.`);
}

await runCommand(async ({ words }) => {
  if (words[0] === '-') throw new UsageError(`A backup is written to a file. ${TAKEN.usage}`);
  const config = readConfig();
  const { backupDir = '.', backupPassphrase: passphrase, dataDir } = config;
  const file = resolve(
    words[0] ?? join(backupDir, backupName(new Date(), passphrase !== undefined)),
  );
  requireTarget(file);
  const secret = config.secret ? undefined : secretOf(dataDir, false);
  await withConnection(config, async (connection) => {
    // A bucket has copies of its own.
    const media = config.s3Url ? undefined : createDiskStorage(dataDir);
    const { rows, files, bytes } = await writeBackup(connection, file, {
      passphrase,
      secret,
      media,
    });
    const size = `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
    console.log(`${file}: ${rows} rows, ${files} files, ${size}${passphrase ? ', encrypted' : ''}`);
    if (config.s3Url)
      console.log('It does not contain the files of S3_URL. Keep a copy of the bucket as well.');
    if (config.secret)
      console.log(
        'It does not contain SECRET. Keep that separately: a restored copy needs the same one.',
      );
  });
}, TAKEN);
