// Migrates the database without serving, and prints the applied migrations.
// usage: npm run db:migrate
import { readConfig } from '../config/config.ts';
import { migrate } from '../database/migrate.ts';
import { runCommand, withDatabase } from './command.ts';

await runCommand(() =>
  withDatabase(
    readConfig(),
    async (database) => {
      const applied = await migrate(database, ({ name, left }, message) => {
        if (left !== undefined) console.log(`${message}: ${name}`);
        else if (name === undefined) console.log(message);
      });
      console.log(applied.length ? `Applied ${applied.join(', ')}` : 'Nothing to apply');
    },
    { create: true },
  ),
);
