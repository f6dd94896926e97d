import { describe, expect, test } from 'vitest';
import { emptyDetails } from '#contract/content/items.ts';
import { areSame, type EditorFields, whatIsMissing } from './editor-fields.ts';
import type { Part } from './parts.ts';

const part = (content: string, fields: Partial<Part> = {}): Part => ({
  key: content,
  content,
  network_texts: {},
  media: [],
  ...fields,
});
const fields = (given: Partial<EditorFields> = {}): EditorFields => ({
  kind: 'single',
  folder: 1,
  status: 'draft',
  description: '',
  parts: [part('A text')],
  ...emptyDetails,
  ...given,
});

describe('what is missing', () => {
  test.each([
    ['nothing', {}, undefined],
    ['the folder, first of all', { folder: null, parts: [part('')] }, 'Please select a folder'],
    ['the text', { parts: [part(' \n ')] }, 'Content is required'],
    [
      'the text of one of several parts',
      { kind: 'thread', parts: [part('One'), part('')] },
      'All thread items must have content',
    ],
    [
      'the text for a network',
      { parts: [part('A text', { network_texts: { x: ' ' } })] },
      'Write the text for X, or use the post’s text',
    ],
  ] as [string, Partial<EditorFields>, string | undefined][])('%s', (_, given, message) =>
    expect(whatIsMissing(fields(given))).toBe(message),
  );
});

describe('two states of the editor are the same text', () => {
  const same = (first: Partial<EditorFields>, other: Partial<EditorFields>) =>
    areSame(fields(first), fields(other));

  test('where only the keys of the parts differ', () => {
    expect(same({ parts: [part('A', { key: '1' })] }, { parts: [part('A', { key: '2' })] })).toBe(
      true,
    );
  });
  test('in whatever order the texts for networks were written', () => {
    const [one, other] = [
      { x: 'X', mastodon: 'M' },
      { mastodon: 'M', x: 'X' },
    ];
    expect(
      same(
        { parts: [part('A', { network_texts: one })] },
        { parts: [part('A', { network_texts: other })] },
      ),
    ).toBe(true);
  });
  test.each([
    ['the content', { parts: [part('Another')] }],
    ['the folder', { folder: 2 }],
    ['the status', { status: 'review' }],
    ['the tags', { tags: ['spring'] }],
    ['the language', { language: 'de' }],
    ['the saved item', { parts: [part('A text', { id: 3 })] }],
    ['a text for a network', { parts: [part('A text', { network_texts: { x: 'X' } })] }],
    ['the order of parts', { parts: [part('Another'), part('A text')] }],
  ] as [string, Partial<EditorFields>][])('not where %s differs', (_, given) =>
    expect(same({}, given)).toBe(false),
  );
});
