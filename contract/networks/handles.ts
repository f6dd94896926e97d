import type { Network } from './names.ts';

const NAME = /^[a-z0-9_](?:[a-z0-9_.]{0,28}[a-z0-9_])?$/i;

/** The handles of networks that mark `@handle` in a text; others get the plain name. */
export const HANDLES: Partial<Record<Network, RegExp>> = {
  x: /^\w{1,15}$/,
  instagram: NAME,
  threads: NAME,
  bluesky: /^(?=.{1,200}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z][a-z0-9-]{0,62}$/i,
  mastodon: /^(?=.{1,200}$)\w(?:[\w.-]{0,98}\w)?@[\w-]{1,63}(?:\.[\w-]{1,63}){1,10}$/,
  telegram: /^[a-z]\w{4,31}$/i,
  practice: NAME,
};

/** Handles that say what is expected, where it is more than a name. */
export const EXAMPLES: Partial<Record<Network, string>> = {
  bluesky: 'ada.bsky.social',
  mastodon: 'ada@mastodon.social',
};
