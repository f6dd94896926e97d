import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STATUSES } from '#contract/content/workflow.ts';
import type { ItemFilters } from '#web/features/content/items/item-queries.ts';
import { SORTS } from '#web/features/content/search/search-url.ts';
import { isFiltered, listAddress, readFilters, type View, views } from './list-address.ts';

const [all, drafts, published, threads] = views as [View, View, View, View];
const read = (query: string, view = all) => readFilters(new URLSearchParams(query), view);

describe('the filters of a list are read from its address', () => {
  test('without any', () => expect(read('folder=7')).toEqual({}));
  test('with all of them', () => {
    expect(
      read('search=note&status=draft&updated=week&threads=true&tag=spring&author=5&sort=title'),
    ).toEqual({
      search: 'note',
      status: ['draft'],
      period: 'week',
      threads: true,
      tags: ['spring'],
      author: 5,
      sort: 'title',
    });
  });
  test.each([
    'status=nonsense',
    'updated=yesterday',
    'threads=yes',
    'tag=',
    'author=0',
    'sort=nonsense',
    'search=%20',
  ])('without what is invalid: %s', (query) => expect(read(query)).toEqual({}));
  test('over those of the view', () => {
    expect(read('', drafts)).toEqual({ status: ['draft'] });
    expect(read('status=review', drafts)).toEqual({ status: ['review'] });
    expect(read('', threads)).toEqual({ threads: true });
  });
});

describe('the address of a list', () => {
  test('is that of its view, without the filters of that', () => {
    expect(listAddress(drafts, { status: ['draft'], tags: ['a b'] }, 3)).toBe(
      '/content/drafts?folder=3&tag=a+b',
    );
    expect(listAddress(threads, { threads: true }, null)).toBe('/threads');
  });
  test('leads to all content where a filter of its view was removed', () => {
    expect(listAddress(published, {}, null)).toBe('/content');
    expect(listAddress(drafts, { status: ['draft', 'review'] }, 3)).toBe(
      '/content?folder=3&status=draft&status=review',
    );
    expect(listAddress(threads, { tags: ['a'] }, null)).toBe('/content?tag=a');
  });
  test('has no order where it is the usual one', () => {
    expect(listAddress(all, { sort: '-updated_at' }, null)).toBe('/content');
    expect(listAddress(all, { sort: 'title' }, null)).toBe('/content?sort=title');
  });
});

test('filters are in the address as they are read from it again, in each view', () => {
  const filters = fc.record(
    {
      search: fc
        .string({ minLength: 1, maxLength: 30 })
        .filter((text) => text.trim() === text && text !== ''),
      status: fc.subarray([...STATUSES], { minLength: 1 }),
      period: fc.constantFrom('today', 'week', 'month'),
      threads: fc.constant(true),
      tags: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), {
        minLength: 1,
        maxLength: 4,
      }),
      author: fc.integer({ min: 1, max: 1e9 }),
      sort: fc.constantFrom(
        ...SORTS.map(([ordering]) => ordering).filter((sort) => sort !== '-updated_at'),
      ),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.constantFrom(...views), filters, (view, given) => {
      const { pathname, searchParams } = new URL(
        listAddress(view, given as ItemFilters, null),
        'http://own.invalid',
      );
      const shown = views.find(({ path }) => path === pathname) as View;
      expect(readFilters(searchParams, shown)).toEqual(given);
    }),
  );
});

test.each([
  [{}, false],
  [{ sort: 'title' }, false],
  [{ folder: [3] }, false],
  [{ status: [] }, false],
  [{ search: 'note' }, true],
  [{ status: ['draft'] }, true],
  [{ period: 'week' }, true],
  [{ threads: true }, true],
  [{ tags: ['spring'] }, true],
  [{ author: 5 }, true],
] as [ItemFilters, boolean][])('a list with %j is filtered: %s', (filters, expected) =>
  expect(isFiltered(filters)).toBe(expected),
);
