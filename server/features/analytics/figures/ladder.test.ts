import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCompared, nextReading } from './ladder.ts';

const HOUR = 3600_000;
const START = Date.parse('2026-11-01T09:00:00Z');

/** The ages in hours at which a part is read, each time on time. */
function ages(isSame: (hours: number) => boolean): number[] {
  const read: number[] = [];
  for (let next: number | null = START + HOUR; next !== null; ) {
    const hours = (next - START) / HOUR;
    read.push(hours);
    next = nextReading(START, next, isSame(hours));
  }
  return read;
}

test('a part is read ten times in 90 days', () => {
  expect(ages(() => false)).toEqual([1, 6, 24, 48, 72, 168, 336, 672, 1440, 2160]);
});

test('a part that has not changed is read less often from a week on', () => {
  expect(ages(() => true)).toEqual([1, 6, 24, 48, 72, 168, 672, 2160]);
});

test('what was read late goes on with what is still ahead, and ends', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 * HOUR }), fc.boolean(), (age, isSame) => {
      const next = nextReading(START, START + age, isSame);
      if (age >= 2160 * HOUR) expect(next).toBeNull();
      if (next !== null) expect(next).toBeGreaterThan(START + age);
    }),
  );
  expect(nextReading(START, START + 100 * HOUR, false)).toBe(START + 168 * HOUR);
  // Read with others, a little early.
  expect(nextReading(START, START + HOUR - 60_000, false)).toBe(START + 6 * HOUR);
});

test.each([
  ['after_day', 24, 48],
  ['after_week', 168, 336],
  ['after_four_weeks', 672, 1440],
] as const)('a reading counts for %s from that age until the next one', (name, from, next) => {
  const at = (ms: number) => isCompared(START, START + ms)[name];
  // What is read a little early is read with others.
  const early = 10 * 60_000;
  expect([from * HOUR - early - 1, from * HOUR - early].map(at)).toEqual([false, true]);
  expect([next * HOUR - early - 1, next * HOUR - early].map(at)).toEqual([true, false]);
});

test('a reading counts for one age at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 * HOUR }), (age) => {
      const ages = Object.values(isCompared(START, START + age)).filter(Boolean);
      expect(ages.length).toBeLessThanOrEqual(1);
    }),
  );
});
