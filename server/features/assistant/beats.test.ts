import { expect, test, vi } from 'vitest';
import { withBeats } from './beats.ts';

test('a run that is silent for long sends heartbeats, loses no event, and ends what it follows', async () => {
  vi.useFakeTimers();
  try {
    let isEnded = false;
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* slow() {
      try {
        yield 'first';
        await promise;
        yield 'second';
        yield 'third';
      } finally {
        isEnded = true;
      }
    }
    const events = withBeats(slow());
    const next = async () => {
      const found = events.next();
      await vi.advanceTimersByTimeAsync(15_000);
      return (await found).value;
    };
    const beat = ': still here\n\n';
    expect([await next(), await next(), await next()]).toEqual(['first', beat, beat]);
    resolve();
    expect(await next()).toBe('second');
    await events.return(undefined);
    expect(isEnded).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
