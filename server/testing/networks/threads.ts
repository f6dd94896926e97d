import { randomUUID } from 'node:crypto';
import { networks } from '#contract/networks/networks.ts';
import {
  consent,
  createTokens,
  type FakeReply,
  type FakeRequest,
  logIn,
  PICTURE,
  startFake,
  unknownField,
} from './fake.ts';
import {
  createContainers,
  failure,
  figureFaults,
  graphFailures,
  insights,
  listPage,
} from './graph.ts';
import type { TestNetwork } from './network.ts';

/** The API of Threads: containers that are published once, replies, quotas. */

const CLIENT = { id: 'threads-client', secret: 'the secret of the threads client' };
const FIELDS = [
  'media_type',
  'text',
  'image_url',
  'video_url',
  'alt_text',
  'reply_to_id',
  'reply_control',
  'topic_tag',
  'is_carousel_item',
  'children',
];

type Post = {
  id: string;
  owner: string;
  text: string;
  parent: string | null;
  timestamp: string;
  fields: Record<string, string>;
  files: number;
};

export async function startThreads(given: { processing?: number } = {}) {
  const tokens = createTokens();
  const containers = createContainers(given);
  const posts: Post[] = [];
  /** A repetition is another one. */
  const reposts: { id: string; owner: string; of: string; timestamp: string }[] = [];
  /** Tokens of an hour; they are exchanged for those of sixty days. */
  const short = new Map<string, string>();
  const options = { links: 5, sparse: false };
  const figures = figureFaults();
  let ids = 70_000;

  async function create({ body }: FakeRequest, owner: string): Promise<FakeReply> {
    const unknown = unknownField(body, FIELDS);
    if (unknown) return failure(100, `Param ${unknown} is not allowed`);
    const { media_type, text = '', image_url, video_url, children, reply_to_id } = body;
    if (!['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'].includes(media_type))
      return failure(100, 'Param media_type must be one of TEXT, IMAGE, VIDEO, CAROUSEL');
    if (networks.threads.count(text) > 500)
      return failure(100, 'Param text must be at most 500 characters long.');
    if (reply_to_id && !posts.some(({ id }) => id === reply_to_id))
      return failure(100, 'The post to reply to does not exist');
    const link =
      media_type === 'IMAGE' ? image_url : media_type === 'VIDEO' ? video_url : undefined;
    if ((media_type === 'IMAGE' || media_type === 'VIDEO') && !link)
      return failure(100, 'A url is needed');
    const parts = children?.split(',') ?? [];
    if (media_type === 'CAROUSEL') {
      const ready = parts.filter((id: string) => containers.get(id)?.status === 'FINISHED');
      if (parts.length < 2 || parts.length > 20 || ready.length < parts.length)
        return failure(100, 'The children are not ready', { subcode: 2207028 });
    }
    const one = await containers.add(owner, body, link);
    if (!one) return failure(9004, 'The media could not be fetched', { subcode: 2207052 });
    return { status: 200, body: { id: one.id } };
  }

  function publish({ body }: FakeRequest, owner: string): FakeReply {
    const one = containers.get(body.creation_id);
    if (!one || one.owner !== owner || one.status === 'EXPIRED')
      return failure(24, 'The requested resource does not exist', { subcode: 2207008 });
    if (one.status === 'IN_PROGRESS') return failure(24, 'Media not found');
    if (one.status === 'PUBLISHED') return failure(100, 'The container was published already');
    one.status = 'PUBLISHED';
    const { text = '', reply_to_id = null, children } = one.fields;
    const files = children ? children.split(',').length : one.files.length;
    const post = {
      id: String(++ids),
      owner,
      text,
      parent: reply_to_id,
      timestamp: new Date().toISOString(),
      fields: one.fields,
      files,
    };
    one.post = post.id;
    posts.push(post);
    return { status: 200, body: { id: post.id } };
  }

  /** Replies to a post; of the first one also those below. */
  function countReplies(id: string, isFirst: boolean): number {
    const direct = posts.filter(({ parent }) => parent === id);
    const below = isFirst ? direct.reduce((sum, post) => sum + countReplies(post.id, true), 0) : 0;
    return direct.length + below;
  }

  const forbidden = (owner: string) =>
    tokens.scopesOf(owner).includes('threads_manage_insights')
      ? undefined
      : failure(10, 'Application does not have permission for this action', { status: 403 });

  const insightsOf = ({ id, text, parent }: Post, metrics: string | null) =>
    insights(
      metrics,
      {
        views: 10 * text.length,
        likes: 3,
        replies: countReplies(id, parent === null),
        reposts: 1,
        quotes: 1,
        shares: 1,
      },
      figures,
    );

  const shown = ({ id, text, timestamp, parent, owner }: Post) => ({
    id,
    text,
    timestamp,
    permalink: `https://www.threads.com/@${owner}/post/${id}`,
    ...(parent && { replied_to: { id: parent } }),
  });

  async function handle(request: FakeRequest): Promise<FakeReply> {
    const { method, path, params, body } = request;
    if (path === '/oauth/authorize') {
      if (params.get('client_id') !== CLIENT.id) return { status: 400, body: 'Invalid client' };
      if (!figures.approved && params.get('scope')?.includes('insights'))
        return { status: 400, body: 'Invalid Scopes' };
      return consent(request, 'Threads', (person) => tokens.issue(request, person));
    }
    if (path === '/oauth/access_token' && method === 'POST') {
      const made = body.client_secret === CLIENT.secret ? tokens.exchange(body) : undefined;
      if (!made) return failure(100, 'Invalid code');
      const token = randomUUID();
      short.set(token, made.person);
      return { status: 200, body: { access_token: token, user_id: 1 } };
    }
    const exchanged = params.get('access_token') ?? '';
    const person =
      path === '/access_token' && params.get('client_secret') === CLIENT.secret
        ? short.get(exchanged)
        : path === '/refresh_access_token'
          ? tokens.personOf(exchanged)
          : undefined;
    if (path === '/access_token' || path === '/refresh_access_token')
      return person
        ? {
            status: 200,
            body: {
              access_token: tokens.make(person).token,
              token_type: 'bearer',
              expires_in: 5_183_944,
            },
          }
        : failure(190, 'The access token is invalid', { status: 401 });
    const owner = tokens.personOf(request.token);
    if (!owner) return failure(190, 'The access token is invalid', { subcode: 463, status: 401 });
    const own = posts.filter((post) => post.owner === owner);
    const since = Number(params.get('since') ?? 0) * 1000;
    const listed = (replies: boolean) => {
      const asksForReposts = params.get('fields')?.split(',').includes('reposted_post') ?? false;
      const facades = reposts
        .filter((repost) => repost.owner === owner && !replies)
        .map(({ id, of, timestamp }) => ({
          timestamp,
          show: { id, ...(asksForReposts && { reposted_post: { id: of } }) },
        }));
      const entries = [
        ...own
          .filter(({ parent }) => (parent !== null) === replies)
          .map((post) => ({ timestamp: post.timestamp, show: shown(post) })),
        ...facades,
      ].filter(({ timestamp }) => Date.parse(timestamp) >= since);
      return listPage(entries, params, ({ show }) => show, options);
    };
    switch (`${method} ${path}`) {
      case 'GET /v1.0/me':
        return {
          status: 200,
          body: {
            id: `9${owner.length}${owner}`,
            username: owner,
            name: owner,
            ...(params.get('fields')?.includes('threads_profile_picture_url') && {
              threads_profile_picture_url: proxy.url + PICTURE,
            }),
          },
        };
      case 'GET /v1.0/me/threads_publishing_limit':
        return {
          status: 200,
          body: {
            data: [
              {
                config: { quota_total: 250, quota_duration: 86_400 },
                reply_config: { quota_total: 1000, quota_duration: 86_400 },
              },
            ],
          },
        };
      case 'GET /v1.0/me/threads_insights':
        return (
          forbidden(owner) ?? {
            status: 200,
            body: { data: [{ name: 'followers_count', total_value: { value: 41 } }] },
          }
        );
      case 'POST /v1.0/me/threads':
        return create(request, owner);
      case 'POST /v1.0/me/threads_publish':
        return publish(request, owner);
      case 'GET /v1.0/me/threads':
        return listed(false);
      case 'GET /v1.0/me/replies':
        return listed(true);
    }
    const read = /^\/v1\.0\/(\d+)\/insights$/.exec(path)?.[1];
    const counted = own.find((post) => post.id === read);
    if (counted) return forbidden(owner) ?? insightsOf(counted, params.get('metric'));
    const id = /^\/v1\.0\/(\d+)$/.exec(path)?.[1];
    const container = containers.get(id);
    if (container && method === 'GET')
      return { status: 200, body: { id, status: containers.statusOf(container) } };
    const shared = /^\/v1\.0\/(\d+)\/repost$/.exec(path)?.[1];
    if (shared && method === 'POST' && posts.some((post) => post.id === shared)) {
      const one = { id: String(++ids), owner, of: shared, timestamp: new Date().toISOString() };
      reposts.push(one);
      return { status: 200, body: { id: one.id } };
    }
    const index = posts.findIndex((post) => post.id === id && post.owner === owner);
    const post = posts[index];
    if (post && method === 'GET') return { status: 200, body: shown(post) };
    if (post && method === 'DELETE') {
      posts.splice(index, 1);
      return { status: 200, body: { success: true } };
    }
    return failure(100, 'Unsupported request. Object does not exist', { subcode: 33 });
  }

  const proxy = await startFake(
    handle,
    ({ method, path }) =>
      method === 'POST' && /^\/v1\.0\/(me\/threads_publish|\d+\/repost)$/.test(path),
    graphFailures,
  );
  const known = new Map<number, string>();
  const network: TestNetwork = {
    name: 'threads',
    renews: false,
    atomic: false,
    connect: async (call) => {
      const person = `grace.${randomUUID().slice(0, 8)}`;
      const { status, body } = await logIn(call, 'threads', person);
      if (status !== 200) throw new Error(JSON.stringify(body));
      known.set(body.channels[0].id, person);
      return body.channels[0].id;
    },
    reconnect: (call, channel) => logIn(call, 'threads', known.get(channel) ?? '', { channel }),
    posts: async (_call, channel) =>
      posts
        .filter(({ owner }) => owner === known.get(channel))
        .map(({ id, text, parent, files }) => ({ id, content: text, parent, files })),
    reposts: async (_call, channel) =>
      reposts.flatMap(({ owner, of }) => (owner === known.get(channel) ? [of] : [])),
    fail: async (_call, _channel, ...faults) => proxy.fail(...faults),
    chaos: proxy.chaos,
    stop: proxy.stop,
  };
  return {
    ...network,
    url: proxy.url,
    options,
    figures,
    declined: tokens.declined,
    list: posts,
    containers,
    environment: {
      THREADS_CLIENT_ID: CLIENT.id,
      THREADS_CLIENT_SECRET: CLIENT.secret,
      THREADS_FIGURES: 'true',
    },
    addresses: {
      'https://www.threads.com': proxy.url,
      'https://graph.threads.net': proxy.url,
    },
  };
}
