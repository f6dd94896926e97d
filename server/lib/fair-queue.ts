import { AppError } from '../errors.ts';

/** Queues in memory: how much of some work runs at a time, and whose turn is next. */

/** Runs work in the order of the calls, so many at a time. */
export function limitConcurrency(most: number) {
  const inTurn = createFairQueue(most);
  let calls = 0;
  return <Result>(work: () => Promise<Result>): Promise<Result> => inTurn(`call ${++calls}`, work);
}

/**
 * Runs work, so many at a time, and one at a time for each key. The keys take turns, so that nobody
 * waits for all that somebody else wants.
 * @param options.waiting so many calls of a key wait at most
 * @returns what runs work; it throws AppError 429 where too many wait
 */
export function createFairQueue(most: number, { waiting: mostWaiting = 100 } = {}) {
  const busy = new Set<string>();
  /** In the order of the turns. */
  const waiting = new Map<string, (() => void)[]>();

  function startNext() {
    for (const [key, starts] of waiting) {
      if (busy.size >= most) return;
      if (busy.has(key)) continue;
      waiting.delete(key);
      busy.add(key);
      starts.shift()?.();
      if (starts.length) waiting.set(key, starts);
    }
  }

  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const before = waiting.get(key) ?? [];
    if (before.length >= mostWaiting)
      throw new AppError('rate_limited', 429, 'Too much of yours is under way. Please try again.', {
        headers: { 'retry-after': '10' },
      });
    await new Promise<void>((resolve) => {
      waiting.set(key, [...before, resolve]);
      startNext();
    });
    try {
      return await work();
    } finally {
      busy.delete(key);
      // Whoever had a turn is the last.
      const others = waiting.get(key);
      waiting.delete(key);
      if (others) waiting.set(key, others);
      startNext();
    }
  };
}
