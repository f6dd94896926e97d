import twitter from 'twitter-text';
import { ALL_NETWORKS, NETWORK_NAMES, type Network } from './network-names.ts';

/** The limits of each network. Editor, preview and publisher count with the same code. */

export type { Network };

/** The networks that texts are written and previewed for. */
export const NETWORKS: readonly Network[] = ALL_NETWORKS.filter((one) => one !== 'practice');

/** The networks that channels can be connected to. */
export const CHANNEL_NETWORKS = [
  'bluesky',
  'mastodon',
  'practice',
] as const satisfies readonly Network[];
export type ChannelNetwork = (typeof CHANNEL_NETWORKS)[number];

/** What an account is allowed, where that differs from the network's usual rule. */
export type Limits = {
  /** The maximum length of a post. */
  characters?: number;
  /** What a link counts as. */
  link?: number;
};

/** What can be chosen for a publication, or for all of a channel. */
export type Choice = {
  name: string;
  label: string;
  /** The values with their labels; without them it is a text of at most `max` characters. */
  values?: readonly { value: string; label: string }[];
  max?: number;
  /** Its text counts as a part of every post. */
  counted?: boolean;
};

/** What a network takes beside the text of a post: pictures, or else one of the others. */
export type MediaRules = {
  /** The maximum number of pictures. */
  pictures: number;
  /** Pictures above either are made smaller when they are published. In bytes, and in pixels. */
  pictureBytes: number;
  picturePixels: number;
  pictureTypes: readonly string[];
  /** Whether a GIF moves there, and how large it may be, in bytes. */
  gifMoves: boolean;
  gifBytes: number;
  videoTypes: readonly string[];
  videoBytes: number;
  /** In seconds. */
  videoLength: readonly [number, number];
  /** The width by the height. */
  videoShape: readonly [number, number];
  /** The codecs that are taken; others are not shown. */
  codecs: readonly string[];
  documents: boolean;
  /** The maximum length of an alt text. */
  alt: number;
  /** How pictures are laid out: in a grid, or one after the other. */
  layout: 'grid' | 'row';
};

type Rules = {
  name: string;
  /** What is published there, in a few words. */
  line: string;
  /** Two letters at most, for its mark. */
  mark: string;
  /** The maximum length of a post, in the network's own count. */
  limit: number;
  count: (text: string, limits?: Limits) => number;
  /**
   * How the parts of a thread appear: as posts that reply to each other, or as a post with
   * comments.
   */
  parts: 'posts' | 'comments';
  /** The maximum size of a post in bytes of UTF-8, where there is one. */
  bytes?: number;
  /** How many posts an account may publish in so many hours. */
  budgets?: readonly { posts: number; hours: number }[];
  /** What can be chosen for each publication. */
  options?: readonly Choice[];
  /** What can be chosen for a channel. */
  settings?: readonly Choice[];
  media: MediaRules;
  /** Whether what is published can be deleted there by us. */
  deletes?: boolean;
};

const segmenter = new Intl.Segmenter();
const MASTODON_LINK_LENGTH = 23;

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
const UNITS_PER_CHARACTER = 16;
const IS_LINK = /^https?:\/\/[\w-]{1,63}\./i;
/**
 * White space; a link, up to a character that cannot be part of one; other characters up to either.
 */
const RUNS = /\s+|https?:\/\/[!-~]*|(?:(?!https?:\/\/)\S)+/gi;

/** Characters as a reader sees them: an emoji of seven code points is one. */
const graphemes = (text: string) => [...segmenter.segment(text)].length;

/**
 * Counts a text that may be hostile: `count` reads only as much as is cheap.
 * @param weigh counts what is not parsed for links and mentions
 */
function countBounded(
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

/** X counts Latin characters as one, other characters and emoji as two. */
const weighForX = (text: string) => {
  let weight = 0;
  for (const { segment } of segmenter.segment(text))
    weight += segment <= '\u10ff' && segment.length === 1 ? 1 : 2;
  return weight;
};

/** Mastodon counts every link as 23, and of `@name@example.org` only the name. */
function countForMastodon(text: string, linkLength = MASTODON_LINK_LENGTH) {
  const links = twitter.extractUrls(text, { extractUrlsWithoutProtocol: false });
  let rest = text;
  for (const link of links) rest = rest.replace(link, '');
  return (
    links.length * linkLength +
    graphemes(rest.replaceAll(/(@[\w.-]{1,100})@[\w-]{1,63}(\.[\w-]{1,63}){1,10}/g, '$1'))
  );
}

const MB = 1024 * 1024;
/** Where a network says nothing else. */
const MEDIA: MediaRules = {
  pictures: 4,
  pictureBytes: 5 * MB,
  picturePixels: 33_000_000,
  pictureTypes: ['image/jpeg', 'image/png', 'image/webp'],
  gifMoves: true,
  gifBytes: 15 * MB,
  videoTypes: ['video/mp4'],
  videoBytes: 500 * MB,
  videoLength: [0, 600],
  videoShape: [0, Number.POSITIVE_INFINITY],
  codecs: ['avc'],
  documents: false,
  alt: 1000,
  layout: 'grid',
};

const VISIBILITIES = [
  { value: 'public', label: 'Everybody' },
  { value: 'unlisted', label: 'Everybody, but not in public timelines' },
  { value: 'private', label: 'Followers alone' },
] as const;

export const networks: Record<Network, Rules> = {
  x: {
    name: NETWORK_NAMES.x,
    line: 'Posts and threads',
    mark: 'X',
    limit: 280,
    count: (text) =>
      countBounded(text, 280, {
        count: (head) => twitter.parseTweet(head).weightedLength,
        weigh: weighForX,
      }),
    parts: 'posts',
    media: {
      ...MEDIA,
      videoTypes: ['video/mp4', 'video/quicktime'],
      videoBytes: 512 * MB,
      videoLength: [0.5, 140],
      videoShape: [1 / 3, 3],
    },
  },
  bluesky: {
    name: NETWORK_NAMES.bluesky,
    line: 'Posts and threads, with an app password',
    mark: 'b',
    limit: 300,
    count: graphemes,
    bytes: 3000,
    parts: 'posts',
    media: {
      ...MEDIA,
      // Older servers refuse larger ones.
      pictureBytes: 976_000,
      gifMoves: false,
      videoBytes: 100_000_000,
      videoLength: [0, 180],
      alt: 2000,
    },
    // 5,000 points an hour and 35,000 a day; a post takes three.
    budgets: [
      { posts: 1666, hours: 1 },
      { posts: 11_666, hours: 24 },
    ],
    deletes: true,
  },
  mastodon: {
    name: NETWORK_NAMES.mastodon,
    line: 'And everything that speaks its API',
    mark: 'M',
    limit: 500,
    count: (text, { characters = 500, link } = {}) =>
      countBounded(text, characters, {
        count: (head) => countForMastodon(head, link),
        weigh: graphemes,
      }),
    parts: 'posts',
    media: {
      ...MEDIA,
      pictureBytes: 16 * MB,
      pictureTypes: [...MEDIA.pictureTypes, 'image/avif'],
      videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
      videoBytes: 99 * MB,
      videoLength: [0, Number.POSITIVE_INFINITY],
      // The server transcodes.
      codecs: ['avc', 'hevc', 'vp8', 'vp9', 'av1'],
      alt: 1500,
    },
    budgets: [{ posts: 300, hours: 3 }],
    options: [
      { name: 'warning', label: 'Content warning', max: 200, counted: true },
      { name: 'visibility', label: 'Who can see it', values: VISIBILITIES },
    ],
    settings: [
      {
        name: 'replies',
        label: 'Parts after the first',
        values: [
          { value: 'unlisted', label: 'Not in public timelines' },
          { value: 'same', label: 'Like the first part' },
        ],
      },
    ],
    deletes: true,
  },
  linkedin: {
    name: NETWORK_NAMES.linkedin,
    line: 'People and pages',
    mark: 'in',
    limit: 3000,
    count: (text) => [...text].length,
    parts: 'comments',
    media: {
      ...MEDIA,
      pictures: 20,
      picturePixels: 36_152_320,
      pictureTypes: ['image/jpeg', 'image/png'],
      videoLength: [3, 30 * 60],
      documents: true,
    },
  },
  /** A network on this server, to try everything without an account elsewhere. */
  practice: {
    name: NETWORK_NAMES.practice,
    line: 'Try everything, failures included. Nothing leaves this server.',
    mark: '~',
    limit: 500,
    count: graphemes,
    parts: 'posts',
    media: {
      ...MEDIA,
      pictureTypes: [...MEDIA.pictureTypes, 'image/avif'],
      videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
      codecs: ['avc', 'hevc', 'vp8', 'vp9', 'av1'],
    },
    deletes: true,
  },
};

/** The maximum length of a post of this account. */
export const limitOf = (network: Network, limits: Limits = {}) =>
  limits.characters ?? networks[network].limit;

const encoder = new TextEncoder();

/** The size of a text in bytes of UTF-8; not more than `max` is counted. */
const isWithinBytes = (text: string, max: number) =>
  text.length <= max && (text.length * 3 <= max || encoder.encode(text).length <= max);

/** Whether the network accepts this text as one post. */
export function fits(text: string, network: Network, limits?: Limits): boolean {
  const { bytes, count } = networks[network];
  if (bytes !== undefined && !isWithinBytes(text, bytes)) return false;
  return count(text, limits) <= limitOf(network, limits);
}

/**
 * The longest beginning of the text that the network accepts: its length in UTF-16 units, at the
 * end of a character.
 */
export function maxPrefixLength(text: string, network: Network): number {
  if (fits(text, network)) return text.length;
  const ends = [0];
  for (const { index, segment } of segmenter.segment(text)) {
    // More characters than the network accepts, unless links shorten them.
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

/** The entities of a text: links, mentions and hashtags, with their positions in UTF-16 units. */
export const entityRanges = (text: string): [number, number][] =>
  twitter
    // The maximum length of a link: no longer one works, and finding its end takes too long.
    .extractEntitiesWithIndices(
      text.replaceAll(RUNS, (run) => (run.length > MAX_RUN ? ' '.repeat(run.length) : run)),
    )
    .map(({ indices: [start, end] }) => [start, end]);
