import { afterEach, expect, test, vi } from 'vitest';
import { createUnderWay } from './under-way.ts';

/** Turns of large bodies: a place in the queue is free at once, and nobody waits for long. */

afterEach(() => vi.useRealTimers());

const waits = async (turn: Promise<unknown>) =>
  Promise.race([turn.then(() => false), new Promise((done) => setImmediate(done, true))]);

/** Two bodies are read, and six wait. */
async function full() {
  const underWay = createUnderWay(1);
  const gone = new AbortController();
  const next = (signal = new AbortController().signal) => underWay.largeBody(7, signal);
  const ends = [await next(), await next()];
  const waiting = Array.from({ length: 6 }, () => next(gone.signal));
  const outcomes = Promise.allSettled(waiting);
  await expect(next()).rejects.toMatchObject({ status: 429 });
  return { next, gone, ends, outcomes };
}

test('a client that leaves gives its place to the next', async () => {
  const { next, gone, ends, outcomes } = await full();
  gone.abort(new Error('left'));
  for (const { status } of await outcomes) expect(status).toBe('rejected');
  const late = next();
  expect(await waits(late)).toBe(true);
  ends[0]?.();
  (await late)();
  ends[1]?.();
  // Nobody is left who counts.
  for (let n = 0; n < 3; n++) (await next())();
});

test('a body waits for 20 seconds', async () => {
  vi.useFakeTimers();
  const { next, ends, outcomes } = await full();
  vi.advanceTimersByTime(20_000);
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 429 } });
  ends[0]?.();
  (await next())();
});
