import { randomUUID } from 'node:crypto';
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

/** The API of Instagram for professional accounts: containers, uploads, comments, quotas. */

const CLIENT = { id: 'instagram-client', secret: 'the secret of the instagram client' };
const API = '/v25.0';
const FIELDS = [
  'media_type',
  'image_url',
  'caption',
  'alt_text',
  'is_carousel_item',
  'children',
  'upload_type',
];

type Post = {
  id: string;
  owner: string;
  caption: string;
  timestamp: string;
  fields: Record<string, string>;
  files: Buffer[];
  comments: { id: string; text: string; timestamp: string }[];
};

export async function startInstagram(
  given: { processing?: number; publishes?: 'id' | 'user_id' } = {},
) {
  const tokens = createTokens();
  const containers = createContainers(given);
  const posts: Post[] = [];
  const short = new Map<string, string>();
  const figures = figureFaults();
  const options = { publishes: 'id', sparse: false, ...given };
  let ids = 40_000;

  /** Which of two ids publishes is not said. */
  const idsOf = (person: string) => ({ id: `17${person}`, user_id: `99${person}` });
  const publisherOf = (person: string) => idsOf(person)[options.publishes as 'id'];

  async function create({ body }: FakeRequest, owner: string): Promise<FakeReply> {
    const unknown = unknownField(body, FIELDS);
    if (unknown) return failure(100, `Param ${unknown} is not allowed`);
    const { media_type, image_url, caption = '', children, upload_type, alt_text } = body;
    if (caption.length > 2200) return failure(100, 'The caption is too long', { subcode: 2207010 });
    if (media_type === 'STORIES' && (caption || alt_text))
      return failure(100, 'Stories have neither a caption nor an alt text');
    if (media_type === 'CAROUSEL') {
      const parts = children?.split(',') ?? [];
      const ready = parts.filter((id: string) => containers.get(id)?.status === 'FINISHED');
      if (parts.length < 2 || parts.length > 10 || ready.length < parts.length)
        return failure(100, 'The children are not ready', { subcode: 2207028 });
    } else if (!image_url && upload_type !== 'resumable')
      return failure(100, 'The image_url is required');
    const one = await containers.add(owner, body, image_url);
    if (!one) return failure(9004, 'Only photo or video can be accepted', { subcode: 2207052 });
    // JPEG alone.
    const [bytes] = one.files;
    if (bytes && bytes.readUInt16BE(0) !== 0xffd8)
      return failure(36_001, 'The image format is not supported', { subcode: 2207005 });
    return { status: 200, body: { id: one.id } };
  }

  function publish({ body }: FakeRequest, owner: string): FakeReply {
    const one = containers.get(body.creation_id);
    if (!one || one.owner !== owner || one.status === 'EXPIRED')
      return failure(100, 'The container has expired', { subcode: 2207008 });
    if (one.status === 'IN_PROGRESS')
      return failure(9007, 'The media is not ready', { subcode: 2207027 });
    if (one.status === 'PUBLISHED') return failure(100, 'The container was published already');
    one.status = 'PUBLISHED';
    const children = (one.fields.children?.split(',') ?? []).flatMap(
      (id) => containers.get(id)?.files ?? [],
    );
    const post = {
      id: String(++ids),
      owner,
      caption: one.fields.caption ?? '',
      timestamp: new Date().toISOString(),
      fields: one.fields,
      files: children.length ? children : one.files,
      comments: [],
    };
    one.post = post.id;
    posts.push(post);
    return { status: 200, body: { id: post.id } };
  }

  function insightsOf(post: Post, metrics: string | null, owner: string): FakeReply {
    if (!tokens.scopesOf(owner).includes('instagram_business_manage_insights'))
      return failure(10, '(#10) Application does not have permission for this action');
    const views = 10 * post.caption.length;
    const isStory = post.fields.media_type === 'STORIES';
    const isReel = post.fields.media_type === 'REELS';
    return insights(
      metrics,
      {
        views,
        reach: Math.floor(views / 2),
        shares: 1,
        ...(isStory
          ? { replies: 0 }
          : { likes: 3, comments: post.comments.length, saved: 1, reposts: 1 }),
        ...(isReel ? { ig_reels_video_view_total_time: 7500 } : { follows: 1, profile_visits: 2 }),
      },
      figures,
    );
  }

  const shown = ({ id, caption, timestamp }: Post) => ({
    id,
    caption,
    timestamp,
    permalink: `https://www.instagram.com/p/${id}/`,
  });

  async function handle(request: FakeRequest): Promise<FakeReply> {
    const { method, path, params, body } = request;
    if (path === '/oauth/authorize') {
      if (params.get('client_id') !== CLIENT.id) return { status: 400, body: 'Invalid client' };
      if (!figures.approved && params.get('scope')?.includes('insights'))
        return { status: 400, body: 'Invalid Scopes' };
      return consent(request, 'Instagram', (person) => tokens.issue(request, person));
    }
    if (path === '/oauth/access_token') {
      const made = body.client_secret === CLIENT.secret ? tokens.exchange(body) : undefined;
      if (!made) return failure(100, 'Invalid code');
      const token = randomUUID();
      short.set(token, made.person);
      return {
        status: 200,
        body: { data: [{ access_token: token, user_id: 1, permissions: made.scope }] },
      };
    }
    if (path === '/access_token' || path === '/refresh_access_token') {
      const given = params.get('access_token') ?? '';
      const person = path === '/access_token' ? short.get(given) : tokens.personOf(given);
      if (!person) return failure(190, 'The access token is invalid', { status: 401 });
      const access_token = tokens.make(person).token;
      return { status: 200, body: { access_token, token_type: 'bearer', expires_in: 5_183_944 } };
    }
    const upload = /^\/ig-api-upload\/v25\.0\/(\d+)$/.exec(path)?.[1];
    if (upload) {
      const one = containers.get(upload);
      const { offset, file_size: size } = request.headers;
      if (!one || offset !== '0' || Number(size) !== request.bytes.length)
        return failure(100, 'The upload is not complete', { subcode: 2207082 });
      one.files.push(request.bytes);
      return { status: 200, body: { success: true } };
    }
    const owner = tokens.personOf(request.token);
    if (!owner) return failure(190, 'The access token is invalid', { subcode: 463, status: 401 });
    const base = `${API}/${publisherOf(owner)}`;
    switch (`${method} ${path}`) {
      case `GET ${API}/me`:
        return {
          status: 200,
          body: {
            ...idsOf(owner),
            username: owner,
            name: owner,
            ...(params.get('fields')?.includes('followers_count') && {
              followers_count: 31,
              media_count: posts.length,
            }),
            ...(params.get('fields')?.split(',').includes('profile_picture_url') && {
              profile_picture_url: proxy.url + PICTURE,
            }),
          },
        };
      case `GET ${base}/content_publishing_limit`:
        return {
          status: 200,
          body: {
            data: [{ quota_usage: 0, config: { quota_total: 100, quota_duration: 86_400 } }],
          },
        };
      case `POST ${base}/media`:
        return create(request, owner);
      case `POST ${base}/media_publish`:
        return publish(request, owner);
      case `GET ${base}/media`:
        return listPage(
          posts.filter((post) => post.owner === owner),
          params,
          shown,
          options,
        );
    }
    const [, read] = /^\/v25\.0\/(\d+)\/insights$/.exec(path) ?? [];
    const counted = posts.find((post) => post.id === read);
    if (counted) return insightsOf(counted, params.get('metric'), owner);
    const [, id, comments] = /^\/v25\.0\/(\d+)(\/comments)?$/.exec(path) ?? [];
    const container = containers.get(id);
    if (container && method === 'GET')
      return { status: 200, body: { id, status_code: containers.statusOf(container) } };
    const post = posts.find((post) => post.id === id);
    if (post && comments && method === 'POST') {
      const timestamp = new Date().toISOString();
      post.comments.push({ id: String(++ids), text: body.message, timestamp });
      return { status: 200, body: { id: String(ids) } };
    }
    if (post && comments) return listPage(post.comments, params, (comment) => comment, options);
    if (post && method === 'GET') return { status: 200, body: shown(post) };
    if (posts.some((post) => post.comments.some((comment) => comment.id === id)))
      return { status: 200, body: { id, like_count: 1 } };
    return failure(100, 'Unsupported request. Object does not exist', { subcode: 33 });
  }

  const proxy = await startFake(
    handle,
    ({ method, path }) => method === 'POST' && /\/(media_publish|comments)$/.test(path),
    graphFailures,
  );
  const known = new Map<number, string>();
  const network: TestNetwork = {
    name: 'instagram',
    renews: false,
    atomic: false,
    needs: 'picture',
    connect: async (call) => {
      const person = `joan_${randomUUID().slice(0, 8)}`;
      const { status, body } = await logIn(call, 'instagram', person, { way: 'login' });
      if (status !== 200) throw new Error(JSON.stringify(body));
      known.set(body.channels[0].id, person);
      return body.channels[0].id;
    },
    reconnect: (call, channel) =>
      logIn(call, 'instagram', known.get(channel) ?? '', { channel, way: 'login' }),
    posts: async (_call, channel) =>
      posts
        .filter(({ owner }) => owner === known.get(channel))
        .flatMap((post) => [
          { id: post.id, content: post.caption, parent: null, files: post.files.length },
          ...post.comments.map(({ id, text }) => ({
            id,
            content: text,
            parent: post.id,
            files: 0,
          })),
        ]),
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
      INSTAGRAM_CLIENT_ID: CLIENT.id,
      INSTAGRAM_CLIENT_SECRET: CLIENT.secret,
      INSTAGRAM_FIGURES: 'true',
    },
    addresses: {
      'https://www.instagram.com': proxy.url,
      'https://api.instagram.com': proxy.url,
      'https://graph.instagram.com': proxy.url,
      'https://rupload.facebook.com': proxy.url,
    },
  };
}
