import { beforeEach, describe, expect, test } from 'vitest';
import type { Item } from '#contract/content/items.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { itemOf, threadOf } from '#web/testing/samples.ts';
import { addToCachedLists, cachedItems, emptyCachedList, mapCachedItems } from './item-cache.ts';

const ALL = keys.contentList({});
const page = (results: Item[], count = results.length, next: string | null = null) => ({
  count,
  next,
  previous: null,
  results,
});
const cache = (key: readonly unknown[], ...pages: ReturnType<typeof page>[]) =>
  queryClient.setQueryData(key, { pages, pageParams: pages.map(() => undefined) });
const listIn = (key: readonly unknown[]) =>
  queryClient.getQueryData<{ pages: ReturnType<typeof page>[] }>(key)?.pages ?? [];
const idsIn = (key: readonly unknown[]) =>
  listIn(key).map(({ results }) => results.map(({ id }) => id));
const countsIn = (key: readonly unknown[]) => listIn(key).map(({ count }) => count);

beforeEach(() => queryClient.clear());

describe('a changed item', () => {
  const rename = () => mapCachedItems((item) => (item.id === 1 ? { ...item, title: 'New' } : item));

  test('is changed in lists, searches, threads and whatever else holds it', () => {
    const search = keys.searchResults({ q: 'text' });
    const other = [...keys.items, 'another shape'];
    cache(ALL, page([itemOf({ id: 1 })]));
    cache(search, page([itemOf({ id: 1 })]));
    queryClient.setQueryData(keys.thread(1), threadOf([1, 2]));
    queryClient.setQueryData(keys.untimedDrafts(''), page([itemOf({ id: 1 })]));
    queryClient.setQueryData(other, { by: { day: [{ post: itemOf({ id: 1 }) }] }, of: null });
    rename();
    for (const key of [ALL, search]) expect(listIn(key)[0]?.results[0]?.title).toBe('New');
    expect(queryClient.getQueryData<Item[]>(keys.thread(1))?.map(({ title }) => title)).toEqual([
      'New',
      'A title',
    ]);
    expect(queryClient.getQueryData(keys.untimedDrafts(''))).toEqual(
      page([itemOf({ id: 1, title: 'New' })]),
    );
    expect(queryClient.getQueryData(other)).toEqual({
      by: { day: [{ post: itemOf({ id: 1, title: 'New' }) }] },
      of: null,
    });
  });

  test('leaves data without it as it is, and as fresh as it was', () => {
    const key = keys.contentList({ folder: [2] });
    cache(key, page([itemOf({ id: 2 })]));
    void queryClient.invalidateQueries({ queryKey: key });
    const before = queryClient.getQueryData(key);
    rename();
    expect(queryClient.getQueryData(key)).toBe(before);
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  });

  test('that is no draft any more leaves the drafts beside the calendar', () => {
    const key = keys.untimedDrafts('');
    queryClient.setQueryData(key, page([itemOf({ id: 1 }), itemOf({ id: 2 })]));
    mapCachedItems((item) => (item.id === 1 ? { ...item, status: 'review' } : item));
    expect(queryClient.getQueryData(key)).toEqual(page([itemOf({ id: 2 })]));
  });

  test.each([
    ['its status', { status: ['draft'] }, { status: 'review' }],
    ['its folder', { folder: [1] }, { folder: 2 }],
    ['a tag', { tags: ['spring'] }, { tags: [] }],
  ] as [string, object, Partial<Item>][])(
    'leaves a list that filters by %s',
    (_, filters, change) => {
      const key = keys.contentList(filters);
      cache(key, page([itemOf({ id: 1, tags: ['spring'] }), itemOf({ id: 2, tags: ['spring'] })]));
      mapCachedItems((item) => (item.id === 1 ? { ...item, ...change } : item));
      expect([idsIn(key), countsIn(key)]).toEqual([[[2]], [1]]);
    },
  );

  test('stays where it was found because of something else, such as a reply', () => {
    const key = keys.contentList({ status: ['review'] });
    cache(key, page([itemOf({ id: 1, status: 'draft' })]));
    mapCachedItems((item) => ({ ...item, title: 'New' }));
    expect(idsIn(key)).toEqual([[1]]);
  });

  test('stays in a list of another folder that does not filter', () => {
    cache(ALL, page([itemOf({ id: 1 })]));
    mapCachedItems((item) => ({ ...item, folder: 2 }));
    expect(idsIn(ALL)).toEqual([[1]]);
  });
});

describe('a removed item', () => {
  test('is counted on no page any more', () => {
    cache(
      ALL,
      page([itemOf({ id: 1 }), itemOf({ id: 2 })], 3, 'next'),
      page([itemOf({ id: 3 })], 3),
    );
    mapCachedItems((item) => (item.id === 2 ? null : item));
    expect([idsIn(ALL), countsIn(ALL)]).toEqual([
      [[1], [3]],
      [2, 2],
    ]);
  });
  test('leaves its thread', () => {
    queryClient.setQueryData(keys.thread(1), threadOf([1, 2, 3]));
    mapCachedItems((item) => (item.id === 2 ? null : item));
    expect(queryClient.getQueryData<Item[]>(keys.thread(1))?.map(({ id }) => id)).toEqual([1, 3]);
  });
});

describe('an item is found', () => {
  test('in a list, on any page', () => {
    cache(ALL, page([itemOf({ id: 1 })]), page([itemOf({ id: 2 })]));
    expect(cachedItems().get(2)?.id).toBe(2);
  });
  test('in a thread', () => {
    queryClient.setQueryData(keys.thread(1), threadOf([1, 2]));
    expect(cachedItems().get(2)?.id).toBe(2);
  });
  test('nowhere', () => expect(cachedItems().get(9)).toBeUndefined());
  test('in the drafts beside the calendar', () => {
    queryClient.setQueryData(keys.untimedDrafts(''), page([itemOf({ id: 4 })]));
    expect(cachedItems().get(4)?.id).toBe(4);
  });
});

describe('a new item', () => {
  const added = itemOf({ id: -1, status: 'draft', tags: ['spring'], author: 1 });
  const oneItem = () => page([itemOf({ id: 1 })], 1);

  test.each([
    ['without filters', {}],
    ['of its folder', { folder: [1, 2] }],
    ['of its status', { status: ['draft', 'review'] }],
    ['of its tags', { tags: ['spring'] }],
    ['of its author', { author: 1 }],
  ])('is the first of a list %s', (_, filters) => {
    const key = keys.contentList(filters);
    cache(key, oneItem());
    addToCachedLists(added);
    expect([idsIn(key), countsIn(key)]).toEqual([[[-1, 1]], [2]]);
  });

  test.each([
    ['of another folder', { folder: [2] }],
    ['of another status', { status: ['review'] }],
    ['of another tag', { tags: ['spring', 'autumn'] }],
    ['of another author', { author: 2 }],
    ['of threads', { threads: true }],
    ['that is searched, which the server decides', { search: 'text' }],
    ['in another order', { sort: 'title' }],
  ])('is not in a list %s', (_, filters) => {
    const key = keys.contentList(filters);
    cache(key, oneItem());
    addToCachedLists(added);
    expect([idsIn(key), countsIn(key)]).toEqual([[[1]], [1]]);
  });

  test('is on the first page alone, and counted on each', () => {
    cache(ALL, page([itemOf({ id: 1 })], 2), page([itemOf({ id: 2 })], 2));
    addToCachedLists(added);
    expect([idsIn(ALL), countsIn(ALL)]).toEqual([
      [[-1, 1], [2]],
      [3, 3],
    ]);
  });
});

test('a list whose items are being deleted is empty, and asks for no page more', () => {
  cache(ALL, page([itemOf({ id: 1 })], 2, 'next'), page([itemOf({ id: 2 })], 2));
  emptyCachedList({});
  expect([idsIn(ALL), countsIn(ALL), listIn(ALL)[0]?.next]).toEqual([[[]], [0], null]);
});
