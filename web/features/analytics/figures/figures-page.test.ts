import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withFilters } from '#web/features/analytics/filters/analytics-address.ts';
import { barsOf, summedBy } from '#web/features/analytics/filters/periods.ts';
import { dayRange, namedRanges, readRange } from '#web/features/analytics/filters/ranges.ts';
import { changeOf, factor, figure, percent, signed } from './figure-format.ts';
import { findingOf, isOutsideChance } from './findings.ts';
import { coloursOf } from './series.ts';

const params = (query: string) => new URLSearchParams(query);

test('the named ranges are complete: the present day is in none', () => {
  const ranges = Object.fromEntries(
    namedRanges('2026-11-26').map(({ name, from, to }) => [name, [from, to]]),
  );
  expect(ranges).toEqual({
    7: ['2026-11-19', '2026-11-25'],
    30: ['2026-10-27', '2026-11-25'],
    90: ['2026-08-28', '2026-11-25'],
    month: ['2026-11-01', '2026-11-25'],
    'last-month': ['2026-10-01', '2026-10-31'],
  });
  expect(dayRange({ from: '2026-10-27', to: '2026-11-25' }, '2026-11-26')).toBe('27 Oct – 25 Nov');
});

test('on the first of a month, the last one ended yesterday, and the present one has no day', () => {
  const months = namedRanges('2026-11-01').filter(({ name }) => name.endsWith('month'));
  expect(months).toEqual([
    { name: 'last-month', label: 'Last month', from: '2026-10-01', to: '2026-10-31' },
  ]);
  expect(readRange(params('range=month'), '2026-11-01')).toEqual(months[0]);
});

test('a view takes the filters that it has', () => {
  const address = { filters: { channel: '1', network: 'x', tag: 'a' }, isFiltered: true };
  expect(withFilters(address as never, ['channel', 'network'])).toEqual({
    filters: { channel: '1', network: 'x' },
    isFiltered: true,
  });
  expect(withFilters(address as never, ['author'])).toEqual({ filters: {}, isFiltered: false });
});

test('an address names a range, or the last 30 days', () => {
  const today = '2026-11-26';
  expect(readRange(params('range=7'), today).from).toBe('2026-11-19');
  expect(readRange(params('from=2026-01-01&to=2026-02-01'), today)).toMatchObject({
    name: '',
    from: '2026-01-01',
  });
  for (const query of [
    '',
    'from=1926-01-01&to=2026-01-01',
    'from=2020-01-01&to=2026-01-01',
    'from=2026-02-31&to=2026-03-01',
    'from=2026-02-01&to=2026-01-01',
    'range=99',
  ])
    expect(readRange(params(query), today).name).toBe('30');
});

test('a time is written in minutes and seconds', () => {
  expect([0, 48.4, 59.6, 222].map((seconds) => figure(seconds, 'time'))).toEqual([
    '0s',
    '48s',
    '1m 0s',
    '3m 42s',
  ]);
});

test('figures have a true minus, and rates one decimal', () => {
  expect([percent(0.041), percent(-0.005), signed(-2), signed(416), signed(0)]).toEqual([
    '4.1%',
    '−0.5%',
    '−2',
    '+416',
    '0',
  ]);
  expect([figure(9999, 'count'), figure(12_345, 'count'), factor(2.34)]).toEqual([
    '9,999',
    '12.3K',
    '2.3×',
  ]);
  expect(changeOf({ now: 0.041, before: 0.043 }, 'rate')).toEqual({
    direction: 'down',
    text: '0.2 pt',
  });
  expect(changeOf({ now: 112, before: 100 }, 'count')).toEqual({ direction: 'up', text: '12.0%' });
  expect(changeOf({ now: 5, before: 0 }, 'count')).toBeUndefined();
  expect(changeOf({ now: 5, before: null }, 'count')).toBeUndefined();
});

const overview = (now: number[], before: number[]) => ({
  days: now.map((_, n) => `2026-11-0${n + 1}`),
  before_by_day: { views: before, engagements: null },
  totals: {
    views: {
      now: now.reduce((sum, count) => sum + count, 0),
      before: before.reduce((sum, count) => sum + count, 0),
    },
    engagements: { now: null, before: null },
    engagement_rate: { now: null, before: null },
    followers: { now: null, before: null },
  },
  networks: [],
});

test('a finding says what is clear, and nothing else', () => {
  const say = (now: number[], before: number[], most = 0) =>
    findingOf(overview(now, before), 'views', now, { count: most });
  expect(say([20, 21, 20], [10, 11, 10])).toBe('96.8% more views than the 3 days before');
  expect(say([10, 11, 10], [20, 21, 20])).toBe('49.2% fewer views than the 3 days before');
  expect(say([1, 30, 0], [20, 0, 3])).toBe('Views as before');
  expect(say([10, 11, 10], [10, 11, 10], 16)).toBe('52% of the views come from one post');
  expect(say([10, 11, 10], [0, 0, 0])).toBe('31 views, none in the 3 days before');
  expect(findingOf(overview([], []), 'engagements', [], { count: 0 })).toBe(
    'No engagements in this range',
  );
});

test('equal days are never outside chance', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 2, maxLength: 40 }), (days) => {
      expect(isOutsideChance(days, days)).toBe(false);
    }),
  );
});

test('bars are days, then weeks, then months, and lose nothing', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
    );
  expect([barsOf(days(30)).length, barsOf(days(91)).length, barsOf(days(730)).length]).toEqual([
    30, 13, 24,
  ]);
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 800 }), (values) => {
      const sums = summedBy(barsOf(days(values.length)), values);
      const total = (all: number[]) => all.reduce((sum, value) => sum + value, 0);
      expect(total(sums)).toBe(total(values));
    }),
  );
});

test('a network keeps its colour, and no two that are used have the same', () => {
  const used = ['practice', 'bluesky', 'x', 'instagram'] as const;
  const colours = coloursOf(used);
  expect([colours.get('x'), colours.get('instagram')]).toEqual([1, 3]);
  expect(new Set(used.map((network) => colours.get(network))).size).toBe(used.length);
});
