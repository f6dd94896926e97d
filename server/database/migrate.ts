import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { QueryConfig } from 'pg';
import { SetupError } from '../config/config.ts';
import { ROOT } from '../root.ts';
import type { Database, Executor } from './pool.ts';

const FOLDER = join(ROOT, 'server/database/migrations');
/** The key of the advisory lock: processes that start together migrate one after the other. */
const LOCK = 7_103_551;
/** The longest delay of a timer; migrating a large table may need it. */
const PATIENCE_MS = 2 ** 31 - 1;

/** `former`: the checksums that its file had before it was rewritten to do the same, faster or in any schema. */
type Migration = { name: string; checksum: string; former: string[]; text: string };

/** The names of the SQL files of `migrations/`, in order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();

/** The SQL files of `migrations/`, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const rewritten: Record<string, string[]> = JSON.parse(
    await readFile(join(FOLDER, 'rewritten.json'), 'utf8'),
  );
  const names = await migrationNames();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(FOLDER, name), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { name, text, checksum, former: rewritten[name] ?? [] };
    }),
  );
}

/** Whether a migration is what a database or a backup has applied with this checksum. */
export const isApplied = ({ checksum, former }: Migration, applied: string) =>
  applied === checksum || former.includes(applied);

/** Runs without the usual timeout of the client. */
const run = (client: Executor, text: string, values?: unknown[]) =>
  client.query({ text, ...(values && { values }), query_timeout: PATIENCE_MS } as QueryConfig);

/**
 * Applies one migration and records it, in the transaction of the caller. The table of migrations
 * exists.
 */
export async function applyMigration(
  client: Executor,
  { name, text, checksum }: Migration,
): Promise<void> {
  await run(client, text);
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

export const createMigrationsTable = (client: Executor) =>
  client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );

/** What a start is told of, in words for the log. */
export type MigrationProgress = (details: Record<string, unknown>, message: string) => void;

/** Who waits for another process says so after this time, and then at this interval. */
const PATIENT_MS = 5000;
const SAY_MS = 60_000;
const TRY_MS = 500;
/** How often PostgreSQL looks during a statement whether this process is still there. */
const GONE_MS = 2000;
/** Older processes, which still work, may hold locks in another order. */
const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 5;

/** Waits for another process that migrates, however long, and says for whom it waits. */
async function lock(client: Executor, say: MigrationProgress) {
  let sayAt = performance.now() + PATIENT_MS;
  for (;;) {
    const tried = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [LOCK],
    );
    if (tried.rows[0]?.locked) return;
    if (performance.now() >= sayAt) {
      const { rows } = await client.query(HOLDER, [LOCK]);
      say({ ...rows[0] }, 'waiting for another process that migrates the database');
      sayAt = performance.now() + SAY_MS;
    }
    await delay(TRY_MS);
  }
}

const HOLDER = `select pid, application_name, client_addr as address, backend_start as connected_at, state
  from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and classid = 0 and objid = $1 and granted limit 1`;

async function apply(client: Executor, migration: Migration) {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await applyMigration(client, migration);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code === DEADLOCK && attempt < MAX_ATTEMPTS) continue;
      throw new Error(`The migration '${migration.name}' failed: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

/** @throws SetupError where an applied file has changed, or the database is newer than this program */
async function pendingOf(client: Executor): Promise<Migration[]> {
  const migrations = await readMigrations();
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const unknown = rows.find((row) => !migrations.some(({ name }) => name === row.name));
  if (unknown) {
    throw new SetupError(
      `The database was migrated by a newer version of this program ('${unknown.name}'): start that one.`,
    );
  }
  return migrations.filter((migration) => {
    const before = applied.get(migration.name);
    if (before === undefined) return true;
    if (isApplied(migration, before)) return false;
    throw new SetupError(
      `The migration '${migration.name}' was changed after it was applied: put it back and add a new one.`,
    );
  });
}

/**
 * The names of the migrations that a start would apply; it applies none.
 * @throws SetupError as `migrate`
 */
export async function pendingMigrations(database: Executor): Promise<string[]> {
  const { rows } = await database.query<{ found: string | null }>(
    "select to_regclass('migrations') as found",
  );
  if (rows[0]?.found == null) return migrationNames();
  return (await pendingOf(database)).map(({ name }) => name);
}

/**
 * Applies all pending migrations in order, each in a transaction of its own.
 * @param say is told when it waits, and before and after each migration
 * @returns the names of the applied migrations
 * @throws SetupError where an applied file has changed, or the database is newer than this program
 */
export async function migrate(
  database: Database,
  say: MigrationProgress = () => {},
): Promise<string[]> {
  const client = await database.connect();
  try {
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    // Where this process is killed, PostgreSQL ends what it had begun, and the next start need not wait for
    // hours of work that is rolled back. Servers on Windows do not know who is gone.
    await client.query(`set client_connection_check_interval = '${GONE_MS}'`).catch(() => {});
    await lock(client, say);
    await createMigrationsTable(client);
    const pending = await pendingOf(client);
    for (const [n, migration] of pending.entries()) {
      const { name } = migration;
      say({ name, left: pending.length - n }, 'applying a migration');
      const begun = performance.now();
      await apply(client, migration);
      say(
        { name, seconds: Math.round((performance.now() - begun) / 100) / 10 },
        'migration applied',
      );
    }
    return pending.map(({ name }) => name);
  } finally {
    // Ends the session, and with it the lock, even where the connection is broken.
    client.release(true);
  }
}
