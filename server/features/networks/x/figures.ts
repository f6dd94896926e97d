import { z } from 'zod';
import type { Metrics } from '#contract/networks/metrics.ts';
import { type Figures, type ReadPart, UNPAID } from '../adapter.ts';
import { Count, plus } from '../counts.ts';
import { NetworkError } from '../failures.ts';
import { storedOf, type XApi, type XClient } from './client.ts';

/**
 * Figures of X, which charges for each post that is read on a day (UTC). Clicks are told to the author
 * alone, for 30 days.
 */

const BATCH = 100;
/** In thousandths of a dollar. */
const PRICE = { part: 5, account: 10, accountDays: 7 };
/** Fewer than usual: each is paid for. The last one is before clicks are not told any more. */
const LADDER = [1, 6, 24, 72, 168, 672];

const PUBLIC = 'public_metrics';
const OWN = `${PUBLIC},non_public_metrics`;
/** The credits, or the posts of a month, are used up. */
const UNPAID_CODES = new Set(['402', 'credits', 'usage-capped']);

const Post = z.object({
  id: z.string(),
  public_metrics: z
    .object({
      impression_count: Count,
      like_count: Count,
      reply_count: Count,
      quote_count: Count,
      bookmark_count: Count,
      // The specification has one name, answers another one.
      repost_count: Count,
      retweet_count: Count,
    })
    .partial()
    .catch({}),
  non_public_metrics: z
    .object({ url_link_clicks: Count, user_profile_clicks: Count })
    .partial()
    .catch({})
    .default({}),
});
const Posts = z.object({
  data: z.array(Post).default([]),
  errors: z
    .array(z.object({ type: z.string().catch(''), resource_id: z.coerce.string().catch('') }))
    .catch([])
    .default([]),
});
const Me = z.object({
  data: z.object({
    public_metrics: z.object({ followers_count: Count, post_count: Count, tweet_count: Count }),
  }),
});

export const createXFigures = (x: XClient): Figures => ({
  batch: BATCH,
  ladder: LADDER,
  price: PRICE,

  readParts: async (parts, session, signal) => {
    const api = x.as(storedOf(session).token, signal);
    const ids = parts.map(({ id }: ReadPart) => id);
    const { data, errors } = await readPosts(x, api, ids, OWN);
    const known = new Map(data.map((post) => [post.id, metricsOf(post)]));
    // Posts whose own figures are not told any more may be left out.
    const old = errors
      .filter(
        ({ type, resource_id: id }) => /not-authorized-for-field$/.test(type) && !known.has(id),
      )
      .map(({ resource_id }) => resource_id)
      .filter((id) => ids.includes(id));
    if (old.length) {
      const others = await readPosts(x, api, [...new Set(old)], PUBLIC).catch((error: unknown) => {
        // What was read is charged, and kept.
        if (!known.size || !(error instanceof NetworkError)) throw error;
        for (const id of old) known.set(id, {});
      });
      for (const post of others?.data ?? []) known.set(post.id, metricsOf(post));
    }
    return ids.map((id) => known.get(id) ?? 'gone');
  },

  readAccount: async (session, signal) => {
    const api = x.as(storedOf(session).token, signal);
    const params = { 'user.fields': PUBLIC };
    const { public_metrics: counted } = api.parse(
      Me,
      await unpaid(api.call('/2/users/me', { params })),
    ).data;
    return {
      followers: counted.followers_count ?? null,
      posts: counted.post_count ?? counted.tweet_count ?? null,
    };
  },
});

const readPosts = async (x: XClient, api: XApi, ids: readonly string[], fields: string) =>
  api.parse(
    Posts,
    await unpaid(
      x.withFields((name) =>
        api.call('/2/tweets', { params: { ids: ids.join(','), [name]: fields } }),
      ),
    ),
  );

const unpaid = <Response>(call: Promise<Response>): Promise<Response> =>
  call.catch((error: unknown) => {
    if (error instanceof NetworkError && UNPAID_CODES.has(error.code))
      throw new NetworkError('operator', UNPAID, error.message);
    throw error;
  });

function metricsOf({
  public_metrics: all,
  non_public_metrics: own,
}: z.output<typeof Post>): Metrics {
  return {
    views: all.impression_count,
    reactions: all.like_count,
    comments: all.reply_count,
    shares: plus(all.repost_count ?? all.retweet_count, all.quote_count),
    saves: all.bookmark_count,
    link_clicks: own.url_link_clicks,
    profile_visits: own.user_profile_clicks,
  };
}
