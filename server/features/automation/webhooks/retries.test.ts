import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_TRIES } from '#contract/automation/webhooks.ts';
import { askedDelay, delayAfter } from './retries.ts';

const HOUR = 3600;
const NOW = Date.parse('2026-11-29T10:00:00Z');

/** The waits between the attempts of one delivery, in seconds, without jitter. */
const waits = Array.from({ length: MAX_TRIES - 1 }, (_, failed) =>
  delayAfter(MAX_TRIES - failed, undefined, 0.5),
);

test('a delivery is tried ten times within about three days, at first after seconds', () => {
  expect(waits).toHaveLength(9);
  expect(waits.slice(0, 3)).toEqual([5, 300, 1800]);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  const days = waits.reduce((sum, wait) => sum + wait, 0) / (24 * HOUR);
  expect(days).toBeGreaterThan(2.5);
  expect(days).toBeLessThan(3.5);
});

test('a wait varies by a tenth in each direction', () => {
  expect(delayAfter(MAX_TRIES, undefined, 0)).toBeCloseTo(4.5);
  expect(delayAfter(MAX_TRIES, undefined, 1)).toBeCloseTo(5.5);
});

test('a receiver can ask for a longer wait, and for no shorter one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: MAX_TRIES }),
      fc.integer({ min: 1, max: 48 * HOUR }),
      (triesLeft, askedS) => {
        const usual = delayAfter(triesLeft, undefined, 0.5);
        expect(delayAfter(triesLeft, askedS, 0.5)).toBe(Math.max(usual, askedS));
      },
    ),
  );
});

test.each([
  ['120', 120],
  [' 120 ', 120],
  ['Sun, 29 Nov 2026 10:02:00 GMT', 120],
  // A day at most.
  ['999999999', 24 * HOUR],
  ['Mon, 29 Nov 2027 10:00:00 GMT', 24 * HOUR],
  ['0', undefined],
  ['-5', undefined],
  ['Sun, 29 Nov 2026 09:59:00 GMT', undefined],
  ['soon', undefined],
  ['', undefined],
])('Retry-After %j is a wait of %s s', (header, seconds) => {
  expect(askedDelay(header, NOW)).toBe(seconds);
});

test('without Retry-After there is no wait that was asked for', () => {
  expect(askedDelay(null, NOW)).toBeUndefined();
});
