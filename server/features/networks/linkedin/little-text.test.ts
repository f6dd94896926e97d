import { describe, expect, test } from 'vitest';
import { readLittleText } from '../../../testing/networks/linkedin.ts';
import { littleText } from './little-text.ts';

describe('little text', () => {
  test.each([
    'Plain',
    'A (bracket) and [another] and {one}',
    '#news and # alone, ##two, a#b, #über_uns, &#39;',
    'me@example.org, @somebody, @[Name](urn:li:organization:1)',
    'https://example.org/a_(b)?c=~d*e|f',
    'back\\slash, \\(escaped\\), ends with \\',
    '{hashtag|\\#|word}',
    '<b>_bold_</b> *stars* | pipes',
    '👩‍👩‍👧‍👦 #日本語 ~',
  ])('%s', (text) => {
    expect(readLittleText(littleText(text))).toBe(text);
  });

  test('whatever is written comes out the same', () => {
    const signs = [...'\\|{}@[]()<>#*_~ a\u00e91\n&é', '👍', '#a', 'urn:li:person:1'];
    let value = 7;
    const next = (most: number) => {
      value = (value * 1_103_515_245 + 12_345) % 2_147_483_648;
      return value % most;
    };
    for (let n = 0; n < 5000; n++) {
      const text = Array.from({ length: 1 + next(30) }, () => signs[next(signs.length)]).join('');
      expect(readLittleText(littleText(text))).toBe(text);
    }
  });

  test('a hashtag is named as one, and a hostile text takes no time', () => {
    expect(littleText('See #news_2')).toBe('See {hashtag|\\#|news\\_2}');
    const began = performance.now();
    for (const piece of ['#', '#a', '\\', '({[', '_#_'])
      expect(littleText(piece.repeat(50_000)).length).toBeGreaterThan(50_000);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
