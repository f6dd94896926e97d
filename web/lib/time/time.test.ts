import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayName, longDayName, monthName, shortDayName, weekdayName } from './day-names.ts';
import { readerOf } from './locale.ts';
import { timeUntil, zonedTime, zoneName } from './time.ts';

const NOW = Date.parse('2026-11-27T08:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

describe('a day is called', () => {
  test.each([
    ['2026-11-24', 'Tue 24 Nov'],
    ['2027-01-01', 'Fri 1 Jan 2027'],
    ['2025-12-31', 'Wed 31 Dec 2025'],
  ])('%s: %s', (day, name) => expect(dayName(day)).toBe(name));

  test('in full', () => expect(longDayName('2026-11-24')).toBe('Tuesday 24 November 2026'));
  test('after its weekday', () => {
    expect([weekdayName('2026-11-24'), weekdayName('2026-11-24', 'long')]).toEqual([
      'Tue',
      'Tuesday',
    ]);
  });
  test('in a month by its number, and by the month where one begins', () => {
    expect(shortDayName('2026-11-24', false)).toBe('24');
    expect(shortDayName('2026-12-01', false)).toBe('1 Dec');
    expect(shortDayName('2026-11-24', true)).toBe('24 Nov');
  });
  test('by its month', () => expect(monthName('2026-11-24')).toBe('November 2026'));
});

describe('a time in a zone is', () => {
  test.each([
    ['2026-11-24T08:00:00Z', 'Europe/Berlin', 'Tue 24 Nov, 09:00'],
    ['2026-11-24T23:30:00Z', 'Europe/Berlin', 'Wed 25 Nov, 00:30'],
    ['2026-12-31T23:30:00Z', 'Europe/Berlin', 'Fri 1 Jan 2027, 00:30'],
    ['2026-11-24T08:00:00Z', 'America/New_York', 'Tue 24 Nov, 03:00'],
    // Clocks are put back: the second time of two that are called the same.
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', 'Sun 25 Oct, 02:30'],
  ])('%s in %s: %s', (instant, zone, text) => {
    expect(zonedTime(instant, zone)).toBe(text);
    expect(zonedTime(new Date(instant), zone)).toBe(text);
  });
});

test.each([
  ['en-US', { language: 'en-US', hour12: true, firstDay: 7 }],
  ['en-GB', { language: 'en-GB', hour12: false, firstDay: 1 }],
  ['en-IN', { language: 'en-IN', hour12: true, firstDay: 7 }],
  ['de-DE', { language: 'en-GB', hour12: false, firstDay: 1 }],
  ['ar-EG', { language: 'en-GB', hour12: true, firstDay: 6 }],
  ['en-US@posix', { language: 'en-GB', hour12: false, firstDay: 1 }],
])('a reader of %s has %o', (language, reader) => expect(readerOf(language)).toEqual(reader));

describe('a zone is called', () => {
  const winter = new Date('2026-11-24T08:00:00Z');
  test.each([
    ['Europe/Berlin', 'Berlin (CET)'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires (GMT-3)'],
    ['America/New_York', 'New York (EST)'],
    ['UTC', 'UTC'],
  ])('%s: %s', (zone, name) => expect(zoneName(zone, winter)).toBe(name));
  test('as it is in summer', () => {
    expect(zoneName('Europe/Berlin', new Date('2026-07-01T08:00:00Z'))).toBe('Berlin (CEST)');
  });
});

describe('a countdown says', () => {
  const MINUTE = 60_000;
  test.each([
    [-5, '0 minutes'],
    [0, '0 minutes'],
    [1, '1 minute'],
    [59, '59 minutes'],
    [60, '1 hour'],
    [61, '1 hour 1 minute'],
    [23 * 60 + 59, '23 hours 59 minutes'],
    [24 * 60, '1 day'],
    [43 * 60 + 5, '1 day 19 hours'],
    [48 * 60 + 59, '2 days'],
  ])('%i minutes before: %s', (minutes, words) => {
    expect(timeUntil(new Date(NOW + minutes * MINUTE), NOW)).toBe(words);
  });
  test('the same for a text and a date', () => {
    expect(timeUntil('2026-11-27T09:30:00Z')).toBe('1 hour 30 minutes');
  });
  test('never a unit that is not there, and one of a thing where there is one', () => {
    fc.assert(
      fc.property(fc.nat(10_000), (minutes) => {
        const words = timeUntil(new Date(NOW + minutes * MINUTE), NOW);
        expect(words).toMatch(/^(\d+ (day|hour|minute)s?)( \d+ (hour|minute)s?)?$/);
        expect(words).not.toMatch(/\b1 \w+s\b|\b([02-9]|\d\d+) \w+[^s\d ](?= |$)/);
      }),
    );
  });
});
