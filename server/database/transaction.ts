import type { Database, Executor } from './pool.ts';

/** Deadlock and serialisation failure: PostgreSQL asks to try the whole transaction again. */
const TRY_AGAIN = new Set(['40P01', '40001']);
const TRIES = 3;

/** Runs `work` in one transaction: all of it is kept, or, when it throws, nothing. May run `work` again. */
export async function transaction<Result>(
  database: Database,
  work: (tx: Executor) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
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
      if (attempt === TRIES || !TRY_AGAIN.has((error as { code?: string }).code ?? '')) throw error;
    } finally {
      client.release(broken);
    }
  }
}
