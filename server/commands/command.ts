// What the commands have in common. No usage: it is imported.
import { isIPv6 } from 'node:net';
import { type Config, SetupError } from '../config.ts';
import { hasCluster, runningCluster, startCluster } from '../database/embedded/cluster.ts';
import { type Connection, createPool, type Database } from '../database/pool.ts';
import { explainStart } from '../explain-start.ts';

/** Prints in one line what the operator can fix: settings, a file, a missing database. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    const { code, message } = error as Error & { code?: string };
    console.error(explainStart(error as Error) ?? (code ? message.split('\n', 1)[0] : error));
  }
}

/** Where the process of these settings is reached from this machine. */
export function localUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  // Of all addresses, that of this machine; the name has one of each family.
  const isAny = ['0.0.0.0', '::'].includes(host);
  return `http://${isAny ? 'localhost' : isIPv6(host) ? `[${host}]` : host}:${port}`;
}

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'directUrl'>;
/**
 * `create`: whether an embedded database is created where there is none.
 */
type Options = { create?: boolean };

/**
 * Runs `work` on the configured database. An embedded database that is not running is started for
 * the duration.
 */
export async function withConnection(
  { dataDir, databaseUrl, directUrl }: Place,
  work: (connection: Connection) => Promise<void>,
  { create = false }: Options = {},
): Promise<void> {
  const address = directUrl ?? databaseUrl;
  if (address) return work({ connectionString: address });
  if (!create && !(await hasCluster(dataDir)))
    throw new SetupError(
      `There is no database in DATA_DIR '${dataDir}': set DATA_DIR or DATABASE_URL to the same value as for the application.`,
    );
  const running = await runningCluster(dataDir);
  if (running) return work(running);
  const cluster = await startCluster(dataDir);
  // Ctrl+C ends the command, and must not leave the database running. A terminal and the process that
  // started this one both send it.
  let isStopping = false;
  const stop = () => {
    if (!isStopping) void cluster.stop().then(() => process.exit(1));
    isStopping = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  await work(cluster.connection).finally(cluster.stop);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
}

/** The same with a pool of connections. */
export const withDatabase = (
  place: Place,
  work: (database: Database) => Promise<void>,
  options: Options = {},
) =>
  withConnection(
    place,
    async (connection) => {
      const database = createPool(connection, () => {});
      await work(database).finally(() => database.end());
    },
    options,
  );
