// What the commands have in common. No usage: it is imported.
import { isIPv6 } from 'node:net';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Config, SetupError } from '../config/config.ts';
import { hasCluster, runningCluster, startCluster } from '../database/embedded/cluster.ts';
import { type Connection, createPool, type Database } from '../database/pool.ts';
import { explainStart } from '../process/explain-start.ts';

/** The command was called wrongly. */
export class UsageError extends SetupError {}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * The words of a command. Each one declares its own: of a word that it does not know, nobody can say
 * what it was to change.
 * @param most how many words it takes that are no options
 * @param usage how it is called, in the message
 * @throws UsageError
 */
function readWords<const O extends Options>(most: number, options: O, usage: string) {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const more = positionals[most];
    if (more !== undefined) throw new Error(`'${more}' was not expected.`);
    if (positionals.includes('')) throw new Error('A word is empty.');
    return { values, words: positionals };
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message.split('. ')[0]?.replace(/\.?$/, '.')} ${usage}`,
    );
  }
}

type Taken<O extends Options> = { most: number; options: O; usage: string };

/**
 * Runs a command with its words, of which it takes none where nothing is said. Prints in one line what
 * the operator can fix: settings, a file, a missing database.
 */
export async function runCommand<const O extends Options = Record<never, never>>(
  work: (given: ReturnType<typeof readWords<O>>) => Promise<void>,
  { most, options, usage }: Taken<O> = { most: 0, options: {} as O, usage: 'It takes no words.' },
): Promise<void> {
  try {
    await work(readWords(most, options, usage));
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1;
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
type Creation = { create?: boolean };

/**
 * Runs `work` on the configured database. An embedded database that is not running is started for
 * the duration.
 */
export async function withConnection(
  { dataDir, databaseUrl, directUrl }: Place,
  work: (connection: Connection) => Promise<void>,
  { create = false }: Creation = {},
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
  options: Creation = {},
) =>
  withConnection(
    place,
    async (connection) => {
      const database = createPool(connection, () => {});
      await work(database).finally(() => database.end());
    },
    options,
  );
