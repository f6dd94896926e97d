import { randomUUID } from 'node:crypto';
import twitter from 'twitter-text';
import {
  consent,
  createTokens,
  type FakeReply,
  type FakeRequest,
  logIn,
  startFake,
  unknownField,
} from './fake.ts';
import type { Fault } from './fault-proxy.ts';
import type { TestNetwork } from './network.ts';

/** The API of X, version 2: strict about fields, media and threads, and about texts it has already. */

const CLIENT = { id: 'x-client', secret: 'secret-of-the-x-client' };
const PROBLEMS = 'https://api.twitter.com/2/problems';

type Post = {
  id: string;
  author: string;
  text: string;
  parent: string | null;
  media: string[];
  settings: Record<string, unknown>;
  created_at: string;
};
type Media = {
  id: string;
  author: string;
  type: string;
  category: string;
  size: number;
  bytes: Buffer[];
  alt: string;
  /** How often it was asked for since its end. */
  asked: number;
  isDone: boolean;
};

const problem = (status: number, type: string, detail: string): FakeReply => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: type ? `${PROBLEMS}/${type}` : 'about:blank', title: detail, detail, status },
});

const replies = (fault: Fault) => {
  switch (fault) {
    case 'rate_limit':
      return {
        status: 429,
        headers: { 'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 1) },
        body: { type: `${PROBLEMS}/rate-limit-exceeded`, title: 'Too Many Requests', status: 429 },
      };
    case 'expired':
    case 'revoked':
      return { status: 401, body: { type: 'about:blank', title: 'Unauthorized', status: 401 } };
    case 'refuse':
      return {
        status: 403,
        body: { type: 'about:blank', detail: 'You are not permitted to perform this action.' },
      };
    default:
      return { status: 503, body: { type: 'about:blank', title: 'Service Unavailable' } };
  }
};

const TWEET_FIELDS = [
  'text',
  'reply',
  'media',
  'reply_settings',
  'made_with_ai',
  'paid_partnership',
];

export async function startXNetwork(
  given: { fieldsName?: 'tweet.fields' | 'post.fields'; processing?: number } = {},
) {
  const options = {
    fieldsName: 'tweet.fields',
    processing: 0,
    /** When a file that is processed is to be asked for, in seconds. */
    checkAfter: 1,
    premium: false,
    credits: true,
    /** What becomes of a repost that is there already. */
    repeats: 'accepted' as 'accepted' | 'refused',
    /** Posts whose own figures are not told any more. */
    old: [] as string[],
    /** Reading posts with these figures fails. */
    failing: undefined as 'own' | 'public' | undefined,
    ...given,
  };
  const tokens = createTokens();
  const posts: Post[] = [];
  const media: Media[] = [];
  let ids = 1_000_000;
  let reads = 0;
  /** What was charged for: a post and a day (UTC), or an account. */
  const charges = new Set<string>();

  const weightOf = (text: string) => twitter.parseTweet(text).weightedLength;
  /** As X shows it: links are shortened, and some signs escaped. */
  const shown = (text: string) => {
    let result = text;
    for (const url of twitter.extractUrls(text)) result = result.replace(url, 'https://t.co/abc');
    return result.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  };

  function token(request: FakeRequest): FakeReply {
    const { body, headers } = request;
    const basic = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64');
    // Each is form-encoded, which clients do in different ways.
    const [id, secret] = basic
      .toString()
      .split(':')
      .map((entry) => decodeURIComponent(entry.replaceAll('+', ' ')));
    if (id !== CLIENT.id || secret !== CLIENT.secret)
      return { status: 401, body: { error: 'unauthorized_client' } };
    const isRefresh = body.grant_type === 'refresh_token';
    const made = isRefresh ? tokens.renew(body.refresh_token) : tokens.exchange(body);
    if (!made)
      return {
        status: 400,
        body: {
          error: 'invalid_request',
          error_description: 'Value passed for the token was invalid.',
        },
      };
    return {
      status: 200,
      body: {
        token_type: 'bearer',
        expires_in: 7200,
        access_token: made.token,
        refresh_token: made.refresh,
      },
    };
  }

  async function upload(request: FakeRequest, author: string): Promise<FakeReply | undefined> {
    const { method, path, body, files, params } = request;
    const add = (type: string, category: string, size: number): Media => {
      const one = {
        id: String(++ids),
        author,
        type,
        category,
        size,
        bytes: [],
        alt: '',
        asked: 0,
        isDone: false,
      };
      media.push(one);
      return one;
    };
    const infoOf = (media: Media) =>
      media.category === 'tweet_image' || media.asked >= options.processing
        ? {}
        : { processing_info: { state: 'pending', check_after_secs: options.checkAfter } };
    const dataOf = (media: Media) => ({
      id: media.id,
      expires_after_secs: 86_400,
      ...infoOf(media),
    });
    if (path === '/2/media/upload' && method === 'POST') {
      const [file] = files;
      if (!file || body.media_category !== 'tweet_image' || !/jpeg|png|webp/.test(file.type))
        return problem(400, 'invalid-request', 'The media is invalid.');
      const one = add(file.type, body.media_category, file.size);
      one.isDone = true;
      return { status: 200, body: { data: dataOf(one) } };
    }
    if (path === '/2/media/upload' && params.get('command') === 'STATUS') {
      const one = media.find(({ id }) => id === params.get('media_id'));
      if (!one) return problem(404, 'resource-not-found', 'Not found');
      one.asked++;
      return { status: 200, body: { data: dataOf(one) } };
    }
    if (path === '/2/media/upload/initialize') {
      if (unknownField(body, ['media_type', 'total_bytes', 'media_category']))
        return problem(400, 'invalid-request', 'Unknown field');
      const one = add(body.media_type, body.media_category, body.total_bytes);
      return { status: 200, body: { data: { id: one.id, expires_after_secs: 86_400 } } };
    }
    const [, id, step] = /^\/2\/media\/upload\/(\d+)\/(append|finalize)$/.exec(path) ?? [];
    const one = media.find((known) => known.id === id);
    if (one && step === 'append') {
      if (Number(body.segment_index) !== one.bytes.length || !files[0])
        return problem(400, 'invalid-request', 'Segments come in order.');
      one.bytes.push(Buffer.from(await files[0].arrayBuffer()));
      return { status: 200, body: { data: {} } };
    }
    if (one && step === 'finalize') {
      const size = one.bytes.reduce((sum, bytes) => sum + bytes.length, 0);
      if (size !== one.size) return problem(400, 'invalid-request', 'Segments are missing.');
      one.isDone = true;
      return { status: 200, body: { data: dataOf(one) } };
    }
    if (path === '/2/media/metadata') {
      const known = media.find((each) => each.id === body.id);
      if (!known) return problem(400, 'invalid-request', 'No such media');
      known.alt = body.metadata.alt_text.text;
      return { status: 200, body: { data: { id: body.id } } };
    }
    return undefined;
  }

  function create({ body }: FakeRequest, author: string): FakeReply {
    const unknown = unknownField(body, TWEET_FIELDS);
    if (unknown)
      return problem(400, 'invalid-request', `$.${unknown}: is not defined in the schema`);
    if (!options.credits) return problem(402, 'credits', 'Your credits are depleted.');
    const { text, reply, media: files, ...settings } = body;
    if (weightOf(text) > (options.premium ? 25_000 : 280))
      return problem(403, '', 'Your post is too long.');
    const parent = reply?.in_reply_to_tweet_id ?? null;
    if (parent && !posts.some(({ id }) => id === parent))
      return problem(403, '', 'You attempted to reply to a post that is deleted.');
    const wanted: string[] = files?.media_ids ?? [];
    const found = wanted.flatMap(
      (id) => media.find((entry) => entry.id === id && entry.isDone) ?? [],
    );
    if (found.length < wanted.length || wanted.length > 4)
      return problem(400, 'invalid-request', 'Your media IDs are invalid.');
    if (posts.some((post) => post.author === author && post.text === text))
      return problem(403, '', 'You are not allowed to create a Tweet with duplicate content.');
    const created_at = new Date().toISOString();
    const post = { id: String(++ids), author, text, parent, media: wanted, settings, created_at };
    posts.push(post);
    return { status: 201, body: { data: { id: post.id, text: shown(text) } } };
  }

  /** Of an account and a post: a repetition changes nothing. */
  const reposts: { author: string; of: string }[] = [];

  function repost({ body }: FakeRequest, author: string): FakeReply {
    const unknown = unknownField(body, ['tweet_id']);
    if (unknown || !/^\d{1,19}$/.test(body.tweet_id ?? ''))
      return problem(400, 'invalid-request', 'tweet_id is not valid');
    if (!options.credits) return problem(402, 'credits', 'Your credits are depleted.');
    const of = body.tweet_id as string;
    if (!posts.some(({ id }) => id === of))
      return problem(404, 'resource-not-found', `Could not find tweet with id: [${of}].`);
    const isKnown = reposts.some((repost) => repost.author === author && repost.of === of);
    if (isKnown && options.repeats === 'refused')
      return problem(403, '', 'You have already retweeted this Tweet.');
    if (!isKnown) reposts.push({ author, of });
    return { status: 200, body: { data: { rest_id: of, retweeted: true } } };
  }

  function timeline({ params }: FakeRequest, author: string): FakeReply {
    reads++;
    const names = [...params.keys()].filter((name) => name.endsWith('.fields'));
    const limit = Number(params.get('max_results'));
    if (names.some((name) => name !== options.fieldsName) || limit < 5 || limit > 100)
      return problem(400, 'invalid-request', 'One or more parameters to your request was invalid.');
    const at = Number(params.get('pagination_token') ?? 0);
    const own = posts.filter((post) => post.author === author).toReversed();
    const next = at + limit < own.length ? { next_token: String(at + limit) } : {};
    const data = own.slice(at, at + limit).map(({ id, text, parent, created_at }) => ({
      id,
      text: shown(text),
      created_at,
      entities: {
        urls: twitter.extractUrls(text).map((url) => ({
          expanded_url: /^https?:/.test(url) ? url : `http://${url}`,
        })),
      },
      ...(parent && { referenced_tweets: [{ type: 'replied_to', id: parent }] }),
    }));
    // Without posts there is no list.
    return {
      status: 200,
      body: data.length ? { data, meta: next } : { meta: { result_count: 0 } },
    };
  }

  /** Posts by id, each charged once a day. */
  function lookUp({ params }: FakeRequest, author: string): FakeReply {
    const [field] = [...params.keys()].filter((name) => name.endsWith('.fields'));
    const ids = params.get('ids')?.split(',') ?? [];
    if (field !== options.fieldsName || ids.length > 100)
      return problem(400, 'invalid-request', 'One or more parameters to your request was invalid.');
    if (!options.credits) return problem(402, 'credits', 'Your credits are depleted.');
    const isPrivate = params.get(field)?.includes('non_public_metrics');
    if (options.failing === (isPrivate ? 'own' : 'public'))
      return problem(503, '', 'Service unavailable');
    const found = ids.flatMap((id) => posts.find((post) => post.id === id) ?? []);
    const isRefused = (post: Post) =>
      isPrivate && (post.author !== author || options.old.includes(post.id));
    const data = found
      .filter((post) => !isRefused(post))
      .map(({ id, text }) => {
        charges.add(`${id} ${new Date().toISOString().slice(0, 10)}`);
        return {
          id,
          text: shown(text),
          public_metrics: {
            impression_count: 10 * text.length,
            like_count: 3,
            reply_count: posts.filter(({ parent }) => parent === id).length,
            retweet_count: 1,
            quote_count: 1,
            bookmark_count: 2,
          },
          ...(isPrivate && {
            non_public_metrics: { url_link_clicks: 4, user_profile_clicks: 1, engagements: 9 },
          }),
        };
      });
    const errors = [
      ...ids
        .filter((id) => !found.some((post) => post.id === id))
        .map((id) => ({ resource_id: id, type: `${PROBLEMS}/resource-not-found` })),
      ...found
        .filter(isRefused)
        .map(({ id }) => ({ resource_id: id, type: `${PROBLEMS}/not-authorized-for-field` })),
    ];
    return {
      status: 200,
      body: { ...(data.length && { data }), ...(errors.length && { errors }) },
    };
  }

  async function handle(request: FakeRequest): Promise<FakeReply> {
    const { method, path, params } = request;
    if (path === '/i/oauth2/authorize') {
      if (params.get('client_id') !== CLIENT.id || params.get('code_challenge_method') !== 'S256')
        return { status: 400, body: 'Something went wrong' };
      return consent(request, 'X', (person) => tokens.issue(request, person));
    }
    if (path === '/2/oauth2/token') return token(request);
    const author = tokens.personOf(request.token);
    if (!author) return problem(401, '', 'Unauthorized');
    if (path === '/2/users/me')
      return {
        status: 200,
        body: {
          data: {
            id: `id-of-${author}`,
            name: `${author} of X`,
            username: author,
            ...(params.has('user.fields') && {
              verified_type: 'none',
              subscription_type: options.premium ? 'Premium' : 'None',
            }),
            ...(params.get('user.fields')?.includes('public_metrics') && {
              public_metrics: { followers_count: 61, tweet_count: posts.length },
            }),
            ...(params.get('user.fields')?.includes('profile_image_url') && {
              profile_image_url: `${proxy.url}/profile_images/1/a_normal.jpg`,
            }),
          },
        },
      };
    const uploaded = await upload(request, author);
    if (uploaded) return uploaded;
    if (path === '/2/tweets' && method === 'POST') return create(request, author);
    if (path === '/2/tweets') return lookUp(request, author);
    if (path === `/2/users/id-of-${author}/tweets`) return timeline(request, author);
    if (path === `/2/users/id-of-${author}/retweets` && method === 'POST')
      return repost(request, author);
    const id = /^\/2\/tweets\/(\d+)$/.exec(path)?.[1];
    if (id && method === 'DELETE') {
      const index = posts.findIndex((post) => post.id === id && post.author === author);
      if (index >= 0) posts.splice(index, 1);
      return { status: 200, body: { data: { deleted: index >= 0 } } };
    }
    return problem(404, 'resource-not-found', 'Not found');
  }

  const proxy = await startFake(
    handle,
    ({ method, path }) => method === 'POST' && (path === '/2/tweets' || path.endsWith('/retweets')),
    replies,
  );
  const known = new Map<number, string>();
  let accounts = 0;
  const network: TestNetwork = {
    name: 'x',
    renews: true,
    atomic: false,
    connect: async (call) => {
      const person = `ada${++accounts}n${randomUUID().slice(0, 6)}`;
      const { status, body } = await logIn(call, 'x', person);
      if (status !== 200) throw new Error(JSON.stringify(body));
      known.set(body.channels[0].id, person);
      return body.channels[0].id;
    },
    reconnect: (call, channel) => logIn(call, 'x', known.get(channel) ?? '', { channel }),
    posts: async (_call, channel) =>
      posts
        .filter(({ author }) => author === known.get(channel))
        .map(({ id, text, parent, media: files }) => ({
          id,
          content: text,
          parent,
          files: files.length,
        })),
    reposts: async (_call, channel) =>
      reposts.flatMap(({ author, of }) => (author === known.get(channel) ? [of] : [])),
    fail: async (_call, channel, ...faults) => {
      if (faults.includes('revoked')) tokens.revoke(known.get(channel) ?? '');
      proxy.fail(...faults.filter((fault) => fault !== 'revoked'));
    },
    chaos: proxy.chaos,
    expire: (channel) => tokens.expire(known.get(channel) ?? ''),
    stop: proxy.stop,
  };
  return {
    ...network,
    url: proxy.url,
    options,
    list: posts,
    media,
    reads: () => reads,
    charges,
    environment: {
      X_CLIENT_ID: CLIENT.id,
      X_CLIENT_SECRET: CLIENT.secret,
    },
    addresses: { 'https://x.com': proxy.url, 'https://api.x.com': proxy.url },
  };
}
