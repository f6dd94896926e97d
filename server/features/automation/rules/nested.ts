import type { Database } from '../../../database/pool.ts';
import type { Transaction, Transactional } from '../../../database/transaction.ts';

/**
 * Services of other features open transactions of their own. Within one of ours, theirs are
 * savepoints of it: what they do is committed with what the run says of it, or not at all.
 */
export function within(tx: Transaction): Transactional {
  const client = {
    query: (given: unknown, ...rest: unknown[]) => {
      const text = typeof given === 'string' ? given : undefined;
      const query = tx.query as (...all: unknown[]) => Promise<unknown>;
      if (text?.startsWith('begin')) return query('savepoint of_rule');
      if (text === 'commit') return query('release savepoint of_rule');
      if (text === 'rollback')
        return query('rollback to savepoint of_rule').then(() =>
          query('release savepoint of_rule'),
        );
      return query(given, ...rest);
    },
    release: () => {},
  };
  const database = { query: client.query, connect: async () => client } as unknown as Database;
  return { database, live: { announce: tx.announce } };
}
