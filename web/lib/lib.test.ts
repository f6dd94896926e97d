import { expect, test } from 'vitest';
import { cut, within } from './text.ts';
import { periodStart, relativeTime } from './time/time.ts';
import { isExpired, subjectOf } from './token.ts';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const ago = (seconds: number) => relativeTime(new Date(NOW - seconds * 1000).toISOString(), NOW);
const DAY = 86_400;

test.each([
  [-5, 'just now'],
  [59, 'just now'],
  [60, '1m ago'],
  [3599, '59m ago'],
  [3600, '1h ago'],
  [DAY - 1, '23h ago'],
  [DAY, '1d ago'],
  [30 * DAY - 1, '29d ago'],
  [30 * DAY, '1mo ago'],
  [360 * DAY - 1, '11mo ago'],
  [360 * DAY, '1y ago'],
  [730 * DAY, '2y ago'],
])('%i seconds ago is %s', (seconds, words) => expect(ago(seconds)).toBe(words));

test.each([
  ['2026-06-15T18:30:20.250Z', 'UTC', '2026-06-15T00:00:00.000Z'],
  ['2026-06-15T18:30:20.250Z', 'Asia/Tokyo', '2026-06-15T15:00:00.000Z'],
  ['2026-06-15T03:59:59Z', 'America/New_York', '2026-06-14T04:00:00.000Z'],
  // Clocks went forward, and back, that night.
  ['2026-03-29T10:00:00Z', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-10-25T10:00:00Z', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
])('at %s, today in %s began at %s', (now, zone, start) =>
  expect(periodStart('today', zone, new Date(now))).toBe(start),
);

test('other periods began so many days ago', () => {
  const now = new Date('2026-06-15T18:30:20Z');
  expect(periodStart('week', 'UTC', now)).toBe('2026-06-08T18:30:00.000Z');
});

test('a text is cut between characters as a reader counts them', () => {
  expect(cut('short', 50)).toBe('short');
  expect(cut('👩‍👩‍👧‍👦'.repeat(3), 2)).toBe(`${'👩‍👩‍👧‍👦'.repeat(2)}…`);
  expect(cut('one two', 4)).toBe('one…');
});

test('a text within a limit of the server ends with a whole character', () => {
  expect(within(`${'a'.repeat(9)}🎉`, 10)).toBe('a'.repeat(9));
  expect(within(`${'a'.repeat(8)}🎉`, 10)).toBe(`${'a'.repeat(8)}🎉`);
  expect(within('👩‍👩‍👧‍👦'.repeat(3), 30)).toBe('👩‍👩‍👧‍👦'.repeat(2));
  expect(within('e\u0301'.repeat(3), 5)).toBe('e\u0301'.repeat(2));
});

const token = (payload: unknown) =>
  `a.${btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.c`;

test('a token names its person, unless it cannot be decoded', () => {
  expect(subjectOf(token({ sub: '17' }))).toBe('17');
  for (const bad of ['', 'abc', 'a.b.c', token({}), token(null), token({ sub: 17 })])
    expect(subjectOf(bad)).toBe('');
});

test('a token expires at its exp, and when it cannot be decoded', () => {
  expect(isExpired(token({ exp: NOW / 1000 + 1 }), NOW)).toBe(false);
  expect(isExpired(token({ exp: NOW / 1000 }), NOW)).toBe(true);
  for (const bad of ['', 'abc', 'a.b.c', token({}), token({ exp: 'soon' })])
    expect(isExpired(bad, NOW)).toBe(true);
});
