import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { SetupError } from '../config.ts';
import type { Database } from './pool.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** Any number, as long as it is ours: processes that start together migrate one after the other. */
const LOCK = 7_103_551;

/**
 * Applies the SQL files of `migrations/` that the database has not seen, in order, each in a transaction of its own.
 * @returns the names of those applied now
 * @throws SetupError when an applied file was changed afterwards, or the database is newer than this program
 */
export async function migrate(database: Database): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const client = await database.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const unknown = rows.find((row) => !files.includes(row.name));
    if (unknown) {
      throw new SetupError(
        `The database was migrated by a newer version of this program ('${unknown.name}'): start that one.`,
      );
    }
    const done: string[] = [];
    for (const name of files) {
      const text = await readFile(new URL(name, FOLDER), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      const before = applied.get(name);
      if (before === checksum) continue;
      if (before)
        throw new SetupError(
          `The migration '${name}' was changed after it was applied: put it back and add a new one.`,
        );
      try {
        await client.query('begin');
        await client.query(text);
        await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`The migration '${name}' failed: ${(error as Error).message}`, { cause: error });
      }
      done.push(name);
    }
    return done;
  } finally {
    // Ends the session, and with it the lock, even where the connection is not well.
    client.release(true);
  }
}
