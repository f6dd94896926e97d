import { describe, expect, test } from 'vitest';
import { decode, type Encoding, guessEncoding } from './encodings.ts';

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
const ascii = (text: string) => Buffer.from(text).toString('hex');

describe('the encoding of a table', () => {
  const HEAD = ascii('text\n');
  // As `iconv` writes them.
  const cases: [Encoding, string, string][] = [
    ['windows-1252', 'Grüße – 20 €', '4772fcdf65209620323020 80'],
    ['windows-1252', 'Café,2026', '436166e92c32303236'],
    ['windows-1252', 'It’s “here” — now', '49749273209368657265942097206e6f77'],
    ['macintosh', 'Grüße – 20 Euro', '47729fa76520d0203230204575726f'],
    ['macintosh', 'Café très bon, l’été', '436166 8e2074728f7320626f6e2c206cd58e748e'],
    ['macintosh', 'It’s “here” — now', '4974d57320d268657265d320d1206e6f77'],
    ['windows-1250', 'Łódź', 'a3f3649f'],
    ['windows-1251', 'Привет, мир', 'cff0e8e2e5f22c20ece8f0'],
    ['koi8-u', 'Привет, мир', 'f0d2c9d7c5d42c20cdc9d2'],
    ['koi8-u', 'Їжак і ґанок', 'b7d6c1cb20a620adc1cecfcb'],
    ['ibm866', 'Привет, мир', '8fe0a8a2a5e22c20aca8e0'],
    ['x-mac-cyrillic', 'Привет, мир', '8ff0e8e2e5f22c20ece8f0'],
    ['windows-1251', 'ЗАЙДИТЕ В МАГАЗИН', 'c7c0c9c4c8d2c520c220ccc0c3c0c7c8cd'],
    ['iso-8859-2', 'gęślą jaźń', '67eab66cb1206a61bcf1'],
    ['windows-1257', 'pasaulē! Ķēniņš', '70617361756ce72120cde76e69f2f0'],
    ['ibm850', 'Café très bon', '436166822074728a7320626f6e'],
    ['iso-2022-jp', '冬の新作', '1b2442455f244e3f373a6e1b2842'],
    ['windows-1253', 'Καλημέρα', 'cae1ebe7ecddf1e1'],
    ['windows-1254', 'Yağmur', '5961f06d7572'],
    ['windows-1255', 'שלום עולם', 'f9ece5ed20f2e5eced'],
    ['windows-1256', 'مرحبا', 'e3d1cdc8c7'],
    ['shift_jis', '日本語のテスト', '93fa967b8cea82cc8365835883 67'],
    ['euc-jp', '日本語のテスト', 'c6fccbdcb8eca4cea5c6a5b9a5c8'],
    ['gb18030', '你好，世界', 'c4e3bac3a3accac0bde7'],
    ['big5', '你好，世界', 'a741a66ea141a540acc9'],
    ['euc-kr', '안녕하세요', 'bec8b3e7c7cfbcbcbfe4'],
  ];
  test.for(cases)('is guessed: %s, %s', ([encoding, text, hex]) => {
    const given = bytes(HEAD + hex.replaceAll(' ', ''));
    expect(guessEncoding(given)).toBe(encoding);
    expect(decode(given, encoding)).toEqual({ text: `text\n${text}`, encoding, unreadable: 0 });
  });

  test('is UTF-8 wherever the bytes are', () => {
    const text = 'text\nGrüße, 日本語, 👋';
    const given = new TextEncoder().encode(text);
    expect(guessEncoding(given)).toBe('utf-8');
    expect(guessEncoding(new TextEncoder().encode('plain'))).toBe('utf-8');
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...given]);
    expect(guessEncoding(marked)).toBe('utf-8');
    expect(decode(marked, 'utf-8').text).toBe(text);
    // The end is missing.
    const cut = given.subarray(0, -1);
    expect(guessEncoding(cut)).toBe('utf-8');
    expect(decode(cut, 'utf-8').unreadable).toBe(1);
  });

  test.for([
    ['utf-16le', true],
    ['utf-16be', true],
    ['utf-16le', false],
    ['utf-16be', false],
  ] as const)('is %s, with a mark: %s', ([encoding, isMarked]) => {
    const text = 'text\tdate\r\n日本語\t2030-01-01';
    const given = Buffer.from((isMarked ? '\ufeff' : '') + text, 'utf16le');
    if (encoding === 'utf-16be') given.swap16();
    expect(guessEncoding(given)).toBe(encoding);
    expect(decode(given, encoding).text).toBe(text);
  });

  test('is the one of the language of the reader, where there are several', () => {
    // 'őszi' in Hungarian; 'õszi' is none, but is written so in Portuguese.
    const given = bytes(`${HEAD}f5737a69`);
    expect(guessEncoding(given)).toBe('windows-1252');
    expect(guessEncoding(given, ['hu', 'en'])).toBe('windows-1250');
  });

  test('is guessed by a part of a large table', () => {
    const given = Buffer.concat([Buffer.alloc(5_000_000, 'text\n'), bytes('cff0e8e2e5f2')]);
    expect(guessEncoding(given)).toBe('windows-1251');
  });
});
