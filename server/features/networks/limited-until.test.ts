import { expect, test } from 'vitest';
import { limitedUntil } from './times.ts';

/** When a limit ends, by headers of the network and the clock of this process. */

const NOW = Date.parse('2026-05-01T12:00:00Z');
const MINUTE = 60_000;
const at = (ms: number) => new Date(NOW + ms).toISOString();
const date = (ms: number) => new Date(NOW + ms).toUTCString();

test.each<[string, Record<string, string>, number]>([
  ['a duration', { 'retry-after': '30' }, 30_000],
  ['a duration, whatever the clocks say', { 'retry-after': '30', date: date(7 * MINUTE) }, 30_000],
  ['an instant without a Date', { 'x-ratelimit-reset': at(2000) }, 2000],
  ['an instant of the same clock', { 'x-ratelimit-reset': at(2000), date: date(0) }, 2000],
  [
    'an instant of a clock that is ahead',
    { 'x-ratelimit-reset': at(7 * MINUTE + 2000), date: date(7 * MINUTE) },
    2000,
  ],
  [
    'an instant of a clock that is behind',
    { 'x-ratelimit-reset': at(-7 * MINUTE + 2000), date: date(-7 * MINUTE) },
    2000,
  ],
  [
    'seconds since 1970 of a clock that is ahead',
    { 'x-rate-limit-reset': String((NOW + 8 * MINUTE) / 1000), date: date(7 * MINUTE) },
    MINUTE,
  ],
  [
    'a date of a clock that is ahead',
    { 'retry-after': date(8 * MINUTE), date: date(7 * MINUTE) },
    MINUTE,
  ],
  ['an instant with a Date that is none', { 'x-ratelimit-reset': at(2000), date: 'x' }, 2000],
])('%s', (_, headers, ms) => {
  const until = limitedUntil({ now: () => NOW }, new Headers(headers));
  expect((until?.getTime() ?? 0) - NOW).toBe(ms);
});
