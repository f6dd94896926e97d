const segmenter = new Intl.Segmenter();
/** Each of these is a character of its own. */
const PLAIN = /^[\n\x20-\x7e]*$/;

/** The first `most` characters as a reader counts them, with an ellipsis where the text was cut. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  if (PLAIN.test(text.slice(0, most + 1))) return `${text.slice(0, most).trimEnd()}…`;
  let end = 0;
  let count = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    if (++count > most) return `${text.slice(0, end).trimEnd()}…`;
    end = index + segment.length;
  }
  return text;
}

/** The whole characters at the beginning of a text, in at most so many UTF-16 units. */
export function within(text: string, units: number): string {
  if (text.length <= units) return text;
  let end = 0;
  // The code point behind the limit says whether a character ends there.
  for (const { index, segment } of segmenter.segment(text.slice(0, units + 2))) {
    if (index + segment.length > units) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** '1 result', '2 results'. */
export const plural = (count: number, word: string, many = `${word}s`) =>
  `${count} ${count === 1 ? word : many}`;

/** The name of a user; null where the account was deleted. */
export const nameOf = (user: { name: string } | null | undefined) => user?.name ?? 'Deleted user';

/** A readable form of a name of the API: 'thread_root' as 'Thread root'. */
export const inWords = (name: string) => capitalise(name.replaceAll('_', ' '));

export const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
