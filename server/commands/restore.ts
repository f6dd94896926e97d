// Restores a backup into an empty database: into a new DATA_DIR, or into the one that DATABASE_URL
// names. The copy is at rest, and publishes, mails and deletes nothing until it takes over: at once
// with --take-over, or by 'npm run take-over'. The original must have been stopped then.
// usage: npm run restore -- FILE [--take-over]     (with BACKUP_PASSPHRASE where it is encrypted)
import { resolve } from 'node:path';
import { readConfig } from '../config/config.ts';
import { restoreBackup } from '../database/backup/restore.ts';
import { createOutgoing } from '../http/outgoing/outgoing.ts';
import { commandLine } from '../root.ts';
import { createStorage } from '../storage/create.ts';
import { runCommand, UsageError, withConnection } from './command.ts';

const TAKEN = {
  most: 1,
  options: { 'take-over': { type: 'boolean', default: false } },
  usage: `Specify the backup file: ${commandLine('restore', 'FILE [--take-over]')}`,
} as const;

await runCommand(async ({ words: [file], values: { 'take-over': takesOver } }) => {
  if (file === undefined) throw new UsageError(TAKEN.usage);
  const config = readConfig();
  const outgoing = createOutgoing({ userAgent: 'Postfolio' });
  const storage = createStorage(config, { clock: Date, outgoing });
  await withConnection(
    config,
    async (connection) => {
      const { rows, strange } = await restoreBackup(
        connection,
        resolve(file),
        config.passphrases,
        storage,
        { takesOver },
      ).finally(() => outgoing.close());
      for (const name of strange)
        console.log(`Left out: '${name}' is not a table of the application.`);
      console.log(`Restored ${rows} rows. Start the application as usual.`);
      if (!takesOver)
        console.log(
          `It is at rest: it publishes, mails and deletes nothing. Stop the original and run '${commandLine('take-over')}' to take over from it.`,
        );
    },
    { create: true },
  );
}, TAKEN);
