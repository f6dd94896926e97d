// Writes a backup: one file with all that another machine needs, while the application runs or not.
// usage: npm run backup [-- FILE]     (FILE: where to; else a new file in BACKUP_DIR, or in the
// present folder)
//        BACKUP_PASSPHRASE encrypts it
import { join, resolve } from 'node:path';
import { readConfig, secretOf } from '../config.ts';
import { writeBackup } from '../database/backup.ts';
import { backupName } from '../database/backup-name.ts';
import { commandLine } from '../root.ts';
import { createDiskStorage } from '../storage/disk.ts';
import { runCommand, withConnection } from './command.ts';

const TAKEN = { most: 1, options: {}, usage: `Usage: ${commandLine('backup', '[FILE]')}` };

await runCommand(async ({ words }) => {
  const config = readConfig();
  const { backupDir = '.', backupPassphrase: passphrase, dataDir } = config;
  const file = resolve(
    words[0] ?? join(backupDir, backupName(new Date(), passphrase !== undefined)),
  );
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
