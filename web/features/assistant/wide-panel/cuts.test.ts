import { expect, test } from 'vitest';
import {
  asCutText,
  cutInto,
  haveSameWords,
  joinedAt,
  partChanged,
  partsOf,
  sentenceMoved,
  withTyped,
} from './cuts.ts';

const TEXT = 'One here. Two there.\n\nThree. Four.';
const cut = { text: TEXT, cuts: [10, 22] };

test('a text is cut, and its parts are joined', () => {
  expect(partsOf(cut)).toEqual(['One here.', 'Two there.', 'Three. Four.']);
  expect(partsOf(joinedAt(cut, 1))).toEqual(['One here. Two there.', 'Three. Four.']);
  expect(partsOf(cutInto(cut, 28))).toEqual(['One here.', 'Two there.', 'Three.', 'Four.']);
  // Neither an empty part, nor the same cut twice.
  expect(cutInto(cut, 0)).toBe(cut);
  expect(partsOf(cutInto(cut, 10))).toHaveLength(3);
  expect(haveSameWords(TEXT, partsOf(cut))).toBe(true);
  expect(haveSameWords(TEXT, ['One here.'])).toBe(false);
});

test('a sentence moves over to the part beside it, the last one stays', () => {
  expect(partsOf(sentenceMoved(cut, 2, -1))).toEqual([
    'One here.',
    'Two there.\n\nThree.',
    'Four.',
  ]);
  expect(sentenceMoved(cut, 1, 1)).toBe(cut);
  expect(sentenceMoved(cut, 2, 1)).toBe(cut);
  const joined = { text: TEXT, cuts: [22] };
  expect(partsOf(sentenceMoved(joined, 0, 1))).toEqual(['One here.', 'Two there.\n\nThree. Four.']);
});

test('a part is written anew', () => {
  expect(partsOf(partChanged(cut, 1, 'Second.'))).toEqual(['One here.', 'Second.', 'Three. Four.']);
});

test('what is typed meanwhile stays in its part', () => {
  const now = 'Number one here. Two over there.\n\nThree. Four. Five.';
  expect(partsOf(withTyped(cut, TEXT, now))).toEqual([
    'Number one here.',
    'Two over there.',
    'Three. Four. Five.',
  ]);
  expect(partsOf(withTyped(cut, TEXT, 'One here. Three. Four.'))).toEqual([
    'One here.',
    'Three. Four.',
  ]);
  // A proposal with other words, and a sentence that its author has changed.
  const other = asCutText(['One, here!', 'Two there.', 'Three. Four.']);
  expect(partsOf(withTyped(other, TEXT, 'One here. Two there.\n\nThree. Fourth.'))).toEqual([
    'One, here!',
    'Two there.',
    'Three. Fourth.',
  ]);
});
