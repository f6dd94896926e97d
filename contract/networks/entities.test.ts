import twitter from 'twitter-text';
import { describe, expect, test } from 'vitest';
import { NETWORKS, type Network } from './names.ts';
import { entitiesOf, linksIn, networks } from './networks.ts';

const found = (text: string, network: Network, kind?: string) =>
  entitiesOf(text, network)
    .filter((entity) => kind === undefined || entity.kind === kind)
    .map(({ start, end }) => text.slice(start, end));

const OURS = ['bluesky', 'linkedin', 'facebook', 'threads', 'instagram', 'telegram'] as const;

describe('where a link ends', () => {
  test.each([
    ['See https://en.wikipedia.org/wiki/Foo_(bar).', 'https://en.wikipedia.org/wiki/Foo_(bar)'],
    ['(see https://example.org/d_(e))', 'https://example.org/d_(e)'],
    ['[see https://example.org/d[0]]!', 'https://example.org/d[0]'],
    ['“https://example.org/f”', 'https://example.org/f'],
    ['«https://example.org/f»', 'https://example.org/f'],
    ['„https://example.org/f“', 'https://example.org/f'],
    ['**https://example.org/f**', 'https://example.org/f'],
    ['https://example.org/f—and more', 'https://example.org/f'],
    ['https://example.org/f…', 'https://example.org/f'],
    ['https://ja.wikipedia.org/wiki/東京。次', 'https://ja.wikipedia.org/wiki/東京'],
    ['（https://ja.wikipedia.org/wiki/東京）', 'https://ja.wikipedia.org/wiki/東京'],
    ['https://ar.wikipedia.org/wiki/القاهرة،', 'https://ar.wikipedia.org/wiki/القاهرة'],
    ['https://example.org/a?b=c&d=(e)#f!', 'https://example.org/a?b=c&d=(e)#f'],
    [
      'https://web.archive.org/web/2020/https://example.org/',
      'https://web.archive.org/web/2020/https://example.org/',
    ],
    ['HTTPS://EXAMPLE.ORG/A, and', 'HTTPS://EXAMPLE.ORG/A'],
    ['http://例え.jp/テスト を', 'http://例え.jp/テスト'],
    ['https://example.org:8080/x.', 'https://example.org:8080/x'],
    ['at example.org/x_(y).', 'example.org/x_(y)'],
    ['https://example.org/f\u200b, copied', 'https://example.org/f'],
    ['https://example.org/f\u202egnp', 'https://example.org/f'],
  ])('%s', (text, link) => {
    for (const network of OURS)
      expect([network, ...found(text, network, 'link')]).toEqual([network, link]);
  });

  test.each([
    'ada@example.org',
    'website.com.jpg',
    'node.js',
    'a..b',
    'https://',
    'https:///x',
    '@example.org',
  ])('%s is none', (text) => {
    for (const network of OURS) expect(found(text, network, 'link')).toEqual([]);
  });

  test('is where the network says', () => {
    const text = 'https://ja.wikipedia.org/wiki/東京 and example.org';
    expect(found(text, 'x')).toEqual(['https://ja.wikipedia.org/wiki/', 'example.org']);
    expect(found(text, 'mastodon')).toEqual(['https://ja.wikipedia.org/wiki/東京']);
    expect(found(text, 'discord')).toEqual(['https://ja.wikipedia.org/wiki/東京']);
    expect(found('website.com.jpg', 'x')).toEqual(['website.com']);
    expect(linksIn(text, 'linkedin')).toEqual([
      'https://ja.wikipedia.org/wiki/東京',
      'https://example.org',
    ]);
  });

  test('is within 4,096 characters: a longer link is none', () => {
    const long = `https://example.org/${'a'.repeat(5000)}`;
    for (const network of NETWORKS) expect(found(long, network)).toEqual([]);
    expect(networks.mastodon.count(long)).toBe(long.length);
  });
});

describe('hashtags and mentions', () => {
  test('of Bluesky, as its own client has them', () => {
    const text =
      '#foo-bar #c++ #☕ #node.js (#yes) #１２３ ＃東京、次 #foo#bar ##double #1 #tag_ #n0n3s@n5e #butter🦋fly #with,punctuation.';
    expect(found(text, 'bluesky')).toEqual([
      '#foo-bar',
      '#c++',
      '#☕',
      '#node.js',
      '#１２３',
      '＃東京、次',
      '#foo#bar',
      '##double',
      '#tag',
      '#n0n3s@n5e',
      '#butter🦋fly',
      '#with,punctuation',
    ]);
    expect(found('@ada.bsky.social @ada x@b.co $ABC ($abc) $TOOLONG', 'bluesky')).toEqual([
      '@ada.bsky.social',
      '$ABC',
      '$abc',
    ]);
  });

  test('are none inside of links, addresses and words', () => {
    const text =
      'https://e.org/#a1 a1@example.org issue#1 @a@example.org #1 #\ufe0f\u20e3 x/@ada #Ok ＃東京';
    for (const network of ['instagram', 'threads', 'tiktok', 'telegram'] as const) {
      expect(found(text, network, 'hashtag')).toEqual(['#Ok', '＃東京']);
      expect(found(text, network, 'mention')).toEqual([]);
    }
    expect(found('@ada, @ada.b. (@c_d)', 'instagram', 'mention')).toEqual([
      '@ada',
      '@ada.b',
      '@c_d',
    ]);
  });

  test('of Mastodon: a mention has a server, and none follows a slash', () => {
    const text = '@ada @ada@example.org x/@ada@example.org #東京 #a·b #1';
    expect(found(text, 'mastodon')).toEqual(['@ada', '@ada@example.org', '#東京', '#a·b']);
    expect(networks.mastodon.count('x/@ada@example.org')).toBe(18);
    expect(networks.mastodon.count('@ada@example.org')).toBe(4);
  });

  test('do not keep a post from Instagram that it takes', () => {
    const media = [{ kind: 'picture' } as never];
    const remarks = (text: string) => networks.instagram.remarks?.({ text, media }, {}) ?? [];
    expect(remarks('https://e.org/#a1 '.repeat(31))).toEqual([]);
    expect(remarks('a1@example.org '.repeat(21))).toEqual([]);
    expect(remarks('#tag '.repeat(31))).toHaveLength(1);
    expect(remarks('@ada '.repeat(21))).toHaveLength(1);
  });
});

describe('X counts', () => {
  test.each(['🧑‍🔧', '🏳️‍⚧️', '🐻‍❄️', '👩‍👩‍👧‍👦', '🇩🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '👍🏽', '❤️', '©️'])(
    '%s as two',
    (emoji) => {
      expect(networks.x.count(emoji)).toBe(2);
      expect(networks.x.count(`${emoji} `.repeat(50))).toBe(150);
    },
  );

  test('composed and decomposed letters alike, wherever they are', () => {
    expect(networks.x.count('e\u0301'.repeat(282))).toBe(282);
  });

  /** The library of X is the oracle. Ours differs in emoji that are newer than the library. */
  test('as its own library does', () => {
    const words = [
      'https://example.com',
      'http://example.org/a_(b)',
      'https://ja.wikipedia.org/wiki/東京',
      'google.de',
      'google.de/x?q=1',
      'www.example.com',
      'https://example.com/?a=b&c=d#e',
      'https://example.com:8080/x',
      '(see https://example.org/d_(e))',
      'https://localhost/x',
      'https://例え.jp/テスト',
      'ada@example.org',
      'node.js',
      '#tag',
      '@ada',
      '$ABC',
      '東京',
      'e\u0301',
      'Ж',
      '☕',
      '❤️',
      '👩‍👩‍👧‍👦',
      '🇩🇪',
      '™',
      '©',
    ];
    const glue = [' ', '\n', ', ', '. ', '! ', ': ', ' (', ') ', '; ', '- '];
    let state = 1;
    const any = <Value>(values: readonly Value[]): Value => {
      state = (state * 48_271) % 0x7fffffff;
      return values[state % values.length] as Value;
    };
    for (let n = 0; n < 2000; n++) {
      const text = Array.from({ length: 1 + (n % 6) }, () => any(words) + any(glue)).join('');
      const { weightedLength } = twitter.parseTweet(text);
      expect([text, networks.x.count(text)]).toEqual([text, weightedLength]);
    }
  });
});

test.each([
  ...['http://my_shop.example.org/a', 'http://_shop.example.org', 'http://shop_.example.org'],
  ...[
    'http://my_shop.org',
    'http://-shop.example.org',
    'http://shop-.org',
    'my_shop-b.example.org',
  ],
  ...[
    'http://xn--東京.org',
    'http://xn--a.example.org',
    'http://☕shop.org/menu',
    '☕shop.org/menu',
  ],
  ...['LEÓN.com', 'LEO\u0301N.com', 'http://LEO\u0301N.com/x', 'http://shop.orgです.com/a'],
  ...[
    'shop.orgです.com',
    'shop.orgです例え.みんな',
    '例え.みんな',
    'laden.みんな',
    'http://例え.みんな',
  ],
  ...["http://t.co/aB3x's page", 'http://t.co/aB3x.html', 'http://t.co/aB3x?a=b.', 'x…shop.org'],
  ...[`http://t.co/${'a'.repeat(40)}`, `http://t.co/${'a'.repeat(41)}`, '“shop.org”', 'shop.org_x'],
  ...['東京shop.org', 'shop.org東京', 'http://shop.org東京/path', 'shop.org?x=1', 'shop.org/?x=1'],
  ...['shop.org:8080', 'shop.org:8080/x y', 'a..b.org', '-shop.org', '_shop.org', '/shop.org'],
  ...[
    'ada@shop.org',
    '@東shop.org',
    '#shop.org',
    'shop.org-x',
    'shop.org.jpg',
    'node.js',
    'a.b.c.org',
  ],
])('X has the links of its library: %s', (text) => {
  for (const given of [text, `See ${text} now`, `(${text}).`, `${text}、${text}`])
    expect([given, found(given, 'x', 'link')]).toEqual([given, twitter.extractUrls(given)]);
});

test.each([
  '漢.',
  'a.',
  'www.',
  '@a@b.co ',
  'https://a.bc/d ',
  'https://a.b/(((',
  '(',
  '#a',
  '@a.',
  '🧑‍🔧 ',
  '$a ',
])('a hostile text takes linear time: %s', (piece) => {
  const measure = (times: number) => {
    const text = piece.repeat(times);
    const { user } = process.cpuUsage();
    for (const network of NETWORKS) entitiesOf(text, network);
    return process.cpuUsage().user - user;
  };
  measure(2000);
  expect(measure(40_000)).toBeLessThan(80 * Math.max(measure(2000), 2000));
});
