import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { givenHeading, headlineOf, previewOf } from './headline.ts';

const heading = (content: string, description: string | null = null) =>
  headlineOf({ content, description });
const shown = (content: string) => {
  const { title, body } = heading(content);
  return { title, body };
};
const long = 'A sentence that goes on and on, further than a heading can.';

describe('the heading of a card', () => {
  test('is the first line where that is shown whole, and the rest follows', () => {
    expect(shown('First words\nand what follows')).toEqual({
      title: 'First words',
      body: 'and what follows',
    });
  });
  test('is not repeated below itself', () => {
    expect(shown('All of it')).toEqual({ title: 'All of it', body: '' });
  });
  test('names the people that are mentioned', () => {
    expect(shown('Thanks, {{@Ada Lovelace|threads:ada.l|x:ada}}!\nAnd {{@Grace}}.')).toEqual({
      title: 'Thanks, @Ada Lovelace!',
      body: 'And @Grace.',
    });
  });
  test('ends with a word, and the body goes on from there', () => {
    const { title, body } = heading(long);
    expect(title).toBe('A sentence that goes on and on, further than a…');
    expect(body).toBe('heading can.');
  });
  test('is the first sentence', () => {
    expect(shown('Doors are open. Come in! Bring friends.')).toEqual({
      title: 'Doors are open.',
      body: 'Come in! Bring friends.',
    });
    expect(shown('開店しました。ぜひお越しください。').title).toBe('開店しました。');
  });
  test('does not take an abbreviation or a number for a sentence', () => {
    expect(heading('Dr. Smith opens. Come.').title).toBe('Dr. Smith opens.');
    expect(heading('1. Rinse the filter. 2. Pour.').title).toBe('1. Rinse the filter.');
  });
  test('has no ellipsis behind the end of a sentence, and no comma before one', () => {
    const { title } = heading(`See p. ${'a'.repeat(50)}`);
    expect(title).toBe('See p.');
    expect(
      heading('Everybody who has waited for us since last spring, come and see us.').title,
    ).toBe('Everybody who has waited for us since last spring…');
  });
  test('of a single long word ends within it, and the body does not show the rest', () => {
    const { title, body } = heading(`${'x'.repeat(80)} and more`);
    expect(title).toBe(`${'x'.repeat(50)}…`);
    expect(body).toBe('and more');
  });
  test('splits no word of a language without spaces', () => {
    const text =
      '今日はとても良い天気なので、友達と一緒に公園へ行って、お弁当を食べながら桜の花を見て、写真をたくさん撮りました';
    const { title, body } = heading(text);
    expect(title.length).toBeLessThanOrEqual(51);
    expect(title.length).toBeGreaterThan(40);
    const words = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)];
    expect(words.map(({ index }) => index)).toContain(title.length - 1);
    expect(title.slice(0, -1) + body).toBe(text);
  });
  test('ignores white space around the text, and folds that in it', () => {
    expect(heading('  \n Two   words \n\n\n next').title).toBe('Two words');
  });
  test('has paragraphs below it without empty lines', () => {
    expect(heading('Title\n\nOne\n \nTwo').body).toBe('One\nTwo');
  });
  test('is the description where there is one, and the text is the body', () => {
    expect(heading('The text', 'A name')).toMatchObject({ title: 'A name', body: 'The text' });
  });
  test('of a copy can be told from what was copied', () => {
    const { title } = heading('Something else', `${'word '.repeat(20).trim()} (Copy)`);
    expect(title).toMatch(/… \(Copy\)$/);
    expect(title.length).toBeLessThanOrEqual(51);
  });
  test('of a copy that is named after its text has the rest of that below', () => {
    expect(heading('We open in May', 'We open (Copy)')).toMatchObject({
      title: 'We open (Copy)',
      body: 'in May',
    });
  });
  test('of a copy of another text has all of the text below', () => {
    expect(heading('Something else', 'We open (Copy)').body).toBe('Something else');
  });
  test('of an empty text is empty', () =>
    expect(heading(' \n ')).toMatchObject({ title: '', body: '' }));
  test('is made once for an item', () => {
    const item = { content: 'Once', description: null };
    expect(headlineOf(item)).toBe(headlineOf(item));
  });

  test('and the body are of the text, one behind the other', () => {
    const squeeze = (text: string) => text.replaceAll(/[\s…]+/g, '');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (content) => {
        const { title, body, end, next } = heading(content);
        const text = content.trim();
        expect(squeeze(title)).toBe(squeeze(text.slice(0, end)));
        expect(squeeze(text.slice(next)).startsWith(squeeze(body))).toBe(true);
        expect(next).toBeGreaterThanOrEqual(end);
        expect(title).not.toMatch(/\n/);
      }),
    );
  });
});

describe('the name of an item in labels', () => {
  const name = (content: string, description: string | null = null) =>
    previewOf({ content, description });
  test('is the beginning of its text in one line', () => {
    expect(name(' One\n two ')).toBe('One two');
    expect(name('x'.repeat(60))).toBe(`${'x'.repeat(50)}…`);
  });
  test('is its description where there is one', () =>
    expect(name('A text', ' A\nname ')).toBe('A name'));
  test('has whole characters', () => {
    expect(name('👩‍👩‍👧‍👦'.repeat(60))).toBe(`${'👩‍👩‍👧‍👦'.repeat(50)}…`);
  });
});

test('a heading that is given is as long as a heading is', () => {
  expect(givenHeading('x'.repeat(60))).toBe(`${'x'.repeat(50)}…`);
  expect(givenHeading(undefined)).toBeUndefined();
});
