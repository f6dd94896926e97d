import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  daysFrom,
  isDay,
  minutesOf,
  rangeOf,
  startOf,
  startOfWeek,
  timeOf,
  weekName,
  weeksOfMonth,
} from './days.ts';

const someDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const weekday = fc.integer({ min: 1, max: 7 });

describe('days', () => {
  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-29', 1, '2026-03-30'],
  ])('%s and %i days are %s', (day, days, result) => expect(addDays(day, days)).toBe(result));

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-03-31', -1, '2026-02-28'],
  ])('%s and %i months are %s', (day, months, result) =>
    expect(addMonths(day, months)).toBe(result),
  );

  test.each([
    ['2026-11-24', true],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['26-11-24', false],
    ['2026-11-24T09:00', false],
    ['', false],
    [null, false],
  ])('%s is a day: %s', (text, is) => expect(isDay(text)).toBe(is));

  test('follow each other', () => {
    expect(daysFrom('2026-12-30', 4)).toEqual([
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ]);
  });
});

describe('a week', () => {
  test.each([
    ['2026-11-27', 1, '2026-11-23'],
    ['2026-11-27', 7, '2026-11-22'],
    ['2026-11-27', 6, '2026-11-21'],
    ['2026-11-23', 1, '2026-11-23'],
  ])('with %s that begins with weekday %i begins on %s', (day, first, start) =>
    expect(startOfWeek(day, first)).toBe(start),
  );

  test('begins at most six days before each of its days', () => {
    fc.assert(
      fc.property(someDay, weekday, (day, first) => {
        const start = startOfWeek(day, first);
        expect(daysFrom(start, 7)).toContain(day);
        expect(startOfWeek(start, first)).toBe(start);
      }),
    );
  });

  test.each([
    ['2026-11-23', '23 to 29 Nov 2026'],
    ['2026-11-30', '30 Nov to 6 Dec 2026'],
    ['2026-12-28', '28 Dec 2026 to 3 Jan 2027'],
  ])('from %s is %s', (from, name) => expect(weekName(from)).toBe(name));
});

describe('a month', () => {
  test('has the weeks that have days of it', () => {
    const weeks = weeksOfMonth('2026-11-27', 1);
    expect(weeks).toHaveLength(6);
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual(['2026-10-26', '2026-12-06']);
  });
  test('that begins and ends with a week has four', () => {
    expect(weeksOfMonth('2027-02-14', 1).map(([first]) => first)).toEqual([
      '2027-02-01',
      '2027-02-08',
      '2027-02-15',
      '2027-02-22',
    ]);
  });
  test('has each of its days once, in whole weeks', () => {
    fc.assert(
      fc.property(someDay, weekday, (day, first) => {
        const weeks = weeksOfMonth(day, first);
        const own = weeks.flat().filter((date) => date.startsWith(day.slice(0, 7)));
        expect(own[0]?.slice(8)).toBe('01');
        expect(addDays(own.at(-1) ?? '', 1).slice(8)).toBe('01');
        expect(new Set(own).size).toBe(own.length);
        for (const week of weeks) {
          expect(week).toHaveLength(7);
          expect(week.some((date) => own.includes(date))).toBe(true);
        }
      }),
    );
  });
});

describe('the period that is shown', () => {
  test('of a week and of a list is a week', () => {
    const week = { from: '2026-11-23', to: '2026-11-30' };
    expect(rangeOf('week', '2026-11-27', 1)).toEqual(week);
    expect(rangeOf('list', '2026-11-27', 1)).toEqual(week);
  });
  test('of a month is whole weeks', () => {
    expect(rangeOf('month', '2026-11-27', 1)).toEqual({ from: '2026-10-26', to: '2026-12-07' });
  });
});

describe('the instant at which a day begins', () => {
  test.each([
    ['2026-11-24', 'UTC', '2026-11-24T00:00:00.000Z'],
    ['2026-11-24', 'Europe/Berlin', '2026-11-23T23:00:00.000Z'],
    ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
    ['2026-11-24', 'Asia/Kathmandu', '2026-11-23T18:15:00.000Z'],
    // Midnight does not exist there on that day: it begins at one.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ])('%s in %s is %s', (day, zone, instant) => expect(startOf(day, zone)).toBe(instant));
});

test('minutes since midnight are a time of day, and back', () => {
  expect(timeOf(0)).toBe('00:00');
  expect(timeOf(545)).toBe('09:05');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1439 }), (minutes) => {
      expect(minutesOf(`2026-11-24T${timeOf(minutes)}`)).toBe(minutes);
    }),
  );
});
