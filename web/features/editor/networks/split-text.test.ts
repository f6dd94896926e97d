import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NETWORKS } from '#contract/networks/names.ts';
import { fits } from '#contract/networks/networks.ts';
import { splitText } from './split-text.ts';

const squeeze = (text: string) => text.replaceAll(/\s+/g, '');

describe('a long text is cut', () => {
  test('at the end of a sentence', () => {
    const sentence = `${'Word '.repeat(20).trim()}.`;
    const parts = splitText(Array(7).fill(sentence).join(' '), 'x');
    expect(parts).toEqual([
      `${sentence} ${sentence}`,
      `${sentence} ${sentence}`,
      `${sentence} ${sentence}`,
      sentence,
    ]);
  });

  test('at the end of a paragraph that fills a part well enough', () => {
    const paragraph = `${'One. '.repeat(40).trim()}`;
    expect(splitText(`${paragraph}\n\n${paragraph}`, 'x')).toEqual([paragraph, paragraph]);
  });

  test('between words where a sentence is too long, and within a word that is', () => {
    expect(splitText('word '.repeat(100), 'x').map((part) => part.length)).toEqual([279, 219]);
    expect(splitText('x'.repeat(600), 'x').map((part) => part.length)).toEqual([280, 280, 40]);
  });

  test('never inside a mention, which would be sent as it is written then', () => {
    const mention = '{{@Ada Lovelace|mastodon:ada@host.example|x:ada}}';
    const before = 'word '.repeat(50).trim();
    expect(splitText(`${before} ${mention} and others`, 'x')).toEqual([
      before,
      `${mention} and others`,
    ]);
    const long = `{{@${'Ada '.repeat(200).trim()}}}`;
    expect(splitText(`${long} and others`, 'x')).toEqual([long, 'and others']);
  });

  test('not at all where it fits', () => {
    expect(splitText(' short ', 'x')).toEqual(['short']);
    expect(splitText(' \n ', 'x')).toEqual([]);
  });

  test('into parts within the limit of each network, without losing any character but white space', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom(
        '日本語の文。',
        'https://example.org/a/long/path?q=1',
        '\n\n',
        'Done.',
        '👩‍👩‍👧‍👦',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 150 }),
        fc.constantFrom(...NETWORKS),
        (words, network) => {
          const text = words.join(' ');
          const parts = splitText(text, network);
          expect(squeeze(parts.join(''))).toBe(squeeze(text));
          for (const part of parts) {
            expect(fits(part, network)).toBe(true);
            expect(part.trim()).toBe(part);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('quickly, even where it is as long as an item can be', () => {
    expect(
      splitText('A sentence that goes on for a while. '.repeat(2700), 'x').length,
    ).toBeGreaterThan(300);
  });
});
