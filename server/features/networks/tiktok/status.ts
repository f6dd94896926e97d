import { z } from 'zod';
import type { TikTokApi } from './client.ts';

/** What has become of a publication. */

const Status = z.object({
  data: z.object({
    status: z.string(),
    fail_reason: z.string().optional().catch(undefined),
    publicaly_available_post_id: z.array(z.coerce.string()).optional().catch(undefined),
  }),
});

/** @returns also the id of its post, once everybody may see it */
export async function readStatus(publish: string, api: TikTokApi) {
  const request = { method: 'POST' as const, json: { publish_id: publish } };
  const response = await api.call('/v2/post/publish/status/fetch/', request);
  const { data } = api.parse(Status, response);
  const { status, fail_reason: reason, publicaly_available_post_id: [post] = [] } = data;
  return { status, reason, post };
}
