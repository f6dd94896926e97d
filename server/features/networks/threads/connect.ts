import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import { displayName } from '../../../http/outgoing/foreign.ts';
import { type Account, type Connector, WebAddress } from '../adapter.ts';
import type { FileLinks } from '../adapter-context.ts';
import { type GraphApi, RENEW_EARLY_MS } from '../meta/graph.ts';
import { canFetch } from '../meta/reachability.ts';
import { type Installation, missingAddress, originOf, redirectLogin, required } from '../oauth.ts';
import { GRAPH, makeContainer, readContainer, storedOf, type ThreadsClient } from './client.ts';

/** Logging in at Threads. */

const SITE = 'https://www.threads.com';
const SCOPES = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_delete',
];
const FIGURE_SCOPE = 'threads_manage_insights';
const { name } = networks.threads;

const Token = z.object({ access_token: z.string().min(1) });
const Me = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string().catch(''),
  threads_profile_picture_url: WebAddress,
});
const Quota = z.object({
  data: z.array(
    z.object({
      config: z.object({ quota_total: z.int() }),
      reply_config: z.object({ quota_total: z.int() }).optional().catch(undefined),
    }),
  ),
});

export function createThreadsConnector(
  threads: ThreadsClient,
  installation: Installation,
): Connector {
  const { config, links } = installation;
  const { client } = config.threads;
  const { graph } = threads;

  return {
    methods: [
      redirectLogin({
        label: `Log in with ${name}`,
        page: `${originOf(installation, SITE)}/oauth/authorize`,
        scope: [...SCOPES, ...(config.threads.figures ? [FIGURE_SCOPE] : [])].join(','),
        client,
        settings: ['THREADS_CLIENT_ID', 'THREADS_CLIENT_SECRET'],
        missing: missingAddress(config),
        connect: async (grant, signal) => {
          const { id, secret } = required(client, 'THREADS_CLIENT_ID');
          const fields = { client_id: id, client_secret: secret, ...grant };
          const request = { method: 'POST' as const, fields, signal };
          const response = await graph.call(GRAPH, '/oauth/access_token', request);
          const credentials = await graph.exchange(
            GRAPH,
            '/access_token',
            {
              grant_type: 'th_exchange_token',
              client_secret: secret,
              access_token: graph.parse(Token, response).access_token,
            },
            signal,
          );
          const api = threads.as({ credentials }, signal);
          return [{ account: await readAccount(api, links, signal), credentials }];
        },
      }),
    ],

    identify: (session, signal) => readAccount(threads.as(session, signal), links, signal),

    renew: {
      expiry: (credentials) => new Date(storedOf({ credentials }).ends_at),
      earlyMs: RENEW_EARLY_MS,
      renew: (session, signal) =>
        graph.exchange(
          GRAPH,
          '/refresh_access_token',
          { grant_type: 'th_refresh_token', access_token: storedOf(session).token },
          signal,
        ),
    },
  };
}

async function readAccount(
  api: GraphApi,
  links: FileLinks | undefined,
  signal: AbortSignal,
): Promise<Account> {
  const fields = 'id,username,name,threads_profile_picture_url';
  const me = await api.get('/me', Me, { fields });
  const params = { fields: 'config,reply_config' };
  const { data } = await api.get('/me/threads_publishing_limit', Quota, params);
  const [quota] = data;
  const daily = quota && quota.config.quota_total + (quota.reply_config?.quota_total ?? 0);
  const isReachable = await canFetch(links, {
    make: (url) => makeContainer({ media_type: 'IMAGE', image_url: url }, api),
    read: (id) => readContainer(id, api),
    signal,
  });
  return {
    remoteId: me.id,
    server: '',
    handle: `@${me.username}`,
    name: displayName(me.name) || me.username,
    url: `${SITE}/@${encodeURIComponent(me.username)}`,
    picture: me.threads_profile_picture_url,
    limits: { ...(daily && { daily }), ...(!isReachable && { unreachable: true }) },
  };
}
