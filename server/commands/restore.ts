// Restores a backup into an empty database: into a new DATA_DIR, or into the one that DATABASE_URL
// names.
// usage: npm run restore -- FILE     (with BACKUP_PASSPHRASE where it is encrypted)
import { resolve } from 'node:path';
import { readConfig, SetupError } from '../config.ts';
import { migrate } from '../database/migrate.ts';
import { createPool } from '../database/pool.ts';
import { restoreBackup } from '../database/restore.ts';
import { createOutgoing } from '../http/outgoing.ts';
import { createStorage } from '../storage/create.ts';
import { runCommand, withConnection } from './command.ts';

await runCommand(async () => {
  const config = readConfig();
  const [, , file] = process.argv;
  if (!file) throw new SetupError('Name the file of the backup: npm run restore -- FILE');
  const outgoing = createOutgoing({ userAgent: 'Postfolio' });
  const storage = createStorage(config, outgoing);
  await withConnection(
    config,
    async (connection) => {
      const { rows, strange } = await restoreBackup(
        connection,
        resolve(file),
        config.backupPassphrase,
        storage,
      ).finally(() => outgoing.close());
      const database = createPool(connection, () => {});
      await migrate(database).finally(() => database.end());
      for (const name of strange)
        console.log(`Left out: '${name}' is not a table of the application.`);
      console.log(`Restored ${rows} rows. Start the application as usual.`);
    },
    { create: true },
  );
});
