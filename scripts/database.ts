// What the commands have in common that change the database without serving. No usage: it is imported.
import { runCommand, withConnection } from '../server/commands/command.ts';
import { readConfig } from '../server/config.ts';
import { createPool, type Database } from '../server/database/pool.ts';

/** Runs `work` on the database that the settings name. */
export const withDatabase = (work: (database: Database) => Promise<void>) =>
  runCommand(() =>
    withConnection(readConfig(), async (connection) => {
      const database = createPool(connection, () => {});
      await work(database).finally(() => database.end());
    }),
  );
