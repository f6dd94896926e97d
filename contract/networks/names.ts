/** The networks by their ids. Apart from their rules, which are large: every page knows the names. */
export const NETWORK_NAMES = {
  x: 'X',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  facebook: 'Facebook',
  threads: 'Threads',
  tiktok: 'TikTok',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  telegram: 'Telegram',
  discord: 'Discord',
  practice: 'Practice',
} as const;
export type Network = keyof typeof NETWORK_NAMES;
export const ALL_NETWORKS = Object.keys(NETWORK_NAMES) as readonly Network[];

/** The networks that texts are written and previewed for. */
export const NETWORKS: readonly Network[] = ALL_NETWORKS.filter(
  (network) => network !== 'practice',
);

const { practice: _, ...elsewhere } = NETWORK_NAMES;
/** Those outside, in a sentence. */
export const NETWORK_LIST = new Intl.ListFormat('en').format(Object.values(elsewhere));
