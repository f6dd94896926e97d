import { z } from 'zod';
import { type Connection, type ConnectMethod, WebAddress } from '../adapter.ts';
import {
  type Grant,
  type Installation,
  missingAddress,
  originOf,
  redirectLogin,
  required,
} from '../oauth.ts';
import type { Graph, GraphApi } from './graph.ts';

/** Logging in at Meta's oldest network, where people manage pages, and the accounts beside them. */

const SITE = 'https://www.facebook.com';
export const GRAPH = 'https://graph.facebook.com';
const BATCH = '100';

const Token = z.object({ access_token: z.string().min(1) });
/** The field with the picture of a page. */
export const PICTURE_FIELD = 'picture.type(large)';
/** What is in it: the picture of pages that have none of their own is none. */
export const PagePicture = z
  .object({ data: z.object({ url: WebAddress, is_silhouette: z.boolean().catch(false) }) })
  .transform(({ data }) => (data.is_silhouette ? null : data.url))
  .nullable()
  .catch(null);
const Page = z.object({
  id: z.string(),
  name: z.string().catch(''),
  /** Missing where the person may not act for the page. */
  access_token: z.string().optional(),
  link: WebAddress.optional(),
  picture: PagePicture,
  instagram_business_account: z.object({ id: z.string() }).optional().catch(undefined),
});
export type ManagedPage = z.output<typeof Page> & { access_token: string };

/**
 * A login there.
 * @param connect gets the pages of the person who comes back; their tokens have no end
 */
export const pagesLogin = (
  installation: Installation,
  graph: Graph,
  {
    connect,
    scopes,
    figureScope,
    ...login
  }: {
    name?: string;
    label: string;
    scopes: readonly string[];
    figureScope: string;
    connect: (
      pages: readonly ManagedPage[],
      figures: Granted,
      signal: AbortSignal,
    ) => Promise<readonly Connection[]>;
  },
): ConnectMethod => {
  const { config } = installation;
  const wanted = config.facebook.figures ? [figureScope] : [];
  return redirectLogin({
    ...login,
    page: `${originOf(installation, SITE)}/${config.graphVersion}/dialog/oauth`,
    scope: [...scopes, ...wanted].join(','),
    client: config.facebook.client,
    settings: ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
    missing: missingAddress(config),
    connect: async (grant, signal) => {
      const api = await logIn(installation, graph, grant, signal);
      return connect(await managedPages(api), await readGranted(api, figureScope), signal);
    },
  });
};

/** Whether the permission for figures was given, where that is known. */
type Granted = { figures?: boolean };

async function readGranted(api: GraphApi, scope: string): Promise<Granted> {
  const Permission = z.object({ permission: z.string(), status: z.string() });
  // Pages are connected whatever this brings.
  const all = await api.list('/me/permissions', Permission, {}).catch(() => undefined);
  if (!all) return {};
  const isGiven = ({ permission, status }: z.output<typeof Permission>) =>
    permission === scope && status === 'granted';
  return { figures: all.some(isGiven) };
}

/** The API on behalf of the person who comes back. */
async function logIn(
  { config }: Installation,
  graph: Graph,
  { code, redirect_uri }: Grant,
  signal: AbortSignal,
): Promise<GraphApi> {
  const { id, secret } = required(config.facebook.client, 'FACEBOOK_CLIENT_ID');
  const version = `/${config.graphVersion}`;
  const client = { client_id: id, client_secret: secret };
  const exchange = async (grant: Record<string, string>) => {
    const params = { ...client, ...grant };
    const response = await graph.call(GRAPH, `${version}/oauth/access_token`, { params, signal });
    return graph.parse(Token, response).access_token;
  };
  const short = await exchange({ redirect_uri, code });
  const token = await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: short });
  return graph.as({ origin: GRAPH, version }, token, signal);
}

async function managedPages(api: GraphApi): Promise<ManagedPage[]> {
  const fields = `id,name,access_token,link,${PICTURE_FIELD},instagram_business_account`;
  const list = (path: string) => api.list(path, Page, { fields, limit: BATCH });
  const pages = await list('/me/accounts');
  // Pages of a business are missing there, where the role comes from it.
  const businesses = await api
    .list('/me/businesses', z.object({ id: z.string() }), {})
    .catch(() => []);
  for (const business of businesses)
    for (const kind of ['owned_pages', 'client_pages'])
      pages.push(...(await list(`/${encodeURIComponent(business.id)}/${kind}`).catch(() => [])));
  const may = pages.filter((page): page is ManagedPage => page.access_token !== undefined);
  return [...new Map(may.map((page) => [page.id, page])).values()];
}
