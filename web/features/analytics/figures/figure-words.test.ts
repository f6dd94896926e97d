import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf, pointsOf, roundUp, sumOf, whyMissing } from './figure-words.ts';

const channel = (network: 'x' | 'bluesky' | 'practice' | 'telegram') => ({
  id: 1,
  network,
  handle: 'a',
  name: 'A',
});
const row = (network: Parameters<typeof channel>[0], metrics: object, state = 'read' as const) => ({
  channel: channel(network),
  state,
  next_at: null,
  metrics,
});

test('a value that is missing says why', () => {
  expect(whyMissing(row('bluesky', { reactions: 1 }), 'engagements')).toBeUndefined();
  expect(whyMissing(row('bluesky', { reactions: 1 }), 'views')).toBe(
    'Bluesky doesn’t offer views.',
  );
  expect(whyMissing(row('practice', { reactions: 1 }), 'views')).toBe('Practice didn’t say.');
  const of = (network: 'x' | 'telegram', state: 'waiting' | 'not_offered' | 'permission') =>
    whyMissing({ ...row(network, {}), state }, 'views');
  expect(of('telegram', 'not_offered')).toBe('Telegram offers no figures of posts.');
  expect(of('x', 'not_offered')).toBe('Figures on X aren’t read.');
  expect(of('x', 'permission')).toBe('Connect again to see figures.');
  expect(of('x', 'waiting')).toBe('Not read yet.');
});

test('a sum names what is not in it', () => {
  const rows = [row('practice', { views: 5 }), row('bluesky', { reactions: 2, comments: 1 })];
  expect(sumOf(rows, 'views')).toEqual({ sum: 5, missing: ['Bluesky'] });
  expect(sumOf(rows, 'engagements')).toEqual({ sum: 3, missing: ['Practice'] });
  expect(sumOf([], 'views')).toBeUndefined();
});

test('a curve begins with the first hour and ends with four weeks', () => {
  expect([placeOf(0.2), placeOf(1), placeOf(672), placeOf(9999)]).toEqual([0, 0, 1, 1]);
  const published_at = '2026-11-01T00:00:00Z';
  const readings = [
    { at: '2026-11-01T01:00:00Z', metrics: { views: 4 } },
    { at: '2026-11-01T06:00:00Z', metrics: {} },
    { at: '2026-11-29T00:00:00Z', metrics: { views: 40 } },
  ];
  expect(pointsOf({ published_at, readings }, 'views')).toEqual([
    { place: 0, value: 4, hours: 1 },
    { place: 1, value: 40, hours: 672 },
  ]);
});

test('the top of an axis is round and high enough', () => {
  fc.assert(
    fc.property(fc.nat(), (value) => {
      const top = roundUp(value);
      expect(top).toBeGreaterThanOrEqual(value);
      expect(String(top)).toMatch(/^[125]0*$/);
    }),
  );
  expect([roundUp(0), roundUp(96), roundUp(9812)]).toEqual([5, 100, 10_000]);
});
