import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import type { Connection, ConnectMethod, Connector } from '../adapter.ts';
import { NetworkError } from '../failures.ts';
import { RENEW_EARLY_MS } from '../meta/graph.ts';
import { pagesLogin } from '../meta/pages.ts';
import { type Installation, missingAddress, originOf, redirectLogin, required } from '../oauth.ts';
import { readAccount, SITE } from './accounts.ts';
import { accountPath, type InstagramClient, OWN_GRAPH, type Stored, storedOf } from './client.ts';

/** Logging in at Instagram, or at Facebook for the account of a page. */

const LOGIN = 'https://api.instagram.com';
const SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
];
const FIGURE_SCOPE = 'instagram_business_manage_insights';
const PAGE_SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
];
const PAGE_FIGURE_SCOPE = 'instagram_manage_insights';
const { name } = networks.instagram;

/** The permissions that were given, in a list or in a text. */
const ShortToken = z.object({
  access_token: z.string().min(1),
  permissions: z
    .union([z.array(z.string()), z.string().transform((text) => text.split(/[, ]+/))])
    .optional()
    .catch(undefined),
});
/** Newer answers have it in a list. */
const Login = z.union([ShortToken, z.object({ data: z.tuple([ShortToken], z.unknown()) })]);

type Connect = (path: string, stored: Stored, signal: AbortSignal) => Promise<Connection>;

export function createInstagramConnector(
  instagram: InstagramClient,
  installation: Installation,
): Connector {
  const { links } = installation;
  const connect: Connect = async (path, stored, signal) => {
    const own = stored.road === 'own' ? 'user_id,' : '';
    const fields = `id,${own}username,name,profile_picture_url`;
    const api = instagram.as(stored, signal);
    const account = await readAccount(api, { path, fields }, { links, signal });
    return { account, credentials: stored };
  };

  return {
    methods: [
      ownLogin(instagram, installation, connect),
      pageLogin(instagram, installation, connect),
    ],

    identify: async (session, signal) => {
      const stored = storedOf(session);
      const path = stored.road === 'own' ? '/me' : accountPath(session);
      return (await connect(path, stored, signal)).account;
    },

    renew: {
      /** The token of a page has no end. */
      expiry: (credentials) => {
        const { ends_at } = storedOf({ credentials });
        return ends_at === undefined ? null : new Date(ends_at);
      },
      earlyMs: RENEW_EARLY_MS,
      renew: async (session, signal) => {
        const { token, road, figures } = storedOf(session);
        if (road === 'page')
          throw new NetworkError(
            'reauthorize',
            'ended',
            `${name} no longer accepts the connection`,
          );
        const grant = { grant_type: 'ig_refresh_token', access_token: token };
        const renewed = await exchange(instagram, '/refresh_access_token', grant, signal);
        return { ...renewed, ...(figures !== undefined && { figures }) };
      },
    },
  };
}

async function exchange(
  { graph }: InstagramClient,
  path: string,
  params: Readonly<Record<string, string>>,
  signal: AbortSignal,
) {
  const made = await graph.exchange(OWN_GRAPH, path, params, signal);
  return { ...made, road: 'own' as const };
}

function ownLogin(
  instagram: InstagramClient,
  installation: Installation,
  connect: Connect,
): ConnectMethod {
  const { config } = installation;
  const { client } = config.instagram;
  const { graph } = instagram;
  return redirectLogin({
    label: `Log in with ${name}`,
    page: `${originOf(installation, SITE)}/oauth/authorize`,
    scope: [...SCOPES, ...(config.instagram.figures ? [FIGURE_SCOPE] : [])].join(','),
    client,
    settings: ['INSTAGRAM_CLIENT_ID', 'INSTAGRAM_CLIENT_SECRET'],
    missing: missingAddress(config),
    connect: async (code, signal) => {
      const { id, secret } = required(client, 'INSTAGRAM_CLIENT_ID');
      const fields = { client_id: id, client_secret: secret, ...code };
      const request = { method: 'POST' as const, fields, signal };
      const login = graph.parse(Login, await graph.call(LOGIN, '/oauth/access_token', request));
      const { access_token, permissions } = 'data' in login ? login.data[0] : login;
      const grant = { grant_type: 'ig_exchange_token', client_secret: secret, access_token };
      const stored = await exchange(instagram, '/access_token', grant, signal);
      const figures = permissions && { figures: permissions.includes(FIGURE_SCOPE) };
      return [await connect('/me', { ...stored, ...figures }, signal)];
    },
  });
}

const pageLogin = (
  instagram: InstagramClient,
  installation: Installation,
  connect: Connect,
): ConnectMethod =>
  pagesLogin(installation, instagram.graph, {
    name: 'page',
    label: 'Log in with Facebook, for an account linked to a page',
    scopes: PAGE_SCOPES,
    figureScope: PAGE_FIGURE_SCOPE,
    connect: async (pages, figures, signal) => {
      const connections: Connection[] = [];
      for (const { access_token: token, instagram_business_account: own } of pages) {
        if (!own) continue;
        const path = `/${encodeURIComponent(own.id)}`;
        const stored = { token, road: 'page' as const, ...figures };
        // One that cannot be published to does not keep the others from being connected.
        const made = await connect(path, stored, signal).catch((error: unknown) => {
          if (error instanceof NetworkError && error.kind === 'rejected') return undefined;
          throw error;
        });
        if (made) connections.push(made);
      }
      return connections;
    },
  });
