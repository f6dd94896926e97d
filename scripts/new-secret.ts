// Lets the next start choose another secret. All processes have to be ended before; then everybody has to sign in again.
// usage: npm run db:new-secret
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../server/config.ts';
import { forgetSecret } from '../server/database/instance.ts';
import { withDatabase } from './database.ts';

await withDatabase(async (database) => {
  await forgetSecret(database);
  rmSync(join(readConfig().dataDir, 'secret'), { force: true });
  console.log('The next start makes a new secret, or takes SECRET.');
});
