import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { givenHeading, headlineOf, previewOf } from './headline.ts';

const heading = (content: string, description: string | null = null) =>
  headlineOf({ content, description });
const long = 'A sentence that goes on and on, further than a heading can.';

describe('the heading of a card', () => {
  test('is the first line where that is shown whole, and the rest follows', () => {
    expect(heading('First words\nand what follows')).toEqual({
      title: 'First words',
      body: 'and what follows',
    });
  });
  test('is not repeated below itself', () => {
    expect(heading('All of it')).toEqual({ title: 'All of it', body: '' });
  });
  test('ends with a word, and the body goes on from there', () => {
    const { title, body } = heading(long);
    expect(title).toBe('A sentence that goes on and on, further than a…');
    expect(body).toBe('heading can.');
  });
  test('of a single long word ends within it', () => {
    const { title, body } = heading('x'.repeat(80));
    expect(title).toBe(`${'x'.repeat(50)}…`);
    expect(body).toBe('x'.repeat(30));
  });
  test('ignores white space around the text, and folds that in it', () => {
    expect(heading('  \n Two   words \n\n\n next').title).toBe('Two words');
  });
  test('has paragraphs below it without empty lines', () => {
    expect(heading('Title\n\nOne\n \nTwo').body).toBe('One\nTwo');
  });
  test('is the description where there is one, and the text is the body', () => {
    expect(heading('The text', 'A name')).toEqual({ title: 'A name', body: 'The text' });
  });
  test('of a copy can be told from what was copied', () => {
    const { title } = heading('Something else', `${'word '.repeat(20).trim()} (Copy)`);
    expect(title).toMatch(/… \(Copy\)$/);
    expect(title.length).toBeLessThanOrEqual(51);
  });
  test('of a copy that is named after its text has the rest of that below', () => {
    expect(heading('We open in May', 'We open (Copy)')).toEqual({
      title: 'We open (Copy)',
      body: 'in May',
    });
  });
  test('of a copy of another text has all of the text below', () => {
    expect(heading('Something else', 'We open (Copy)').body).toBe('Something else');
  });
  test('of an empty text is empty', () => expect(heading(' \n ')).toEqual({ title: '', body: '' }));
  test('is made once for an item', () => {
    const item = { content: 'Once', description: null };
    expect(headlineOf(item)).toBe(headlineOf(item));
  });

  test('and the body are the beginning of the text, whatever it is', () => {
    const squeeze = (text: string) => text.replaceAll(/[\s…]+/g, '');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (content) => {
        const { title, body } = heading(content);
        expect(squeeze(content).startsWith(squeeze(title + body))).toBe(true);
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
