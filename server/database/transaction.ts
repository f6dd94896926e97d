import type { Database, Executor, Timeouts } from './pool.ts';

/** Deadlock and serialisation failure: PostgreSQL asks to try the whole transaction again. */
const TRY_AGAIN = new Set(['40P01', '40001']);
const TRIES = 3;

/** Does `work`, a statement or a transaction that is all or nothing, again where PostgreSQL asks for that. */
export async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !TRY_AGAIN.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

/**
 * Runs `work` in one transaction: all of it is kept, or, when it throws, nothing. May run `work` again.
 * @param timeouts where they are not the pool's own
 */
export function transaction<Result>(
  database: Database,
  work: (tx: Executor) => Promise<Result>,
  timeouts?: Timeouts,
): Promise<Result> {
  return persistently(async () => {
    const client = await database.connect();
    let broken = false;
    try {
      await client.query('begin');
      if (timeouts)
        await client.query(
          `set local statement_timeout = ${timeouts.statementMs}; set local lock_timeout = ${timeouts.lockMs}`,
        );
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      // A connection that does not answer would not answer that either.
      broken = (error as Error).message === 'Query read timeout';
      if (!broken)
        await client.query('rollback').catch(() => {
          broken = true;
        });
      throw error;
    } finally {
      client.release(broken);
    }
  });
}
