import { z } from 'zod';
import { type ByRedirect, WebAddress } from './adapter.ts';
import type { Graph } from './graph.ts';
import { type Installation, originOf, required } from './oauth.ts';

/** Logging in at Meta's oldest network, where people manage pages, and the accounts beside them. */

const SITE = 'https://www.facebook.com';
export const GRAPH = 'https://graph.facebook.com';
const BATCH = '100';

const Token = z.object({ access_token: z.string().min(1) });
const Page = z.object({
  id: z.string(),
  name: z.string().catch(''),
  /** Missing where the person may not act for the page. */
  access_token: z.string().optional(),
  link: WebAddress.optional(),
  instagram_business_account: z.object({ id: z.string() }).optional().catch(undefined),
});
export type ManagedPage = z.output<typeof Page> & { access_token: string };

/** The pages of the person who comes back with a code; their tokens have no end. */
export async function managedPages(
  { config }: Installation,
  graph: Graph,
  { code, uri, signal }: { code: string; uri: string; signal: AbortSignal },
): Promise<ManagedPage[]> {
  const { id, secret } = required(config.facebook.client, 'FACEBOOK_CLIENT_ID');
  const api = `/${config.graphVersion}`;
  const client = { client_id: id, client_secret: secret };
  const exchange = async (params: Record<string, string>) =>
    graph.parse(
      Token,
      await graph.call(GRAPH, `${api}/oauth/access_token`, {
        params: { ...client, ...params },
        signal,
      }),
    ).access_token;
  const short = await exchange({ redirect_uri: uri, code });
  const token = await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: short });
  const fields = 'id,name,access_token,link,instagram_business_account';
  const list = (path: string) =>
    graph.list(GRAPH, api + path, Page, { params: { fields, limit: BATCH }, token, signal });
  const pages = await list('/me/accounts');
  // Pages of a business are missing there, where the role comes from it.
  const businesses = await graph
    .list(GRAPH, `${api}/me/businesses`, z.object({ id: z.string() }), { token, signal })
    .catch(() => []);
  for (const business of businesses)
    for (const kind of ['owned_pages', 'client_pages'])
      pages.push(...(await list(`/${encodeURIComponent(business.id)}/${kind}`).catch(() => [])));
  const may = pages.filter((page): page is ManagedPage => page.access_token !== undefined);
  return [...new Map(may.map((page) => [page.id, page])).values()];
}

/** @param scopes what is asked for */
export const beginAtPages =
  (installation: Installation, scopes: readonly string[]): ByRedirect['begin'] =>
  async (_, { uri, state }) => {
    const { config } = installation;
    const query = new URLSearchParams({
      client_id: required(config.facebook.client, 'FACEBOOK_CLIENT_ID').id,
      redirect_uri: uri,
      scope: scopes.join(','),
      response_type: 'code',
      state,
    });
    const origin = originOf(installation, SITE);
    return { url: `${origin}/${config.graphVersion}/dialog/oauth?${query}`, attempt: {} };
  };
