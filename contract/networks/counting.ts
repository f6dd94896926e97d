import twitter from 'twitter-text';

/** How networks count texts, hostile ones included. */

export const segmenter = new Intl.Segmenter();
const USUAL_LINK_LENGTH = 23;

/**
 * twitter-text takes quadratic time in the longest run without a space. Only the beginning of a run
 * is parsed, and only as much of a text as fits into one post of the network. The rest is counted
 * by characters; it is over the limit anyway.
 */
const MAX_RUN = 250;
/**
 * The maximum number of UTF-16 units in one character of the network: an emoji of a family has
 * many.
 */
export const UNITS_PER_CHARACTER = 16;
const IS_LINK = /^https?:\/\/[\w-]{1,63}\./i;
/**
 * White space; a link, up to a character that cannot be part of one; other characters up to either.
 */
const RUNS = /\s+|https?:\/\/[!-~]*|(?:(?!https?:\/\/)\S)+/gi;

/** Characters as a reader sees them: an emoji of seven code points is one. */
export const graphemes = (text: string) => [...segmenter.segment(text)].length;

/**
 * Counts a text that may be hostile: `count` reads only as much as is cheap.
 * @param weigh counts what is not parsed for links and mentions
 */
export function countBounded(
  text: string,
  limit: number,
  { count, weigh }: { count: (head: string) => number; weigh: (rest: string) => number },
): number {
  if (text.length <= MAX_RUN) return count(text);
  const maxParsedLength = limit * UNITS_PER_CHARACTER;
  let [head, rest] = ['', 0];
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    if (head.length > maxParsedLength) return count(head) + rest + weigh(text.slice(index));
    const read = run.length > MAX_RUN ? truncateRun(run) : run;
    head += read;
    // A link counts as one, whatever its length.
    if (read !== run && !IS_LINK.test(run)) rest += weigh(run.slice(read.length));
  }
  return count(head) + rest;
}

/** The part of a run that is parsed, cut at the end of a character. */
function truncateRun(run: string): string {
  let end = 0;
  for (const { index, segment } of segmenter.segment(run.slice(0, MAX_RUN + UNITS_PER_CHARACTER))) {
    if (index + segment.length > MAX_RUN) break;
    end = index + segment.length;
  }
  return run.slice(0, end || MAX_RUN);
}

/** Latin characters count as one, other characters and emoji as two. */
export const weigh = (text: string) => {
  let weight = 0;
  for (const { segment } of segmenter.segment(text))
    weight += segment <= '\u10ff' && segment.length === 1 ? 1 : 2;
  return weight;
};

/** Every link counts as so many, and of `@name@example.org` only the name. */
export function countWithLinks(text: string, linkLength = USUAL_LINK_LENGTH) {
  const links = twitter.extractUrls(text, { extractUrlsWithoutProtocol: false });
  let rest = text;
  for (const link of links) rest = rest.replace(link, '');
  return (
    links.length * linkLength +
    graphemes(rest.replaceAll(/(@[\w.-]{1,100})@[\w-]{1,63}(\.[\w-]{1,63}){1,10}/g, '$1'))
  );
}

const encoder = new TextEncoder();
const IS_EMOJI = /[\p{Extended_Pictographic}\p{RI}]/u;

/** Emoji count as their bytes in UTF-8, other characters as one. */
export function countWithEmojiBytes(text: string): number {
  let count = 0;
  for (const { segment } of segmenter.segment(text))
    count += IS_EMOJI.test(segment) ? encoder.encode(segment).length : [...segment].length;
  return count;
}

/** Whether a text has at most `max` bytes of UTF-8; not more than these are counted. */
export const isWithinBytes = (text: string, max: number) =>
  text.length <= max && (text.length * 3 <= max || encoder.encode(text).length <= max);

/** The links of a text, each once, as many as are read. */
export const linksIn = (text: string): string[] => [
  ...new Set(
    twitter.extractUrls(text.replaceAll(RUNS, shortened), { extractUrlsWithoutProtocol: true }),
  ),
];

/** The beginning of a run is enough to know that it is a link. */
const shortened = (run: string) => (run.length > MAX_RUN ? run.slice(0, MAX_RUN) : run);

/** A text without runs that take too long to parse, as long as before. */
export const parseable = (text: string) =>
  text.replaceAll(RUNS, (run) => (run.length > MAX_RUN ? ' '.repeat(run.length) : run));
