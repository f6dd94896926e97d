/** The networks by their ids. Apart from their rules, which are large: every page knows the names. */
export const NETWORK_NAMES = {
  x: 'X',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  linkedin: 'LinkedIn',
  practice: 'Practice',
} as const;
export type Network = keyof typeof NETWORK_NAMES;
export const ALL_NETWORKS = Object.keys(NETWORK_NAMES) as readonly Network[];
