import twitter from 'twitter-text';
import { z } from 'zod';
import { withoutManyMarks } from '#contract/http/marks.ts';
import { networks } from '#contract/networks/networks.ts';
import { type Limits, ON } from '#contract/networks/rules.ts';
import { cut, displayName } from '../../../http/foreign.ts';
import {
  type Account,
  type Adapter,
  type Credentials,
  NetworkError,
  type SendMedia,
  type SendPart,
  type Sent,
  type Session,
  StillProcessing,
} from '../adapter.ts';
import { type ApiRequest, createCaller, type JsonResponse, pauseOf } from '../call.ts';
import { bodyOf, inChunks } from '../chunks.ts';
import { formFile, multipart } from '../multipart.ts';
import {
  after,
  earliest,
  type Installation,
  missingSettings,
  pkce,
  renewing,
  required,
  Verifier,
} from '../oauth.ts';
import { searchPages } from '../search.ts';

/**
 * X, by version 2 of its API. One application serves this and the sign-in. After an unknown outcome
 * the latest posts of the account are read; X refuses the same text again, which is a second belt.
 * A refresh token works once.
 */

const SCOPES = 'tweet.read tweet.write users.read media.write offline.access';
/** A text that X has already is refused, should this be too soon. */
const SETTLES_MS = 9000;
/** Uploaded files are forgotten after a day. */
const UPLOADED_SECONDS = 20 * 60 * 60;
const CHUNK_BYTES = 4 * 1024 * 1024;
const PROCESSING_SECONDS = 5;
/** Clocks differ. */
const SKEW_MS = 60_000;
/** So many posts are read at a time, and so often: X bills each of them. */
const READ = 10;
const LATEST = 5;
const PREMIUM_CHARACTERS = 25_000;
const MAX_ALT = 1000;

const Token = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive(),
});
const Stored = z.object({ token: z.string(), refresh: z.string(), renew_at: z.string() });
const Me = z.object({
  data: z.object({
    id: z.string(),
    name: z.string().catch(''),
    username: z.string(),
    verified_type: z.string().optional().catch(undefined),
    subscription_type: z.string().optional().catch(undefined),
  }),
});
const Post = z.object({
  id: z.string(),
  text: z.string().catch(''),
  created_at: z.string().catch(''),
  note_tweet: z.object({ text: z.string() }).optional().catch(undefined),
  entities: z
    .object({ urls: z.array(z.object({ expanded_url: z.string().catch('') })).catch([]) })
    .optional()
    .catch(undefined),
  referenced_tweets: z
    .array(z.object({ type: z.string(), id: z.string() }))
    .optional()
    .catch(undefined),
});
const Created = z.object({ data: z.object({ id: z.string() }) });
const Timeline = z.object({
  data: z.array(Post).default([]),
  meta: z.object({ next_token: z.string().optional() }).optional().catch(undefined),
});
const Processing = z
  .object({ state: z.string(), check_after_secs: z.number().catch(PROCESSING_SECONDS) })
  .optional();
const Upload = z.object({ data: z.object({ id: z.string(), processing_info: Processing }) });
const StoredUpload = z.object({ id: z.string(), processes: z.boolean() });
const StoredState = z.object({ media: z.array(z.string()) });
const Problem = z.object({
  type: z.string().catch(''),
  title: z.string().catch(''),
  detail: z.string().catch(''),
  error: z.string().optional().catch(undefined),
  error_description: z.string().optional().catch(undefined),
  errors: z
    .array(z.object({ message: z.string().catch('') }))
    .optional()
    .catch(undefined),
});

const CATEGORIES = { picture: 'tweet_image', gif: 'tweet_gif', video: 'tweet_video' } as const;

export function createX({ outgoing, config }: Installation): Adapter {
  const { x } = config;
  const caller = createCaller(outgoing, 'x');
  /** The specification has one name, the guides another one: the one that was taken last. */
  let fieldsName = 'tweet.fields';

  const api = async (path: string, request: ApiRequest): Promise<JsonResponse> => {
    const { apiUrl } = required(x, 'X_CLIENT_ID');
    const response = await caller.request(apiUrl, path, request);
    if (response.status >= 200 && response.status < 300) return response;
    throw errorOf(response, request);
  };

  function errorOf(response: JsonResponse, { publishes = false }: Pick<ApiRequest, 'publishes'>) {
    const { status } = response;
    const problem = Problem.safeParse(response.body).data;
    const says = problem?.detail || problem?.errors?.[0]?.message || problem?.title;
    const error = caller.errorOf(response, says, { publishes });
    const type = problem?.error ?? problem?.type.split('/').at(-1) ?? '';
    const as = (kind: NetworkError['kind'], text = error.message) =>
      new NetworkError(kind, type && type !== 'about:blank' ? type : String(status), text, {
        until: error.until,
      });
    if (status === 401) return problem ? as('expired') : error;
    if (status === 402) return as('operator', 'X bills posts, and the credits are used up');
    if (status === 403 && SET_UP.test(type)) return as('operator');
    if (status === 429 && type === 'usage-capped')
      return as('operator', 'X takes no more posts of this installation this month');
    return as(error.kind);
  }

  const tokenCall = (fields: Record<string, string>, signal: AbortSignal) => {
    const { clientId, clientSecret } = required(x, 'X_CLIENT_ID');
    const basic = Buffer.from(
      `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret ?? '')}`,
    );
    return api('/2/oauth2/token', {
      method: 'POST',
      fields: { ...fields, client_id: clientId },
      headers: { ...(clientSecret && { authorization: `Basic ${basic.toString('base64')}` }) },
      signal,
    });
  };

  /** @param former the refresh token, where none comes with the new one */
  function credentialsOf(response: JsonResponse, former = ''): Credentials {
    const { access_token, refresh_token, expires_in } = caller.parse(Token, response);
    // An empty one never replaces the former one.
    return { token: access_token, refresh: refresh_token ?? former, renew_at: after(expires_in) };
  }

  const open = ({ credentials }: Pick<Session, 'credentials'>) => Stored.parse(credentials);

  async function readAccount(token: string, signal: AbortSignal): Promise<Account> {
    const params = { 'user.fields': 'verified_type,subscription_type' };
    const response = await api('/2/users/me', { params, token, signal });
    const { id, name, username, verified_type, subscription_type } = caller.parse(
      Me,
      response,
    ).data;
    const isPremium = /^(Basic|Premium|PremiumPlus)$/.test(subscription_type ?? '');
    const limits: Limits =
      isPremium || (subscription_type === undefined && verified_type === 'blue')
        ? { characters: PREMIUM_CHARACTERS }
        : {};
    return {
      remoteId: id,
      server: '',
      handle: `@${username}`,
      name: displayName(name) || username,
      url: `https://x.com/${encodeURIComponent(username)}`,
      limits,
    };
  }

  async function uploadPicture(file: SendMedia, token: string, signal: AbortSignal) {
    const form = multipart(
      { media_category: CATEGORIES.picture },
      await formFile('media', file, networks.x.media),
    );
    const response = await api('/2/media/upload', { method: 'POST', form, token, signal });
    return caller.parse(Upload, response).data;
  }

  async function uploadInChunks(file: SendMedia, token: string, signal: AbortSignal) {
    const kind = file.kind === 'gif' ? 'gif' : 'video';
    const begun = await api('/2/media/upload/initialize', {
      method: 'POST',
      json: { media_type: file.type, total_bytes: file.size, media_category: CATEGORIES[kind] },
      token,
      signal,
    });
    const { id } = caller.parse(Upload, begun).data;
    const path = `/2/media/upload/${encodeURIComponent(id)}`;
    let segment = 0;
    for await (const bytes of inChunks(file.chunks(), CHUNK_BYTES)) {
      const body = bodyOf(bytes);
      const form = multipart(
        { segment_index: String(segment++) },
        {
          field: 'media',
          name: file.name,
          type: 'application/octet-stream',
          size: bytes.length,
          body,
        },
      );
      await api(`${path}/append`, { method: 'POST', form, token, signal });
    }
    const response = await api(`${path}/finalize`, { method: 'POST', token, signal });
    return caller.parse(Upload, response).data;
  }

  async function uploadAll(media: readonly SendMedia[], token: string, signal: AbortSignal) {
    const ids: string[] = [];
    const kept: { until?: string }[] = [];
    for (const file of media) {
      const upload = async () => {
        const isPicture = file.kind === 'picture';
        const made = await (isPicture ? uploadPicture : uploadInChunks)(file, token, signal);
        if (file.alt && file.kind !== 'video') {
          const json = {
            id: made.id,
            metadata: { alt_text: { text: cut(file.alt, MAX_ALT) } },
          };
          await api('/2/media/metadata', { method: 'POST', json, token, signal });
        }
        const processes = made.processing_info !== undefined;
        return { id: made.id, processes, until: after(UPLOADED_SECONDS) };
      };
      const made = await file.once(upload);
      kept.push(made);
      const { id, processes } = StoredUpload.parse(made);
      if (processes) await requireProcessed(id, file, token, signal);
      ids.push(id);
    }
    return { ids, until: earliest(UPLOADED_SECONDS, kept) };
  }

  async function requireProcessed(
    id: string,
    { name }: SendMedia,
    token: string,
    signal: AbortSignal,
  ) {
    const params = { command: 'STATUS', media_id: id };
    const response = await api('/2/media/upload', { params, token, signal });
    const { processing_info: info } = caller.parse(Upload, response).data;
    if (!info || info.state === 'succeeded') return;
    if (info.state === 'failed')
      throw new NetworkError('rejected', 'processing', `X can’t process ‘${name}’`);
    throw new StillProcessing(info.check_after_secs * 1000);
  }

  /** The latest posts of an account, the latest first. */
  async function readPosts(session: Session, limit: number, signal: AbortSignal, next?: string) {
    const { token } = open(session);
    const fields = 'created_at,entities,note_tweet,referenced_tweets';
    const read = (name: string) =>
      api(`/2/users/${encodeURIComponent(session.account.remoteId)}/tweets`, {
        params: {
          max_results: String(limit),
          exclude: 'retweets',
          pagination_token: next,
          [name]: fields,
        },
        token,
        signal,
      });
    const response = await read(fieldsName).catch((error: NetworkError) => {
      if (!/^(400|invalid-request)$/.test(error.code)) throw error;
      fieldsName = fieldsName === 'tweet.fields' ? 'post.fields' : 'tweet.fields';
      return read(fieldsName);
    });
    const { data, meta } = caller.parse(Timeline, response);
    return { posts: data, next: meta?.next_token };
  }

  async function find({ content, thread, since }: SendPart, session: Session, signal: AbortSignal) {
    const isBefore = ({ created_at: at }: z.output<typeof Post>, time: number) =>
      Date.parse(at) < time;
    const parent = thread?.parent.id;
    const isIt = (post: z.output<typeof Post>) => {
      const { text, note_tweet, entities, referenced_tweets = [] } = post;
      return (
        !isBefore(post, since.getTime() - SKEW_MS) &&
        referenced_tweets.find(({ type }) => type === 'replied_to')?.id === parent &&
        comparable(note_tweet?.text ?? text) === comparable(content) &&
        hasSameLinks(content, entities?.urls)
      );
    };
    const found = await searchPages(
      async (place: string | undefined) => {
        const { posts, next } = await readPosts(session, READ, signal, place);
        return { entries: posts, next };
      },
      { matches: isIt, isPast: (post) => isBefore(post, since.getTime() - SKEW_MS) },
    );
    return typeof found === 'string' ? found : sentOf(found.id);
  }

  return {
    network: 'x',
    isRegistered: true,
    ways: [
      {
        name: 'login',
        label: 'Log in at X',
        by: 'redirect',
        fields: [],
        missing: missingSettings(x !== undefined, 'X_CLIENT_ID', 'X_CLIENT_SECRET'),
        begin: async (_, { uri, state }) => {
          const { verifier, challenge } = await pkce();
          const { authorizeUrl, clientId } = required(x, 'X_CLIENT_ID');
          const url = new URL(authorizeUrl);
          url.search = new URLSearchParams({
            response_type: 'code',
            client_id: clientId,
            redirect_uri: uri,
            scope: SCOPES,
            state,
            code_challenge: challenge,
            code_challenge_method: 'S256',
          }).toString();
          return { url: url.href, attempt: { verifier } };
        },
        complete: async (code, attempt, { uri, signal }) => {
          const { verifier } = Verifier.parse(attempt);
          const grant = { grant_type: 'authorization_code', code, redirect_uri: uri };
          const response = await tokenCall({ ...grant, code_verifier: verifier }, signal);
          const credentials = credentialsOf(response);
          const account = await readAccount(open({ credentials }).token, signal);
          return [{ account, credentials }];
        },
      },
    ],

    identify: (session, signal) => readAccount(open(session).token, signal),

    renew: {
      expiry: (credentials) => new Date(open({ credentials }).renew_at),
      renew: async (session, signal) => {
        const { refresh } = open(session);
        const fields = { grant_type: 'refresh_token', refresh_token: refresh };
        const response = await renewing('X', tokenCall(fields, signal));
        return credentialsOf(response, refresh);
      },
    },

    prepare: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const { ids: media, until } = await uploadAll(part.media, open(session).token, signal);
      return [{ media, ...(media.length && { until }) }];
    },

    batch: 1,

    send: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const { content, thread, options } = part;
      const { media } = StoredState.parse(part.prepared);
      const replies = options.replies ?? 'everyone';
      const json = {
        text: content,
        ...(media.length && { media: { media_ids: media } }),
        ...(thread && { reply: { in_reply_to_tweet_id: thread.parent.id } }),
        ...(replies !== 'everyone' && !thread && { reply_settings: replies }),
        ...(options.ai === ON && { made_with_ai: true }),
        ...(options.paid === ON && { paid_partnership: true }),
      };
      const request = { method: 'POST' as const, json, publishes: true, signal };
      const { token } = open(session);
      try {
        const response = await api('/2/tweets', { ...request, token });
        const { id } = caller.parse(Created, response, { publishes: true }).data;
        return [{ ...sentOf(id), pause: pauseOf(response.headers) }];
      } catch (error) {
        const isRefused = error instanceof NetworkError && error.code === '403';
        if (!isRefused || part.repeats === 0) throw error;
        // It may refuse this because the first attempt has succeeded.
        const found = await find(part, session, signal);
        if (typeof found === 'object') return [found];
        if (!DUPLICATE.test(error.message)) throw error;
        throw new NetworkError('unknown', 'duplicate', error.message);
      }
    },

    find,

    settlesMs: SETTLES_MS,

    remove: async ({ id }, session, signal) => {
      const { token } = open(session);
      const path = `/2/tweets/${encodeURIComponent(id)}`;
      await api(path, { method: 'DELETE', token, signal }).catch((error: NetworkError) => {
        if (error.code !== '404' && error.code !== 'resource-not-found') throw error;
      });
    },

    latest: async (session, signal, count = LATEST) =>
      (await readPosts(session, count, signal)).posts.map(
        ({ id, text, note_tweet, created_at }) => ({
          ...sentOf(id),
          content: unescaped(note_tweet?.text ?? text),
          created_at,
        }),
      ),
  };
}

/** Problems of the application, which whoever runs this installation solves. */
const SET_UP = /^(client-forbidden|client-not-enrolled|unsupported-authentication|app-suspended)$/;
const DUPLICATE = /duplicate/i;

const sentOf = (id: string): Sent => ({ id, url: `https://x.com/i/status/${id}` });

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const unescaped = (text: string) =>
  text.replaceAll(/&(amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);

/** A link without what X changes of it. */
const bare = (link: string) =>
  link
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .toLowerCase();
const OF_FILE = /^(?:x|twitter)\.com\/[^/]+\/status\/\d+\/(?:photo|video)\//;

/** Whether a post has the links of a text: undefined where X does not say which it has. */
function hasSameLinks(
  text: string,
  urls: readonly { expanded_url: string }[] | undefined,
): boolean {
  const own = twitter.extractUrls(text).map(bare);
  if (urls === undefined) return own.length === 0 || comparable(text) !== '';
  const theirs = urls.map((url) => bare(url.expanded_url)).filter((url) => !OF_FILE.test(url));
  return own.length === theirs.length && own.every((link) => theirs.includes(link));
}

/** X shortens links, adds those of files, and escapes some signs. */
function comparable(text: string): string {
  let rest = withoutManyMarks(unescaped(text)).normalize('NFC');
  for (const link of twitter.extractUrls(rest)) rest = rest.replace(link, '');
  return rest.replaceAll(/\s+/g, '');
}
