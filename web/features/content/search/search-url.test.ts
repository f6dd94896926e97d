import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ORDERINGS } from '#contract/content/items.ts';
import { MAX_SEARCH_LENGTH } from '#contract/content/search.ts';
import { SEARCH_STATUSES } from '#contract/content/workflow.ts';
import { readSearch, SORTS, writeSearch } from './search-url.ts';

const read = (query: string) => readSearch(new URLSearchParams(query));
const NOTHING = { q: '', status: [], folder: [], tags: [], author: null, sort: '-created_at' };

describe('a search is read from the address', () => {
  test('without anything in it', () => expect(read('view=search')).toEqual(NOTHING));
  test('with all of it', () => {
    expect(read('q=otters&status=draft&folder=7&folder=3&tag=spring&author=5&sort=title')).toEqual({
      q: 'otters',
      status: ['draft'],
      folder: [3, 7],
      tags: ['spring'],
      author: 5,
      sort: 'title',
    });
  });
  test.each([
    ['a status that is none', 'status=nonsense'],
    [
      'a folder that is no id',
      'folder=x&folder=0&folder=-1&folder=1.5&folder=99999999999999999999',
    ],
    ['an empty tag', 'tag='],
    ['an author that is no id', 'author=me'],
    ['an order that is none', 'sort=nonsense'],
    ['a text of white space', 'q=%20%20'],
  ])('without %s', (_, query) => expect(read(query)).toEqual(NOTHING));
  test('with each value once', () => {
    expect(read('tag=a&tag=a&folder=2&folder=2')).toMatchObject({ tags: ['a'], folder: [2] });
  });
  test('with as much text as a search has', () => {
    expect(read(`q=${'x'.repeat(MAX_SEARCH_LENGTH + 1)}`).q).toHaveLength(MAX_SEARCH_LENGTH);
  });
});

test('each order is on offer once', () => {
  expect(SORTS.map(([, label]) => label)).toEqual([
    'Date Created (Newest)',
    'Date Created (Oldest)',
    'Date Updated (Newest)',
    'Date Updated (Oldest)',
    'Title A-Z',
    'Title Z-A',
    'View Count (High to Low)',
    'Network Views (High to Low)',
  ]);
  const offered = SORTS.map(([ordering]) => ordering);
  expect(new Set(offered).size).toBe(offered.length);
  expect(ORDERINGS).toEqual(expect.arrayContaining(offered));
});

test('the usual order is not in the address', () => {
  expect(String(writeSearch({ ...read(''), sort: '-created_at' }))).toBe('view=search');
});

test('what is written to the address is read from it again', () => {
  const search = fc.record({
    q: fc.string({ maxLength: 50 }).map((text) => text.trim()),
    status: fc.subarray([...SEARCH_STATUSES]),
    folder: fc
      .uniqueArray(fc.integer({ min: 1, max: 1e9 }), { maxLength: 5 })
      .map((ids) => ids.sort((a, b) => a - b)),
    tags: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 5 }),
    author: fc.option(fc.integer({ min: 1, max: 1e9 })),
    sort: fc.constantFrom(...SORTS.map(([ordering]) => ordering)),
  });
  fc.assert(
    fc.property(search, (given) => {
      expect(read(String(writeSearch(given)))).toEqual(given);
    }),
  );
});
