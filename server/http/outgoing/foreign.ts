import { printable } from '#contract/http/fields.ts';
import { composed } from '#contract/http/marks.ts';
import { cleanName, withoutHidden } from '#contract/http/names.ts';
import { measure } from '../body/body.ts';

/**
 * What other servers say: bounded before it is parsed, and with texts that PostgreSQL can store and
 * a person can read.
 */

/** Of a JSON text: more than any API that is called responds with. */
const MAX_VALUES = 50_000;
/** Only a JSON text with one of these escapes can contain NUL or a lone surrogate. */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i;
const MAX_NAME = 200;

const graphemes = new Intl.Segmenter();

/** The same text without NUL and lone surrogates, which cannot be stored. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Which limit of JSON of other servers a text exceeds; undefined where none. */
export const measureForeign = (text: string) => measure(text, MAX_VALUES);

/**
 * Parses JSON of another server. All its texts can be stored.
 * @throws SyntaxError where it is no JSON, nested too deep, or has too many values
 */
export function parseForeign(text: string): unknown {
  const tooMuch = measureForeign(text);
  if (tooMuch) throw new SyntaxError(tooMuch);
  const parsed: unknown = JSON.parse(text);
  return SUSPICIOUS.test(text) ? storableIn(parsed) : parsed;
}

/** The depth is bounded by `measure`. */
function storableIn(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(storableIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [storable(key), storableIn(member)]),
  );
}

/** The beginning of a text, at most `max` UTF-16 units, cut between characters as a reader sees them. */
export function cut(text: string, max: number): string {
  const whole = storable(text);
  if (whole.length <= max) return whole;
  let end = 0;
  // The code point behind the limit says whether a character ends there.
  for (const { index, segment } of graphemes.segment(whole.slice(0, max + 2))) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  // A single character can be longer than that.
  return end > 0 ? whole.slice(0, end) : whole.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}

/** A text on one line, without control characters and hidden ones. */
export const oneLine = (text: string, max: number): string =>
  cut(composed(printable(withoutHidden(cut(text, 4 * max)))).replaceAll(/\s+/g, ' '), max).trim();

/** A text of several lines, without control characters and hidden ones. */
export const manyLines = (text: string, max: number): string =>
  cut(composed(cut(text, max)), max)
    .split('\n')
    .map((line) => printable(withoutHidden(line)))
    .join('\n');

/** A name as names are here; empty where nothing of it is visible. */
export const displayName = (text: string, max = MAX_NAME): string =>
  cut(cleanName(cut(text, 4 * max)), max).trim();
