// What the commands have in common. No usage: it is imported.
import { type Config, SetupError } from '../config.ts';
import { runningCluster, startCluster } from '../database/embedded/cluster.ts';
import type { Connection } from '../database/pool.ts';

/** Says in one line what the person who runs the command can mend. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof SetupError ? error.message : error);
  }
}

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'directUrl'>;

/** Runs `work` on the database that the settings name: the embedded one as it runs, or started for so long. */
export async function withConnection(
  { dataDir, databaseUrl, directUrl }: Place,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  const address = directUrl ?? databaseUrl;
  if (address) return work({ connectionString: address });
  const running = await runningCluster(dataDir);
  if (running) return work(running);
  const cluster = await startCluster(dataDir);
  await work(cluster.connection).finally(cluster.stop);
}
