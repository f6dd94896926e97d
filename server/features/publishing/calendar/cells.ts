/**
 * How values stand in the cells of a table (docs/domain/calendar.md, 'Import and export'). Each
 * pair of functions are inverses: what an export writes, an import reads.
 */

/** A line that separates the parts of a thread; with a backslash before it, it is a line of a text. */
const SEPARATOR = /^[ \t]*---[ \t]*$/m;
const SEPARATOR_IN_TEXT = /^([ \t]*)(\\*---[ \t]*)$/gm;
const ESCAPED_SEPARATOR = /^([ \t]*)\\(\\*---[ \t]*)$/gm;

export const joinParts = (parts: readonly string[]): string =>
  parts.map((part) => part.replaceAll(SEPARATOR_IN_TEXT, '$1\\$2')).join('\n---\n');

/** @param max the rest is not read */
export const splitParts = (cell: string, max: number): string[] =>
  cell.split(SEPARATOR, max).map((part, at, { length }) => {
    const from = at > 0 ? part.replace(/^(\r\n|\r|\n)/, '') : part;
    const text = at < length - 1 ? from.replace(/(\r\n|\r|\n)$/, '') : from;
    return text.replaceAll(ESCAPED_SEPARATOR, '$1$2');
  });

/** What separates the values of a list, as people write it. */
const COMMAS = ',;|，；、،؛\n';

const escaped = (value: string, signs: string) =>
  Array.from(value, (sign) => (sign === '\\' || signs.includes(sign) ? `\\${sign}` : sign)).join(
    '',
  );
const unescaped = (value: string) => value.replaceAll(/\\([,;|，；、،؛\n/#＃\\])/g, '$1');

/** Splits at signs that are not escaped; the values still are. */
function splitAt(text: string, signs: string): string[] {
  const values: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (signs.includes(text[at] as string)) {
      values.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...values, text.slice(from).trim()];
}

export const joinList = (values: readonly string[]): string =>
  values.map((value) => escaped(value, COMMAS).replace(/^[#＃]/, '\\$&')).join(', ');

export const splitList = (text: string): string[] =>
  splitAt(text, COMMAS).filter(Boolean).map(unescaped);

/** A list, or tags as in a post: `#winter #roast`. */
export const splitTags = (text: string): string[] =>
  splitAt(text, COMMAS)
    .flatMap((value) => (/^[#＃]/.test(value) ? value.split(/\s(?=[#＃])/) : [value]))
    .map((value) => unescaped(value.replace(/^[#＃](?=.)/, '')).trim())
    .filter(Boolean);

/** A path from the root: `/Ideas / Winter`. A slash within a name is escaped: `/Q1\/2026`. */
export const joinPath = (names: readonly string[]): string =>
  `/${names.map((name) => escaped(name, '/')).join(' / ')}`;

export function splitPath(text: string): { names: string[]; isFromRoot: boolean } {
  const names = splitAt(text, '/').map(unescaped);
  const isFromRoot = names.length > 1 && names[0] === '';
  return { names: isFromRoot ? names.slice(1) : names, isFromRoot };
}

/**
 * Spreadsheets read a cell that begins with one of these as a formula, and as a text with an
 * apostrophe before it. Those of some countries begin a cell at a semicolon, whatever the quotes say.
 */
const FORMULA = /^(?='*[=+@＝＋＠\t\r-])/;
const GUARDED = /^'(?='*[=+@＝＋＠\t\r-])/;
const HIDDEN_FORMULA = /[;\t\r\n](?='*[=+@＝＋＠-])/g;
const HIDDEN_GUARDED = /([;\t\r\n])'(?='*[=+@＝＋＠-])/g;

export const guardFormula = (value: string): string =>
  value.replaceAll(HIDDEN_FORMULA, "$&'").replace(FORMULA, "'");
export const unguardFormula = (value: string): string =>
  value.replace(GUARDED, '').replaceAll(HIDDEN_GUARDED, '$1');
