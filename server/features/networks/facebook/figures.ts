import { z } from 'zod';
import type { Metrics } from '#contract/networks/metrics.ts';
import { networks } from '#contract/networks/networks.ts';
import { type Figures, PERMISSION, type ReadPart } from '../adapter.ts';
import { Count, readEach } from '../counts.ts';
import { NetworkError } from '../failures.ts';
import type { GraphApi } from '../meta/graph.ts';
import {
  Answer,
  createInsights,
  type Insights,
  insightsOf,
  isAbsent,
  lacksPermission,
} from '../meta/insights.ts';
import type { Installation } from '../oauth.ts';
import { needingPermission, requirePermission } from '../permission.ts';
import { type FacebookClient, pagePath, storedOf } from './client.ts';

/**
 * Figures of posts of pages, of videos, and of the comments that continue a post. The latest posts of a
 * page are read with one call, others with one each.
 */

const BATCH = 25;
const LISTED = '100';
const { name } = networks.facebook;

const NAMES = [
  'post_media_view',
  'post_total_media_view_unique',
  'post_clicks_by_type',
  'post_reactions_by_type_total',
  'post_activity_by_action_type',
  'post_video_views',
];
const Listed = z.object({ id: z.string(), insights: Answer.optional().catch(undefined) });

export function createFacebookFigures(
  facebook: FacebookClient,
  installation: Pick<Installation, 'clock' | 'log'>,
): Figures {
  const insights = createInsights('facebook', installation);

  /** The latest posts of the page, where several are asked for. */
  async function readLatest(parts: readonly ReadPart[], path: string, api: GraphApi) {
    if (parts.filter((part) => kindOf(part) === 'post').length < 2)
      return new Map<string, Insights>();
    const metrics = insights.accepted('post', NAMES).join(',');
    const params = { fields: `id,insights.metric(${metrics})`, limit: LISTED };
    const posts = await api
      .first(`${path}/published_posts`, Listed, params)
      .catch((error: unknown) => {
        // What it refuses is found out post by post.
        if (error instanceof NetworkError && error.kind === 'rejected') return [];
        throw error;
      });
    return new Map(
      posts.flatMap(({ id, insights: read }) => (read ? [[id, insightsOf(read)] as const] : [])),
    );
  }

  async function readPart(part: ReadPart, latest: Insights | undefined, api: GraphApi) {
    const path = `/${encodeURIComponent(part.id)}`;
    const kind = kindOf(part);
    if (kind === 'comment') {
      const comment = await api.get(path, z.object({ like_count: Count }), {
        fields: 'like_count',
      });
      // Replies to it are among the comments of the post.
      return { reactions: comment.like_count, comments: 0 };
    }
    if (kind === 'video')
      return videoMetrics(insightsOf(await api.get(`${path}/video_insights`, Answer, {})));
    return postMetrics(latest ?? (await insights.read(api, `${path}/insights`, 'post', NAMES)));
  }

  return {
    batch: BATCH,

    readParts: async (parts, session, signal) => {
      const isGiven = storedOf(session).figures;
      requirePermission(name, isGiven);
      const api = facebook.as(session, signal);
      const read = async () => {
        const latest = await readLatest(parts, pagePath(session), api);
        return readEach(parts, (part) =>
          readPart(part, latest.get(part.id), api).catch((error: unknown) => {
            if (isAbsent(error)) return 'gone' as const;
            throw error;
          }),
        );
      };
      const metrics = await needingPermission(read(), lacksPermission);
      // A permission that is missing is no error there: the answer is empty.
      if (!isGiven && metrics.some((counted) => counted === undefined))
        throw new NetworkError('reauthorize', PERMISSION, `${name} told no figures`);
      return metrics.map((counted) => counted ?? {});
    },

    readAccount: async (session, signal) => {
      const api = facebook.as(session, signal);
      const page = z.object({ followers_count: Count });
      const { followers_count } = await api.get(pagePath(session), page, {
        fields: 'followers_count',
      });
      return { followers: followers_count ?? null, posts: null };
    },
  };
}

function kindOf({ id, position }: ReadPart): 'post' | 'comment' | 'video' {
  if (position > 0) return 'comment';
  return id.includes('_') ? 'post' : 'video';
}

/** Undefined where it says nothing at all. */
const postMetrics = (read: Insights): Metrics | undefined =>
  read.isEmpty
    ? undefined
    : {
        views: read.count('post_media_view'),
        reach: read.count('post_total_media_view_unique'),
        reactions: read.sum('post_reactions_by_type_total'),
        comments: read.countOf('post_activity_by_action_type', 'comment'),
        shares: read.countOf('post_activity_by_action_type', 'share'),
        link_clicks: read.countOf('post_clicks_by_type', 'link clicks'),
        video_views: read.count('post_video_views'),
      };

function videoMetrics(read: Insights): Metrics | undefined {
  if (read.isEmpty) return undefined;
  const plays = ['fb_reels_total_plays', 'blue_reels_play_count', 'total_video_views']
    .map(read.count)
    .find((count) => count !== undefined);
  const watched = read.count('post_video_view_time');
  return {
    views: plays,
    video_views: plays,
    reactions: read.sum('post_video_likes_by_reaction_type'),
    comments: read.countOf('post_video_social_actions', 'COMMENT'),
    shares: read.countOf('post_video_social_actions', 'SHARE'),
    watch_seconds: watched === undefined ? undefined : Math.round(watched / 1000),
  };
}
