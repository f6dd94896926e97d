import { describe, expect, test } from 'vitest';
import { itemOf, threadOf } from '#web/testing/samples.ts';
import { hasReplies, rowsOf } from './list-rows.ts';

const thread = threadOf([1, 2, 3]);
const [root] = thread as [(typeof thread)[0]];
const single = itemOf({ id: 9 });
const keysOf = (rows: { key: number | string }[]) => rows.map(({ key }) => key);

describe('the rows of a list', () => {
  test('have the replies of an open thread below its root', () => {
    const rows = rowsOf(
      [root, single],
      () => true,
      () => thread,
    );
    expect(keysOf(rows)).toEqual([1, '1/2', '1/3', 9]);
    expect(rows.map((row) => row.root?.id)).toEqual([undefined, 1, 1, undefined]);
  });
  test('have a place for each reply while the thread is loading', () => {
    const rows = rowsOf(
      [root],
      () => true,
      () => undefined,
    );
    expect(keysOf(rows)).toEqual([1, '1/+0', '1/+1']);
    expect(rows.map(({ item }) => item?.id)).toEqual([1, undefined, undefined]);
  });
  test('have as many replies as the thread has, where the list is older', () => {
    const rows = rowsOf(
      [{ ...root, thread_size: 2 }],
      () => true,
      () => thread,
    );
    expect(keysOf(rows)).toEqual([1, '1/2', '1/3']);
  });
  test('have no replies of a closed thread, and ask for none', () => {
    const ask = () => {
      throw new Error('nothing is asked for');
    };
    expect(keysOf(rowsOf([root, single], () => false, ask))).toEqual([1, 9]);
  });
});

test('only the root of a thread of several has replies', () => {
  expect(
    [root, thread[1], single, { ...root, thread_size: 1 }].map((item) => item && hasReplies(item)),
  ).toEqual([true, false, false, false]);
});
