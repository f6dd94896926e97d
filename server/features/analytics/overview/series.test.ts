import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysIn } from '#contract/analytics/ranges.ts';
import { dayStarts } from './days.ts';
import { rounded, seriesOf, sum } from './series.ts';

const DAY = 86_400_000;

test('the days of a range begin at midnight of the zone, also where clocks are changed', () => {
  const starts = dayStarts({ from: '2026-10-20', to: '2026-11-02' }, 'Europe/Berlin');
  expect(starts).toHaveLength(15);
  expect(new Date(starts[0] as number).toISOString()).toBe('2026-10-19T22:00:00.000Z');
  expect(new Date(starts[6] as number).toISOString()).toBe('2026-10-25T23:00:00.000Z');
  const lengths = starts.slice(1).map((start, day) => (start - (starts[day] as number)) / 3600_000);
  expect(lengths.filter((hours) => hours !== 24)).toEqual([25]);
  expect(lengths[5]).toBe(25);
});

test('any range has as many days as it says', () => {
  const day = fc.integer({ min: 0, max: 9000 }).map((n) => addDays('2001-01-01', n));
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 60 }), (from, count) => {
      const range = { from, to: addDays(from, count) };
      const starts = dayStarts(range, 'America/New_York');
      expect(starts).toHaveLength(daysIn(range) + 1);
      for (const [index, start] of starts.slice(1).entries())
        expect(start - (starts[index] as number)).toBeGreaterThan(22 * 3600_000);
    }),
    { numRuns: 30 },
  );
});

test('growth is spread over the days between two readings', () => {
  const starts = [0, DAY, 2 * DAY, 3 * DAY];
  // 100 from noon of the first day to noon of the third one; before, 24 an hour until the end of the first hour.
  const rate = 100 / (2 * 86_400);
  const [noon, hour] = [43_200, 3600];
  const none = {
    network: 'practice' as const,
    last_at: '',
    engagements_rate: null,
    engagements_moment: null,
    viewed_rate: null,
    viewed_moment: null,
  };
  const changes = [
    { ...none, day: 0, views_rate: 24 / hour, views_moment: (-24 / hour) * 86_400 },
    {
      ...none,
      day: 1,
      views_rate: rate - 24 / hour,
      views_moment: rate * noon - (24 / hour) * hour,
    },
    { ...none, day: 3, views_rate: -rate, views_moment: -rate * (2 * 86_400 + noon) },
  ];
  expect(seriesOf(changes, starts, 'views')?.map(Math.round)).toEqual([49, 50, 25]);
  expect(seriesOf(changes, starts, 'engagements')).toBeUndefined();
  // What was counted before the days, or after them, only.
  expect(seriesOf(changes.slice(0, 1), starts, 'views')).toBeUndefined();
  expect(seriesOf([{ ...none, day: 4, views_rate: 1, views_moment: 0 }], starts, 'views')).toBe(
    undefined,
  );
});

test('whole numbers keep the sum', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true })), (values) => {
      const whole = rounded(values);
      expect(sum(whole)).toBe(Math.round(sum(values)));
      for (const value of whole) expect(value).toBeGreaterThanOrEqual(0);
    }),
  );
});
