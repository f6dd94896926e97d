import type { Executor } from './pool.ts';

/** The version of PostgreSQL as one number: 180004 for 18.4. */
export async function readServerVersion(database: Executor): Promise<number> {
  const { rows } = await database.query<{ server_version_num: string }>('show server_version_num');
  return Number(rows[0]?.server_version_num);
}
