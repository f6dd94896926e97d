import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { features } from '../endpoints.ts';
import { composed } from './marks.ts';
import { cleanName, isVisible, tidyName, withoutHidden, wrongInName } from './names.ts';

const MEANT = [
  'Zürich',
  '👩‍🔧 Team',
  '🏳️‍⚧️',
  '👨‍👩‍👧‍👦',
  '❤️‍🔥',
  '🐻‍❄️',
  '👩🏽‍🚀',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
  '1️⃣ First',
  '™️',
  '❤︎',
  'می‌خواهم',
  'ه‍',
  'क्‍ष',
  'ശ്രീ‍',
  'ක්‍ෂ',
  '葛󠄀城',
  'ᠠ᠋',
  'שלום',
  'عربي',
  '東京　大阪',
];

describe('a name', () => {
  test.each(MEANT)('can be %s', (name) => {
    expect(wrongInName(name)).toBeUndefined();
    expect(isVisible(name)).toBe(true);
    expect(cleanName(name)).toBe(name.normalize('NFC'));
  });

  test.each([
    ['a\nb', 'line breaks'],
    ['a\u0007', 'control characters'],
    ['a\u2028b', 'line breaks'],
    ['a\u0085b', 'line breaks'],
    ['safe\u202etxt.exe', 'direction'],
    ['a\u2067b', 'direction'],
    ['a\u061cb', 'direction'],
    ['a\u200bb', 'U+200B'],
    ['a\u200db', 'U+200D'],
    ['pay\u200cpal', 'U+200C'],
    ['a\u2060', 'U+2060'],
    ['\ufeffa', 'U+FEFF'],
    ['a\u00adb', 'U+00AD'],
    ['a\u3164', 'U+3164'],
    ['a\ufe0f', 'U+FE0F'],
    ['a\u{e0061}', 'U+E0061'],
    ['👩\u200d', 'U+200D'],
    ['a\u{1d173}', 'U+1D173'],
  ])('cannot be %j', (name, wrong) => {
    expect(wrongInName(name)).toContain(wrong);
    expect(wrongInName(cleanName(name))).toBeUndefined();
  });

  test.each(['\u200b', '\u2800', '\u3164', '\u0301', ' \u00a0\u2003 ', '\u202e', '\ufe0f'])(
    'of nothing but %j is invisible',
    (name) => {
      expect(isVisible(name)).toBe(false);
      expect(cleanName(name)).toBe('');
    },
  );

  test('is composed, and has no blanks around it or several in a row', () => {
    expect(tidyName('  Zu\u0308rich \u00a0 Nord ')).toBe('Zürich Nord');
    expect(tidyName('東京　大阪')).toBe('東京　大阪');
  });

  test('from elsewhere is cleaned', () => {
    expect(cleanName('safe\u202etxt.exe')).toBe('safetxt.exe');
    expect(cleanName('a\u200bb\n c')).toBe('ab c');
  });
});

/** Letters in the signs of flags, which show nothing. */
const inTags = (word: string) =>
  [...word].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

test('flags carry no words that nobody sees', () => {
  const words = ['ignore', 'all', 'review', 'gbengx', 'xgbeng', '1234'];
  const text = words.map((word) => `🏴${inTags(word)}\u{e007f}`).join(' ');
  expect(withoutHidden(text)).toBe('🏴 🏴 🏴 🏴 🏴 🏴');
  expect(wrongInName(`🏴${inTags('ignore')}\u{e007f}`)).toContain('U+E0069');
});

describe('a text', () => {
  test.each([
    ['Zu\u0308rich', 'Zürich'],
    ['ĥi\u0300', 'ĥì'],
    ['\u1112\u1161\u11ab', '한'],
    ['か\u3099', 'が'],
    ['e\u0302\u0301', 'ế'],
    ['\u212b', 'Å'],
  ])('%j is composed', (text, result) => expect(composed(text)).toBe(result));

  test('of marks alone is left as it is, in linear time', () => {
    const zalgo = `a${'\u0301\u0323'.repeat(50_000)}`;
    expect(composed(`u\u0308 ${zalgo} u\u0308`)).toBe(`ü ${zalgo} ü`);
  });

  test('that is composed stays so', () => {
    const text = `e${'\u0301'.repeat(40)} क़ u\u0308`;
    expect(composed(composed(text))).toBe(composed(text));
  });
});

/** The fields of a schema, those of its objects in lists among them. */
function fieldsOf(schema: z.ZodType | undefined): [string, z.ZodType][] {
  if (!schema) return [];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => [
      [name, field] as [string, z.ZodType],
      ...fieldsOf(field),
    ]);
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType);
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(fieldsOf);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
  if ('unwrap' in schema) return fieldsOf((schema.unwrap as () => z.ZodType)());
  return [];
}

test('every name, title and tag that a request sets is declared by nameText, or cleaned', () => {
  const named = Object.values(features)
    .flat()
    .flatMap(({ method, path, body, query }) =>
      // A tag of a query filters.
      [
        ...fieldsOf(body),
        ...(method === 'GET' ? [] : fieldsOf(query).filter(([name]) => name !== 'tag')),
      ].map(([name, field]) => [`${method} ${path} ${name}`, field] as const),
    )
    .filter(([name]) => / (\w*_)?(name|names|title|label|subject|tags?)(_\w*)?$/.test(name));
  const accepts = (field: z.ZodType, name: string) =>
    [name, [name]].some((value) => {
      const { success, data } = field.safeParse(value);
      return success && JSON.stringify(data) === JSON.stringify(value);
    });
  const wrong = ['a\u202eb', 'a\u200bb', 'a\nb', 'a\u0007', 'Zu\u0308rich'];
  // Others are a switch, or one of a list.
  const free = named.filter(([, field]) => accepts(field, 'Any name'));
  expect(free.length).toBeGreaterThan(20);
  for (const [name, field] of free)
    for (const text of wrong)
      expect([name, text, accepts(field, text)]).toEqual([name, text, false]);
});
