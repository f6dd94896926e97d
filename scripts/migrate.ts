// Brings the database up to date without serving, and tells what it did.
// usage: npm run db:migrate
import { readConfig, SetupError } from '../server/config.ts';
import { startCluster } from '../server/database/embedded/cluster.ts';
import { migrate } from '../server/database/migrate.ts';
import { createPool } from '../server/database/pool.ts';

try {
  const { dataDir, databaseUrl } = readConfig();
  const cluster = databaseUrl ? undefined : await startCluster(dataDir);
  const database = createPool(cluster?.connection ?? { connectionString: databaseUrl as string }, () => {});
  const applied = await migrate(database).finally(() => database.end().then(cluster?.stop));
  console.log(applied.length ? `Applied ${applied.join(', ')}` : 'Nothing to apply');
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
