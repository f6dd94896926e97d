import { type Entity, findEntities, type Syntax } from './entities.ts';

/** How networks count texts. All of it is linear in the length of a text. */

export const segmenter = new Intl.Segmenter();
const USUAL_LINK_LENGTH = 23;
/** Nothing of it joins with what is beside it. */
const IS_PLAIN = /^[\n\x20-\x7e]*$/;

/** Characters as a reader sees them: an emoji of seven code points is one. */
export function graphemes(text: string): number {
  if (IS_PLAIN.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count++;
  return count;
}

/** What is one emoji: a flag, a key, or pictures that are joined, whatever Unicode joins next. */
const EMOJI =
  /\p{RI}\p{RI}|[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}\u{e0020}-\u{e007f}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)*/gu;

/** Latin and most other letters, and some punctuation: X counts them as one. */
const LIGHT = /[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]/g;

/** By the weights that X publishes: wide characters are two, and so is an emoji. */
export function weightOf(text: string): number {
  const composed = text.normalize('NFC');
  if (IS_PLAIN.test(composed)) return composed.length;
  let emoji = 0;
  const rest = composed.replaceAll(EMOJI, (match) => {
    // A sign like ©: no emoji without its selector.
    if (match <= '\u10ff' && match.length === 1) return match;
    emoji++;
    return '';
  });
  const light = rest.match(LIGHT)?.length ?? 0;
  return 2 * emoji + 2 * ([...rest].length - light) + light;
}

/** What stands for a link in a text that is counted. */
export const linkOf = (length = USUAL_LINK_LENGTH) => 'x'.repeat(length);

/** A text with other texts in place of entities; undefined leaves the entity as it is. */
export function replaceEntities(
  text: string,
  syntax: Syntax,
  replacement: (kind: Entity['kind'], entity: string) => string | undefined,
): string {
  let [replaced, done] = ['', 0];
  for (const { kind, start, end } of findEntities(text, syntax)) {
    const other = replacement(kind, text.slice(start, end));
    if (other === undefined) continue;
    replaced += text.slice(done, start) + other;
    done = end;
  }
  return replaced + text.slice(done);
}

const encoder = new TextEncoder();
const IS_EMOJI = /[\p{Extended_Pictographic}\p{RI}]/u;

/** Emoji count as their bytes in UTF-8, other characters as one. */
export function countWithEmojiBytes(text: string): number {
  if (IS_PLAIN.test(text)) return text.length;
  let count = 0;
  for (const { segment } of segmenter.segment(text))
    count += IS_EMOJI.test(segment) ? encoder.encode(segment).length : [...segment].length;
  return count;
}

/** Whether a text has at most `max` bytes of UTF-8; not more than these are counted. */
export const isWithinBytes = (text: string, max: number) =>
  text.length <= max && (text.length * 3 <= max || encoder.encode(text).length <= max);
