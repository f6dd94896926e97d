import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withPlace } from './keep-in-range.ts';
import { capitalise, cut, inWords, nameOf, plural, within } from './text.ts';

test.each([
  [0, '0 posts'],
  [1, '1 post'],
  [2, '2 posts'],
])('%i in words is %s', (count, words) => expect(plural(count, 'post')).toBe(words));

test('a name of the API in words', () => {
  expect(inWords('thread_root')).toBe('Thread root');
  expect(capitalise('')).toBe('');
});

test('the name of somebody whose account was deleted', () => {
  expect([nameOf({ name: 'Ada' }), nameOf(null), nameOf(undefined)]).toEqual([
    'Ada',
    'Deleted user',
    'Deleted user',
  ]);
});

test('a cut text has at most so many characters and an ellipsis, and is its beginning', () => {
  const segmenter = new Intl.Segmenter();
  const count = (text: string) => [...segmenter.segment(text)].length;
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.integer({ min: 1, max: 60 }),
      (text, most) => {
        const short = cut(text, most);
        if (short === text) return;
        expect(text.startsWith(short.slice(0, -1))).toBe(true);
        expect(count(short.slice(0, -1))).toBeLessThanOrEqual(most);
        expect(short.at(-1)).toBe('…');
      },
    ),
  );
});

test('a text within a limit is the longest beginning of whole characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.integer({ min: 1, max: 60 }),
      (text, units) => {
        const short = within(text, units);
        expect(short.length).toBeLessThanOrEqual(units);
        expect(text.startsWith(short)).toBe(true);
        if (text.length <= units) expect(short).toBe(text);
      },
    ),
  );
});

test('the row with the focus is drawn wherever the list is scrolled to', () => {
  const range = { startIndex: 10, endIndex: 12, overscan: 0, count: 20 };
  expect(withPlace(3)(range)).toEqual([3, 10, 11, 12]);
  expect(withPlace(11)(range)).toEqual([10, 11, 12]);
  expect(withPlace(15)(range)).toEqual([10, 11, 12, 15]);
  // A list that has become shorter.
  expect(withPlace(25)(range)).toEqual([10, 11, 12]);
});
