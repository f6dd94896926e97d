import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { QueryConfig } from 'pg';
import { SetupError } from '../config.ts';
import { ROOT } from '../root.ts';
import type { Database, Executor } from './pool.ts';

const FOLDER = join(ROOT, 'server/database/migrations');
/** The key of the advisory lock: processes that start together migrate one after the other. */
const LOCK = 7_103_551;
/** The longest delay of a timer; migrating a large table may need it. */
const PATIENCE_MS = 2 ** 31 - 1;

type Migration = { name: string; checksum: string; text: string };

/** The SQL files of `migrations/`, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(FOLDER, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

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

/**
 * Applies all pending migrations in order, each in a transaction of its own.
 * @returns the names of the applied migrations
 * @throws SetupError where an applied file has changed, or the database is newer than this program
 */
export async function migrate(database: Database): Promise<string[]> {
  const migrations = await readMigrations();
  const client = await database.connect();
  try {
    // Waits for another process that migrates, however long.
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    await run(client, 'select pg_advisory_lock($1)', [LOCK]);
    await createMigrationsTable(client);
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
    const done: string[] = [];
    for (const migration of migrations) {
      const { name, checksum } = migration;
      const before = applied.get(name);
      if (before === checksum) continue;
      if (before)
        throw new SetupError(
          `The migration '${name}' was changed after it was applied: put it back and add a new one.`,
        );
      try {
        await client.query('begin');
        await applyMigration(client, migration);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`The migration '${name}' failed: ${(error as Error).message}`, {
          cause: error,
        });
      }
      done.push(name);
    }
    return done;
  } finally {
    // Ends the session, and with it the lock, even where the connection is broken.
    client.release(true);
  }
}
