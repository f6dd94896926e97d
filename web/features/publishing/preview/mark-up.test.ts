import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NETWORKS } from '#contract/networks/names.ts';
import { linkIn, markUp } from './mark-up.ts';

const looks = (content: string) => markUp(content, 'x').map(({ look, text }) => [look, text]);

describe('a text is marked up', () => {
  test('with its links, names and hashtags', () => {
    expect(looks('See https://example.org with @ada #spring!')).toEqual([
      ['text', 'See '],
      ['link', 'https://example.org'],
      ['text', ' with '],
      ['link', '@ada'],
      ['text', ' '],
      ['link', '#spring'],
      ['text', '!'],
    ]);
  });
  test('with what is over the limit', () => {
    expect(looks('x'.repeat(283)).map(([look, text]) => [look, text?.length])).toEqual([
      ['text', 280],
      ['over', 3],
    ]);
  });
  test('not at all where it is empty', () => expect(looks('')).toEqual([]));

  test('and stays the same text, each segment at its place', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom(
        'https://example.org/a?b=1',
        '@ada',
        '#spring',
        'example.org',
        '👩‍👩‍👧‍👦',
        '\n',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 60 }),
        fc.constantFrom(...NETWORKS),
        (words, network) => {
          const content = words.join(' ');
          const runs = markUp(content, network);
          expect(runs.map(({ text }) => text).join('')).toBe(content);
          for (const { text, at } of runs) expect(content.slice(at, at + text.length)).toBe(text);
        },
      ),
    );
  });
});

describe('a card shows the first link', () => {
  test.each([
    ['See https://www.example.org/a/b?c=1 and more', { host: 'example.org', path: '/a/b' }],
    ['example.org', { host: 'example.org', path: '' }],
    ['@ada #spring https://example.org/', { host: 'example.org', path: '' }],
    ['no link', undefined],
    ['@ada #spring', undefined],
  ])('of %s', (content, link) => expect(linkIn(content, 'x')).toEqual(link));
});
