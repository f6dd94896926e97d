import { MutationObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { optimistic } from './optimistic.ts';
import { queryClient } from './query.ts';

vi.mock('#web/ui/overlays/toast.ts', () => ({ toast: () => {} }));

const KEY = ['numbers'];
const numbers = () => queryClient.getQueryData<number[]>(KEY);

/** Adds a number to the list; the request settles when the test says so. */
function add(number: number) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const observer = new MutationObserver(
    queryClient,
    optimistic<number, void>({
      run: () => promise,
      invalidates: [KEY],
      applyOptimistic: (added) =>
        queryClient.setQueryData<number[]>(KEY, (before = []) => [...before, added]),
      success: 'Added',
      failure: 'Could not add',
    }),
  );
  const done = observer.mutate(number).catch(() => {});
  return {
    succeed: () => {
      resolve();
      return done;
    },
    fail: () => {
      reject(new Error('refused'));
      return done;
    },
  };
}

const applied = (expected: number[]) => expect.poll(numbers).toEqual(expected);

test('of two changes in one tick the failed one alone is taken back, to what was there before', async () => {
  queryClient.setQueryData(KEY, [1]);
  const first = add(2);
  await applied([1, 2]);
  await first.succeed();
  // What the server has now.
  queryClient.setQueryData(KEY, [1, 2, 3]);
  const [second, third] = [add(4), add(5)];
  await applied([1, 2, 3, 4, 5]);
  await second.fail();
  expect(numbers()).toEqual([1, 2, 3, 5]);
  await third.succeed();
});

test('what two changes concern is fetched again when both have settled in one tick', async () => {
  queryClient.setQueryData(KEY, []);
  const [first, second] = [add(1), add(2)];
  await applied([1, 2]);
  await Promise.all([first.succeed(), second.succeed()]);
  expect(queryClient.getQueryState(KEY)?.isInvalidated).toBe(true);
});
