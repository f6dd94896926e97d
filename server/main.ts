import closeWithGrace from 'close-with-grace';
import { type Logger, pino } from 'pino';
import { createApp } from './app.ts';
import { readConfig, SetupError } from './config.ts';
import { type Cluster, startCluster } from './database/embedded/cluster.ts';
import { createListener } from './database/listener.ts';
import { migrate } from './database/migrate.ts';
import { createPool, type Database } from './database/pool.ts';
import { readServerVersion } from './database/server-version.ts';
import { createJobs } from './jobs/jobs.ts';

/** How long requests under way may take to end before the process does. */
const GRACE_MS = 30_000;

const OLDEST_POSTGRESQL = 150_000;

/** The process: settings, database, application, listen; and the same backwards when it is asked to end. */
async function main() {
  const config = readConfig();
  const logger = pino({ level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
  const ending: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const step of ending.splice(0).reverse()) await step();
  };

  try {
    let cluster: Cluster | undefined;
    if (!config.databaseUrl) {
      cluster = await startCluster(config.dataDir, {
        onRestart: (err) =>
          err
            ? logger.error({ err }, 'the database cannot be started')
            : logger.warn('the database was gone and was started again'),
      });
      ending.push(cluster.stop);
      logger.info({ how: cluster.how }, 'database is running');
    }
    const connection = cluster?.connection ?? { connectionString: config.databaseUrl as string };
    const database = createPool(connection, (err) => logger.warn({ err }, 'an idle database connection was lost'));
    ending.push(() => database.end());
    await checkServer(database, config.databaseUrl);
    const migrations = await migrate(database);
    if (migrations.length) logger.info({ migrations }, 'database migrated');

    const listener = createListener(connection, (err) => logger.warn({ err }, 'the listening connection was lost'));
    const jobs = createJobs(connection, logger);
    const app = await createApp({ config, database, listener, jobs, logger });
    await listener.start();
    ending.push(listener.stop);
    await jobs.start();
    ending.push(jobs.stop);

    await app.listen({ port: config.port, host: config.host });
    ending.push(async () => {
      // A connection whose last answer is out while the server closes is kept alive, and would hold up the end.
      const idle = setInterval(() => app.server.closeIdleConnections(), 50);
      await app.close().finally(() => clearInterval(idle));
    });
    const { port } = app.server.address() as { port: number };
    const address = config.publicUrl ?? `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`;
    process.stdout.write(`\n  Ready: ${address}\n\n`);
    watchSignals(logger, end);
    return { port };
  } catch (error) {
    await end();
    throw error;
  }
}

/** @throws SetupError when the PostgreSQL that was named cannot be reached, or is too old */
async function checkServer(database: Database, url: string | undefined) {
  const version = await readServerVersion(database).catch((error: Error) => {
    if (!url) throw error;
    throw new SetupError(`DATABASE_URL cannot be used: ${error.message}.`);
  });
  if (version < OLDEST_POSTGRESQL) {
    throw new SetupError(
      `DATABASE_URL leads to a PostgreSQL that is too old (${Math.floor(version / 10_000)}): 15 or newer is needed.`,
    );
  }
}

/** Ends the process in good order, once, whatever asks for it. */
function watchSignals(logger: Logger, end: () => Promise<void>) {
  const grace = closeWithGrace({ delay: GRACE_MS, logger, skip: ['SIGINT', 'SIGTERM'] }, async ({ err }) => {
    if (err) logger.fatal({ err }, 'unexpected failure');
    await end();
  });
  // Once: npm passes on the very signal that the terminal sent already, and a second one is no reason to break off.
  const endOnce = (why: string) => {
    for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.removeAllListeners(event).on(event, () => {});
    logger.info({ why }, 'ending');
    grace.close();
  };
  process.once('SIGINT', endOnce).once('SIGTERM', endOnce);
  // Started by another process of ours (scripts/start.js): its end is ours.
  process.channel?.unref();
  process.once('disconnect', () => endOnce('disconnect'));
  if (process.send && !process.connected) endOnce('disconnect');
}

/** Resolves once the application answers. */
export const started = main();

started.catch((error: Error) => {
  process.stderr.write(`${explain(error) ?? error.stack}\n`);
  process.exit(1);
});

/** One line for what the person who starts it can mend. */
function explain(error: Error & { code?: string; syscall?: string }) {
  if (error instanceof SetupError) return error.message;
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return undefined;
  if (error.code === 'EADDRINUSE') return 'PORT is in use by another process: end it, or set PORT to another number.';
  if (error.code === 'EACCES') return 'PORT may not be used by this user: set PORT to a number above 1023.';
  return `HOST cannot be listened on: ${error.message}.`;
}
