import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createExcerpts } from './excerpt.ts';
import { parseQuery } from './query.ts';

const excerpt = (text: string, q: string) => createExcerpts(parseQuery(q))(text);
/** The excerpt with its highlights in brackets. */
function marked(text: string, q: string) {
  const { excerpt: part, matches } = excerpt(text, q);
  return matches.reduceRight(
    (shown, [start, end]) =>
      `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`,
    part,
  );
}

test.each([
  ['Launch day. We launch at nine.', 'launch', '[Launch] day. We [launch] at nine.'],
  ['Launching a launch', 'laun', '[Launching] a [launch]'],
  ['Launching a launch', '"launch"', 'Launching a [launch]'],
  ['A day of the launch', '"launch day"', 'A [day] of the [launch]'],
  ['One and another', 'one -another', '[One] and another'],
  ['Die Straße nach Süden', 'STRASSE sud', 'Die [Straße] nach [Süden]'],
  ['Crème brûlée', 'creme', '[Crème] brûlée'],
  ['Cre\u0300me bru\u0302le\u0301e', 'brulee', 'Cre\u0300me [bru\u0302le\u0301e]'],
  ['ﬁnal ½ ＡＢＣ', 'final abc', '[ﬁnal] ½ [ＡＢＣ]'],
  ['新製品の発売日が決まりました', '発売日', '新製品の[発売日]が決まりました'],
  ['iPhone15を東京で', '東京 iphone15', '[iPhone15]を[東京]で'],
  ['ｶﾀｶﾅのカタカナ', 'カタ', '[ｶﾀ]ｶﾅの[カタ]カナ'],
  ['ร้านกาแฟริมน้ำ', 'กาแฟ', 'ร้าน[กาแฟ]ริมน้ำ'],
  ['👩‍👩‍👧 launch 👩‍👩‍👧', 'launch', '👩‍👩‍👧 [launch] 👩‍👩‍👧'],
  ['\n\n  Nothing of it here', 'otter', 'Nothing of it here'],
  ['Without words', '🦦', 'Without words'],
  ['Step 1️⃣ do this', '1', 'Step [1️⃣] do this'],
  ['株 ㈠ quuy', '一 quuy', '株 [㈠] [quuy]'],
  ['quuz กำลังกิน', 'quuz ก', '[quuz] [กำ]ลัง[กิ]น'],
])('%j for %j', (text, q, expected) => {
  expect(marked(text, q)).toBe(expected);
});

test('the excerpt of a long text is around the first match', () => {
  const long = `${'Many words before it. '.repeat(50)}Here is the otter, and here another otter.${' Many words behind it.'.repeat(50)}`;
  const { excerpt: part, matches } = excerpt(long, 'otter');
  expect(part).toMatch(/^\w+ .*Here is the otter, and here another otter\. Many/);
  expect(part.length).toBeGreaterThan(180);
  expect(matches.map(([start, end]) => part.slice(start, end))).toEqual(['otter', 'otter']);
  expect(marked(`${'あ'.repeat(500)}発売日${'い'.repeat(500)}`, '発売日')).toMatch(
    /^あ{50,60}\[発売日\]い+$/,
  );
});

test('an excerpt is a part of the text, of whole characters, and its matches lie within it', () => {
  const texts = fc.string({
    unit: fc.constantFrom(
      'a',
      'b ',
      'ß',
      'é',
      'e\u0301',
      '東',
      '京',
      '👩‍👩‍👧',
      '🇩🇪',
      '𠮷',
      ' ',
      '\n',
      'ﬁ',
      'ก',
      '้',
      'İ',
      'Σ',
    ),
  });
  const long = fc.array(texts, { maxLength: 60 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(long, texts, (text, q) => {
      const { excerpt: part, matches } = excerpt(text, q);
      expect(text).toContain(part);
      expect(part.isWellFormed()).toBe(true);
      expect(part.length).toBeLessThanOrEqual(200);
      const borders = new Set([part.length]);
      for (const { index } of new Intl.Segmenter().segment(part)) borders.add(index);
      let last = 0;
      for (const [start, end] of matches) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect([borders.has(start), borders.has(end)]).toEqual([true, true]);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(part.length);
    }),
    { numRuns: 2000 },
  );
});
