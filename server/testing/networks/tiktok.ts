import { randomUUID } from 'node:crypto';
import {
  consent,
  createTokens,
  type FakeReply,
  type FakeRequest,
  type ForeignJson,
  fetchFile,
  logIn,
  PICTURE,
  startFake,
  unknownField,
} from './fake.ts';
import type { Fault } from './fault-proxy.ts';
import type { TestNetwork } from './network.ts';

/** The Content Posting API of TikTok: creator info, chunks in order, pictures by link, states. */

const CLIENT = { id: 'tiktok-key', secret: 'the secret of the tiktok client' };
const MB = 1024 * 1024;

type Post = {
  publish: string;
  /** Null until it is visible. */
  id: string | null;
  owner: string;
  text: string;
  info: ForeignJson;
  size: number;
  chunks: number;
  bytes: Buffer[];
  files: number;
  inbox: boolean;
  asked: number;
  failed: string | null;
};

const answer = (
  code: string,
  message = '',
  status = code === 'ok' ? 200 : 400,
  data = {},
): FakeReply => ({
  status,
  body: { data, error: { code, message, log_id: 'log' } },
});

const replies = (fault: Fault) => {
  const error = (status: number, code: string, headers?: Record<string, string>) => ({
    status,
    body: { data: {}, error: { code, message: code, log_id: 'log' } },
    ...(headers && { headers }),
  });
  switch (fault) {
    case 'rate_limit':
      return error(429, 'rate_limit_exceeded', { 'retry-after': '1' });
    case 'expired':
    case 'revoked':
      return error(401, 'access_token_invalid');
    case 'refuse':
      return error(403, 'spam_risk');
    default:
      return error(500, 'internal_error');
  }
};

const INFO = [
  'title',
  'description',
  'privacy_level',
  'disable_comment',
  'disable_duet',
  'disable_stitch',
  'brand_content_toggle',
  'brand_organic_toggle',
  'is_aigc',
  'auto_add_music',
];

export async function startTikTok(
  given: { kind?: 'video' | 'picture'; processing?: number; duetDisabled?: boolean } = {},
) {
  const options = {
    kind: 'video' as const,
    processing: 1,
    duetDisabled: false,
    privacy: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    failure: null as string | null,
    /** Where videos are sent; undefined where it is here. */
    uploads: undefined as string | undefined,
    ...given,
  };
  const tokens = createTokens();
  const figures = { approved: true, leftOut: [] as string[], asText: false, limited: false };
  const posts: Post[] = [];
  let ids = 7_300_000;

  function begin(
    owner: string,
    inbox: boolean,
    { post_info: info = {}, source_info }: ForeignJson,
  ): FakeReply {
    const unknown = unknownField(info, INFO);
    if (unknown) return answer('invalid_params', `${unknown} is not a field`);
    if (!inbox && !options.privacy.includes(info.privacy_level))
      return answer(
        'privacy_level_option_mismatch',
        'Choose one of the options of the creator',
        403,
      );
    if (inbox && Object.keys(info).length) return answer('invalid_params', 'No post_info here');
    const { source, video_size: size, chunk_size: chunk, total_chunk_count: chunks } = source_info;
    const isWhole = chunks === 1 && chunk === size && size <= 64 * MB;
    const isChunked = chunk >= 5 * MB && chunk <= 64 * MB && chunks === Math.floor(size / chunk);
    if (source !== 'FILE_UPLOAD' || (!isWhole && !isChunked))
      return answer('invalid_params', 'The total chunk count is invalid');
    const publish = `v_pub_file~v2.${++ids}`;
    posts.push({
      publish,
      id: null,
      owner,
      text: info.title ?? '',
      info,
      size,
      chunks,
      bytes: [],
      files: 1,
      inbox,
      asked: 0,
      failed: null,
    });
    const upload_url = `${options.uploads ?? proxy.url}/upload/${encodeURIComponent(publish)}`;
    return answer('ok', '', 200, { publish_id: publish, upload_url });
  }

  function receive({ path, headers, bytes }: FakeRequest): FakeReply {
    const one = posts.find(({ publish }) => publish === decodeURIComponent(path.slice(8)));
    if (!one) return { status: 404 };
    const sent = one.bytes.reduce((sum, piece) => sum + piece.length, 0);
    const end = sent + bytes.length;
    if (headers['content-range'] !== `bytes ${sent}-${end - 1}/${one.size}`) return { status: 416 };
    const isLast = one.bytes.length === one.chunks - 1;
    if (isLast !== (end === one.size)) return { status: 400 };
    one.bytes.push(bytes);
    return { status: isLast ? 201 : 206 };
  }

  async function photos(owner: string, body: ForeignJson): Promise<FakeReply> {
    const { media_type, post_mode, post_info: info, source_info: source } = body;
    const unknown = unknownField(info, INFO);
    if (unknown || media_type !== 'PHOTO') return answer('invalid_params', `${unknown}`);
    const inbox = post_mode === 'MEDIA_UPLOAD';
    if (!inbox && !options.privacy.includes(info.privacy_level))
      return answer(
        'privacy_level_option_mismatch',
        'Choose one of the options of the creator',
        403,
      );
    const fetched = [];
    for (const url of source.photo_images) fetched.push(await fetchFile(url));
    const isFine = fetched.every((file) => file && /jpeg|webp/.test(file.type));
    const publish = `p_pub_url~v2.${++ids}`;
    posts.push({
      publish,
      id: null,
      owner,
      text: info.description,
      info,
      size: 0,
      chunks: 0,
      bytes: [],
      files: fetched.length,
      inbox,
      asked: 0,
      failed: isFine ? null : 'photo_pull_failed',
    });
    return answer('ok', '', 200, { publish_id: publish });
  }

  /** What has become of a post; it becomes visible meanwhile. */
  function advance(post: Post): string {
    const sent = post.bytes.reduce((sum, piece) => sum + piece.length, 0);
    if (post.failed) return 'FAILED';
    if (sent < post.size) return 'PROCESSING_UPLOAD';
    if (post.asked++ < options.processing)
      return post.size ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD';
    if (options.failure) {
      post.failed = options.failure;
      return 'FAILED';
    }
    post.id ??= String(++ids);
    return post.inbox ? 'SEND_TO_USER_INBOX' : 'PUBLISH_COMPLETE';
  }

  /** Those that everybody may see; others are left out. */
  function videos(owner: string, fields: string[], ids: string[]): FakeReply {
    if (!tokens.scopesOf(owner).includes('video.list'))
      return answer('scope_not_authorized', 'The user did not authorize the scope', 401);
    if (figures.limited) return answer('rate_limit_exceeded', '', 429);
    if (ids.length > 20) return answer('invalid_params', 'At most 20 ids');
    const found = posts.filter(({ id }) => id !== null && ids.includes(id));
    return answer('ok', '', 200, {
      videos: found
        .filter((post) => post.owner === owner && post.info.privacy_level !== 'SELF_ONLY')
        .map(({ id, text }) => {
          const counts = { view_count: 10 * text.length, like_count: 3, comment_count: 0 };
          const all = Object.entries({ id, ...counts, share_count: 1 });
          return Object.fromEntries(
            all
              .filter(([name]) => fields.includes(name) && !figures.leftOut.includes(name))
              .map(([name, value]) => [name, figures.asText ? String(value) : value]),
          );
        }),
    });
  }

  async function handle(request: FakeRequest): Promise<FakeReply> {
    const { path, params, body, method } = request;
    if (path === '/v2/auth/authorize/') {
      if (params.get('client_key') !== CLIENT.id) return { status: 400, body: 'client_key' };
      if (!figures.approved && params.get('scope')?.includes('video.list'))
        return { status: 400, body: 'scope' };
      return consent(request, 'TikTok', (person) => tokens.issue(request, person));
    }
    if (path === '/v2/oauth/token/') {
      const isKnown = body.client_key === CLIENT.id && body.client_secret === CLIENT.secret;
      const made = !isKnown
        ? undefined
        : body.grant_type === 'refresh_token'
          ? tokens.renew(body.refresh_token)
          : tokens.exchange(body);
      return made
        ? {
            status: 200,
            body: {
              access_token: made.token,
              expires_in: 7200,
              refresh_token: made.refresh,
              refresh_expires_in: 15_552_000,
              open_id: made.person,
              scope: tokens.scopesOf(made.person).join(','),
            },
          }
        : {
            status: 400,
            body: { error: 'invalid_grant', error_description: 'The token is invalid' },
          };
    }
    if (path.startsWith('/upload/') && method === 'PUT') return receive(request);
    const owner = tokens.personOf(request.token);
    if (!owner) return answer('access_token_invalid', 'The access token is invalid', 401);
    switch (path) {
      case '/v2/user/info/':
        if (!params.get('fields')?.includes('count'))
          return answer('ok', '', 200, { user: { open_id: owner } });
        return tokens.scopesOf(owner).includes('user.info.stats')
          ? answer('ok', '', 200, { user: { follower_count: 51, video_count: posts.length } })
          : answer('scope_not_authorized', 'The user did not authorize the scope', 401);
      case '/v2/video/query/':
        return videos(owner, params.get('fields')?.split(',') ?? [], body.filters.video_ids);
      case '/v2/post/publish/creator_info/query/':
        return answer('ok', '', 200, {
          creator_username: owner,
          creator_nickname: `${owner} of TikTok`,
          creator_avatar_url: proxy.url + PICTURE,
          privacy_level_options: options.privacy,
          comment_disabled: false,
          duet_disabled: options.duetDisabled,
          stitch_disabled: false,
          max_video_post_duration_sec: 300,
        });
      case '/v2/post/publish/video/init/':
        return begin(owner, false, body);
      case '/v2/post/publish/inbox/video/init/':
        return begin(owner, true, body);
      case '/v2/post/publish/content/init/':
        return photos(owner, body);
      case '/v2/post/publish/status/fetch/': {
        const one = posts.find(({ publish }) => publish === body.publish_id);
        if (!one) return answer('invalid_publish_id', 'No such post');
        const status = advance(one);
        return answer('ok', '', 200, {
          status,
          ...(one.failed && { fail_reason: one.failed }),
          ...(status === 'PUBLISH_COMPLETE' && { publicaly_available_post_id: [Number(one.id)] }),
        });
      }
    }
    return answer('invalid_params', 'No such path', 404);
  }

  const proxy = await startFake(
    handle,
    ({ method, path }) =>
      (method === 'PUT' && path.startsWith('/upload/')) ||
      path === '/v2/post/publish/content/init/',
    replies,
  );
  const known = new Map<number, string>();
  const network: TestNetwork = {
    name: 'tiktok',
    renews: true,
    atomic: false,
    needs: options.kind,
    // The response that names a post of pictures may be lost.
    asked: options.kind === 'video',
    lists: false,
    choices: { privacy: 'PUBLIC_TO_EVERYONE', consent: 'yes' },
    connect: async (call) => {
      const person = `mae.${randomUUID().slice(0, 8)}`;
      const { status, body } = await logIn(call, 'tiktok', person);
      if (status !== 200) throw new Error(JSON.stringify(body));
      known.set(body.channels[0].id, person);
      return body.channels[0].id;
    },
    reconnect: (call, channel) => logIn(call, 'tiktok', known.get(channel) ?? '', { channel }),
    posts: async (_call, channel) => {
      // Whatever has arrived is visible sooner or later.
      for (const post of posts) for (let n = 0; n <= options.processing; n++) advance(post);
      return posts
        .filter(({ owner, id }) => owner === known.get(channel) && id !== null)
        .map(({ id, text, files }) => ({ id: id ?? '', content: text, parent: null, files }));
    },
    fail: async (_call, channel, ...faults) => {
      if (faults.includes('revoked')) tokens.revoke(known.get(channel) ?? '');
      // A video is refused once it has arrived.
      const isVideo = options.kind === 'video';
      options.failure = isVideo && faults.includes('refuse') ? 'spam_risk_text' : null;
      const passed = faults.filter(
        (fault) => fault !== 'revoked' && !(isVideo && fault === 'refuse'),
      );
      proxy.fail(...passed);
    },
    chaos: proxy.chaos,
    expire: (channel) => tokens.expire(known.get(channel) ?? ''),
    stop: proxy.stop,
  };
  return {
    ...network,
    url: proxy.url,
    options,
    figures,
    declined: tokens.declined,
    list: posts,
    environment: {
      TIKTOK_CLIENT_KEY: CLIENT.id,
      TIKTOK_CLIENT_SECRET: CLIENT.secret,
      TIKTOK_FIGURES: 'true',
    },
    addresses: {
      'https://www.tiktok.com': proxy.url,
      'https://open.tiktokapis.com': proxy.url,
    },
  };
}
