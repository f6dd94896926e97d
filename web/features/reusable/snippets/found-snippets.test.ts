import { expect, test } from 'vitest';
import type { Snippet } from '#contract/content/snippets.ts';
import { matchesSnippet, offeredSnippets } from './found-snippets.ts';

const snippet = (fields: Partial<Snippet>): Snippet => ({
  ...{ id: 1, name: 'A snippet', short_name: null, kind: 'text', text: '', hashtags: [] },
  ...{ take: null, version: 1, uses: 0, last_used_at: null, updated_at: '2026-11-28T12:00:00Z' },
  ...(fields as object),
});
const jo = snippet({ name: 'Jo, signed', text: '— Jo, behind the bar', uses: 31 });
const coffee = snippet({
  ...{ name: 'Kaffee, deutsch', short_name: 'coffee', kind: 'hashtags', uses: 2 },
  hashtags: [{ tag: 'V60', is_pinned: false }],
});
const beans = snippet({ name: 'Coffee beans', uses: 118 });

test('snippets are found by their names, text and hashtags', () => {
  const found = (words: string) =>
    [jo, coffee, beans].filter((snippet) => matchesSnippet(snippet, words)).map(({ name }) => name);
  expect(found('BAR')).toEqual(['Jo, signed']);
  expect(found('#v60')).toEqual(['Kaffee, deutsch']);
  expect(found('/coffee')).toEqual(['Kaffee, deutsch', 'Coffee beans']);
  expect(found(' ')).toHaveLength(3);
});

test('the most used are offered first, but for the one whose short name is typed', () => {
  const offered = (typed: string) =>
    offeredSnippets([jo, coffee, beans], typed).map(({ name }) => name);
  expect(offered('')).toEqual(['Coffee beans', 'Jo, signed', 'Kaffee, deutsch']);
  expect(offered('Coff')).toEqual(['Coffee beans', 'Kaffee, deutsch']);
  expect(offered('coffee')).toEqual(['Kaffee, deutsch', 'Coffee beans']);
  expect(offered('bar')).toEqual([]);
});
