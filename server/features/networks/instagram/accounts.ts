import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import { displayName } from '../../../http/outgoing/foreign.ts';
import { type Account, WebAddress } from '../adapter.ts';
import type { FileLinks } from '../adapter-context.ts';
import { NetworkError } from '../failures.ts';
import type { GraphApi } from '../meta/graph.ts';
import { canFetch } from '../meta/reachability.ts';
import { makeContainer, readContainer } from './client.ts';

/** The professional accounts of Instagram. */

export const SITE = 'https://www.instagram.com';
const { name } = networks.instagram;

const Me = z.object({
  id: z.string(),
  user_id: z.string().optional().catch(undefined),
  username: z.string(),
  name: z.string().catch(''),
  profile_picture_url: WebAddress,
});
const Quota = z.object({ data: z.array(z.object({ config: z.object({ quota_total: z.int() }) })) });

/** @param given `path`: of the account; `fields`: those that the road has */
export async function readAccount(
  api: GraphApi,
  { path, fields }: { path: string; fields: string },
  { links, signal }: { links: FileLinks | undefined; signal: AbortSignal },
): Promise<Account> {
  const me = await api.get(path, Me, { fields });
  const { id, daily } = await findPublishing([me.id, me.user_id ?? me.id], api);
  const account = `/${encodeURIComponent(id)}`;
  const isReachable = await canFetch(links, {
    make: (url) => makeContainer(account, { image_url: url }, api),
    read: (container) => readContainer(container, api),
    signal,
  });
  return {
    remoteId: id,
    server: '',
    handle: `@${me.username}`,
    name: displayName(me.name) || me.username,
    url: `${SITE}/${encodeURIComponent(me.username)}/`,
    picture: me.profile_picture_url,
    limits: { ...(daily && { daily }), ...(!isReachable && { unreachable: true }) },
  };
}

/** Which of two ids publishes differs: it is the one that has a quota. */
async function findPublishing(
  ids: readonly string[],
  api: GraphApi,
): Promise<{ id: string; daily: number | undefined }> {
  for (const id of new Set(ids)) {
    const path = `/${encodeURIComponent(id)}/content_publishing_limit`;
    const params = { fields: 'quota_usage,config' };
    const quota = await api.call(path, { params }).catch((error: unknown) => {
      if (error instanceof NetworkError && error.kind === 'rejected') return undefined;
      throw error;
    });
    if (quota) return { id, daily: api.parse(Quota, quota).data[0]?.config.quota_total };
  }
  throw new NetworkError(
    'rejected',
    'account',
    `This ${name} account isn’t a professional account`,
  );
}
