import type { Database } from './pool.ts';
import type { Transaction, Transactional } from './transaction.ts';

/**
 * What services of other features need to do their work within a transaction: the ones that they
 * open are savepoints of it. It is committed with the rest, or not at all.
 */
export function within(tx: Transaction): Transactional {
  const client = {
    query: (given: unknown, ...rest: unknown[]) => {
      const text = typeof given === 'string' ? given : undefined;
      const query = tx.query as (...all: unknown[]) => Promise<unknown>;
      if (text?.startsWith('begin')) return query('savepoint nested');
      if (text === 'commit') return query('release savepoint nested');
      if (text === 'rollback')
        return query('rollback to savepoint nested').then(() => query('release savepoint nested'));
      return query(given, ...rest);
    },
    release: () => {},
  };
  const database = { query: client.query, connect: async () => client } as unknown as Database;
  return { database, live: { announce: tx.announce } };
}
