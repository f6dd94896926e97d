import fc from 'fast-check';
import { expect, test } from 'vitest';
import { METRICS, type Metrics } from '#contract/networks/metrics.ts';
import { curveOf, totalOf } from './totals.ts';

test('views are those of the first part, and replies of a thread to itself do not count', () => {
  const first = { views: 100, reactions: 5, comments: 3 };
  expect(totalOf([first])).toEqual(first);
  expect(totalOf([first, { views: 60, reactions: 1, comments: 1 }, { reactions: 2 }])).toEqual({
    views: 100,
    reactions: 8,
    comments: 2,
  });
});

test('what no part has is absent, not 0', () => {
  expect(totalOf([{ reactions: 0 }, undefined])).toEqual({ reactions: 0 });
  expect(totalOf([])).toEqual({});
  // Only a part that was read has the reply of the next one among its comments.
  expect(totalOf([{ comments: 2 }, undefined, undefined])).toEqual({ comments: 1 });
});

const metrics = fc
  .dictionary(fc.constantFrom(...METRICS), fc.nat({ max: 1_000_000 }))
  .map((counts) => ({ ...counts }) as Metrics);

test('a total is never negative, and no more than the sum', () => {
  fc.assert(
    fc.property(fc.array(fc.option(metrics, { nil: undefined }), { maxLength: 25 }), (parts) => {
      for (const [metric, count] of Object.entries(totalOf(parts))) {
        expect(count).toBeGreaterThanOrEqual(0);
        const sum = parts.reduce((all, part) => all + (part?.[metric as keyof Metrics] ?? 0), 0);
        expect(count).toBeLessThanOrEqual(sum);
      }
    }),
  );
});

test('a curve has the total of all parts at each reading', () => {
  const reading = (at: number, position: number, reactions: number) => ({
    at,
    position,
    metrics: { reactions },
  });
  expect(
    curveOf(2, [reading(1, 1, 9), reading(2, 0, 1), reading(2, 1, 2), reading(5, 0, 4)]),
  ).toEqual([
    { at: 2, metrics: { reactions: 3 } },
    { at: 5, metrics: { reactions: 6 } },
  ]);
});

test('the last point of a curve is the total of what was read last', () => {
  const readings = fc.array(
    fc.record({ position: fc.nat({ max: 3 }), at: fc.nat({ max: 20 }), metrics }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(readings, (unsorted) => {
      const sorted = unsorted.toSorted((a, b) => a.at - b.at);
      const curve = curveOf(4, sorted);
      const latest = [0, 1, 2, 3].map(
        (position) => sorted.findLast((entry) => entry.position === position)?.metrics,
      );
      const last = curve.at(-1);
      if (latest[0] && sorted.at(-1)?.at === last?.at)
        expect(last?.metrics).toEqual(totalOf(latest));
      expect(curve.map(({ at }) => at)).toEqual([...new Set(curve.map(({ at }) => at))]);
    }),
  );
});
