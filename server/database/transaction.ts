import type { Database, Executor } from './pool.ts';

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

/** Runs `work` in one transaction: all of it is kept, or, when it throws, nothing. May run `work` again. */
export function transaction<Result>(database: Database, work: (tx: Executor) => Promise<Result>): Promise<Result> {
  return persistently(async () => {
    const client = await database.connect();
    let broken = false;
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  });
}
