import twitter from 'twitter-text';
import type { Attachment } from './attachments.ts';
import {
  countBounded,
  countWithEmojiBytes,
  countWithLinks,
  graphemes,
  isWithinBytes,
  linksIn,
  parseable,
  segmenter,
  UNITS_PER_CHARACTER,
  weigh,
} from './counting.ts';
import { NETWORK_NAMES, type Network } from './network-names.ts';

/** The rules of each network. Editor, preview and publisher check with the same code. */

/** What an account is allowed, where that differs from the network's usual rule. */
export type Limits = {
  /** The maximum length of a post. */
  characters?: number | undefined;
  /** What a link counts as. */
  link?: number | undefined;
  /** How many posts it may publish in 24 hours. */
  daily?: number | undefined;
  /** The maximum length of a video, in seconds. */
  seconds?: number | undefined;
  /** The values of choices that it has; none: it does not have the choice. */
  choices?: Readonly<Record<string, string[]>> | undefined;
  /** Whether the network cannot fetch files from this server. */
  unreachable?: boolean | undefined;
};

/** What can be chosen for a publication, or for all of a channel. */
export type Choice = {
  name: string;
  label: string;
  /** What follows from it, in a sentence. */
  help?: string;
  /**
   * The values with their labels, or a switch that is off; without either it is a text of at most
   * `max` characters.
   */
  values?: readonly { value: string; label: string }[];
  isSwitch?: boolean;
  max?: number;
  /** Its text counts as a part of every post. */
  counted?: boolean;
  /** What is missing where nothing was chosen: nothing is preset then. */
  required?: string;
  /** It applies where another choice has this value, its first one included. */
  when?: { name: string; is: string };
  /** It applies to these files alone. */
  only?: 'video' | 'picture';
};

/** What is chosen, by the names of choices. */
export type Options = Readonly<Record<string, string>>;

/** The value of a switch that is on. */
export const ON = 'yes';

/** The option whose text is published as a comment below the post. */
export const COMMENT = 'comment';

/** What a network takes beside the text of a post: pictures, or else one of the others. */
export type MediaRules = {
  /** Whether a post needs a file. */
  required?: boolean;
  /** The maximum number of pictures. */
  pictures: number;
  /** Whether pictures and videos may be mixed: then all of them count. */
  mixed?: boolean;
  /** Pictures above either are made smaller when they are published. In bytes, and in pixels. */
  pictureBytes: number;
  picturePixels: number;
  /** The same for their width, in pixels. */
  pictureWidth?: number;
  /** The width by the height; others are cropped around their focus. */
  pictureShape?: readonly [number, number];
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
  /** The maximum length of an alt text; 0 where there is none. */
  alt: number;
  /** How pictures are laid out: in a grid, or one after the other. */
  layout: 'grid' | 'row';
  /** The shape of a single picture in a preview, width by height: the tallest and the widest. */
  shown: readonly [number, number];
  /** Whether the network is told what must stay in view. */
  focus?: boolean;
  /** The kinds of files that the network fetches from this server by itself. */
  fetched?: readonly Attachment['kind'][];
};

/** What is wrong with a text, or should be known, in a sentence without a full stop. */
type Remark = { level: 'error' | 'warning'; text: string };

type Rules = {
  name: string;
  /** What is published there, in a few words. */
  line: string;
  /** What the button that connects it says, where that is not 'Connect' and its name. */
  connect?: string;
  /** The maximum length of a post, in the network's own count. */
  limit: number;
  /** The same for a post with files, where it is another one. */
  captionLimit?: number;
  count: (text: string, limits?: Limits) => number;
  /**
   * How the parts of a thread appear: as posts that reply to each other, as posts in order, or
   * joined into one post.
   */
  parts: 'replies' | 'ordered' | 'joined';
  /** The maximum size of a post in bytes of UTF-8, where there is one. */
  bytes?: number;
  /** How many posts an account may publish in so many hours. */
  budgets?: readonly { posts: number; hours: number }[];
  /** What can be chosen for each publication. */
  options?: readonly Choice[];
  /** What can be chosen for a channel. */
  settings?: readonly Choice[];
  media: MediaRules;
  /** What else is wrong with a part. */
  remarks?: (part: { text: string; media: readonly Attachment[] }, options: Options) => Remark[];
  /** What a part costs, in thousandths of a US dollar. */
  price?: (part: { text: string; media: readonly Attachment[] }) => number;
  /** Whether what is published can be deleted there by us. */
  deletes?: boolean;
  /** Whether the first link of a post without files gets a card. */
  linkCards?: boolean;
  /** Whether choices depend on the account, and are read anew before each publication. */
  asksAccount?: boolean;
};

const MB = 1024 * 1024;
const GB = 1024 * MB;
const ANY_SHAPE = [0, Number.POSITIVE_INFINITY] as const;
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
  videoShape: ANY_SHAPE,
  codecs: ['avc'],
  documents: false,
  alt: 1000,
  layout: 'grid',
  shown: [1 / 2, 2],
};
const MP4_AND_MOV = ['video/mp4', 'video/quicktime'];

const VISIBILITIES = [
  { value: 'public', label: 'Everybody' },
  { value: 'unlisted', label: 'Everybody, but not in public timelines' },
  { value: 'private', label: 'Followers alone' },
] as const;

const codePoints = (text: string) => [...text].length;

const comment = (max: number): Choice => ({
  name: COMMENT,
  label: 'First comment',
  help: 'Published below the post, right after it.',
  max,
});

/** What X bills for a post, for one with a link, and for an alt text (docs.x.com, 'Pricing'). */
const X_PRICES = { post: 15, link: 200, alt: 5 };
const CASHTAG = /(?<=^|[^\p{L}\p{N}$])\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?![\p{L}\p{N}])/giu;
/** Signs that have a meaning in the texts of LinkedIn, and get another one before them. */
export const LITTLE_TEXT = /[\\|{}@[\]()<>#*_~]/g;

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const tooMany = (count: number, most: number, text: string): Remark[] =>
  count > most ? [{ level: 'error', text }] : [];

export const networks: Record<Network, Rules> = {
  x: {
    name: NETWORK_NAMES.x,
    line: 'Posts and threads',
    connect: 'Connect Twitter',
    limit: 280,
    count: (text, { characters = 280 } = {}) =>
      countBounded(text, characters, {
        count: (head) => twitter.parseTweet(head).weightedLength,
        weigh,
      }),
    linkCards: true,
    parts: 'replies',
    media: {
      ...MEDIA,
      videoTypes: MP4_AND_MOV,
      videoBytes: 512 * MB,
      videoLength: [0.5, 140],
      videoShape: [1 / 3, 3],
      shown: [3 / 4, 16 / 9],
    },
    budgets: [{ posts: 300, hours: 3 }],
    options: [
      {
        name: 'replies',
        label: 'Who can reply',
        values: [
          { value: 'everyone', label: 'Everybody' },
          { value: 'following', label: 'Accounts you follow' },
          { value: 'mentionedUsers', label: 'Accounts you mention' },
          { value: 'subscribers', label: 'Subscribers' },
          { value: 'verified', label: 'Verified accounts' },
        ],
      },
      { name: 'ai', label: 'Made with AI', isSwitch: true },
      { name: 'paid', label: 'Paid partnership', isSwitch: true },
    ],
    remarks: ({ text }) =>
      tooMany(countOf(text, CASHTAG), 1, 'X takes one cashtag such as $ABC in a post'),
    price: ({ text, media }) =>
      (linksIn(text).length > 0 ? X_PRICES.link : X_PRICES.post) +
      X_PRICES.alt * media.filter(({ alt, kind }) => alt !== '' && kind !== 'video').length,
    deletes: true,
  },
  linkedin: {
    name: NETWORK_NAMES.linkedin,
    line: 'People and pages',
    limit: 3000,
    count: codePoints,
    linkCards: true,
    parts: 'joined',
    media: {
      ...MEDIA,
      pictures: 20,
      pictureBytes: 10 * MB,
      picturePixels: 36_152_320,
      pictureTypes: ['image/jpeg', 'image/png'],
      videoLength: [3, 30 * 60],
      documents: true,
      alt: 4086,
      shown: [4 / 5, 1.91],
    },
    options: [
      {
        name: 'visibility',
        label: 'Who can see it',
        values: [
          { value: 'PUBLIC', label: 'Everybody' },
          { value: 'CONNECTIONS', label: 'Connections alone' },
        ],
      },
      comment(1250),
    ],
    remarks: ({ text }) => {
      const escaped = codePoints(text) + countOf(text, LITTLE_TEXT);
      return codePoints(text) <= 3000 && escaped > 3000
        ? [{ level: 'warning', text: 'LinkedIn may count signs such as ( and # twice' }]
        : [];
    },
    deletes: true,
  },
  instagram: {
    name: NETWORK_NAMES.instagram,
    line: 'Pictures, carousels, reels and stories of professional accounts',
    limit: 2200,
    count: codePoints,
    parts: 'joined',
    media: {
      ...MEDIA,
      required: true,
      pictures: 10,
      mixed: true,
      pictureBytes: 8 * MB,
      pictureWidth: 1440,
      pictureShape: [4 / 5, 1.91],
      pictureTypes: ['image/jpeg'],
      gifMoves: false,
      videoTypes: MP4_AND_MOV,
      videoBytes: 300 * MB,
      videoLength: [3, 15 * 60],
      videoShape: [0.01, 10],
      codecs: ['avc', 'hevc'],
      layout: 'row',
      shown: [4 / 5, 1.91],
      fetched: ['picture', 'gif'],
    },
    options: [
      {
        name: 'place',
        label: 'Publish as',
        values: [
          { value: 'feed', label: 'Post, or reel for a video' },
          { value: 'story', label: 'Story' },
        ],
      },
      { ...comment(2200), when: { name: 'place', is: 'feed' } },
    ],
    remarks: ({ text, media }, { place }) => [
      ...tooMany(countOf(text, /#[\p{L}\p{N}_]/gu), 30, 'Instagram takes 30 hashtags in a post'),
      ...tooMany(countOf(text, /@[a-z0-9_.]/gi), 20, 'Instagram takes 20 mentions in a post'),
      ...tooMany(place === 'story' ? media.length : 0, 1, 'A story of Instagram is one file'),
      ...(place === 'story'
        ? [{ level: 'warning' as const, text: 'A story of Instagram shows no text' }]
        : []),
    ],
  },
  facebook: {
    name: NETWORK_NAMES.facebook,
    line: 'Pages',
    limit: 63_206,
    count: codePoints,
    linkCards: true,
    parts: 'joined',
    media: {
      ...MEDIA,
      pictures: 10,
      pictureBytes: 4 * MB,
      pictureTypes: ['image/jpeg', 'image/png'],
      gifMoves: false,
      videoTypes: MP4_AND_MOV,
      videoBytes: 4 * GB,
      videoLength: [1, 4 * 60 * 60],
      codecs: ['avc', 'hevc'],
      shown: [2 / 3, 1.91],
    },
    options: [comment(8000)],
    deletes: true,
  },
  threads: {
    name: NETWORK_NAMES.threads,
    line: 'Posts and threads',
    limit: 500,
    count: countWithEmojiBytes,
    linkCards: true,
    parts: 'replies',
    media: {
      ...MEDIA,
      pictures: 20,
      mixed: true,
      pictureBytes: 8 * MB,
      pictureWidth: 1440,
      pictureShape: [1 / 10, 10],
      pictureTypes: ['image/jpeg', 'image/png'],
      gifMoves: false,
      videoTypes: MP4_AND_MOV,
      videoBytes: GB,
      videoLength: [0, 5 * 60],
      codecs: ['avc', 'hevc'],
      layout: 'row',
      shown: [3 / 4, 1.91],
      fetched: ['picture', 'gif', 'video'],
    },
    options: [
      {
        name: 'replies',
        label: 'Who can reply',
        values: [
          { value: 'everyone', label: 'Everybody' },
          { value: 'accounts_you_follow', label: 'Accounts you follow' },
          { value: 'mentioned_only', label: 'Accounts you mention' },
        ],
      },
      { name: 'topic', label: 'Topic', help: 'Without . and &.', max: 50 },
    ],
    remarks: ({ text }, { topic = '' }) => [
      ...tooMany(linksIn(text).length, 5, 'Threads takes five links in a post'),
      ...(/[.&]/.test(topic)
        ? [{ level: 'error' as const, text: 'A topic of Threads has no . and no &' }]
        : []),
    ],
    deletes: true,
  },
  tiktok: {
    name: NETWORK_NAMES.tiktok,
    line: 'Videos, and posts of pictures',
    limit: 2200,
    // UTF-16.
    count: (text) => text.length,
    parts: 'joined',
    media: {
      ...MEDIA,
      required: true,
      pictures: 35,
      pictureBytes: 20 * MB,
      picturePixels: 1920 * 1920,
      pictureWidth: 1080,
      pictureTypes: ['image/jpeg', 'image/webp'],
      gifMoves: false,
      videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
      videoBytes: 4 * GB,
      videoLength: [3, 10 * 60],
      codecs: ['avc', 'hevc', 'vp8', 'vp9'],
      alt: 0,
      layout: 'row',
      shown: [9 / 16, 1],
      fetched: ['picture', 'gif'],
    },
    options: [
      {
        name: 'mode',
        label: 'Where it goes',
        values: [
          { value: 'direct', label: 'Published at once' },
          { value: 'inbox', label: 'To the inbox of the app, to finish it there' },
        ],
      },
      {
        name: 'privacy',
        label: 'Who can see it',
        required: 'Choose who can see it on TikTok',
        values: [
          { value: 'PUBLIC_TO_EVERYONE', label: 'Everybody' },
          { value: 'MUTUAL_FOLLOW_FRIENDS', label: 'Friends' },
          { value: 'FOLLOWER_OF_CREATOR', label: 'Followers' },
          { value: 'SELF_ONLY', label: 'Only me' },
        ],
        when: { name: 'mode', is: 'direct' },
      },
      {
        name: 'comments',
        label: 'Allow comments',
        isSwitch: true,
        when: { name: 'mode', is: 'direct' },
      },
      {
        name: 'duet',
        label: 'Allow duets',
        isSwitch: true,
        only: 'video',
        when: { name: 'mode', is: 'direct' },
      },
      {
        name: 'stitch',
        label: 'Allow stitches',
        isSwitch: true,
        only: 'video',
        when: { name: 'mode', is: 'direct' },
      },
      {
        name: 'disclose',
        label: 'Promotes a brand, a product or a service',
        isSwitch: true,
        when: { name: 'mode', is: 'direct' },
      },
      {
        name: 'own_brand',
        label: 'Your own brand',
        help: 'Labelled ‘Promotional content’.',
        isSwitch: true,
        when: { name: 'disclose', is: ON },
      },
      {
        name: 'branded',
        label: 'Branded content of somebody else',
        help: 'Labelled ‘Paid partnership’.',
        isSwitch: true,
        when: { name: 'disclose', is: ON },
      },
      {
        name: 'ai',
        label: 'Made with AI',
        isSwitch: true,
        only: 'video',
        when: { name: 'mode', is: 'direct' },
      },
      {
        name: 'consent',
        label:
          'By posting, you agree to TikTok’s Music Usage Confirmation, and for branded content to its Branded Content Policy',
        isSwitch: true,
        required: 'Agree to TikTok’s Music Usage Confirmation',
        when: { name: 'mode', is: 'direct' },
      },
    ],
    remarks: (_, { disclose, own_brand, branded, privacy }) =>
      disclose !== ON
        ? []
        : own_brand !== ON && branded !== ON
          ? [{ level: 'error', text: 'Say whether this promotes your brand or another one' }]
          : branded === ON && privacy === 'SELF_ONLY'
            ? [{ level: 'error', text: 'Branded content can’t be visible to you alone' }]
            : [],
    asksAccount: true,
  },
  bluesky: {
    name: NETWORK_NAMES.bluesky,
    line: 'Posts and threads, with an app password',
    limit: 300,
    count: graphemes,
    bytes: 3000,
    linkCards: true,
    parts: 'replies',
    media: {
      ...MEDIA,
      // Older servers refuse larger ones.
      pictureBytes: 976_000,
      gifMoves: false,
      videoBytes: 100_000_000,
      videoLength: [0, 180],
      alt: 2000,
      shown: [1 / 2, 3],
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
    limit: 500,
    count: (text, { characters = 500, link } = {}) =>
      countBounded(text, characters, {
        count: (head) => countWithLinks(head, link),
        weigh: graphemes,
      }),
    linkCards: true,
    parts: 'replies',
    media: {
      ...MEDIA,
      pictureBytes: 16 * MB,
      pictureTypes: [...MEDIA.pictureTypes, 'image/avif'],
      videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
      videoBytes: 99 * MB,
      videoLength: ANY_SHAPE,
      // The server transcodes.
      codecs: ['avc', 'hevc', 'vp8', 'vp9', 'av1'],
      alt: 1500,
      shown: [2 / 3, 3],
      focus: true,
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
  telegram: {
    name: NETWORK_NAMES.telegram,
    line: 'Channels and groups, through a bot',
    limit: 4096,
    captionLimit: 1024,
    // UTF-16.
    count: (text) => text.length,
    linkCards: true,
    parts: 'replies',
    media: {
      ...MEDIA,
      pictures: 10,
      mixed: true,
      pictureBytes: 10 * MB,
      picturePixels: 5000 * 5000,
      pictureShape: [1 / 20, 20],
      pictureTypes: ['image/jpeg', 'image/png'],
      videoBytes: 50 * MB,
      videoLength: ANY_SHAPE,
      documents: true,
      alt: 0,
    },
    // About 20 a minute in a group.
    budgets: [{ posts: 1200, hours: 1 }],
    remarks: ({ media }) =>
      media.length > 1 && media.some(({ kind }) => kind === 'gif')
        ? [{ level: 'error', text: 'Telegram takes a GIF alone' }]
        : [],
    options: [{ name: 'silent', label: 'Without a sound', isSwitch: true }],
    deletes: true,
  },
  discord: {
    name: NETWORK_NAMES.discord,
    line: 'Channels of a server, through a webhook or a bot',
    limit: 2000,
    count: codePoints,
    linkCards: true,
    parts: 'ordered',
    media: {
      ...MEDIA,
      pictures: 10,
      mixed: true,
      pictureBytes: 10 * MB,
      gifBytes: 10 * MB,
      videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
      videoBytes: 10 * MB,
      videoLength: ANY_SHAPE,
      codecs: ['avc', 'vp8', 'vp9', 'av1', 'hevc'],
      documents: true,
      alt: 1024,
    },
    options: [{ name: 'silent', label: 'Without a sound', isSwitch: true }],
    deletes: true,
  },
  /** A network on this server, to try everything without an account elsewhere. */
  practice: {
    name: NETWORK_NAMES.practice,
    line: 'Try everything, failures included. Nothing leaves this server.',
    connect: 'Add a practice account',
    limit: 500,
    count: graphemes,
    parts: 'replies',
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
export function limitOf(network: Network, limits: Limits = {}, hasMedia = false): number {
  const { limit, captionLimit } = networks[network];
  return limits.characters ?? (hasMedia ? captionLimit : undefined) ?? limit;
}

/** How many posts an account may publish in so many hours. */
export const budgetsOf = (network: Network, { daily }: Limits) => [
  ...(networks[network].budgets ?? []),
  ...(daily === undefined ? [] : [{ posts: daily, hours: 24 }]),
];

/** Whether the network accepts this text as one post. */
export function fits(text: string, network: Network, limits?: Limits, hasMedia = false): boolean {
  const { bytes, count } = networks[network];
  if (bytes !== undefined && !isWithinBytes(text, bytes)) return false;
  return count(text, limits) <= limitOf(network, limits, hasMedia);
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
    .extractEntitiesWithIndices(parseable(text))
    .map(({ indices: [start, end] }) => [start, end]);
