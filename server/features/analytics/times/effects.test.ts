import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK_MINUTES, BLOCKS, bestOf, cellsOf, isEnough, type TimedPost } from './effects.ts';

const HOUR = 3600_000;

const post = fc.record({
  at: fc.nat({ max: 180 * 24 }).map((hours) => hours * HOUR),
  weekday: fc.integer({ min: 1, max: 7 }),
  minute: fc.nat({ max: 24 * 60 - 1 }),
  engagements: fc.nat({ max: 10_000 }),
});
const posts = fc.array(post, { maxLength: 80 });

/** Four posts in each of the blocks from 9 to 21 of each day, by a rule. */
const week = (engagementsOf: (weekday: number, block: number, n: number) => number) =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    [3, 4, 5, 6].flatMap((block) =>
      [0, 1, 2, 3].map((n) => ({
        at: ((n * 7 + weekday) * 24 + block * 3) * HOUR,
        weekday,
        minute: block * BLOCK_MINUTES + 10 * n,
        engagements: engagementsOf(weekday, block, n),
      })),
    ),
  );

test('the order of the posts does not matter', () => {
  fc.assert(
    fc.property(posts, fc.infiniteStream(fc.nat()), (given, keys) => {
      const shuffled = given
        .map((entry) => [keys.next().value, entry] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, entry]) => entry);
      expect(cellsOf(shuffled)).toEqual(cellsOf(given));
    }),
  );
});

test('doubling all counts changes nothing', () => {
  fc.assert(
    fc.property(posts, (given) => {
      const doubled = given.map((entry) => ({ ...entry, engagements: 2 * entry.engagements }));
      const cells = cellsOf(given);
      for (const [index, { effect, ...rest }] of cellsOf(doubled).entries()) {
        expect(rest).toEqual({ ...cells[index], effect: undefined, ...rest });
        expect(effect).toBeCloseTo(cells[index]?.effect ?? 0, 9);
      }
    }),
  );
});

test('each post is in one cell, and effects are numbers', () => {
  fc.assert(
    fc.property(posts, (given) => {
      const cells = cellsOf(given);
      expect(cells.reduce((sum, cell) => sum + cell.posts, 0)).toBe(given.length);
      for (const { weekday, block, minute, effect } of cells) {
        expect(weekday >= 1 && weekday <= 7 && block >= 0 && block < BLOCKS).toBe(true);
        expect(Math.floor(minute / BLOCK_MINUTES)).toBe(block);
        expect(Number.isFinite(effect)).toBe(true);
        expect(effect).toBeGreaterThanOrEqual(-1);
      }
    }),
  );
});

test('one hit does not crown its hour', () => {
  const same: TimedPost[] = week(() => 20);
  expect(bestOf(cellsOf(same))).toEqual([]);
  fc.assert(
    fc.property(fc.nat({ max: same.length - 1 }), fc.integer({ min: 21, max: 1e7 }), (at, hit) => {
      const given = same.with(at, { ...(same[at] as TimedPost), engagements: hit });
      expect(bestOf(cellsOf(given))).toEqual([]);
    }),
  );
});

test('an hour whose posts do twice as well is found, and of a growing account the same', () => {
  const isGood = (weekday: number, block: number) => weekday === 2 && (block === 3 || block === 4);
  const best = [{ weekday: 2, from: 9, to: 15 }];
  expect(bestOf(cellsOf(week((weekday, block) => (isGood(weekday, block) ? 60 : 20))))).toEqual(
    best,
  );
  const growing = week(
    (weekday, block, n) => (isGood(weekday, block) ? 60 : 20) * (1 + n + weekday / 7),
  );
  expect(bestOf(cellsOf(growing))).toEqual(best);
});

test('few posts say nothing', () => {
  const few = week((weekday) => (weekday === 1 ? 100 : 1)).slice(0, 19);
  expect(isEnough(cellsOf(few))).toBe(false);
  expect(bestOf(cellsOf(few))).toEqual([]);
  // Many, but nowhere three.
  const apart = week((weekday) => weekday).filter((_, index) => index % 2 === 0);
  expect(isEnough(cellsOf(apart))).toBe(false);
});
