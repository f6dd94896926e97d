import { withoutManyMarks } from '#contract/http/marks.ts';

/**
 * Tokenizes texts exactly like `search_text` of the database (migration 0009), so that queries and
 * documents agree.
 */

const MARKS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: combining marks are intended
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u093c\u094d\u0951-\u0954\u09bc\u09cd\u09fe\u0a3c\u0a4d\u0abc\u0acd\u0afa-\u0aff\u0b3c\u0b4d\u0b55\u0bcd\u0c04\u0c3c\u0c4d\u0cbc\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e47-\u0e4c\u0e4e\u0eba\u0ec8-\u0ecc\u0ece\u1037\u1039\u103a\u17b4\u17b5\u17c9-\u17d3\u17dd\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]/gu;
/** Thai and Lao, Burmese, Khmer, kana, bopomofo, Han, Hangul. */
const SPACELESS =
  '\\u0e01-\\u0e4d\\u0e81-\\u0ecd\\u0edc-\\u0edf\\u1000-\\u103f\\u1050-\\u108f\\u1780-\\u17c8\\u3005-\\u3007\\u3041-\\u3096' +
  '\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\u{20000}-\\u{323af}';
const SPACED = '\\p{L}\\p{Nd}\\u0900-\\u0963\\u0966-\\u0dff';
const LETTER = `(?![${SPACELESS}])[${SPACED}]`;
const PIECES = new RegExp(`([${SPACELESS}]+)|(?:${LETTER})+`, 'gu');

const SPELLED_OUT: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ð: 'd',
};
const SPELLED = new RegExp(`[${Object.keys(SPELLED_OUT).join('')}]`, 'g');

export const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

/** Lowercase, without accents, compatibility characters in their common form ('ﬁ' as 'fi'). */
export const fold = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : withoutManyMarks(text)
        .normalize('NFKD')
        .toLowerCase()
        .replace(MARKS, '')
        .normalize('NFC')
        .replace(SPELLED, (letter) => SPELLED_OUT[letter] ?? letter);

/**
 * A word, or a run of characters of a language without spaces, any part of which may be searched
 * for.
 */
export type Token = { text: string; unsegmented: boolean; index: number };

/** The tokens of a folded text, in order, each with its position. */
export function* tokenize(folded: string): Generator<Token> {
  // Most texts are looked through word by word.
  if (/^[a-z0-9]+$/.test(folded)) {
    yield { text: folded, unsegmented: false, index: 0 };
    return;
  }
  for (const match of folded.matchAll(PIECES))
    yield { text: match[0], unsegmented: match[1] !== undefined, index: match.index };
}
