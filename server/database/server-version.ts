import type { Executor } from './pool.ts';

/** The version of PostgreSQL as one number: 180004 for 18.4. */
export async function readServerVersion(database: Executor): Promise<number> {
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
