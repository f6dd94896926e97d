import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import { displayName } from '../../../http/foreign.ts';
import {
  type Account,
  type Adapter,
  type Connection,
  NetworkError,
  type SendMedia,
  type SendPart,
  type Session,
  WebAddress,
} from '../adapter.ts';
import type { ApiRequest } from '../call.ts';
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
import { beginAtPages, managedPages, GRAPH as PAGES_GRAPH } from '../pages.ts';
import { canFetch } from '../reach.ts';
import type { Wanted } from '../search.ts';
import { comparable } from '../text.ts';

/**
 * Instagram, for professional accounts, on both roads: people log in there, or at Facebook for the
 * account of a page. Pictures are fetched from this server; videos are uploaded.
 */

const SITE = 'https://www.instagram.com';
const LOGIN = 'https://api.instagram.com';
const OWN_GRAPH = 'https://graph.instagram.com';
const UPLOADS = 'https://rupload.facebook.com';
const SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
];
const PAGE_SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
];
const SETTLES_MS = 5000;
const DAY_MS = 24 * 60 * 60_000;
/** Tokens of sixty days are renewed when half of their time is over. */
const EARLY_MS = 30 * DAY_MS;
const SKEW_MS = 60_000;
const PAGE = '50';
const POST_FIELDS = 'id,caption,timestamp,permalink';
const LATEST = 5;

const ShortToken = z.object({ access_token: z.string().min(1) });
/** Newer answers have it in a list. */
const Login = z.union([ShortToken, z.object({ data: z.tuple([ShortToken], z.unknown()) })]);
const LongToken = ShortToken.extend({ expires_in: z.number().positive() });
/** `ends_at`: it is renewed long before, so that nobody has to connect again. */
const Stored = z.object({
  token: z.string(),
  road: z.enum(['own', 'page']),
  ends_at: z.string().optional(),
});
type Stored = z.output<typeof Stored>;
const Id = z.object({ id: z.string() });
const Me = z.object({
  id: z.string(),
  user_id: z.string().optional().catch(undefined),
  username: z.string(),
  name: z.string().catch(''),
});
const State = z.object({
  status_code: z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']),
  status: z.string().catch(''),
});
const Post = z.object({
  id: z.string(),
  caption: z.string().catch(''),
  timestamp: z.string().catch(''),
  permalink: WebAddress,
});
const Comment = z.object({
  id: z.string(),
  text: z.string().catch(''),
  timestamp: z.string().catch(''),
});
const Quota = z.object({ data: z.array(z.object({ config: z.object({ quota_total: z.int() }) })) });

export function createInstagram(installation: Installation): Adapter {
  const { config, links } = installation;
  const { client } = config.instagram;
  const graph = createGraph(installation, 'instagram');
  const { name, media: rules } = networks.instagram;
  const { pictureShape: _, ...ofStory } = rules;
  const api = `/${config.graphVersion}`;

  const open = ({ credentials }: Pick<Session, 'credentials'>): Stored => Stored.parse(credentials);
  type Request = Omit<ApiRequest, 'token'>;
  const originFor = ({ road }: Stored) => (road === 'own' ? OWN_GRAPH : PAGES_GRAPH);
  const call = (path: string, request: Request, stored: Stored) =>
    graph.call(originFor(stored), api + path, { ...request, token: stored.token });
  const search = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    request: Request,
    stored: Stored,
    wanted: Wanted<z.output<Schema>>,
  ) =>
    graph.search(
      originFor(stored),
      api + path,
      schema,
      { ...request, token: stored.token },
      wanted,
    );
  const accountPath = ({ account }: Pick<Session, 'account'>) =>
    `/${encodeURIComponent(account.remoteId)}`;
  const mediaPath = (session: Pick<Session, 'account'>) => `${accountPath(session)}/media`;

  const read = async (id: string, stored: Stored, signal: AbortSignal): Promise<ContainerState> => {
    const params = { fields: 'status_code,status' };
    const response = await call(`/${encodeURIComponent(id)}`, { params, signal }, stored);
    const { status_code, status } = graph.parse(State, response);
    return { state: status_code, detail: status.replace(/^(Error|Finished|In progress): ?/i, '') };
  };

  const makeContainer = async (
    path: string,
    fields: Record<string, string | undefined>,
    stored: Stored,
    signal: AbortSignal,
  ) => {
    const request = { method: 'POST' as const, fields, signal };
    return graph.parse(Id, await call(`${path}/media`, request, stored)).id;
  };

  /** The container of a file, with its bytes where they are uploaded. */
  async function containerOfFile(
    file: SendMedia,
    fields: Record<string, string | undefined>,
    { path, stored, signal }: { path: string; stored: Stored; signal: AbortSignal },
  ) {
    if (file.kind !== 'video') {
      const isStory = fields.media_type === 'STORIES';
      // A story fills the screen.
      const image_url = await file.link(isStory ? ofStory : rules);
      const alt_text = isStory ? undefined : file.alt || undefined;
      return makeContainer(path, { ...fields, image_url, alt_text }, stored, signal);
    }
    const kind = fields.is_carousel_item ? 'VIDEO' : 'REELS';
    const upload = { media_type: kind, ...fields, upload_type: 'resumable' };
    const id = await makeContainer(path, upload, stored, signal);
    await graph.call(UPLOADS, `/ig-api-upload${api}/${encodeURIComponent(id)}`, {
      method: 'POST',
      headers: {
        authorization: `OAuth ${stored.token}`,
        offset: '0',
        file_size: String(file.size),
      },
      stream: { size: file.size, body: file.chunks, type: 'application/octet-stream' },
      signal,
    });
    return id;
  }

  async function readAccount(
    me: z.output<typeof Me>,
    stored: Stored,
    signal: AbortSignal,
  ): Promise<Account> {
    // Which of the two ids publishes differs: it is the one that has a quota.
    const ids = [...new Set([me.id, me.user_id ?? me.id])];
    let found: { id: string; daily: number | undefined } | undefined;
    for (const id of ids) {
      const path = `/${encodeURIComponent(id)}/content_publishing_limit`;
      const params = { fields: 'quota_usage,config' };
      const quota = await call(path, { params, signal }, stored).catch((error: unknown) => {
        if (error instanceof NetworkError && error.kind === 'rejected') return undefined;
        throw error;
      });
      if (!quota) continue;
      found = { id, daily: graph.parse(Quota, quota).data[0]?.config.quota_total };
      break;
    }
    if (!found)
      throw new NetworkError(
        'rejected',
        'account',
        `This account of ${name} isn’t a professional one`,
      );
    const path = `/${encodeURIComponent(found.id)}`;
    const isReachable = await canFetch(links, {
      make: (url) => makeContainer(path, { image_url: url }, stored, signal),
      read: (id) => read(id, stored, signal),
      signal,
    });
    return {
      remoteId: found.id,
      server: '',
      handle: `@${me.username}`,
      name: displayName(me.name) || me.username,
      url: `${SITE}/${encodeURIComponent(me.username)}/`,
      limits: {
        ...(found.daily && { daily: found.daily }),
        ...(!isReachable && { unreachable: true }),
      },
    };
  }

  async function connectionOf(
    id: string,
    stored: Stored,
    signal: AbortSignal,
  ): Promise<Connection> {
    const fields = stored.road === 'own' ? 'id,user_id,username,name' : 'id,username,name';
    const response = await call(id, { params: { fields }, signal }, stored);
    const account = await readAccount(graph.parse(Me, response), stored, signal);
    return { account, credentials: stored };
  }

  const exchange = async (path: string, params: Record<string, string>, signal: AbortSignal) => {
    const response = await graph.call(OWN_GRAPH, path, { params, signal });
    const { access_token, expires_in } = graph.parse(LongToken, response);
    return { token: access_token, road: 'own' as const, ends_at: after(expires_in) };
  };

  return {
    network: 'instagram',
    isRegistered: true,
    notices: () => (links ? [] : [NO_FILES]),
    ways: [
      {
        name: 'login',
        label: `Log in at ${name}`,
        by: 'redirect',
        fields: [],
        missing: [
          ...missingSettings(
            client !== undefined,
            'INSTAGRAM_CLIENT_ID',
            'INSTAGRAM_CLIENT_SECRET',
          ),
          ...missingAddress(config),
        ],
        begin: async (_, { uri, state }) => {
          const query = new URLSearchParams({
            client_id: required(client, 'INSTAGRAM_CLIENT_ID').id,
            redirect_uri: uri,
            scope: SCOPES.join(','),
            response_type: 'code',
            state,
          });
          return { url: `${originOf(installation, SITE)}/oauth/authorize?${query}`, attempt: {} };
        },
        complete: async (code, _, { uri, signal }) => {
          const { id, secret } = required(client, 'INSTAGRAM_CLIENT_ID');
          const fields = {
            client_id: id,
            client_secret: secret,
            code,
            grant_type: 'authorization_code',
            redirect_uri: uri,
          };
          const request = { method: 'POST' as const, fields, signal };
          const login = graph.parse(Login, await graph.call(LOGIN, '/oauth/access_token', request));
          const { access_token } = 'data' in login ? login.data[0] : login;
          const grant = { grant_type: 'ig_exchange_token', client_secret: secret, access_token };
          return [
            await connectionOf('/me', await exchange('/access_token', grant, signal), signal),
          ];
        },
      },
      {
        name: 'page',
        label: 'Log in at Facebook, for the account of a page',
        by: 'redirect',
        fields: [],
        missing: [
          ...missingSettings(
            config.facebook.client !== undefined,
            'FACEBOOK_CLIENT_ID',
            'FACEBOOK_CLIENT_SECRET',
          ),
          ...missingAddress(config),
        ],
        begin: beginAtPages(installation, PAGE_SCOPES),
        complete: async (code, _, { uri, signal }) => {
          const pages = await managedPages(installation, graph, { code, uri, signal });
          const connections: Connection[] = [];
          for (const { access_token: token, instagram_business_account: own } of pages) {
            if (!own) continue;
            const stored = { token, road: 'page' as const };
            // One that cannot be published to does not keep the others from being connected.
            const path = `/${encodeURIComponent(own.id)}`;
            const made = await connectionOf(path, stored, signal).catch((error: unknown) => {
              if (error instanceof NetworkError && error.kind === 'rejected') return undefined;
              throw error;
            });
            if (made) connections.push(made);
          }
          return connections;
        },
      },
    ],

    identify: async (session, signal) => {
      const stored = open(session);
      const path = stored.road === 'own' ? '/me' : accountPath(session);
      return (await connectionOf(path, stored, signal)).account;
    },

    renew: {
      /** The token of a page has no end. */
      expiry: (credentials) => {
        const { ends_at } = open({ credentials });
        return ends_at === undefined ? null : new Date(ends_at);
      },
      earlyMs: EARLY_MS,
      renew: async (session, signal) => {
        const { token, road } = open(session);
        if (road === 'page')
          throw new NetworkError(
            'reauthorize',
            'ended',
            `${name} doesn’t accept the access any more`,
          );
        const grant = { grant_type: 'ig_refresh_token', access_token: token };
        return exchange('/refresh_access_token', grant, signal);
      },
    },

    prepare: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      // A comment needs nothing.
      if (part.thread) return [{}];
      const stored = open(session);
      const path = accountPath(session);
      const { content: caption, media, options } = part;
      const at = { path, stored, signal };
      const [file] = media;
      if (!file) throw new NetworkError('rejected', 'media', `${name} needs a picture or a video`);
      const made = await prepareContainer(part, {
        name,
        read: (id) => read(id, stored, signal),
        makeChild: (file) => containerOfFile(file, { is_carousel_item: 'true' }, at),
        make: (children) => {
          if (children.length) {
            const fields = { media_type: 'CAROUSEL', children: children.join(','), caption };
            return makeContainer(path, fields, stored, signal);
          }
          if (options.place === 'story')
            return containerOfFile(file, { media_type: 'STORIES' }, at);
          return containerOfFile(file, { caption }, at);
        },
      });
      return [made];
    },

    batch: 1,

    send: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const stored = open(session);
      const { content: message, thread } = part;
      const publish = async (path: string, fields: Record<string, string>) => {
        const request = { method: 'POST' as const, fields, publishes: true, signal };
        return graph.parse(Id, await call(path, request, stored), { publishes: true }).id;
      };
      if (thread) {
        const id = await publish(`/${encodeURIComponent(thread.root.id)}/comments`, { message });
        return [{ id, url: thread.root.url }];
      }
      const fields = { creation_id: containerOf(part) };
      const id = await publishing(part, publish(`${accountPath(session)}/media_publish`, fields));
      const params = { fields: 'permalink' };
      // It is published, whatever this brings.
      const url = await call(`/${encodeURIComponent(id)}`, { params, signal }, stored).then(
        (response) => Post.pick({ permalink: true }).parse(response.body).permalink,
        () => null,
      );
      return [{ id, url }];
    },

    find: async (part, session, signal) => {
      const stored = open(session);
      const { content, thread, since } = part;
      const from = since.getTime() - SKEW_MS;
      const isNew = ({ timestamp }: { timestamp: string }) => !(Date.parse(timestamp) < from);
      if (thread) {
        const path = `/${encodeURIComponent(thread.root.id)}/comments`;
        const params = { fields: 'id,text,timestamp', limit: PAGE };
        const found = await search(path, Comment, { params, signal }, stored, {
          matches: (comment) => isNew(comment) && comparable(comment.text) === comparable(content),
        });
        return typeof found === 'string' ? found : { id: found.id, url: thread.root.url };
      }
      return findContainer(part, { name, read: (id) => read(id, stored, signal) }, async () => {
        const params = { fields: POST_FIELDS, limit: PAGE };
        const found = await search(mediaPath(session), Post, { params, signal }, stored, {
          matches: (post) => isNew(post) && comparable(post.caption) === comparable(content),
          isPast: (post) => !isNew(post),
        });
        return typeof found === 'string' ? undefined : { id: found.id, url: found.permalink };
      });
    },

    settlesMs: SETTLES_MS,

    latest: async (session, signal, count = LATEST) => {
      const params = { fields: POST_FIELDS, limit: String(count) };
      const response = await call(mediaPath(session), { params, signal }, open(session));
      const { data } = graph.parse(z.object({ data: z.array(Post) }), response);
      return data.map(({ id, permalink, caption, timestamp }) => ({
        id,
        url: permalink,
        content: caption,
        created_at: timestamp,
      }));
    },
  };
}

const NO_FILES =
  'Pictures need an https address that the internet reaches: set PUBLIC_URL, or S3_URL.';
