import { z } from 'zod';
import type { Metrics } from '#contract/networks/metrics.ts';
import type { Figures } from '../adapter.ts';
import { Count, plus } from '../counts.ts';
import type { BlueskyClient } from './client.ts';

/** Figures of Bluesky: likes, replies, reposts, quotes and bookmarks. It counts no views. */

/** Of one call of `app.bsky.feed.getPosts`. */
const BATCH = 25;

const Post = z.object({
  uri: z.string(),
  likeCount: Count,
  replyCount: Count,
  repostCount: Count,
  quoteCount: Count,
  bookmarkCount: Count,
});

export const createBlueskyFigures = (bluesky: BlueskyClient): Figures => ({
  batch: BATCH,

  // By the server of the account, which passes it on: posts that need a login are read, too.
  readParts: async (parts, session, signal) => {
    const api = bluesky.as(session, signal);
    const params = new URLSearchParams(parts.map(({ id }) => ['uris', id]));
    const response = await api.call('app.bsky.feed.getPosts', { params });
    const { posts } = api.parse(z.object({ posts: z.array(Post) }), response);
    const byUri = new Map(posts.map((post) => [post.uri, post]));
    return parts.map(({ id }) => metricsOf(byUri.get(id)));
  },

  readAccount: async (session, signal) => {
    const api = bluesky.as(session, signal);
    const params = { actor: api.repo };
    const response = await api.call('app.bsky.actor.getProfile', { params });
    const profile = api.parse(z.object({ followersCount: Count, postsCount: Count }), response);
    return { followers: profile.followersCount ?? null, posts: profile.postsCount ?? null };
  },
});

/** What was deleted, or taken down, is left out of the answer. */
function metricsOf(post: z.output<typeof Post> | undefined): Metrics | 'gone' {
  if (!post) return 'gone';
  const { likeCount, replyCount, repostCount, quoteCount, bookmarkCount } = post;
  return {
    reactions: likeCount,
    comments: replyCount,
    shares: plus(repostCount, quoteCount),
    saves: bookmarkCount,
  };
}
