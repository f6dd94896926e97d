import type { TestApp } from './app.ts';

/**
 * The processes of PostgreSQL whose statements wait for a lock. Readers of events are left out: they
 * work beside every test, and wait for as long as it holds the lock.
 */
export const lockWaiters = async ({ database }: Pick<TestApp, 'database'>): Promise<number[]> => {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database()
       and wait_event_type = 'Lock' and query not like '%from events%'`,
  );
  return rows.map(({ pid }) => pid);
};
