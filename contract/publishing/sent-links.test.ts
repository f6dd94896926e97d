import { describe, expect, test } from 'vitest';
import { addressOf } from '../networks/entities.ts';
import { entitiesOf } from '../networks/networks.ts';
import { type LinkRules, previewLinks } from './sent-links.ts';
import { DEFAULT_UTM, type UtmValues, utmValue, withUtm, wrongInTemplate } from './utm.ts';

const values: UtmValues = {
  network: 'x',
  channel: 'fennel',
  folder: 'Spring Launch',
  campaign: 'Harbour',
  date: '2026-11-26',
  post: '412',
};
const UTM = 'utm_source=x&utm_medium=social&utm_campaign=spring-launch&utm_content=412';

describe('UTM', () => {
  test.each([
    ['https://a.com/p', `https://a.com/p?${UTM}`],
    ['https://a.com', `https://a.com/?${UTM}`],
    ['https://a.com/p?b=1&b=2#c?d', `https://a.com/p?b=1&b=2&${UTM}#c?d`],
    ['https://a.com/p?', `https://a.com/p?${UTM}`],
    ['https://a.com/p?b&', `https://a.com/p?b&${UTM}`],
    // What an address already has wins, in any case.
    [
      'https://a.com/p?UTM_Source=me&utm_medium=',
      'https://a.com/p?UTM_Source=me&utm_medium=&utm_campaign=spring-launch&utm_content=412',
    ],
  ])('is added to %s', (address, expected) => {
    expect(withUtm(address, DEFAULT_UTM, values)).toBe(expected);
  });

  test.each([
    'https://bucket.com/a.pdf?X-Amz-Signature=abc',
    'https://a.com/p?Expires=1&Signature=abc&Key-Pair-Id=K',
    'https://a.com/p?sig=abc',
    'https://a.com/p?access_token=abc',
    'https://a.com/unsubscribe?hmac=abc',
  ])('is not added to what is signed: %s', (address) => {
    expect(withUtm(address, DEFAULT_UTM, values)).toBe(address);
  });

  test('is in lower case, with dashes in place of spaces', () => {
    expect(utmValue('{campaign} {date}/ {network}', values)).toBe('harbour-2026-11-26/-x');
  });

  test.each([
    ['{network}-{post}', undefined],
    ['plain', undefined],
    ['{x}', '{x} isn’t a placeholder'],
    ['{}', '{} isn’t a placeholder'],
  ])('the template %s', (template, wrong) => {
    expect(wrongInTemplate(template)).toBe(wrong);
  });
});

describe('short links', () => {
  const rules: LinkRules = {
    counts: true,
    hosts: null,
    left_out: [],
    adds_utm: false,
    utm: DEFAULT_UTM,
    base: 'https://go.example/l/',
  };
  const SHORT = 'https://go.example/l/XXXXXXX';
  const sent = (text: string, network: 'x' | 'bluesky' | 'mastodon', changed = {}) =>
    previewLinks(
      [{ text, media: [], language: null, isComment: false }],
      network,
      7,
      { ...rules, ...changed },
      values,
    )[0];

  test('take the place of links, and of nothing else', () => {
    const text = 'New: https://a.com/p, also a.example.com/q (ASP.NET) @ada #tag ada@a.com';
    expect(sent(text, 'x')?.text).toBe(
      `New: ${SHORT}, also ${SHORT} (ASP.NET) @ada #tag ada@a.com`,
    );
  });

  test('are not shortened again', () => {
    const text = 'See https://go.example/l/Kp7sVbN';
    expect(sent(text, 'x', { adds_utm: true })?.text).toBe(text);
  });

  test('stay behind the address where a network can show another one', () => {
    const text = 'See https://a.com/p';
    expect(sent(text, 'bluesky')).toMatchObject({ text, links: { 'https://a.com/p': SHORT } });
    expect(sent(text, 'mastodon')?.text).toBe(`See ${SHORT}`);
  });

  test.each([
    [{ hosts: ['a.com'] }, `${SHORT} ${SHORT} https://b.com/`],
    [{ left_out: [7] }, 'https://a.com/ https://www.a.com/ https://b.com/'],
    [{ counts: false }, 'https://a.com/ https://www.a.com/ https://b.com/'],
  ])('are made of the links that were chosen: %j', (changed, expected) => {
    const text = 'https://a.com/ https://www.a.com/ https://b.com/';
    expect(sent(text, 'mastodon', changed)?.text).toBe(expected);
  });

  test.each(["https://example.com's new roast", 'https://example.com;https://example.org'])(
    'leave an address that would take what follows it into a short link: %s',
    (text) => {
      for (const network of ['x', 'mastodon'] as const) {
        const { text: after = '', links = {} } =
          sent(text, network, { base: 'https://go.example.com/l/' }) ?? {};
        const found = new Set(
          entitiesOf(after, network).flatMap(({ kind, start, end }) =>
            kind === 'link' ? [addressOf(after.slice(start, end))] : [],
          ),
        );
        for (const [address, short] of Object.entries(links))
          expect([address, found.has(short)]).toEqual([address, true]);
      }
      expect(
        sent("https://example.com's new roast", 'x', { base: 'https://go.example.com/l/' })?.text,
      ).toBe("https://example.com's new roast");
    },
  );
});
