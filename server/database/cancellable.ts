import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Database, Executor } from './pool.ts';

/** SQLSTATE of a cancelled statement. */
const CANCELLED = '57014';

/** PostgreSQL ignores a cancellation that arrives before the statement. */
const CANCEL_AGAIN_MS = 100;

/**
 * An executor whose statements are cancelled in the database when `gone` is aborted, because nobody
 * waits for the result.
 */
export function cancellable(database: Database, gone: AbortSignal): Executor {
  const query = async (...parameters: Parameters<Executor['query']>) => {
    gone.throwIfAborted();
    const client = await database.connect();
    // The caller may have disconnected while it waited for a connection.
    if (gone.aborted) {
      client.release();
      gone.throwIfAborted();
    }
    // Made where it is needed: most statements are not cancelled.
    let cancelling: { ended: AbortController; done: Promise<void> } | undefined;
    const cancel = () => {
      const ended = new AbortController();
      cancelling = { ended, done: cancelUntil(ended.signal, () => database.cancel(client)) };
    };
    gone.addEventListener('abort', cancel);
    let failure: unknown;
    try {
      return await (client.query as (...given: unknown[]) => Promise<pg.QueryResult>)(
        ...parameters,
      );
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      gone.removeEventListener('abort', cancel);
      cancelling?.ended.abort();
      // Cancels this statement, and never the next one on the same connection.
      await cancelling?.done;
      // A cancelled statement leaves a sound connection. A new one takes some 0.3 s of processor
      // time for its first search, and people give up a search with each letter they type.
      client.release(failure !== undefined && (failure as { code?: string }).code !== CANCELLED);
    }
  };
  return { query } as unknown as Executor;
}

async function cancelUntil(ended: AbortSignal, cancel: () => Promise<void>): Promise<void> {
  while (!ended.aborted) {
    await cancel().catch(() => undefined);
    await delay(CANCEL_AGAIN_MS, undefined, { signal: ended }).catch(() => undefined);
  }
}
