import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Candidate,
  channelsFor,
  isInSeason,
  nextTurn,
  outlookOf,
  type Place,
  type Use,
  usesOf,
} from './evergreen-turns.ts';

const DAY = 24 * 60 * 60_000;
const TURNS = { gap_days: 60, max_uses: 6 };
const practice: Place = { id: 1, network: 'practice' };
const [x, otherX]: Place[] = [
  { id: 2, network: 'x' },
  { id: 3, network: 'x' },
] as Place[];

const post = (id: number, ...uses: Use[]): Candidate => ({
  post: id,
  texts: [`text ${id}`],
  uses,
});
const placesOf = (candidate: Candidate, places: Place[], at: number) =>
  channelsFor(candidate, places, TURNS, at, candidate.texts[0] ?? '');
const use = (days: number, channels: number[], text = 'text 1'): Use => ({
  at: days * DAY,
  channels,
  text,
});

describe('the next turn', () => {
  test('is that of the longest unused post, first of those that were never used', () => {
    const posts = [post(1, use(-90, [1])), post(2, use(-100, [1])), post(4), post(3)];
    const order = [3, 4, 2, 1];
    for (const expected of order) {
      const next = nextTurn(posts, [practice], TURNS, { now: 0, at: 0 });
      expect(next).toMatchObject({ candidate: { post: expected }, channels: [1] });
      posts.splice(
        posts.findIndex(({ post: id }) => id === expected),
        1,
      );
    }
    expect(nextTurn(posts, [practice], TURNS, { now: 0, at: 0 })).toBeUndefined();
  });

  test('waits for the days between, and ends with the last use', () => {
    const used = post(1, use(0, [1]));
    expect(placesOf(used, [practice], 60 * DAY - 1)).toEqual([]);
    expect(placesOf(used, [practice], 60 * DAY)).toEqual([1]);
    const often = post(1, ...Array.from({ length: 6 }, (_, n) => use(n * -60, [1])));
    expect(placesOf(often, [practice], 1000 * DAY)).toEqual([]);
  });

  test('brings no text to X twice, and to one account a day', () => {
    expect(placesOf(post(1), [x, otherX, practice] as Place[], 0)).toEqual([2, 1]);
    const used = post(1, use(0, [2]));
    expect(placesOf(used, [x, otherX] as Place[], DAY - 1)).toEqual([]);
    expect(placesOf(used, [x, otherX] as Place[], DAY)).toEqual([3]);
    expect(placesOf(used, [x] as Place[], 1000 * DAY)).toEqual([]);
    const changed = { ...used, texts: ['another text'] };
    expect(placesOf(changed, [x] as Place[], 60 * DAY)).toEqual([2]);
  });

  test('is tried again a day after all channels refused it, and no use is lost by that', () => {
    const refused = post(1, use(0, []));
    expect(usesOf(refused)).toBe(0);
    const on = (now: number) => nextTurn([refused], [practice], TURNS, { now, at: now + 2 * DAY });
    expect(on(DAY - 1)).toBeUndefined();
    expect(on(DAY)).toMatchObject({ channels: [1] });
  });

  test('keeps gaps, the maximum, and the rules of X over any number of turns', () => {
    const places = [practice, x, otherX] as Place[];
    const turns = fc.record({
      gap_days: fc.integer({ min: 7, max: 100 }),
      max_uses: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(
        turns,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 3 }),
        fc.array(fc.integer({ min: 1, max: 72 }), { maxLength: 60 }),
        (settings, count, variations, hours) => {
          const posts = Array.from({ length: count }, (_, n) => ({
            post: n + 1,
            texts: Array.from({ length: variations + 1 }, (_unused, text) => `${n}/${text}`),
            uses: [] as Use[],
          }));
          let at = 0;
          for (const hour of hours) {
            at += hour * 60 * 60_000;
            const next = nextTurn(posts, places, settings, { now: at, at });
            if (next) next.candidate.uses.push({ at, channels: next.channels, text: next.text });
          }
          for (const { uses } of posts) {
            expect(uses.length).toBeLessThanOrEqual(settings.max_uses);
            for (const { id, network } of places) {
              const here = uses.filter(({ channels }) => channels.includes(id));
              if (network === 'x')
                expect(new Set(here.map(({ text }) => text)).size).toBe(here.length);
              for (const [n, { at: time }] of here.entries())
                if (n > 0)
                  expect(time - (here[n - 1]?.at ?? 0)).toBeGreaterThanOrEqual(
                    settings.gap_days * DAY,
                  );
            }
            for (const { channels } of uses)
              expect(channels.includes(2) && channels.includes(3)).toBe(false);
          }
        },
      ),
    );
  });
});

describe('variations', () => {
  const varied = (...uses: Use[]): Candidate => ({ post: 1, texts: ['a', 'b', 'c'], uses });
  const next = (candidate: Candidate, places: Place[], at: number) => {
    const found = nextTurn([candidate], places, TURNS, { now: at, at });
    return found && [found.text, found.variation, found.channels];
  };

  test('are taken in turn, the own text first', () => {
    const uses: Use[] = [];
    const seen = Array.from({ length: 5 }, (_, n) => {
      const found = nextTurn([varied(...uses)], [practice], TURNS, {
        now: n * 60 * DAY,
        at: n * 60 * DAY,
      });
      uses.push({ at: n * 60 * DAY, channels: found?.channels ?? [], text: found?.text ?? '' });
      return found?.variation;
    });
    expect(seen).toEqual([0, 1, 2, 0, 1]);
  });

  test('are required on X, where each text goes out once', () => {
    const places = [x] as Place[];
    expect(next(varied(use(0, [2], 'a')), places, 60 * DAY)).toEqual(['b', 1, [2]]);
    const all = [use(-180, [2], 'a'), use(-120, [2], 'b'), use(-60, [2], 'c')];
    expect(next(varied(...all), places, 60 * DAY)).toBeUndefined();
  });

  test('that more channels take come before those that waited longer', () => {
    const places = [practice, x] as Place[];
    const uses = [use(-180, [2], 'a'), use(-60, [1, 2], 'b')];
    expect(next(varied(...uses), places, 0)).toEqual(['c', 2, [1, 2]]);
  });

  test('that are equal to the text count once', () => {
    const candidate: Candidate = { post: 1, texts: ['a', 'a'], uses: [use(-60, [2], 'a')] };
    expect(next(candidate, [x] as Place[], 0)).toBeUndefined();
  });
});

test('the outlook says how often posts come, what stays free, and how many would fill it', () => {
  expect(outlookOf(8, 3, 60)).toEqual({ every_days: 19, free: 2, needed: 26 });
  expect(outlookOf(0, 3, 60)).toEqual({ every_days: null, free: 3, needed: 26 });
  expect(outlookOf(8, 0, 60)).toEqual({ every_days: null, free: 0, needed: 0 });
  expect(outlookOf(100, 3, 60)).toMatchObject({ free: 0 });
});

test('a season may go over the end of the year', () => {
  const months = (from: number | null, to: number | null) =>
    Array.from({ length: 12 }, (_, n) => n + 1).filter((month) => isInSeason(month, from, to));
  expect(months(9, 5)).toEqual([1, 2, 3, 4, 5, 9, 10, 11, 12]);
  expect(months(3, 4)).toEqual([3, 4]);
  expect(months(null, null)).toHaveLength(12);
});
