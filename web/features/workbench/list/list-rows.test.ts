import { describe, expect, test } from 'vitest';
import type { Item } from '#contract/content/items.ts';
import { itemOf, threadOf } from '#web/testing/samples.ts';
import { hasReplies, rowsOf, rowsOfFound } from './list-rows.ts';

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
      () => false,
    );
    expect(keysOf(rows)).toEqual([1, '1/2', '1/3', 9]);
    expect(rows.map((row) => row.root?.id)).toEqual([undefined, 1, 1, undefined]);
  });
  test('have a place for each reply while the thread is loading', () => {
    const rows = rowsOf(
      [root],
      () => true,
      () => undefined,
      () => false,
    );
    expect(keysOf(rows)).toEqual([1, '1/+0', '1/+1']);
    expect(rows.map(({ item }) => item?.id)).toEqual([1, undefined, undefined]);
  });
  test('have as many replies as the thread has, where the list is older', () => {
    const rows = rowsOf(
      [{ ...root, thread_size: 2 }],
      () => true,
      () => thread,
      () => false,
    );
    expect(keysOf(rows)).toEqual([1, '1/2', '1/3']);
  });
  test('have no replies of a closed thread, and ask for none', () => {
    const ask = () => {
      throw new Error('nothing is asked for');
    };
    expect(
      keysOf(
        rowsOf(
          [root, single],
          () => false,
          ask,
          () => false,
        ),
      ),
    ).toEqual([1, 9]);
  });
});

describe('a long thread that is open', () => {
  const long = threadOf([1, 2, 3, 4, 5]);
  const [first] = long as [(typeof long)[0]];
  const rowsWith = (whole: boolean, parts = long) =>
    rowsOf(
      [first],
      () => true,
      () => parts,
      () => whole,
    );
  test('shows the first two replies, and how many follow', () => {
    expect(keysOf(rowsWith(false))).toEqual([1, '1/2', '1/3', '1/more']);
    expect(rowsWith(false).at(-1)).toMatchObject({ more: 2 });
  });
  test('shows all of them when they are asked for, and where a single one follows', () => {
    expect(keysOf(rowsWith(true))).toEqual([1, '1/2', '1/3', '1/4', '1/5']);
    expect(keysOf(rowsWith(false, long.slice(0, 4)))).toEqual([1, '1/2', '1/3', '1/4']);
  });
});

describe('the rows of what was found', () => {
  const [, second, third] = thread as [Item, Item, Item];
  test('have replies below their root, in their order', () => {
    const rows = rowsOfFound([third, single, second], () => thread);
    expect(keysOf(rows)).toEqual([1, '1/2', '1/3', 9]);
    expect(rows[0]?.item).toBe(root);
  });
  test('have a place for a root that is loading, and load it', () => {
    const rows = rowsOfFound([third], () => undefined);
    expect(rows.map(({ item, root }) => [item?.id, root?.id])).toEqual([
      [undefined, 1],
      [3, 1],
    ]);
  });
  test('have a root that was found where the first of its thread was', () => {
    expect(keysOf(rowsOfFound([single, second, root], () => undefined))).toEqual([9, 1, '1/2']);
  });
});

test('only the root of a thread of several has replies', () => {
  expect(
    [root, thread[1], single, { ...root, thread_size: 1 }].map((item) => item && hasReplies(item)),
  ).toEqual([true, false, false, false]);
});
