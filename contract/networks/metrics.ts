import type { Network } from './names.ts';

/** What networks count of what was published on them (docs/domain/analytics.md, 'Figures'). */

export const METRICS = [
  'views',
  'reach',
  'reactions',
  'comments',
  'shares',
  'saves',
  'link_clicks',
  'profile_visits',
  'follows',
  'video_views',
  'watch_seconds',
] as const;
export type Metric = (typeof METRICS)[number];

/** What a network said. An absent metric is not 0: it is not offered, or was not in the answer. */
export type Metrics = Partial<Record<Metric, number>>;

/** What readers did with a post: a network that has none of them counts no engagement. */
export const ENGAGEMENT = ['reactions', 'comments', 'shares', 'saves'] as const;

/** The sum of what readers did; undefined where the network said none of it. */
export function engagementsOf(metrics: Metrics): number | undefined {
  const known = ENGAGEMENT.flatMap((metric) => metrics[metric] ?? []);
  return known.length ? known.reduce((sum, count) => sum + count, 0) : undefined;
}

/** What a metric is called there, as a part of a sentence. */
type Offers = Partial<Record<Metric, string>>;

/** What each network offers of a post, and what it counts. */
export const OFFERED: Readonly<Record<Network, Offers>> = {
  x: {
    views: 'times it was displayed, by ads too',
    reactions: 'likes',
    comments: 'replies',
    shares: 'reposts and quotes',
    saves: 'bookmarks',
    link_clicks: 'clicks on its links, for 30 days',
    profile_visits: 'visits of the profile from it, for 30 days',
  },
  linkedin: {
    views: 'times it was displayed, without ads',
    reach: 'members who saw it',
    reactions: 'reactions',
    comments: 'comments',
    shares: 'public reposts',
  },
  instagram: {
    views: 'times it was displayed or played',
    reach: 'accounts that saw it, estimated',
    reactions: 'likes',
    comments: 'comments',
    shares: 'shares and reposts',
    saves: 'saves',
    profile_visits: 'visits of the profile from it; not of reels',
    follows: 'follows from it; not of reels',
    watch_seconds: 'seconds that a reel was watched',
  },
  facebook: {
    views: 'times it was displayed or played, by ads too',
    reach: 'accounts that saw it, by ads too',
    reactions: 'reactions',
    comments: 'comments',
    shares: 'shares',
    link_clicks: 'clicks on its links',
    video_views: 'plays of its video',
    watch_seconds: 'seconds that its video was watched',
  },
  threads: {
    views: 'times it was displayed',
    reactions: 'likes',
    comments: 'replies',
    shares: 'reposts, quotes and shares',
  },
  tiktok: {
    views: 'times it began to play',
    reactions: 'likes',
    comments: 'comments',
    shares: 'shares, also as links and messages',
  },
  bluesky: {
    reactions: 'likes',
    comments: 'replies',
    shares: 'reposts and quotes',
    saves: 'bookmarks',
  },
  mastodon: {
    reactions: 'favourites',
    comments: 'replies',
    shares: 'boosts and quotes',
  },
  telegram: {},
  discord: {},
  practice: {
    views: 'views, made up from its age',
    reactions: 'likes, made up from its age',
    comments: 'replies, those of its own thread included',
    shares: 'reposts, made up from its age',
    saves: 'bookmarks, made up from its age',
  },
};

/** For so many days networks still change what they counted on a day. */
export const REVISED_DAYS: Partial<Record<Network, number>> = {
  instagram: 2,
  linkedin: 2,
  facebook: 2,
  tiktok: 2,
};

/** The networks that always have the same colour in charts; the others get the next ones. */
export const COLOURED: readonly Network[] = ['x', 'linkedin', 'instagram', 'tiktok', 'threads'];

/** So many days after its publication, a post is read for the last time. */
export const READ_DAYS = 90;
