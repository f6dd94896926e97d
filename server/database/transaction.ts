import type { Change } from '#contract/content/live.ts';
import type { Database, Executor, Timeouts } from './pool.ts';

/** Deadlock and serialization failure: the whole transaction can be retried. */
const RETRYABLE = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 3;

/** The executor of a transaction. */
export type Transaction = Executor & {
  /** Calls `then` after the commit; never after a rollback. */
  afterCommit: (then: () => void) => void;
  /** Notifies connected clients of a change after the commit. */
  announce: (change: Change) => void;
};

/** The dependencies of a transaction. */
export type Transactional = { database: Database; live: { announce: (change: Change) => void } };

/** Retries a statement or a transaction on serialization failure and deadlock. */
async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? ''))
        throw error;
    }
  }
}

/** The executor for `work`, and the callbacks for after the commit. */
function withAfterCommit(executor: Executor, live: Transactional['live']) {
  const waiting: (() => void)[] = [];
  const afterCommit = (then: () => void) => void waiting.push(then);
  const tx: Transaction = {
    query: executor.query.bind(executor) as Executor['query'],
    afterCommit,
    announce: (change) => afterCommit(() => live.announce(change)),
  };
  const committed = () => {
    for (const then of waiting)
      try {
        then();
      } catch (error) {
        // The commit stands, and the callbacks after this one are called.
        process.emitWarning(error as Error);
      }
  };
  return { tx, committed };
}

/**
 * Runs `work` in one transaction on one connection; rolls back when it throws. May run `work`
 * again.
 */
export function runTransaction<Result>(
  database: Database,
  work: (executor: Executor) => Promise<Result>,
  timeouts?: Timeouts,
): Promise<Result> {
  return withRetries(async () => {
    const client = await database.connect();
    let broken = false;
    try {
      // Sent together with the first statement of the work.
      const begun = client.query(
        timeouts
          ? `begin; set local statement_timeout = ${timeouts.statementMs}; set local lock_timeout = ${timeouts.lockMs}`
          : 'begin',
      );
      // It fails with its connection, and so does the work.
      begun.catch(() => undefined);
      const result = await work(client);
      await begun;
      await client.query('commit');
      return result;
    } catch (error) {
      // A dead connection cannot roll back either.
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

/**
 * Runs `work` in one transaction; rolls back when it throws. May run `work` again.
 * @param timeouts where they differ from those of the pool
 */
export async function transaction<Result>(
  { database, live }: Transactional,
  work: (tx: Transaction) => Promise<Result>,
  timeouts?: Timeouts,
): Promise<Result> {
  const [result, committed] = await runTransaction(
    database,
    async (executor) => {
      // One for each attempt: callbacks of a failed attempt are dropped.
      const { tx, committed } = withAfterCommit(executor, live);
      return [await work(tx), committed] as const;
    },
    timeouts,
  );
  committed();
  return result;
}

/**
 * Runs `work` that is a single statement, and so needs no explicit transaction. May run `work`
 * again.
 */
export async function singleStatement<Result>(
  { database, live }: Transactional,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { tx, committed } = withAfterCommit(database, live);
  const result = await withRetries(() => work(tx));
  committed();
  return result;
}
