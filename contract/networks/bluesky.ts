import { graphemes } from './counting.ts';
import { PLAIN } from './entities.ts';
import { NETWORK_NAMES } from './names.ts';
import { can, DELETED, MEDIA, type Rules } from './network-rules.ts';

export const bluesky: Rules = {
  name: NETWORK_NAMES.bluesky,
  line: 'Posts and threads, with an app password',
  limit: 300,
  count: graphemes,
  bytes: 3000,
  // As its own client has them, but for the ends of links, which are ours.
  syntax: {
    links: PLAIN.links,
    mentions: /(?<![\w@＠./-])@(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,10}[a-z][a-z0-9-]{0,62}/gi,
    // biome-ignore lint/suspicious/noMisleadingCharacterClass: marks are characters of their own
    hashtags: /(?<=^|\s)[#＃](?!\ufe0f)[^\u20e2\s\u00ad\u2060\u200a-\u200d]{1,200}/gu,
    trimmedHashtag: 64,
    cashtags: /(?<=^|[\s(])\$[a-z][a-z0-9]{0,4}(?=$|[\s.,;:!?)"'’])/gi,
  },
  linkCards: true,
  showsAddresses: false,
  shortLinks: 'the text keeps the long address',
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
  afterwards: {
    repost: can('Bluesky shows a post of an account once among its reposts'),
    reply: can('Bluesky reports accounts that reply with the same text 20 times'),
    remove: can(DELETED),
  },
};
