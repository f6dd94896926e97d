import { expect, test } from 'vitest';
import { z } from 'zod';
import { createThinkingFilter } from '../client/thinking.ts';
import { createClaimCheck } from './claims.ts';
import { counted } from './count.ts';
import { createEntryReader } from './entries.ts';
import { listIn, readForm } from './forms.ts';
import { passagesOf } from './rewriting.ts';
import { cutsOf, keepWords, partsAt, sentenceEnds } from './sentences.ts';
import { tidy } from './tidy.ts';

/** The parts of tasks that decide by themselves. */

const filtered = (chunks: readonly string[]) => {
  const filter = createThinkingFilter();
  return chunks.map((chunk) => filter.push(chunk)).join('') + filter.end();
};

test('thoughts are taken out, however their tags are split', () => {
  const answer = '<think>a < b, so </b>…</think>\n\nTwo < three, and <b>bold</b>.';
  for (const size of [1, 2, 3, 5, 8, 100])
    expect(filtered(answer.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])).toBe(
      'Two < three, and <b>bold</b>.',
    );
  expect(filtered(['<thi', 'nk>never ends'])).toBe('');
  expect(filtered(['It is <'])).toBe('It is <');
});

test('answers lose what stands around them, and nothing else', () => {
  expect(tidy('Here is the improved text:\n\n“Open till six.”')).toBe('Open till six.');
  expect(tidy('```\nOpen till six.\n```')).toBe('Open till six.');
  expect(tidy('Half a \ufffd')).toBe('Half a');
  // What the text had, it keeps.
  expect(tidy('“Quoted.”', '“Quoted!”')).toBe('“Quoted.”');
  expect(tidy('Here is how: first')).toBe('Here is how: first');
  expect(tidy('“One,” he said. “Two.”')).toBe('“One,” he said. “Two.”');
});

test('a form is found within words, and a wrong one is told by its field', () => {
  const schema = z.object({ texts: z.array(z.string()) });
  expect(readForm('Sure:\n```json\n{"texts": ["a"]}\n```', schema)).toEqual({
    value: { texts: ['a'] },
  });
  expect(readForm('{"texts": [1]}', schema)).toMatchObject({
    problem: expect.stringContaining('texts.0'),
  });
  expect(readForm('I cannot.', schema)).toEqual({ problem: 'it is no JSON' });
  expect(listIn('1. One\n2) “Two”\n\n- Three\nword')).toEqual(['One', 'Two', 'Three']);
});

test('entries of a list are found as soon as they are complete', () => {
  const read = createEntryReader('ideas');
  const json = '{"ideas": [{"a": "x]}\\"", "b": [1, {"c": 2}]}, "text", {"a": 3}], "ideas": [4]}';
  const found = [...json].flatMap((sign, at) => read(sign).map((entry) => [at, entry]));
  expect(found.map(([, entry]) => entry)).toEqual([
    { a: 'x]}"', b: [1, { c: 2 }] },
    'text',
    { a: 3 },
  ]);
  expect(found[0]?.[0]).toBe(json.indexOf(', "text"') - 1);
});

test('numbers, names and quotations that were not read are named', () => {
  const read =
    'Our bars use 900 litres of milk a week. Ada Byron counted 1,291 litres. “It was a bet,” she said.';
  const check = createClaimCheck(read);
  expect(
    check('Nine hundred litres a week, and 1291 fewer, said Ada Byron: “It was a bet”.'),
  ).toEqual({ numbers: 2, names: 1, quotations: 1, missing: [] });
  expect(
    check('“I haven’t steamed since Monday.” Ibrahim Khan, eleven years, 40% in Rome.').missing,
  ).toEqual([
    { kind: 'number', text: 'eleven years' },
    { kind: 'number', text: '40' },
    { kind: 'name', text: 'Ibrahim Khan' },
    { kind: 'name', text: 'Rome' },
    { kind: 'quotation', text: 'I haven’t steamed since Monday.' },
  ]);
  // A language that writes nouns with capitals.
  expect(check('In der Woche trinken die Gäste Milch und Kaffee im Laden.').missing).toEqual([]);
});

test('forbidden words are found by themselves, not within other words', () => {
  expect(passagesOf('Journey, journeys, a JOURNEY.', 'journey', 9)).toEqual([
    { start: 0, end: 7 },
    { start: 21, end: 28 },
  ]);
  expect(passagesOf('A game-changer!', 'game-changer', 9)).toHaveLength(1);
});

test('a thread that keeps its words has every character, and parts that fit', () => {
  const text = `One. Two is longer!\n\nThree: ${'word '.repeat(90)}end. ${'x'.repeat(600)} 👩‍🚒`;
  const fits = (part: string) => counted(part, { network: 'x' }).over === 0;
  const ends = sentenceEnds(text);
  expect(ends.at(-1)).toBe(text.length);
  const cuts = cutsOf(text, [ends[0] ?? 0, ends[1] ?? 0], fits, 2000);
  const parts = partsAt(text, cuts);
  expect(parts.slice(0, 2)).toEqual(['One.', 'Two is longer!']);
  expect(parts.every(fits)).toBe(true);
  expect(keepWords(text, parts)).toBe(true);
  expect(keepWords(text, ['One.'])).toBe(false);
  expect(cutsOf('', [], fits, 2000)).toEqual([]);
});
