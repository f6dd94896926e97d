import { randomUUID } from 'node:crypto';
import {
  consent,
  createTokens,
  type FakeReply,
  type FakeRequest,
  type ForeignJson,
  logIn,
  PICTURE,
  startFake,
  unknownField,
} from './fake.ts';
import type { Fault } from './fault-proxy.ts';
import type { TestNetwork } from './network.ts';

/**
 * The API of LinkedIn: little text, which is cut off at the first sign that is not escaped, uploads,
 * pages, comments, and a refusal of duplicates that names the post.
 */

const CLIENT = { id: 'linkedin-client', secret: 'the secret of the linkedin client' };
const FIELDS = [
  'author',
  'commentary',
  'visibility',
  'distribution',
  'content',
  'lifecycleState',
  'isReshareDisabledByAuthor',
  'reshareContext',
];

type Post = {
  id: string;
  author: string;
  commentary: string;
  /** As readers see it. */
  text: string;
  content: ForeignJson;
  visibility: string;
  createdAt: number;
  comments: { id: string; text: string }[];
  /** The post that it shows. */
  shows?: string;
};
type File = { owner: string; kind: string; bytes: Buffer[]; size: number; isDone: boolean };

/** Reads little text as LinkedIn does: whatever follows a sign that is not escaped is lost. */
export function readLittleText(commentary: string): string {
  let text = '';
  let rest = commentary;
  while (rest) {
    const [tag, word] = /^\{hashtag\|\\#\|((?:\\.|[^\\|{}@[\]()<>#*_~])+)\}/su.exec(rest) ?? [];
    const [escaped] = /^\\[\\|{}@[\]()<>#*_~]/.exec(rest) ?? [];
    const [mention, name] = /^@\[([^\]]{1,200})\]\(urn:li:[a-z]+:\d+\)/.exec(rest) ?? [];
    const [element] = /^#[\p{L}\p{N}]+/u.exec(rest) ?? [];
    const [plain] = /^[^\\|{}@[\]()<>#*_~]+/s.exec(rest) ?? [];
    if (tag) text += `#${word?.replaceAll(/\\(.)/gs, '$1')}`;
    else if (escaped) text += escaped[1];
    else if (mention) text += name;
    else if (element) text += element;
    else if (plain) text += plain;
    else return text;
    rest = rest.slice((tag ?? escaped ?? mention ?? element ?? plain ?? '').length);
  }
  return text;
}

/** The range of a page; as at LinkedIn, ten entries where nothing is said, and 100 at most. */
function shownBy(params: URLSearchParams): [number, number] {
  const start = Number(params.get('start') ?? 0);
  return [start, start + Math.min(Number(params.get('count') ?? 10), 100)];
}

const problem = (status: number, code: string, message: string, more: object = {}): FakeReply => ({
  status,
  body: { status, serviceErrorCode: 100, code, message, ...more },
});

const replies = (fault: Fault) => {
  switch (fault) {
    case 'rate_limit':
      return {
        status: 429,
        headers: { 'retry-after': '1' },
        body: { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Resource level throttle' },
      };
    case 'expired':
    case 'revoked':
      return {
        status: 401,
        body: { status: 401, code: 'REVOKED_ACCESS_TOKEN', message: 'The token used is revoked' },
      };
    case 'refuse':
      return {
        status: 422,
        body: { status: 422, code: 'UNPROCESSABLE', message: 'The commentary is not allowed' },
      };
    default:
      return { status: 503, body: { status: 503, message: 'Service Unavailable' } };
  }
};

export async function startLinkedIn(given: { pages?: boolean; refreshes?: boolean } = {}) {
  const options = {
    pages: false,
    refreshes: false,
    version: '202608',
    processing: 0,
    duplicates: true,
    /** Where files are sent; undefined where it is here. */
    uploads: undefined as string | undefined,
    /** The parts that a video is asked for in. */
    parts: (size: number): { firstByte: number; lastByte: number }[] => {
      const half = Math.ceil(size / 2);
      return [
        { firstByte: 0, lastByte: half - 1 },
        { firstByte: half, lastByte: size - 1 },
      ];
    },
    ...given,
  };
  const tokens = createTokens();
  const posts: Post[] = [];
  const files = new Map<string, File>();
  let ids = 7_000_000_000_000;
  let asked = 0;

  const personUrn = (person: string) => `urn:li:person:${person}`;
  const pageUrn = (person: string) =>
    `urn:li:organization:${[...person].reduce((sum, letter) => sum * 31n + BigInt(letter.charCodeAt(0)), 7n) % 100_000_000n}`;

  function upload(
    { path, params, body }: FakeRequest,
    own: readonly string[],
  ): FakeReply | undefined {
    const kind = /^\/rest\/(images|documents|videos)$/.exec(path)?.[1];
    const request = body.initializeUploadRequest;
    if (kind && params.get('action') === 'initializeUpload') {
      if (!own.includes(request.owner)) return problem(403, 'ACCESS_DENIED', 'Not your account');
      const urn = `urn:li:${kind.slice(0, -1)}:C${++ids}`;
      const size = request.fileSizeBytes ?? 0;
      files.set(urn, { owner: request.owner, kind, bytes: [], size, isDone: kind !== 'videos' });
      const uploadUrl = `${options.uploads ?? proxy.url}/upload/${encodeURIComponent(urn)}`;
      if (kind !== 'videos')
        return { status: 200, body: { value: { uploadUrl, [kind.slice(0, -1)]: urn } } };
      const uploadInstructions = options.parts(size).map((part, index) => ({
        uploadUrl: `${uploadUrl}?part=${index}`,
        ...part,
      }));
      return {
        status: 200,
        body: { value: { video: urn, uploadToken: 'token', uploadInstructions } },
      };
    }
    if (kind === 'videos' && params.get('action') === 'finalizeUpload') {
      const { video, uploadedPartIds } = body.finalizeUploadRequest;
      const one = files.get(video);
      const sent = one?.bytes.reduce((sum, bytes) => sum + bytes.length, 0);
      const tags = one?.bytes.map((_, index) => `tag${index}`).join();
      if (!one || sent !== one.size || uploadedPartIds.join() !== tags)
        return problem(400, 'INVALID', 'Parts are missing');
      one.isDone = true;
      return { status: 200, body: {} };
    }
    const video = /^\/rest\/videos\/(.+)$/.exec(path)?.[1];
    if (video) {
      const one = files.get(decodeURIComponent(video));
      const isReady = one?.isDone && asked++ >= options.processing;
      return { status: 200, body: { status: isReady ? 'AVAILABLE' : 'PROCESSING' } };
    }
    return undefined;
  }

  function create({ body }: FakeRequest, own: readonly string[]): FakeReply {
    const unknown = unknownField(body, FIELDS);
    if (unknown) return problem(422, 'UNKNOWN_FIELD', `${unknown} is not a field`);
    const { author, commentary, content, visibility, lifecycleState, distribution } = body;
    if (!own.includes(author)) return problem(403, 'ACCESS_DENIED', 'Not your account');
    if (lifecycleState !== 'PUBLISHED' || distribution?.feedDistribution !== 'MAIN_FEED')
      return problem(400, 'MISSING_FIELD', 'A field is missing');
    const wanted: string[] = [
      content?.media?.id,
      ...(content?.multiImage?.images.map(({ id }: { id: string }) => id) ?? []),
      content?.article?.thumbnail,
    ].filter(Boolean);
    for (const id of wanted) {
      const file = files.get(id);
      if (!file?.isDone || file.bytes.length === 0)
        return problem(400, 'MEDIA_ASSET_WAITING_UPLOAD', 'The asset is waiting for its upload');
    }
    const shows = body.reshareContext?.parent;
    if (shows !== undefined) {
      if (!posts.some((post) => post.id === shows))
        return problem(404, 'NOT_FOUND', 'The parent of the reshare was not found');
      const id = `urn:li:share:${++ids}`;
      const made = { id, author, commentary, text: '', content, visibility, shows };
      posts.push({ ...made, createdAt: Date.now(), comments: [] });
      return { status: 201, headers: { 'x-restli-id': id } };
    }
    const text = readLittleText(commentary);
    if (text.length > 3000) return problem(422, 'FIELD_LENGTH_TOO_LONG', 'The text is too long');
    const same = posts.find((post) => post.author === author && post.text === text);
    if (same && options.duplicates)
      return problem(422, 'UNPROCESSABLE', `Content is a duplicate of ${same.id}`, {
        errorDetails: { inputErrors: [{ code: 'DUPLICATE_POST', description: 'Duplicate' }] },
      });
    const id = `urn:li:share:${++ids}`;
    const createdAt = Date.now();
    posts.push({ id, author, commentary, text, content, visibility, createdAt, comments: [] });
    return { status: 201, headers: { 'x-restli-id': id } };
  }

  /** A picture in its sizes, of which there is one. */
  const displayImage = () => ({
    displayImage: 'urn:li:digitalmediaAsset:C4D03',
    'displayImage~': {
      elements: [
        { identifiers: [{ identifier: proxy.url + PICTURE, identifierType: 'EXTERNAL_URL' }] },
      ],
    },
  });

  async function handle(request: FakeRequest): Promise<FakeReply> {
    const { method, path, params, headers, body } = request;
    if (path === '/oauth/v2/authorization') {
      if (params.get('client_id') !== CLIENT.id) return { status: 400, body: 'Invalid client' };
      return consent(request, 'LinkedIn', (person) => tokens.issue(request, person));
    }
    if (path === '/oauth/v2/accessToken') {
      const isKnown = body.client_id === CLIENT.id && body.client_secret === CLIENT.secret;
      const made = !isKnown
        ? undefined
        : body.grant_type === 'refresh_token'
          ? tokens.renew(body.refresh_token)
          : tokens.exchange(body);
      if (!made)
        return {
          status: 400,
          body: { error: 'invalid_grant', error_description: 'The token is invalid' },
        };
      return {
        status: 200,
        body: {
          access_token: made.token,
          expires_in: 5_184_000,
          scope: 'openid profile w_member_social',
          ...(options.refreshes && {
            refresh_token: made.refresh,
            refresh_token_expires_in: 31_536_000,
          }),
        },
      };
    }
    if (path.startsWith('/upload/')) {
      const one = files.get(decodeURIComponent(path.slice('/upload/'.length)));
      // Parts of videos go to another host, which must not see the token.
      if (!one || (one.kind === 'videos') === Boolean(headers.authorization))
        return { status: 401 };
      one.bytes.push(request.bytes);
      return { status: 201, headers: { etag: `"tag${params.get('part') ?? ''}"` } };
    }
    const person = tokens.personOf(request.token);
    if (!person) return problem(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token');
    const own = [personUrn(person), ...(options.pages ? [pageUrn(person)] : [])];
    if (path === '/v2/userinfo' && !options.pages)
      return {
        status: 200,
        body: { sub: person, name: `${person} of LinkedIn`, picture: proxy.url + PICTURE },
      };
    if (path === '/v2/me' && params.has('projection') && options.pages)
      return { status: 200, body: { profilePicture: displayImage() } };
    if (path === '/v2/me' && options.pages)
      return {
        status: 200,
        body: { id: person, localizedFirstName: person, localizedLastName: 'of LinkedIn' },
      };
    if (path.startsWith('/rest/')) {
      if (headers['x-restli-protocol-version'] !== '2.0.0')
        return problem(400, 'MISSING_HEADER', 'X-Restli-Protocol-Version is missing');
      if (headers['linkedin-version'] !== options.version)
        return problem(426, 'NONEXISTENT_VERSION', 'Requested version is not active');
    }
    const uploaded = upload(request, own);
    if (uploaded) return uploaded;
    if (path === '/rest/organizationAcls')
      return {
        status: 200,
        body: { elements: [{ organization: pageUrn(person), role: 'ADMINISTRATOR' }] },
      };
    if (path.startsWith('/rest/organizations/'))
      return {
        status: 200,
        body: {
          localizedName: `Page of ${person}`,
          vanityName: person,
          logoV2: { original: 'urn:li:digitalmediaAsset:C4D0B' },
        },
      };
    if (path === `/rest/images/${encodeURIComponent('urn:li:image:C4D0B')}`)
      return { status: 200, body: { downloadUrl: proxy.url + PICTURE, status: 'AVAILABLE' } };
    if (path === '/rest/posts' && method === 'POST') return create(request, own);
    if (path === '/rest/posts') {
      // Posts of a person cannot be read.
      const author = params.get('author') ?? '';
      if (!options.pages || !author.startsWith('urn:li:organization:'))
        return problem(403, 'ACCESS_DENIED', 'Not enough permissions');
      const elements = posts
        .filter((post) => post.author === author)
        .toReversed()
        .slice(...shownBy(params))
        .map(({ id, commentary, createdAt, shows }) => ({
          id,
          commentary,
          createdAt,
          ...(shows && { reshareContext: { parent: shows, root: shows } }),
        }));
      return { status: 200, body: { elements } };
    }
    const [, root, comment] =
      /^\/rest\/socialActions\/([^/]+)\/comments(?:\/(\d+))?$/.exec(path) ?? [];
    const commented = posts.find(({ id }) => id === decodeURIComponent(root ?? ''));
    if (root && !options.pages) return problem(403, 'ACCESS_DENIED', 'Not enough permissions');
    if (commented && method === 'POST') {
      const id = String(++ids);
      commented.comments.push({ id, text: body.message.text });
      return { status: 201, body: { id, commentUrn: `urn:li:comment:(${commented.id},${id})` } };
    }
    if (commented && method === 'DELETE') {
      commented.comments = commented.comments.filter(({ id }) => id !== comment);
      return { status: 204 };
    }
    if (commented)
      return {
        status: 200,
        body: {
          elements: commented.comments.slice(...shownBy(params)).map(({ id, text }) => ({
            id,
            actor: commented.author,
            commentUrn: `urn:li:comment:(${commented.id},${id})`,
            message: { text },
          })),
        },
      };
    if (path === '/rest/organizationalEntityShareStatistics') {
      const owner = params.get('organizationalEntity') ?? '';
      if (params.get('q') !== 'organizationalEntity' || !own.includes(owner) || owner === own[0])
        return problem(403, 'ACCESS_DENIED', 'Not enough permissions');
      const wanted = ['shares', 'ugcPosts'].flatMap((list) => {
        const [, urns] = /^List\((.+)\)$/.exec(params.get(list) ?? '') ?? [];
        return urns?.split(',') ?? [];
      });
      const elements = posts
        .filter(({ id }) => wanted.includes(id))
        .map(({ id, comments, text }) => ({
          organizationalEntity: owner,
          [id.startsWith('urn:li:share:') ? 'share' : 'ugcPost']: id,
          totalShareStatistics: {
            impressionCount: 10 * text.length,
            uniqueImpressionsCount: 9 * text.length,
            clickCount: 2,
            likeCount: 3,
            commentCount: comments.length,
            shareCount: 1,
            engagement: 0.05,
          },
        }));
      return { status: 200, body: { elements } };
    }
    if (path.startsWith('/rest/networkSizes/') && options.pages)
      return { status: 200, body: { firstDegreeSize: 12 } };
    const urn = /^\/rest\/posts\/(.+)$/.exec(path)?.[1];
    if (urn && method === 'DELETE') {
      const index = posts.findIndex(({ id }) => id === decodeURIComponent(urn));
      if (index >= 0) posts.splice(index, 1);
      return { status: 204 };
    }
    return problem(404, 'NOT_FOUND', 'Not found');
  }

  const proxy = await startFake(
    handle,
    ({ method, path }) =>
      method === 'POST' && (path === '/rest/posts' || /^\/rest\/socialActions\//.test(path)),
    replies,
  );
  const known = new Map<number, string>();
  const authorOf = (channel: number) => {
    const person = known.get(channel) ?? '';
    return options.pages ? pageUrn(person) : personUrn(person);
  };
  const network: TestNetwork = {
    name: 'linkedin',
    renews: options.refreshes,
    atomic: false,
    lists: options.pages,
    connect: async (call) => {
      const person = `p${randomUUID().slice(0, 8)}`;
      const accounts = [options.pages ? pageUrn(person) : personUrn(person)];
      const { status, body } = await logIn(call, 'linkedin', person, { accounts });
      if (status !== 200) throw new Error(JSON.stringify(body));
      known.set(body.channels[0].id, person);
      return body.channels[0].id;
    },
    reconnect: (call, channel) => logIn(call, 'linkedin', known.get(channel) ?? '', { channel }),
    posts: async (_call, channel) =>
      posts
        .filter(({ author, shows }) => author === authorOf(channel) && !shows)
        .flatMap((post) => [
          { id: post.id, content: post.text, parent: null, files: filesOf(post) },
          ...post.comments.map(({ id, text }) => ({
            id: `urn:li:comment:(${post.id},${id})`,
            content: text,
            parent: post.id,
            files: 0,
          })),
        ]),
    reposts: async (_call, channel) =>
      posts.flatMap(({ author, shows }) => (author === authorOf(channel) && shows ? [shows] : [])),
    fail: async (_call, channel, ...faults) => {
      if (faults.includes('revoked')) tokens.revoke(known.get(channel) ?? '');
      proxy.fail(...faults.filter((fault) => fault !== 'revoked'));
    },
    chaos: proxy.chaos,
    ...(options.refreshes && {
      expire: (channel: number) => tokens.expire(known.get(channel) ?? ''),
    }),
    stop: proxy.stop,
  };
  return {
    ...network,
    url: proxy.url,
    options,
    list: posts,
    files,
    environment: {
      LINKEDIN_CLIENT_ID: CLIENT.id,
      LINKEDIN_CLIENT_SECRET: CLIENT.secret,
      ...(options.pages && { LINKEDIN_PAGES: 'true' }),
    },
    addresses: {
      'https://www.linkedin.com': proxy.url,
      'https://api.linkedin.com': proxy.url,
    },
  };
}

const filesOf = ({ content }: Post): number =>
  content?.multiImage?.images.length ?? (content?.media ? 1 : 0);
