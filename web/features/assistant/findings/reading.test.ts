import { expect, test } from 'vitest';
import type { Finding } from '#contract/assistant/runs.ts';
import { moved, piecesOf, readingOf, taken, without } from './reading.ts';

const TEXTS = ['One two three four.', 'Five six.'];
const at = (part: number, passage: string, proposal: string | null = null): Finding => {
  const start = TEXTS[part]?.indexOf(passage) ?? 0;
  const end = start + passage.length;
  return { kind: 'unclear', part, start, end, says: '', proposal, file: null };
};
const reading = readingOf(
  7,
  TEXTS,
  [at(0, 'two', 'twenty-two'), at(0, 'two three'), at(0, 'four'), at(1, 'six')],
  null,
);
const numbers = ({ marks }: typeof reading) => marks.map(({ number }) => number);
const marked = (of: typeof reading, part: number) =>
  piecesOf(of, part).flatMap(({ text, mark }) => (mark ? [text] : []));

test('a proposal that is taken moves the later passages, and ends those it overlapped', () => {
  const [first] = reading.marks;
  if (!first) throw new Error();
  const after = taken(reading, first);
  expect(after.texts).toEqual(['One twenty-two three four.', 'Five six.']);
  expect(numbers(after)).toEqual([3, 4]);
  expect(after.focused).toBe(3);
  expect(marked(after, 0)).toEqual(['four']);
  expect(marked(after, 1)).toEqual(['six']);
});

test('overlapping passages are marked once, and no character is lost', () => {
  expect(marked(reading, 0)).toEqual(['two', 'four']);
  expect(
    piecesOf(reading, 0)
      .map(({ text }) => text)
      .join(''),
  ).toBe(TEXTS[0]);
});

test('next and previous go around; what is dismissed opens the next', () => {
  expect(moved(reading, 1).focused).toBe(2);
  expect(moved(reading, -1).focused).toBe(4);
  expect(moved(moved(reading, -1), 1).focused).toBe(1);
  const last = reading.marks.at(-1);
  if (!last) throw new Error();
  expect(without(reading, last).focused).toBe(3);
  const none = reading.marks.reduce(without, reading);
  expect(none).toMatchObject({ marks: [], focused: undefined });
});
