import { type Settings, secretOf } from '../../config/config.ts';
import { hasCluster, requireUsable, runningCluster } from '../../database/embedded/cluster.ts';
import { findInstallation } from '../../database/installation.ts';
import { knownSecret } from '../../database/instance.ts';
import { requireNotifications } from '../../database/listener.ts';
import { pendingMigrations } from '../../database/migrate.ts';
import { type Connection, createPool, type Database } from '../../database/pool.ts';
import { readServerClock, requireServer } from '../../database/server-version.ts';
import { commandLine } from '../../root.ts';
import { attempt, say } from './say.ts';
import { examineWork } from './work.ts';

/** The database, where it can be reached without starting one. */

/** Tokens and slots of calendars bear less. */
const MAX_SKEW_MS = 5000;
const FAR_SKEW_MS = 60_000;
const UNDEFINED_TABLE = '42P01';
const RUNNING = 'See docs/operations.md';
const DEPLOYMENT = 'See docs/deployment.md';

/** Calls `work` with the database, or with none where it cannot be used. */
export async function withExaminedDatabase(
  settings: Settings,
  work: (database: Database | undefined) => Promise<void>,
): Promise<void> {
  const { databaseUrl, directUrl } = settings;
  let connection: Connection | undefined;
  await attempt(
    'database',
    async () => {
      connection = await findDatabase(settings);
    },
    DEPLOYMENT,
  );
  const database = connection && createPool(connection, () => {});
  let isUsable = false;
  if (connection && database) {
    const name = directUrl ? 'DATABASE_DIRECT_URL' : databaseUrl && 'DATABASE_URL';
    const to = { name, url: directUrl ?? databaseUrl };
    await attempt(
      'database',
      async () => {
        await server(connection as Connection, database, to);
        if (directUrl && databaseUrl) await pooler(databaseUrl, connection as Connection);
        isUsable = true;
      },
      DEPLOYMENT,
    );
  }
  if (database && isUsable) await content(database, settings);
  await work(isUsable ? database : undefined);
  await database?.end();
}

async function findDatabase(settings: Settings): Promise<Connection | undefined> {
  const { databaseUrl, directUrl, dataDir } = settings;
  const address = directUrl ?? databaseUrl;
  if (address) return { connectionString: address };
  await requireUsable(dataDir);
  if (!(await hasCluster(dataDir))) {
    say('database', 'warning', `there is none in ${dataDir} yet`, 'The first start makes it');
    return undefined;
  }
  const running = await runningCluster(dataDir);
  if (!running)
    say(
      'database',
      'warning',
      'the embedded PostgreSQL is not running',
      'Start Postfolio, and look again',
    );
  return running;
}

type Named = { name: string | undefined; url: string | undefined };

async function server(connection: Connection, database: Database, { name, url }: Named) {
  const version = await requireServer(database, name ?? 'The database', url);
  if (name) await requireNotifications(connection, database, name);
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  say('database', 'ok', `PostgreSQL ${major}.${minor}`);
}

/** What the requests go through, where PostgreSQL itself has an address of its own. */
async function pooler(url: string, direct: Connection) {
  const pooled = createPool({ connectionString: url, pooled: true } as Connection, () => {});
  try {
    await requireServer(pooled, 'DATABASE_URL', url);
    await requireNotifications(direct, pooled);
    say('database', 'ok', 'DATABASE_URL leads to it, too');
  } finally {
    await pooled.end();
  }
}

async function content(database: Database, settings: Settings) {
  await attempt('clock', () => clock(database));
  let isCurrent = false;
  await attempt(
    'migrations',
    async () => {
      const pending = await pendingMigrations(database);
      isCurrent = !pending.length;
      if (pending.length)
        say(
          'migrations',
          'warning',
          `${pending.length} are not applied`,
          `The next start applies them, and so does '${commandLine('db:migrate')}'`,
        );
      else say('migrations', 'ok', 'all are applied');
    },
    'See docs/upgrade.md',
  );
  await attempt('secret', () => secret(database, settings));
  // Its statements are those of this version, and the first start makes the queue.
  if (!isCurrent || !(await hasQueue(database))) return;
  const installation = await findInstallation(database).catch(() => undefined);
  await attempt('work', () => examineWork(database, Boolean(installation?.restored_at)), RUNNING);
}

async function hasQueue(database: Database): Promise<boolean> {
  const { rows } = await database.query("select to_regclass('jobs.job') is not null as there");
  return rows[0]?.there === true;
}

async function secret(database: Database, { secret: given, previousSecret, dataDir }: Settings) {
  const kept = () => secretOf(dataDir, false);
  const known = await knownSecret(database, { given, previous: previousSecret, kept }).catch(
    (error: Error & { code?: string }) => {
      // Nothing was migrated yet.
      if (error.code !== UNDEFINED_TABLE) throw error;
    },
  );
  if (known?.replaced)
    say('secret', 'warning', 'this database uses SECRET_PREVIOUS', 'The next start replaces it');
  else if (known) say('secret', 'ok', 'it is the one that this database uses');
}

async function clock(database: Database) {
  const before = Date.now();
  const theirs = await readServerClock(database);
  const skew = theirs - (before + Date.now()) / 2;
  const seconds = `${(Math.abs(skew) / 1000).toFixed(1)} seconds ${skew < 0 ? 'behind' : 'ahead of'} this machine`;
  if (Math.abs(skew) < MAX_SKEW_MS)
    say('clock', 'ok', 'that of the database agrees with this machine');
  else
    say(
      'clock',
      Math.abs(skew) < FAR_SKEW_MS ? 'warning' : 'error',
      `that of the database is ${seconds}`,
      'Set both by NTP',
    );
}
