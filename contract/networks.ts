import twitter from 'twitter-text';

/** What the networks take (design, section 3): the editor, the preview and whoever publishes count by the same rules. */

export const NETWORKS = ['x', 'bluesky', 'mastodon', 'linkedin'] as const;
export type Network = (typeof NETWORKS)[number];

type Rules = {
  name: string;
  /** The longest post, in the network's own count. */
  limit: number;
  count: (text: string) => number;
  /** How the parts of a thread appear: posts that answer each other, or a post and comments below it. */
  parts: 'posts' | 'comments';
};

const segmenter = new Intl.Segmenter();
const LINK = 23;

/**
 * What twitter-text reads costs it the square of the longest run without a space: of a run only the beginning is read, and of
 * a text only as much as a post of the network can be long. What follows counts character by character; it is too much anyway.
 */
const MAX_RUN = 250;
/** So many UTF-16 units one of the network's characters may take, as the emoji of a family does. */
const UNITS_PER_CHARACTER = 16;
const IS_LINK = /^https?:\/\/[\w-]{1,63}\./i;
/** White space; a link, which ends where no link goes on; other characters up to either. */
const RUNS = /\s+|https?:\/\/[!-~]*|(?:(?!https?:\/\/)\S)+/gi;

/** Characters as a reader sees them: an emoji of seven code points is one. */
const graphemes = (text: string) => [...segmenter.segment(text)].length;

/**
 * Counts a text that may be hostile: `count` reads only what it can bear.
 * @param weigh counts what is not read by the rules of links and mentions
 */
function countBounded(
  text: string,
  limit: number,
  { count, weigh }: { count: (head: string) => number; weigh: (rest: string) => number },
): number {
  if (text.length <= MAX_RUN) return count(text);
  const room = limit * UNITS_PER_CHARACTER;
  let [head, rest] = ['', 0];
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    if (head.length > room) return count(head) + rest + weigh(text.slice(index));
    const read = run.length > MAX_RUN ? beginningOf(run) : run;
    head += read;
    // However long, a link counts as one.
    if (read !== run && !IS_LINK.test(run)) rest += weigh(run.slice(read.length));
  }
  return count(head) + rest;
}

/** So much of a run as is read, at the end of a character. */
function beginningOf(run: string): string {
  let end = 0;
  for (const { index, segment } of segmenter.segment(run.slice(0, MAX_RUN + UNITS_PER_CHARACTER))) {
    if (index + segment.length > MAX_RUN) break;
    end = index + segment.length;
  }
  return run.slice(0, end || MAX_RUN);
}

/** X counts characters of Latin writing as one, others and emoji as two. */
const weighForX = (text: string) => {
  let weight = 0;
  for (const { segment } of segmenter.segment(text)) weight += segment <= '\u10ff' && segment.length === 1 ? 1 : 2;
  return weight;
};

/** Mastodon counts every link as 23, and of `@name@example.org` the name alone. */
function countForMastodon(text: string) {
  const links = twitter.extractUrls(text, { extractUrlsWithoutProtocol: false });
  let rest = text;
  for (const link of links) rest = rest.replace(link, '');
  return links.length * LINK + graphemes(rest.replaceAll(/(@[\w.-]{1,100})@[\w-]{1,63}(\.[\w-]{1,63}){1,10}/g, '$1'));
}

export const networks: Record<Network, Rules> = {
  x: {
    name: 'X',
    limit: 280,
    count: (text) =>
      countBounded(text, 280, { count: (head) => twitter.parseTweet(head).weightedLength, weigh: weighForX }),
    parts: 'posts',
  },
  bluesky: { name: 'Bluesky', limit: 300, count: graphemes, parts: 'posts' },
  mastodon: {
    name: 'Mastodon',
    limit: 500,
    count: (text) => countBounded(text, 500, { count: countForMastodon, weigh: graphemes }),
    parts: 'posts',
  },
  linkedin: { name: 'LinkedIn', limit: 3000, count: (text) => [...text].length, parts: 'comments' },
};

/** Whether the network takes this text as one post. */
export const fits = (text: string, network: Network) => networks[network].count(text) <= networks[network].limit;

/** The longest beginning of the text that the network takes: its length in UTF-16 units, at the end of a character. */
export function fittingLength(text: string, network: Network): number {
  if (fits(text, network)) return text.length;
  const ends = [0];
  for (const { index, segment } of segmenter.segment(text)) {
    // More characters than the network takes, unless links shorten them.
    if (ends.length > networks[network].limit * UNITS_PER_CHARACTER) break;
    ends.push(index + segment.length);
  }
  let [low, high] = [0, ends.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(text.slice(0, ends[middle]), network)) low = middle;
    else high = middle;
  }
  return ends[low] as number;
}

/** What a reader can follow in a text: links, mentions and hashtags, by their places in UTF-16 units. */
export const linksIn = (text: string): [number, number][] =>
  twitter
    // Nobody follows a link of so many characters, and looking for its end takes too long.
    .extractEntitiesWithIndices(text.replaceAll(RUNS, (run) => (run.length > MAX_RUN ? ' '.repeat(run.length) : run)))
    .map(({ indices: [start, end] }) => [start, end]);
