import { bluesky } from './bluesky.ts';
import { isWithinBytes, segmenter } from './counting.ts';
import { discord } from './discord.ts';
import { type Entity, findEntities, findLinks } from './entities.ts';
import { facebook } from './facebook.ts';
import { instagram } from './instagram.ts';
import { linkedin } from './linkedin.ts';
import { mastodon } from './mastodon.ts';
import type { Network } from './names.ts';
import type { Limits, Rules } from './network-rules.ts';
import { practice } from './practice-rules.ts';
import { telegram } from './telegram.ts';
import { threads } from './threads.ts';
import { tiktok } from './tiktok.ts';
import { x } from './x.ts';

/** The rules of each network. Editor, preview and publisher check with the same code. */
export const networks: Record<Network, Rules> = {
  x,
  linkedin,
  instagram,
  facebook,
  threads,
  tiktok,
  bluesky,
  mastodon,
  telegram,
  discord,
  practice,
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

/** Characters that are read for each that counts: links count as few. */
const MOST_FOR_ONE = 16;

/**
 * The longest beginning of the text that the network accepts: its length in UTF-16 units, at the
 * end of a character.
 */
export function maxPrefixLength(text: string, network: Network): number {
  if (fits(text, network)) return text.length;
  const ends = [0];
  for (const { index, segment } of segmenter.segment(text)) {
    // More than the network accepts, unless long links shorten them.
    if (ends.length > networks[network].limit * MOST_FOR_ONE) break;
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

/** The entities of a text in their order; none overlap. */
export const entitiesOf = (text: string, network: Network): Entity[] =>
  findEntities(text, networks[network].syntax);

/** The links of a text, as absolute addresses, in their order and as often as they are there. */
export const linksIn = (text: string, network: Network): string[] =>
  findLinks(text, networks[network].syntax);
