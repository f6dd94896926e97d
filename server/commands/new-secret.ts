// Discards the secret: the next start creates another one. All processes must be stopped before.
// Everybody has to sign in again.
// usage: npm run db:new-secret
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../config/config.ts';
import { forgetSecret } from '../database/instance.ts';
import { runCommand, withDatabase } from './command.ts';

await runCommand(async () => {
  const config = readConfig();
  await withDatabase(config, async (database) => {
    await forgetSecret(database);
    rmSync(join(config.dataDir, 'secret'), { force: true });
    console.log('The next start generates a new secret, or uses SECRET if it is set.');
  });
});
