import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareMedians,
  compareRates,
  middleOf,
  rankErrors,
  rateInterval,
  shareInterval,
} from './statistics.ts';

const counts = fc.array(fc.nat(5000), { minLength: 8, maxLength: 60 });
const inOrder = (values: readonly number[]) => values.toSorted((a, b) => a - b);

test('the rank test finds what textbooks find', () => {
  // Siegel and Castellan, the rank test of learning by imitation: U is 9, of 5 and 4.
  expect(rankErrors([78, 64, 75, 45, 82], [110, 70, 53, 51])).toBeCloseTo(0.122, 2);
  // Hollander and Wolfe, permeability of membranes: W is 35.
  const term = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
  expect(rankErrors(term, [1.15, 0.88, 0.9, 0.74, 1.21])).toBeCloseTo(1.1635, 3);
  expect(rankErrors([1, 2, 3, 4], [5, 6, 7, 8])).toBeCloseTo(2.165, 3);
});

test('the order of posts and of sides does not matter', () => {
  fc.assert(
    fc.property(counts, counts, (some, others) => {
      const errors = rankErrors(some, others);
      expect(rankErrors(others, some)).toBeCloseTo(errors, 9);
      expect(rankErrors(some.toReversed(), inOrder(others))).toBeCloseTo(errors, 9);
    }),
  );
});

test('the same posts never differ clearly, nor do fewer than eight', () => {
  fc.assert(
    fc.property(counts, counts, (some, others) => {
      expect(compareMedians(some, some.toReversed())).toBe('chance');
      expect(compareMedians(some.slice(0, 7), others)).toBe('few');
      expect(compareMedians(others, some.slice(0, 7))).toBe('few');
    }),
  );
});

test('only the ranks matter: one hit does not make a difference clear', () => {
  fc.assert(
    fc.property(counts, counts, fc.integer({ min: 1, max: 1000 }), (some, others, times) => {
      const scaled = (values: readonly number[]) => values.map((value) => value * times);
      expect(rankErrors(scaled(some), scaled(others))).toBeCloseTo(rankErrors(some, others), 9);
    }),
  );
  const usual = [90, 91, 92, 93, 94, 95, 96, 97];
  expect(compareMedians(usual, [...usual.slice(0, 7), 100_000])).toBe('chance');
  expect(
    compareMedians(
      usual,
      usual.map((value) => value + 20),
    ),
  ).toBe('clear');
});

test('the middle half of posts lies between its quartiles', () => {
  expect(middleOf([])).toBeUndefined();
  expect(middleOf([1, 2, 3, 4])).toEqual({ low: 1.75, median: 2.5, high: 3.25 });
  fc.assert(
    fc.property(counts, (some) => {
      const sorted = inOrder(some);
      const { low, median, high } = middleOf(sorted) as NonNullable<ReturnType<typeof middleOf>>;
      expect(low).toBeLessThanOrEqual(median);
      expect(median).toBeLessThanOrEqual(high);
      expect(sorted.filter((value) => value < low).length).toBeLessThanOrEqual(
        Math.ceil(some.length / 4),
      );
    }),
  );
});

test('intervals are those of textbooks, hold their rate, and shrink with evidence', () => {
  // Agresti and Coull: none of 25 at 95 % is up to 0.133; at 90 % it is less.
  expect(shareInterval(0, 25)?.high).toBeCloseTo(0.0977, 3);
  expect(shareInterval(9, 294)).toMatchObject({
    low: expect.closeTo(0.018, 3),
    high: expect.closeTo(0.052, 3),
  });
  fc.assert(
    fc.property(fc.nat(1000), fc.integer({ min: 1000, max: 100_000 }), (count, of) => {
      const [share, rate] = [shareInterval(count, of), rateInterval(count, of)];
      for (const interval of [share, rate]) {
        expect(interval?.low).toBeLessThanOrEqual(count / of + 1e-12);
        expect(interval?.high).toBeGreaterThanOrEqual(count / of);
      }
      const more = shareInterval(100 * count, 100 * of);
      expect((more?.high ?? 1) - (more?.low ?? 0)).toBeLessThan(
        (share?.high ?? 0) - (share?.low ?? 0),
      );
      expect(compareRates(share, share, 8)).toBe('chance');
      expect(compareRates(share, share, 7)).toBe('few');
    }),
  );
  expect(shareInterval(0, 0)).toBeUndefined();
  expect(compareRates(shareInterval(44, 1000), shareInterval(90, 1000), 9)).toBe('clear');
  expect(compareRates(rateInterval(294, 14), rateInterval(466, 9), 9)).toBe('clear');
});
