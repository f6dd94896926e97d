import { describe, expect, test } from 'vitest';
import { NETWORKS } from './names.ts';
import { fits, maxPrefixLength, networks } from './networks.ts';

const FAMILY = '👩‍👩‍👧‍👦';
const LINK = `https://example.org/${'a'.repeat(100)}`;

describe('each network counts in its own way', () => {
  test.each([
    ['plain text', 'abc', { x: 3, bluesky: 3, mastodon: 3, linkedin: 3 }],
    ['wide characters', '日本語', { x: 6, bluesky: 3, mastodon: 3, linkedin: 3 }],
    ['an emoji of many', FAMILY, { x: 2, bluesky: 1, mastodon: 1, linkedin: 7 }],
    ['a link', `see ${LINK}`, { x: 27, bluesky: 124, mastodon: 27, linkedin: 124 }],
    ['a mention with a server', '@ada@example.org', { mastodon: 4, bluesky: 16 }],
    ['nothing', '', { x: 0, bluesky: 0, mastodon: 0, linkedin: 0 }],
  ])('%s', (_, text, counts) => {
    for (const [network, count] of Object.entries(counts)) {
      expect([network, networks[network as 'x'].count(text)]).toEqual([network, count]);
    }
  });

  test('and has its own limit', () => {
    expect(fits('a'.repeat(280), 'x')).toBe(true);
    expect(fits('a'.repeat(281), 'x')).toBe(false);
    expect(fits(FAMILY.repeat(100), 'bluesky')).toBe(true);
    // 25 bytes each: more than 3,000.
    expect(fits(FAMILY.repeat(121), 'bluesky')).toBe(false);
    expect(fits('é'.repeat(300), 'bluesky')).toBe(true);
    expect(fits('é'.repeat(301), 'bluesky')).toBe(false);
    expect(fits('a'.repeat(501), 'mastodon')).toBe(false);
    expect(fits('a'.repeat(3000), 'linkedin')).toBe(true);
  });
});

test('the longest accepted beginning ends with a whole character', () => {
  expect(maxPrefixLength('short', 'x')).toBe(5);
  expect(maxPrefixLength('a'.repeat(300), 'x')).toBe(280);
  expect(maxPrefixLength(FAMILY.repeat(301), 'bluesky')).toBe(FAMILY.length * 120);
  expect(maxPrefixLength(`${'a'.repeat(279)}${FAMILY}`, 'x')).toBe(279);
});

describe('a hostile text is counted fast', () => {
  test.each(['漢.', 'a.', 'a-', 'www.', '@a@b.co ', 'https://a.bc/d '])(
    '%s, fifty thousand times',
    (piece) => {
      const text = piece.repeat(50_000);
      for (const network of NETWORKS) {
        const { count, limit } = networks[network];
        expect(count(text)).toBeGreaterThan(limit);
        expect(maxPrefixLength(text, network)).toBeGreaterThan(0);
      }
    },
  );

  test('and is counted right where it is honest', () => {
    expect(networks.x.count(FAMILY.repeat(50))).toBe(100);
    expect(networks.mastodon.count(FAMILY.repeat(100))).toBe(100);
    expect(networks.x.count(`${'あ'.repeat(300)}abc`)).toBe(603);
  });

  test('and a link counts as one however long it is', () => {
    const text = `see https://example.org/${'a'.repeat(3000)} and more`;
    expect(networks.x.count(text)).toBe(4 + 23 + 9);
    expect(networks.mastodon.count(text)).toBe(4 + 23 + 9);
  });
});
