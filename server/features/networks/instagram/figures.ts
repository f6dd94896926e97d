import { z } from 'zod';
import type { Metrics } from '#contract/networks/metrics.ts';
import { networks } from '#contract/networks/networks.ts';
import type { Figures, ReadPart } from '../adapter.ts';
import { Count, plus, readEach } from '../counts.ts';
import { NetworkError } from '../failures.ts';
import type { GraphApi } from '../meta/graph.ts';
import { createInsights, type Insights, isAbsent, lacksPermission } from '../meta/insights.ts';
import type { Installation } from '../oauth.ts';
import { needingPermission, requirePermission } from '../permission.ts';
import { accountPath, type InstagramClient, KindOfPost, storedOf } from './client.ts';

/** Figures of posts, reels and stories, without ads. Each is read with a call of its own. */

const BATCH = 10;
const { name } = networks.instagram;

const ALL = ['views', 'reach', 'likes', 'comments', 'saved', 'shares', 'reposts'];
/** What each kind has; where the kind is not known, what most of them have. */
const NAMES = {
  post: [...ALL, 'follows', 'profile_visits'],
  reel: [...ALL, 'ig_reels_video_view_total_time'],
  story: ['views', 'reach', 'replies', 'shares', 'follows', 'profile_visits'],
  unknown: ALL,
};
/** Instagram tells nothing of a story that fewer than five have seen, as if it were forbidden. */
const FEW_VIEWERS = /not enough viewers/i;

export function createInstagramFigures(
  instagram: InstagramClient,
  installation: Pick<Installation, 'clock' | 'log'>,
): Figures {
  const insights = createInsights('instagram', installation);

  async function readPart({ id, position, extra }: ReadPart, api: GraphApi): Promise<Metrics> {
    const path = `/${encodeURIComponent(id)}`;
    if (position > 0) {
      const comment = await api.get(path, z.object({ like_count: Count }), {
        fields: 'like_count',
      });
      // Replies to it are among the comments of the post.
      return { reactions: comment.like_count, comments: 0 };
    }
    const kind = KindOfPost.safeParse(extra).data?.kind ?? 'unknown';
    return metricsOf(await insights.read(api, `${path}/insights`, kind, NAMES[kind]));
  }

  return {
    batch: BATCH,

    readParts: async (parts, session, signal) => {
      const stored = storedOf(session);
      requirePermission(name, stored.figures);
      const api = instagram.as(stored, signal);
      const read = readEach(parts, (part) =>
        readPart(part, api).catch((error: unknown) => {
          if (isAbsent(error)) return 'gone' as const;
          if (error instanceof NetworkError && FEW_VIEWERS.test(error.message)) return {};
          throw error;
        }),
      );
      return needingPermission(read, lacksPermission);
    },

    readAccount: async (session, signal) => {
      const stored = storedOf(session);
      const api = instagram.as(stored, signal);
      const path = stored.road === 'own' ? '/me' : accountPath(session);
      const Account = z.object({ followers_count: Count, media_count: Count });
      const account = await api.get(path, Account, { fields: 'followers_count,media_count' });
      return { followers: account.followers_count ?? null, posts: account.media_count ?? null };
    },
  };
}

function metricsOf({ count }: Insights): Metrics {
  const watched = count('ig_reels_video_view_total_time');
  return {
    views: count('views'),
    reach: count('reach'),
    reactions: count('likes'),
    comments: count('comments') ?? count('replies'),
    shares: plus(count('shares'), count('reposts')),
    saves: count('saved'),
    profile_visits: count('profile_visits'),
    follows: count('follows'),
    watch_seconds: watched === undefined ? undefined : Math.round(watched / 1000),
  };
}
