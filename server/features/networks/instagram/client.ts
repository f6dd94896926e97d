import { z } from 'zod';
import type { Session } from '../adapter.ts';
import type { ContainerState } from '../meta/containers.ts';
import { createGraph, type GraphApi } from '../meta/graph.ts';
import { GRAPH as PAGES_GRAPH } from '../meta/pages.ts';
import type { Installation } from '../oauth.ts';

/** The API of Instagram, on both roads, and its containers. */

export const OWN_GRAPH = 'https://graph.instagram.com';
const UPLOADS = 'https://rupload.facebook.com';

/** `ends_at`: it is renewed long before, so that nobody has to connect again. */
const Stored = z.object({
  token: z.string(),
  road: z.enum(['own', 'page']),
  ends_at: z.string().optional(),
  /** Whether the permission for figures was given, where that is known. */
  figures: z.boolean().optional(),
});
export type Stored = z.output<typeof Stored>;
export const Id = z.object({ id: z.string() });
/** What a published part remembers: each kind has figures of its own. */
export const KindOfPost = z.object({ kind: z.enum(['post', 'reel', 'story']) });
const State = z.object({
  status_code: z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']),
  status: z.string().catch(''),
});

export const storedOf = ({ credentials }: Pick<Session, 'credentials'>): Stored =>
  Stored.parse(credentials);

export const accountPath = ({ account }: Pick<Session, 'account'>) =>
  `/${encodeURIComponent(account.remoteId)}`;

export type InstagramClient = ReturnType<typeof createInstagramClient>;
/** The API on behalf of an account. */
export type InstagramApi = ReturnType<InstagramClient['as']>;

export function createInstagramClient(installation: Installation) {
  const graph = createGraph(installation, 'instagram');
  const version = `/${installation.config.graphVersion}`;
  return {
    graph,
    as: ({ token, road }: Stored, signal: AbortSignal) => ({
      ...graph.as({ origin: road === 'own' ? OWN_GRAPH : PAGES_GRAPH, version }, token, signal),

      /** Sends the bytes of a video to its container. */
      upload: async (id: string, size: number, body: () => AsyncIterable<Uint8Array>) => {
        await graph.call(UPLOADS, `/ig-api-upload${version}/${encodeURIComponent(id)}`, {
          method: 'POST',
          headers: { authorization: `OAuth ${token}`, offset: '0', file_size: String(size) },
          stream: { size, body, type: 'application/octet-stream' },
          signal,
        });
      },
    }),
  };
}

/** @param account the path of the account */
export async function makeContainer(
  account: string,
  fields: Record<string, string | undefined>,
  api: GraphApi,
) {
  return api.parse(Id, await api.call(`${account}/media`, { method: 'POST', fields })).id;
}

export async function readContainer(id: string, api: GraphApi): Promise<ContainerState> {
  const params = { fields: 'status_code,status' };
  const { status_code, status } = await api.get(`/${encodeURIComponent(id)}`, State, params);
  return { state: status_code, detail: status.replace(/^(Error|Finished|In progress): ?/i, '') };
}
