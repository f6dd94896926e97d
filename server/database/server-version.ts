import { SetupError } from '../config/config.ts';
import type { Executor } from './pool.ts';

const MIN_POSTGRESQL = 150_000;

/** The version of PostgreSQL as one number: 180004 for 18.4. */
async function readServerVersion(database: Executor): Promise<number> {
  const { rows } = await database.query<{ server_version_num: string }>('show server_version_num');
  return Number(rows[0]?.server_version_num);
}

/** The clock of the server, in milliseconds since 1970. */
export async function readServerClock(database: Executor): Promise<number> {
  const { rows } = await database.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  );
  return Number(rows[0]?.ms);
}

/**
 * @param name the setting that leads to the database
 * @param url its value; undefined where the database is embedded
 * @returns the version of PostgreSQL, as `readServerVersion`
 * @throws SetupError where it cannot be reached, or is too old
 */
export async function requireServer(
  database: Executor,
  name: string,
  url: string | undefined,
): Promise<number> {
  const version = await readServerVersion(database).catch((error: Error & { code?: string }) => {
    if (!url) throw error;
    // A password that is not encoded is taken for the host, which the message of the system names.
    const why = /^E(NOTFOUND|AI_)/.test(error.code ?? '')
      ? `its host cannot be resolved (${error.code}); signs such as / # ? % @ in the password are percent-encoded`
      : /unsupported startup parameter/.test(error.message)
        ? `${error.message}; it leads to a pooler such as PgBouncer: set DATABASE_DIRECT_URL to the PostgreSQL itself`
        : error.message;
    throw new SetupError(`${name} cannot be used: ${why}.`);
  });
  if (version < MIN_POSTGRESQL)
    throw new SetupError(
      `${name} points to PostgreSQL ${Math.floor(version / 10_000)}, which is too old: 15 or newer is required.`,
    );
  return version;
}
