import { ALL_NETWORKS, NETWORK_NAMES, type Network } from './names.ts';

/** What can be done with a published post later, and what each network says about it. */

export const AFTERWARD_KINDS = ['repost', 'reply', 'remove'] as const;
export type AfterwardKind = (typeof AFTERWARD_KINDS)[number];

/**
 * `why`: why a network does not have it. `policy`: what it says about it, or what follows, in a
 * sentence without a full stop.
 */
type Deed = { why: string } | { policy: string | null };

const can = (policy: string | null = null): Deed => ({ policy });
const cannot = (why: string): Deed => ({ why });

const DELETED = 'Its replies and reactions go with it, and nothing brings it back';

export const AFTERWARDS: Readonly<Record<Network, Readonly<Record<AfterwardKind, Deed>>>> = {
  x: {
    repost: can(
      'X allows reposting your own posts, but not in bulk, nor the same over several accounts',
    ),
    reply: can(
      'X lets applications reply only to your own posts, and not with the same text again and again',
    ),
    remove: can(`${DELETED}; X bills the call`),
  },
  linkedin: {
    repost: can('LinkedIn shows it as a repost without a text of its own'),
    reply: can('LinkedIn publishes it as a comment, which an account of a person may lack'),
    remove: can(`${DELETED}; LinkedIn refuses the same text for up to two days`),
  },
  instagram: {
    repost: cannot('Instagram’s API doesn’t offer reposts'),
    reply: can('Instagram publishes it as a comment'),
    remove: cannot('Instagram’s API doesn’t offer deleting'),
  },
  facebook: {
    repost: cannot('Facebook’s API doesn’t offer sharing a post again'),
    reply: can('Facebook publishes it as a comment'),
    remove: can(DELETED),
  },
  threads: {
    repost: can('Threads counts it as one of 250 posts a day'),
    reply: can('Threads counts it as one of 1,000 replies a day'),
    remove: can(`${DELETED}; Threads allows 100 a day`),
  },
  tiktok: {
    repost: cannot('TikTok’s API doesn’t offer reposts'),
    reply: cannot('TikTok’s API doesn’t offer comments'),
    remove: cannot('TikTok’s API doesn’t offer deleting'),
  },
  bluesky: {
    repost: can('Bluesky shows a post of an account once among its reposts'),
    reply: can('Bluesky reports accounts that reply with the same text 20 times'),
    remove: can(DELETED),
  },
  mastodon: {
    repost: can('Mastodon boosts a post once for each account, and only within its server'),
    reply: can('Many servers of Mastodon have rules against advertising: see those of yours'),
    remove: can(`${DELETED}; other servers may keep their copies`),
  },
  telegram: {
    repost: can('Telegram forwards it: the bot has to be in both channels'),
    reply: can(null),
    remove: can(
      'Telegram lets bots delete messages of the last 48 hours, later ones only with rights',
    ),
  },
  discord: {
    repost: cannot('Discord lets webhooks forward nothing, so it isn’t offered there'),
    reply: can('With a webhook it appears below the channel’s latest message'),
    remove: can(DELETED),
  },
  practice: { repost: can(), reply: can(), remove: can(DELETED) },
};

/** Why a network does not have it; null where it does. */
export function whyNot(network: Network, kind: AfterwardKind): string | null {
  const deed = AFTERWARDS[network][kind];
  return 'why' in deed ? deed.why : null;
}

/** What a network says about it. */
export function policyOf(network: Network, kind: AfterwardKind): string | null {
  const deed = AFTERWARDS[network][kind];
  return 'policy' in deed ? deed.policy : null;
}

/** The names of the networks that have it. */
export const networksWith = (kind: AfterwardKind): string[] =>
  ALL_NETWORKS.filter((network) => whyNot(network, kind) === null).map(
    (network) => NETWORK_NAMES[network],
  );
