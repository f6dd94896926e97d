import { composed } from './marks.ts';

/** What a name is made of: one line of characters that everybody sees. */

const CONTROL = /[\p{Cc}\u2028\u2029]/gu;
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Scripts in which a joiner or a non-joiner changes how a word is written. */
const JOINING =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Mand}\\p{scx=Adlm}\\p{scx=Rohg}' +
  '\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}' +
  '\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}';
/** Characters without a form of their own, where they belong to a visible one or to the spelling. */
const MEANT = [
  // The parts of an emoji.
  '(?<=[\\p{ExtPict}\\p{EMod}\\ufe0f])\\u200d(?=\\p{ExtPict})',
  '(?<=[\\p{Emoji}\\p{S}\\p{P}])[\\ufe0e\\ufe0f]',
  // The flags of England, Scotland and Wales, and no other word in their signs.
  '(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}',
  // Persian and Indic words.
  `(?<=(?=[${JOINING}])[\\p{L}\\p{M}])[\\u200c\\u200d]`,
  // Forms of Han characters and of Mongolian letters.
  '(?<=\\p{sc=Han})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{sc=Mong})[\\u180b-\\u180d\\u180f]',
].join('|');
/** The group is a hidden character that is not meant. */
const HIDDEN = new RegExp(
  `(?:${MEANT})|([\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb])`,
  'gu',
);
const BLANKS = /\p{Zs}{2,}/gu;

/** The same name as it is stored: composed, without blanks around it or several in a row. */
export const tidyName = (text: string): string => composed(text).trim().replaceAll(BLANKS, ' ');

/** Whether a reader sees anything of a text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** What a name has that names cannot have, for a sentence with 'can’t contain'; undefined for none. */
export function wrongInName(text: string): string | undefined {
  if (text.search(CONTROL) >= 0) return 'line breaks or control characters';
  if (DIRECTION.test(text)) return 'characters that change the direction of text';
  for (const [, hidden] of text.matchAll(HIDDEN))
    if (hidden) return `invisible characters (${codeOf(hidden)})`;
  return undefined;
}

const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

/**
 * A text of a stranger or a program, without characters that nobody sees but a model reads: people
 * decide about all that is in it. What belongs to an emoji, a flag or the spelling of a word stays.
 */
export const withoutHidden = (text: string): string =>
  IGNORABLE.test(text)
    ? text.replaceAll(HIDDEN, (sign: string, hidden?: string) => (hidden ? '' : sign))
    : text;

/** How a character without a form is named: U+200B. */
export const codeOf = (sign: string): string =>
  `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * A name from elsewhere, of a file or of another server, without what a name cannot have: nobody can
 * be asked for another one. Empty where nothing of it is visible.
 */
export function cleanName(text: string): string {
  const clean = withoutHidden(composed(text).replaceAll(CONTROL, ' '));
  return isVisible(clean) ? tidyName(clean) : '';
}
