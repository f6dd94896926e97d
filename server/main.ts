import { isIPv6 } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { type Logger, pino } from 'pino';
import { makeBackupDir, readConfig, type Settings, secretOf } from './config/config.ts';
import { type Cluster, startCluster } from './database/embedded/cluster.ts';
import { createInstallation } from './database/installation.ts';
import { agreeOnSecret } from './database/instance.ts';
import { createListener, requireNotifications } from './database/listener.ts';
import { migrate } from './database/migrate.ts';
import { type Connection, createDatabases, type Database } from './database/pool.ts';
import { requireSettings, storeSettings } from './database/pooler.ts';
import { requireServer } from './database/server-version.ts';
import { serveWhileMigrating } from './http/starting.ts';
import { createJobs } from './jobs/jobs.ts';
import { createQuietLog, MINUTE_MS } from './lib/quiet-log.ts';
import { watchDisk } from './process/disk-watch.ts';
import { explainStart } from './process/explain-start.ts';
import { availableHost } from './process/listening.ts';
import { createLogDestination } from './process/log-destination.ts';
import { giveBackMemory } from './process/memory.ts';

/** The timeouts of the steps of the shutdown; requests and files have the longest. */
const REQUESTS_MS = 12_000;
const STEP_MS = 6000;
/**
 * The timeout of the whole shutdown. PostgreSQL comes last and is asked three times, 20 s each:
 * nothing else would stop it.
 */
const GRACE_MS = REQUESTS_MS + 3 * STEP_MS + 65_000;
/** A shutdown during the start waits for the step under way: half a step cannot be shut down cleanly. */
const START_MS = 30_000;

function createLog(level: string) {
  const destination = createLogDestination(1);
  // The reader of the output may be gone, or its disk full: that does not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const logger = pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  );
  return { logger, flush: destination.flush };
}

/** Most of the code: it is loaded while the database starts. */
const loadApp = () => import('./app.ts');

/** The process: settings, database, application, listen; and the reverse at shutdown. */
async function main() {
  const settings = readConfig();
  const { backupDir, dataDir, databaseUrl, directUrl } = settings;
  if (backupDir) makeBackupDir(backupDir);
  const { logger, flush } = createLog(settings.logLevel);
  const report = createQuietLog(logger);
  for (const { name, nearest } of settings.misspelt)
    logger.warn(`${name} is not a setting, and is ignored: did you mean ${nearest}?`);
  const ending: (() => Promise<unknown>)[] = [];
  let isStarting = true;
  let isEnding = false;
  let isServing = false;
  const throwIfEnding = () => {
    if (isEnding) throw new Error('Ended during the start.');
  };
  const end = async (drains: boolean) => {
    isEnding = true;
    // Balancers learn from /readyz that it ends, before connections are refused.
    if (isServing && drains) await delay(settings.drainMs);
    for (const until = performance.now() + START_MS; isStarting && performance.now() < until; )
      await delay(50);
    for (const step of ending.splice(0).reverse()) await step();
  };
  watchSignals(logger, end, settings.drainMs + GRACE_MS);
  /** The shutdown continues without a step that hangs. */
  const atEnd = (what: string, step: () => Promise<unknown>, ms = STEP_MS) =>
    ending.push(async () => {
      const ended = step().then(
        () => true,
        (err) => {
          logger.warn({ err, what }, 'shutdown step failed');
          return true;
        },
      );
      const done = await Promise.race([ended, delay(ms, false, { ref: false })]);
      if (!done) logger.warn({ what }, 'shutdown step timed out');
    });

  try {
    let cluster: Cluster | undefined;
    if (!databaseUrl) {
      cluster = await startCluster(dataDir, {
        onSpawned: () => void loadApp().catch(() => undefined),
        onRestart: (err) =>
          err
            ? report('error', 'start', { err }, 'the database cannot be started', MINUTE_MS)
            : report('warn', 'restart', {}, 'database restarted after it had ended', MINUTE_MS),
      });
      // Last of all.
      ending.push(cluster.stop);
      throwIfEnding();
      logger.info({ how: cluster.how }, 'database is running');
    }
    for (const folder of [!databaseUrl && dataDir, backupDir])
      if (folder) {
        const stopWatch = watchDisk(folder, logger);
        ending.push(async () => stopWatch());
      }
    const connection: Connection = cluster?.connection ?? {
      connectionString: databaseUrl as string,
      pooled: directUrl !== undefined,
    };
    const direct: Connection = directUrl ? { connectionString: directUrl } : connection;
    const databases = createDatabases(connection, direct, (err) =>
      report('warn', 'idle connection', { err }, 'idle database connection error'),
    );
    const { database, background } = databases;
    atEnd('database connections', databases.end);
    await requireServer(
      background,
      directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL',
      databaseUrl,
    );
    // Before the lock of the migrations: a pooler would keep it.
    if (directUrl) await requireNotifications(direct, background, 'DATABASE_DIRECT_URL');
    else if (databaseUrl) await requireNotifications(direct, database);
    throwIfEnding();
    const endInterim = await migrateServing(background, settings, logger);
    atEnd('health checks of the start', endInterim);
    throwIfEnding();
    if (directUrl) {
      await storeSettings(background);
      await requireServer(database, 'DATABASE_URL', databaseUrl);
      await requireSettings(background, database);
      await requireNotifications(direct, database);
    }
    const kept = () => secretOf(dataDir, !databaseUrl);
    const secret = await agreeOnSecret(background, {
      given: settings.secret,
      previous: settings.previousSecret,
      kept,
      shared: !cluster,
    });
    const config = { ...settings, secret };

    const listener = createListener(direct, (err) =>
      report('warn', 'listening connection', { err }, 'listening connection error'),
    );
    const installation = await createInstallation(background, listener);
    const jobs = createJobs(direct, logger, report, installation);
    const { createApp } = await loadApp();
    const app = await createApp({
      clock: Date,
      config,
      databases,
      listener,
      installation,
      jobs,
      logger,
      report,
      isEnding: () => isEnding,
    });
    // The database works on the jobs, and this process on the routes.
    await Promise.all([listener.start(), jobs.start(), app.ready()]);
    atEnd('listening connection', listener.stop);
    atEnd('jobs', jobs.stop);

    await endInterim();
    await app.listen({ port: config.port, host: availableHost(config.host) });
    isServing = true;
    atEnd('requests under way', () => app.close(), REQUESTS_MS);
    const { port } = app.server.address() as { port: number };
    flush();
    process.stdout.write(`\n  Ready: ${config.publicUrl ?? localAddress(config.host, port)}\n\n`);
    giveBackMemory();
    return { port, database };
  } catch (error) {
    isStarting = false;
    // The shutdown was asked for, and is under way: it ends the process, and the start is no failure.
    if (isEnding) return new Promise<never>(() => undefined);
    await end(false);
    throw error;
  } finally {
    isStarting = false;
  }
}

/**
 * Migrates the database. Where that takes a migration, health checks are answered from then on.
 * @returns a function that ends the answers: before the application listens
 */
async function migrateServing(
  database: Database,
  { port, host, basePath }: Settings,
  logger: Logger,
): Promise<() => Promise<void>> {
  let interim: ReturnType<typeof serveWhileMigrating> | undefined;
  const close = async () => interim?.close();
  try {
    await migrate(database, (details, message) => {
      logger.info(details, message);
      interim ??= serveWhileMigrating({ port, host: availableHost(host), basePath });
    });
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Where a person on this machine opens the application. */
function localAddress(host: string, port: number) {
  if (['127.0.0.1', '0.0.0.0', '::'].includes(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Shuts down gracefully, once, whatever the signal. */
function watchSignals(logger: Logger, end: (drains: boolean) => Promise<void>, graceMs: number) {
  const grace = closeWithGrace(
    { delay: graceMs, logger, skip: ['SIGINT', 'SIGTERM'] },
    async ({ err }) => {
      if (err) logger.fatal({ err }, 'unexpected failure');
      // What failed unexpectedly serves nobody any more.
      await end(!err);
    },
  );
  // Once: npm forwards the signal that the terminal has already sent, and a second one must not
  // abort the shutdown.
  const endOnce = (why: string) => {
    for (const event of ['SIGINT', 'SIGTERM', 'disconnect'])
      process.removeAllListeners(event).on(event, () => {});
    logger.info({ why }, 'ending');
    grace.close();
  };
  process.once('SIGINT', endOnce).once('SIGTERM', endOnce);
  // A child of scripts/start.js ends with its parent.
  process.channel?.unref();
  process.once('disconnect', () => endOnce('disconnect'));
  if (process.send && !process.connected) endOnce('disconnect');
}

/** Resolves once the application responds; the demo fills the database. */
export const started = main();

started.catch((error: Error) => {
  process.stderr.write(`${explainStart(error) ?? error.stack}\n`);
  process.exit(1);
});
