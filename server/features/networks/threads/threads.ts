import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import { displayName } from '../../../http/foreign.ts';
import {
  type Account,
  type Adapter,
  type Credentials,
  NetworkError,
  type SendMedia,
  type SendPart,
  type Sent,
  type Session,
  WebAddress,
} from '../adapter.ts';
import {
  type ContainerState,
  containerOf,
  findContainer,
  prepareContainer,
  publishing,
} from '../containers.ts';
import { createGraph } from '../graph.ts';
import {
  after,
  type Installation,
  missingAddress,
  missingSettings,
  originOf,
  required,
} from '../oauth.ts';
import { canFetch } from '../reach.ts';
import { comparable } from '../text.ts';

/** Threads: a post is a container first, which is published by its id (decision 28). */

const SITE = 'https://www.threads.com';
const GRAPH = 'https://graph.threads.net';
const API = '/v1.0';
const SCOPES = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_delete',
];
const SETTLES_MS = 5000;
const DAY_MS = 24 * 60 * 60_000;
/** Tokens of sixty days are renewed when half of their time is over. */
const EARLY_MS = 30 * DAY_MS;
const PAGE = '100';
const POST_FIELDS = 'id,text,timestamp,permalink,replied_to';
const LATEST = 5;
const SKEW_SECONDS = 60;

const Token = z.object({ access_token: z.string().min(1) });
const LongToken = Token.extend({ expires_in: z.number().positive() });
/** `ends_at`: it is renewed long before, so that nobody has to connect again. */
const Stored = z.object({ token: z.string(), ends_at: z.string() });
const Id = z.object({ id: z.string() });
const Me = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string().catch(''),
});
const State = z.object({
  status: z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']),
  error_message: z.string().catch(''),
});
const Post = z.object({
  id: z.string(),
  text: z.string().catch(''),
  timestamp: z.string().catch(''),
  permalink: WebAddress,
  replied_to: z.object({ id: z.string() }).optional().catch(undefined),
});
const Quota = z.object({
  data: z.array(
    z.object({
      config: z.object({ quota_total: z.int() }),
      reply_config: z.object({ quota_total: z.int() }).optional().catch(undefined),
    }),
  ),
});

export function createThreads(installation: Installation): Adapter {
  const { config, links } = installation;
  const { client } = config.threads;
  const graph = createGraph(installation, 'threads');
  const { name } = networks.threads;

  const open = ({ credentials }: Pick<Session, 'credentials'>) => Stored.parse(credentials);
  const get = async <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    params: Record<string, string>,
    session: Session,
    signal: AbortSignal,
  ) => {
    const { token } = open(session);
    return graph.parse(schema, await graph.call(GRAPH, API + path, { params, token, signal }));
  };

  const makeContainer = async (
    fields: Record<string, string | undefined>,
    session: Session,
    signal: AbortSignal,
  ) => {
    const { token } = open(session);
    const request = { method: 'POST' as const, fields, token, signal };
    return graph.parse(Id, await graph.call(GRAPH, `${API}/me/threads`, request)).id;
  };

  async function fieldsOf(file: SendMedia): Promise<Record<string, string | undefined>> {
    const link = await file.link(networks.threads.media);
    const alt_text = file.alt || undefined;
    return file.kind === 'video'
      ? { media_type: 'VIDEO', video_url: link, alt_text }
      : { media_type: 'IMAGE', image_url: link, alt_text };
  }

  const read = async (
    id: string,
    session: Session,
    signal: AbortSignal,
  ): Promise<ContainerState> => {
    const path = `/${encodeURIComponent(id)}`;
    const params = { fields: 'status,error_message' };
    const { status, error_message } = await get(path, State, params, session, signal);
    return { state: status, detail: error_message };
  };

  async function readAccount(credentials: Credentials, signal: AbortSignal): Promise<Account> {
    const session = { credentials, account: { remoteId: '', server: '' } };
    const me = await get('/me', Me, { fields: 'id,username,name' }, session, signal);
    const fields = 'config,reply_config';
    const path = '/me/threads_publishing_limit';
    const { data } = await get(path, Quota, { fields }, session, signal);
    const [quota] = data;
    const daily = quota && quota.config.quota_total + (quota.reply_config?.quota_total ?? 0);
    const isReachable = await canFetch(links, {
      make: (url) => makeContainer({ media_type: 'IMAGE', image_url: url }, session, signal),
      read: (id) => read(id, session, signal),
      signal,
    });
    return {
      remoteId: me.id,
      server: '',
      handle: `@${me.username}`,
      name: displayName(me.name) || me.username,
      url: `${SITE}/@${encodeURIComponent(me.username)}`,
      limits: { ...(daily && { daily }), ...(!isReachable && { unreachable: true }) },
    };
  }

  const exchange = async (path: string, params: Record<string, string>, signal: AbortSignal) => {
    const response = await graph.call(GRAPH, path, { params, signal });
    const { access_token, expires_in } = graph.parse(LongToken, response);
    return { token: access_token, ends_at: after(expires_in) };
  };

  async function locate(
    { content, thread, since }: SendPart,
    session: Session,
    signal: AbortSignal,
  ): Promise<Sent | undefined> {
    const from = Math.floor(since.getTime() / 1000) - SKEW_SECONDS;
    const params = { fields: POST_FIELDS, since: String(from), limit: PAGE };
    const request = { params, token: open(session).token, signal };
    // Replies to others, and to the account itself.
    const path = `${API}/me/${thread ? 'replies' : 'threads'}`;
    const found = await graph.search(GRAPH, path, Post, request, {
      matches: ({ text, replied_to }) =>
        comparable(text) === comparable(content) &&
        (replied_to === undefined || replied_to.id === thread?.parent.id),
    });
    return typeof found === 'string' ? undefined : { id: found.id, url: found.permalink };
  }

  return {
    network: 'threads',
    isRegistered: true,
    notices: () => (links ? [] : [NO_FILES]),
    ways: [
      {
        name: 'login',
        label: `Log in at ${name}`,
        by: 'redirect',
        fields: [],
        missing: [
          ...missingSettings(client !== undefined, 'THREADS_CLIENT_ID', 'THREADS_CLIENT_SECRET'),
          ...missingAddress(config),
        ],
        begin: async (_, { uri, state }) => {
          const query = new URLSearchParams({
            client_id: required(client, 'THREADS_CLIENT_ID').id,
            redirect_uri: uri,
            scope: SCOPES.join(','),
            response_type: 'code',
            state,
          });
          return { url: `${originOf(installation, SITE)}/oauth/authorize?${query}`, attempt: {} };
        },
        complete: async (code, _, { uri, signal }) => {
          const { id, secret } = required(client, 'THREADS_CLIENT_ID');
          const fields = {
            client_id: id,
            client_secret: secret,
            code,
            grant_type: 'authorization_code',
            redirect_uri: uri,
          };
          const request = { method: 'POST' as const, fields, signal };
          const short = graph.parse(Token, await graph.call(GRAPH, '/oauth/access_token', request));
          const credentials = await exchange(
            '/access_token',
            {
              grant_type: 'th_exchange_token',
              client_secret: secret,
              access_token: short.access_token,
            },
            signal,
          );
          return [{ account: await readAccount(credentials, signal), credentials }];
        },
      },
    ],

    identify: ({ credentials }, signal) => readAccount(credentials, signal),

    renew: {
      expiry: (credentials) => new Date(open({ credentials }).ends_at),
      earlyMs: EARLY_MS,
      renew: (session, signal) =>
        exchange(
          '/refresh_access_token',
          { grant_type: 'th_refresh_token', access_token: open(session).token },
          signal,
        ),
    },

    prepare: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const { content, media, thread, options } = part;
      const [file] = media;
      const { replies = 'everyone', topic } = options;
      const common = {
        text: content,
        reply_to_id: thread?.parent.id,
        ...(!thread && replies !== 'everyone' && { reply_control: replies }),
        ...(!thread && topic && { topic_tag: topic.trim() }),
      };
      const made = await prepareContainer(part, {
        name,
        read: (id) => read(id, session, signal),
        makeChild: async (file) =>
          makeContainer({ ...(await fieldsOf(file)), is_carousel_item: 'true' }, session, signal),
        make: async (children) =>
          makeContainer(
            children.length
              ? { media_type: 'CAROUSEL', children: children.join(','), ...common }
              : { ...(file ? await fieldsOf(file) : { media_type: 'TEXT' }), ...common },
            session,
            signal,
          ),
      });
      return [made];
    },

    batch: 1,

    send: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const { token } = open(session);
      const fields = { creation_id: containerOf(part) };
      const request = { method: 'POST' as const, fields, token, publishes: true, signal };
      const call = graph.call(GRAPH, `${API}/me/threads_publish`, request);
      const response = await publishing(part, call);
      const { id } = graph.parse(Id, response, { publishes: true });
      return [{ id, url: await permalink(id, session, signal) }];
    },

    find: (part, session, signal) =>
      findContainer(part, { name, read: (id) => read(id, session, signal) }, () =>
        locate(part, session, signal),
      ),

    settlesMs: SETTLES_MS,

    remove: async ({ id }, session, signal) => {
      const { token } = open(session);
      const path = `${API}/${encodeURIComponent(id)}`;
      await graph.call(GRAPH, path, { method: 'DELETE', token, signal }).catch((error: unknown) => {
        // It is not there any more.
        if (!(error instanceof NetworkError) || !/^100(\.|$)/.test(error.code)) throw error;
      });
    },

    latest: async (session, signal, count = LATEST) => {
      const params = { fields: POST_FIELDS, limit: String(count) };
      const Posts = z.object({ data: z.array(Post) });
      const { data } = await get('/me/threads', Posts, params, session, signal);
      return data.map(({ id, permalink: url, text, timestamp }) => ({
        id,
        url,
        content: text,
        created_at: timestamp,
      }));
    },
  };

  /** The address of a post; it is published, whatever this brings. */
  async function permalink(
    id: string,
    session: Session,
    signal: AbortSignal,
  ): Promise<Sent['url']> {
    const Link = z.object({ permalink: WebAddress });
    const path = `/${encodeURIComponent(id)}`;
    return get(path, Link, { fields: 'permalink' }, session, signal).then(
      (post) => post.permalink,
      () => null,
    );
  }
}

const NO_FILES =
  'Pictures and videos need an https address that the internet reaches: set PUBLIC_URL, or S3_URL.';
