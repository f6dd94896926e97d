import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergedText, mergeTexts } from './three-way.ts';

const merged = (before: string, mine: string, proposed: string, chosen: number[] = []) =>
  mergedText(mergeTexts(before, mine, proposed), new Set(chosen));
const disputes = (before: string, mine: string, proposed: string) =>
  mergeTexts(before, mine, proposed).filter(({ by }) => by === 'disputed');

test('what was typed in another sentence stays beside the proposal', () => {
  expect(
    merged(
      'It smells of plum. We tasted it twice. It lands on Thursday.',
      'It smells of plum. We tasted it twice. It lands on Friday.',
      'Plum. We tasted it twice. It lands on Thursday.',
    ),
  ).toBe('Plum. We tasted it twice. It lands on Friday.');
});

test('a sentence that was added at the end is elsewhere, though the last one is changed', () => {
  const [before, proposed] = ['You never know with these two.', 'You never know with them.'];
  expect(merged(before, `${before} Sorry, Jo.`, proposed)).toBe(`${proposed} Sorry, Jo.`);
  expect(disputes(before, `${before} Sorry, Jo.`, proposed)).toEqual([]);
  expect(merged(before, `Well. ${before}`, proposed)).toBe(`Well. ${proposed}`);
});

test('in the same sentence the author’s stays, and the rest is taken', () => {
  const before = 'It smells of plum. We tasted it twice.';
  const mine = 'It smells of plum and smoke. We tasted it twice.';
  const proposed = 'It smells of cocoa. We tasted twice.';
  expect(merged(before, mine, proposed)).toBe('It smells of plum and smoke. We tasted twice.');
  expect(disputes(before, mine, proposed)).toEqual([
    {
      by: 'disputed',
      before: 'It smells of plum.',
      text: 'It smells of plum and smoke.',
      proposed: 'It smells of cocoa.',
    },
  ]);
  const at = mergeTexts(before, mine, proposed).findIndex(({ by }) => by === 'disputed');
  expect(merged(before, mine, proposed, [at])).toBe('It smells of cocoa. We tasted twice.');
});

test('the same change is no dispute', () => {
  expect(mergeTexts('One two.', 'One.', 'One.')).toEqual([{ by: 'both', text: 'One.' }]);
});

test('without a change on one side the other one is the result', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '. ', '\n', 'é', '👍', '日') });
  fc.assert(
    fc.property(text, text, text, (before, other, third) => {
      expect(merged(before, before, other)).toBe(other);
      expect(merged(before, other, before)).toBe(other);
      const pieces = mergeTexts(before, other, third);
      const all = new Set(pieces.keys());
      // Where each dispute is decided for its author, nothing of what they wrote is lost.
      if (pieces.every(({ by }) => by !== 'proposal'))
        expect(mergedText(pieces, new Set())).toBe(other);
      if (pieces.every(({ by }) => by !== 'author')) expect(mergedText(pieces, all)).toBe(third);
    }),
  );
});
