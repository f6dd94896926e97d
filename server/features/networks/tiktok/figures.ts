import { z } from 'zod';
import type { Metrics } from '#contract/networks/metrics.ts';
import { networks } from '#contract/networks/networks.ts';
import type { Figures, ReadPart } from '../adapter.ts';
import { Count, readEach } from '../counts.ts';
import { NetworkError } from '../failures.ts';
import { needingPermission, requirePermission } from '../permission.ts';
import { storedOf, type TikTokApi, type TikTokClient } from './client.ts';
import { readStatus } from './status.ts';

/** Figures of the public posts of an account of TikTok. */

/** Of one call. */
const BATCH = 20;
/** The id of a post; until TikTok shows it, there is only that of its publication. */
const POST = /^\d{1,25}$/;
const { name } = networks.tiktok;

const Videos = z.object({
  data: z.object({
    videos: z.array(
      z.object({
        id: z.coerce.string(),
        view_count: Count,
        like_count: Count,
        comment_count: Count,
        share_count: Count,
      }),
    ),
  }),
});
const User = z.object({
  data: z.object({ user: z.object({ follower_count: Count, video_count: Count }) }),
});

export const createTikTokFigures = (tiktok: TikTokClient): Figures => ({
  batch: BATCH,

  readParts: async (parts, session, signal) => {
    const { token, figures } = storedOf(session);
    requirePermission(name, figures);
    const api = tiktok.as(token, signal);
    const ids = await readEach(parts, (part) => postOf(part, api));
    const shown = ids.filter((id) => id !== undefined);
    const counted = shown.length
      ? await needingPermission(readVideos(shown, api), lacksScope)
      : new Map<string, Metrics>();
    // What is not shown to everybody is left out, as what was deleted is.
    return ids.map((id) => (id === undefined ? {} : (counted.get(id) ?? 'gone')));
  },

  readAccount: async (session, signal) => {
    const api = tiktok.as(storedOf(session).token, signal);
    const params = { fields: 'follower_count,video_count' };
    const read = api.call('/v2/user/info/', { params });
    const { user } = api.parse(User, await needingPermission(read, lacksScope)).data;
    return { followers: user.follower_count ?? null, posts: user.video_count ?? null };
  },
});

const lacksScope = ({ code }: NetworkError) =>
  code === 'scope_not_authorized' || code === 'scope_permission_missed';

/** The id of the post; undefined while there is none. */
async function postOf({ id }: ReadPart, api: TikTokApi): Promise<string | undefined> {
  if (POST.test(id)) return id;
  const status = await readStatus(id, api).catch((error: unknown) => {
    // TikTok forgets publications after a while.
    if (error instanceof NetworkError && error.kind === 'rejected') return undefined;
    throw error;
  });
  return status?.post;
}

async function readVideos(ids: readonly string[], api: TikTokApi) {
  const response = await api.call(
    '/v2/video/query/?fields=id,view_count,like_count,comment_count,share_count',
    { method: 'POST', json: { filters: { video_ids: ids } } },
  );
  const { videos } = api.parse(Videos, response).data;
  return new Map(
    videos.map(({ id, view_count, like_count, comment_count, share_count }): [string, Metrics] => [
      id,
      { views: view_count, reactions: like_count, comments: comment_count, shares: share_count },
    ]),
  );
}
