import { describe, expect, test } from 'vitest';
import { createKnown, keysOf } from './identity.ts';
import type { ParsedEntry } from './parse.ts';
import { intervalOf, retryAfter } from './rhythm.ts';

const entry = (fields: Partial<ParsedEntry>): ParsedEntry => ({
  id: 'post-1',
  link: 'https://harbour.example/1',
  title: 'A week in our bars',
  text: null,
  author: null,
  picture: null,
  publishedAt: null,
  ...fields,
});

const judge = (before: Partial<ParsedEntry>, after: Partial<ParsedEntry>) =>
  createKnown([keysOf(entry(before))]).judge(keysOf(entry(after)));

describe('an entry is the same', () => {
  test.each([
    ['with another title and date', {}, { title: 'A month', publishedAt: '2026-11-01T00:00:00Z' }],
    ['by another scheme', {}, { id: 'post-2', link: 'http://harbour.example/1' }],
    [
      'at an id that alternates between schemes',
      { id: 'https://harbour.example/?p=1', link: null },
      { id: 'http://harbour.example/?p=1', link: null },
    ],
    [
      'with parameters that say where a reader comes from',
      {},
      { id: null, link: 'https://www.harbour.example/1/?utm_source=rss#top' },
    ],
    ['under an id that is made from its title', {}, { id: 'a-month', title: 'A month' }],
    ['at another address', {}, { link: 'https://harbour.example/blog/1' }],
    [
      'with comments counted in its title',
      { id: null },
      { id: null, title: 'A week in our bars (3)' },
    ],
    ['without an id and an address', { id: null, link: null }, { id: null, link: null }],
  ])('%s', (_, before, after) => {
    expect(judge(before, after)).toBe('known');
  });
});

describe('an entry is another', () => {
  test.each([
    [
      'with an id and an address of its own',
      { id: 'post-2', link: 'https://harbour.example/2', title: 'Another' },
      'new',
    ],
    [
      'with the id of another entry',
      { link: 'https://harbour.example/2', title: 'Another' },
      'new',
    ],
    [
      'by a parameter that says what is read',
      { id: null, link: 'https://harbour.example/1?p=2', title: 'Another' },
      'new',
    ],
    [
      'though it has the title of one',
      { id: 'post-2', link: 'https://harbour.example/2', title: 'A WEEK in our bars!' },
      'alike',
    ],
  ] as const)('%s', (_, after, verdict) => {
    expect(judge({}, after)).toBe(verdict);
  });
});

test('twenty thousand entries of one title are compared in linear time', () => {
  const known = createKnown([]);
  const began = performance.now();
  for (let n = 0; n < 20_000; n++) {
    const keys = keysOf(entry({ id: `${n}`, link: `https://harbour.example/${n}` }));
    known.judge(keys);
    known.add(keys);
  }
  expect(performance.now() - began).toBeLessThan(5000);
});

describe('how often a feed is read', () => {
  const NOW = Date.parse('2026-11-20T00:00:00Z');
  const hoursAgo = (...hours: number[]) =>
    hours.map((hour) => new Date(NOW - hour * 3600_000).toISOString());

  test.each([
    ['an hour, where nothing tells', null, [], 60],
    ['half of the time between two', null, hoursAgo(2, 4, 6, 8), 60],
    ['no more often than a quarter of an hour', null, hoursAgo(0, 0, 0.1), 15],
    ['not less than once a day', null, hoursAgo(5000), 1440],
    ['as rarely as it asks for', 600, hoursAgo(1), 600],
    ['but a day at most', 100_000, [], 1440],
    [
      'whatever dates lie in the future',
      null,
      [...hoursAgo(2, 4, 6, 8), '2199-01-01T00:00:00Z'],
      60,
    ],
  ])('%s', (_, ttl, published, minutes) => {
    expect(intervalOf(ttl, published, NOW)).toBe(minutes);
  });

  test('more and more rarely while it fails', () => {
    expect([0, 1, 2, 8, 500].map((failures) => retryAfter(15, failures))).toEqual([
      15, 30, 60, 1440, 1440,
    ]);
  });
});
