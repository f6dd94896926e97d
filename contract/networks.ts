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

/** Characters as a reader sees them: an emoji of seven code points is one. */
const graphemes = (text: string) => [...segmenter.segment(text)].length;

/** Mastodon counts every link as 23, and of `@name@example.org` the name alone. */
function countForMastodon(text: string) {
  const links = twitter.extractUrls(text, { extractUrlsWithoutProtocol: false });
  let rest = text;
  for (const link of links) rest = rest.replace(link, '');
  return links.length * LINK + graphemes(rest.replaceAll(/(@[\w.-]+)@[\w-]+(\.[\w-]+)+/g, '$1'));
}

export const networks: Record<Network, Rules> = {
  x: { name: 'X', limit: 280, count: (text) => twitter.parseTweet(text).weightedLength, parts: 'posts' },
  bluesky: { name: 'Bluesky', limit: 300, count: graphemes, parts: 'posts' },
  mastodon: { name: 'Mastodon', limit: 500, count: countForMastodon, parts: 'posts' },
  linkedin: { name: 'LinkedIn', limit: 3000, count: (text) => [...text].length, parts: 'comments' },
};

/** Whether the network takes this text as one post. */
export const fits = (text: string, network: Network) => networks[network].count(text) <= networks[network].limit;

/** The longest beginning of the text that the network takes: its length in UTF-16 units, at the end of a character. */
export function fittingLength(text: string, network: Network): number {
  if (fits(text, network)) return text.length;
  const ends = [0, ...Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length)];
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
  twitter.extractEntitiesWithIndices(text).map(({ indices: [start, end] }) => [start, end]);
