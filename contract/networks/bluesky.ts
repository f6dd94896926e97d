import { graphemes } from './counting.ts';
import { NETWORK_NAMES } from './names.ts';
import { MEDIA, type Rules } from './rules.ts';

export const bluesky: Rules = {
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
};
