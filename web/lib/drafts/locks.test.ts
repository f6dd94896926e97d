import { expect, onTestFinished, test, vi } from 'vitest';
import { exclusively } from './lock.ts';

const LOCK = 'token-refresh';

/** Another tab that holds the lock, and hangs. */
async function hangingTab() {
  const held = Promise.withResolvers<void>();
  onTestFinished(() => held.resolve());
  await new Promise<void>((begun) => {
    void navigator.locks.request(LOCK, () => {
      begun();
      return held.promise;
    });
  });
}

test('a tab that hangs holds nobody up for ever', async () => {
  await hangingTab();
  const patience = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(patience.signal);
  let isDone = false;
  const work = exclusively(LOCK, async () => {
    isDone = true;
    return 'renewed';
  });
  await expect.poll(async () => (await navigator.locks.query()).pending).toHaveLength(1);
  expect(isDone).toBe(false);
  patience.abort();
  expect(await work).toBe('renewed');
});

test('work that fails is not done twice', async () => {
  let count = 0;
  const work = exclusively(LOCK, () => Promise.reject(new Error(`failure ${++count}`)));
  await expect(work).rejects.toThrow('failure 1');
  expect(count).toBe(1);
});
