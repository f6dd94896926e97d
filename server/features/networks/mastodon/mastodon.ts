import * as oauth from 'openid-client';
import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import type { Limits } from '#contract/networks/rules.ts';
import { AppError, invalid } from '../../../errors.ts';
import { displayName } from '../../../http/foreign.ts';
import type { Outgoing } from '../../../http/outgoing.ts';
import {
  type Account,
  type Adapter,
  NetworkError,
  type RegisteredApps,
  type SendMedia,
  type SendPart,
  type Sent,
  type Session,
  StillProcessing,
  WebAddress,
} from '../adapter.ts';
import { type ApiRequest, createCaller, type JsonResponse, pauseOf } from '../call.ts';
import { readHtml } from '../html.ts';
import { formFile, type Multipart, multipart } from '../multipart.ts';
import { hostOf, serverOrigin, unreachable } from '../server-url.ts';
import { comparable } from '../text.ts';

/**
 * Mastodon, and other servers that speak its API. After an unknown outcome the latest posts of the
 * account are read; the Idempotency-Key is only a second belt, because not every server honours it.
 */

const CLIENT_NAME = 'Postfolio';
const SCOPES = 'read:accounts read:statuses write:statuses write:media';
const VERIFY = '/api/v1/accounts/verify_credentials';
/** Files that no post has are deleted after a day. */
const UPLOADED_MS = 12 * 60 * 60_000;
/** How soon the server is asked again whether it has processed a file. */
const PROCESSING_MS = 3000;
/** Done; accepted, and being processed; processed in part. */
const DONE = new Set([200, 202, 206]);
/** What was prepared is made again after this time: others post meanwhile. */
const PREPARED_MS = 10 * 60_000;
const SETTLES_MS = 5000;
/** To find one post, so many are read at a time, and so often: more than the budget of a day. */
const SEEN = 40;
const MAX_PAGES = 60;
const LATEST = 5;

const Client = z.object({ client_id: z.string(), client_secret: z.string() });
type Client = z.output<typeof Client>;
const Attempt = Client.extend({ origin: z.string(), verifier: z.string() });
const StoredCredentials = z.object({ origin: z.string(), token: z.string() });
const StoredState = z.object({
  since: z.string().nullable(),
  media: z.array(z.string()).catch([]),
});
const UploadedFile = z.object({ id: z.string() });
const StoredUpload = UploadedFile.extend({ isReady: z.boolean() });
const Profile = z.object({
  id: z.string(),
  username: z.string(),
  display_name: z.string().catch(''),
  url: WebAddress,
});
const Status = z.object({
  id: z.string(),
  url: WebAddress,
  in_reply_to_id: z.string().nullable().catch(null),
  content: z.string().catch(''),
  /** Of others: not found by their text. */
  reblog: z.unknown().optional(),
  created_at: z.string().catch(''),
});
const Statuses = z.array(Status);
const Count = z.int().min(1).max(1_000_000).optional().catch(undefined);
const Instance = z.object({
  title: z.string().catch(''),
  configuration: z
    .object({
      statuses: z
        .object({ max_characters: Count, characters_reserved_per_url: Count })
        .catch({ max_characters: undefined, characters_reserved_per_url: undefined }),
    })
    .optional()
    .catch(undefined),
  max_toot_chars: Count,
});

type Request = ApiRequest & { key?: string };

export function createMastodon(
  outgoing: Outgoing,
  { apps, website, allowHttp }: { apps: RegisteredApps; website: string; allowHttp: boolean },
): Adapter {
  const caller = createCaller(outgoing, 'mastodon');

  async function api(origin: string, path: string, request: Request): Promise<JsonResponse> {
    const { key, token, publishes = false, signal } = request;
    const response = await caller.request(origin, path, {
      ...request,
      headers: { ...(key && { 'idempotency-key': key }) },
    });
    if (DONE.has(response.status)) return response;
    const { data } = z.object({ error: z.string() }).safeParse(response.body);
    const error = caller.errorOf(response, data?.error, { publishes });
    const isForbidden = response.status === 403 && error.kind === 'rejected' && token;
    // The access lacks a scope, or the account is suspended; or this alone is not allowed.
    if (isForbidden && (path === VERIFY || !(await isAllowed(origin, token, signal))))
      throw new NetworkError('reauthorize', error.code, error.message);
    throw error;
  }

  /** Whether the token is accepted at all. */
  const isAllowed = (origin: string, token: string, signal: AbortSignal) =>
    api(origin, VERIFY, { token, signal }).then(
      () => true,
      (error: NetworkError) => error.kind !== 'reauthorize',
    );

  const open = ({ credentials }: Session) => StoredCredentials.parse(credentials);

  async function readInstance(origin: string, signal: AbortSignal) {
    const read = (path: string) =>
      api(origin, path, { signal }).then(({ body }) => Instance.parse(body));
    const { title, configuration, max_toot_chars } = await read('/api/v2/instance').catch(
      (error: unknown) => {
        if (error instanceof NetworkError && error.kind !== 'rejected') throw error;
        return read('/api/v1/instance');
      },
    );
    const { max_characters = max_toot_chars, characters_reserved_per_url: link } =
      configuration?.statuses ?? {};
    const limits: Limits = {
      ...(max_characters && { characters: max_characters }),
      ...(link && { link }),
    };
    return { name: title, limits };
  }

  /** Asks a server that a person named; what is wrong with it is an error of the field. */
  async function askServer<Result>(origin: string, ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof AppError) throw error;
      const known = unreachable(error, 'server', origin);
      if (known) throw known;
      throw invalid({ server: [`${hostOf(origin)} doesn’t speak Mastodon’s API.`] });
    }
  }

  async function register(origin: string, uri: string, signal: AbortSignal): Promise<Client> {
    const known = Client.safeParse(await apps.find(origin, uri));
    if (known.success) return known.data;
    const json = {
      client_name: CLIENT_NAME,
      // One text: servers before 4.3 take no list.
      redirect_uris: uri,
      scopes: SCOPES,
      website,
    };
    const response = await api(origin, '/api/v1/apps', { method: 'POST', json, signal });
    const client = caller.parse(Client, response);
    await apps.keep(origin, uri, client);
    return client;
  }

  async function readAccount(origin: string, token: string, signal: AbortSignal): Promise<Account> {
    const profile = caller.parse(Profile, await api(origin, VERIFY, { token, signal }));
    const { limits } = await readInstance(origin, signal);
    const { id, username, display_name, url } = profile;
    return {
      remoteId: id,
      server: hostOf(origin),
      handle: `@${username}@${hostOf(origin)}`,
      name: displayName(display_name) || username,
      url,
      limits,
    };
  }

  async function listStatuses(
    session: Session,
    params: Record<string, string>,
    signal: AbortSignal,
  ): Promise<z.output<typeof Statuses>> {
    const { origin, token } = open(session);
    const path = `/api/v1/accounts/${encodeURIComponent(session.account.remoteId)}/statuses`;
    return caller.parse(Statuses, await api(origin, path, { params, token, signal }));
  }

  /**
   * Whether a post has this text: undefined where the server gives only the rendered one, which
   * spells mentions and links in its own way.
   */
  async function isText(
    { id, content }: z.output<typeof Status>,
    text: string,
    session: Session,
    signal: AbortSignal,
  ): Promise<boolean | undefined> {
    const { origin, token } = open(session);
    const path = `/api/v1/statuses/${encodeURIComponent(id)}/source`;
    const response = await api(origin, path, { token, signal }).catch((error: unknown) => {
      if (error instanceof NetworkError && error.kind === 'rejected') return undefined;
      throw error;
    });
    // Only a refusal says that there is no source. A page of a proxy says nothing: it is asked again.
    if (response) {
      const { text: source } = caller.parse(z.object({ text: z.string() }), response);
      return comparable(source) === comparable(text);
    }
    return comparable(await textOf(content)) === comparable(text) || undefined;
  }

  /** Uploads the files of a part; those that the server is at work on are awaited by the queue. */
  async function uploadAll(media: readonly SendMedia[], session: Session, signal: AbortSignal) {
    const { origin, token } = open(session);
    const ids: string[] = [];
    for (const file of media) {
      const upload = async () => {
        const form = await formOf(file);
        const request = { method: 'POST' as const, form, token, signal };
        const response = await api(origin, '/api/v2/media', request);
        const { id } = caller.parse(UploadedFile, response);
        const until = new Date(Date.now() + UPLOADED_MS).toISOString();
        return { id, isReady: response.status === 200, until };
      };
      const { id, isReady } = StoredUpload.parse(await file.once(upload));
      if (!isReady) {
        const path = `/api/v1/media/${encodeURIComponent(id)}`;
        const { status } = await api(origin, path, { token, signal });
        if (status !== 200) throw new StillProcessing(PROCESSING_MS);
      }
      ids.push(id);
    }
    return ids;
  }

  return {
    network: 'mastodon',
    ways: [
      {
        name: 'login',
        label: 'Log in at the server',
        by: 'redirect',
        fields: [
          {
            name: 'server',
            label: 'Server',
            help: 'The part after the second @ of the handle. A whole address works as well.',
          },
        ],

        begin: async ({ server = '' }, { uri, state, signal }) => {
          const origin = serverOrigin(server, 'server', allowHttp);
          const client = await askServer(origin, () => register(origin, uri, signal));
          const verifier = oauth.randomPKCECodeVerifier();
          const query = new URLSearchParams({
            response_type: 'code',
            client_id: client.client_id,
            redirect_uri: uri,
            scope: SCOPES,
            state,
            code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
            code_challenge_method: 'S256',
            // Another account of the same server may be logged in.
            force_login: 'true',
          });
          return {
            url: `${origin}/oauth/authorize?${query}`,
            attempt: { ...client, origin, verifier },
          };
        },

        complete: async (code, attempt, { uri, issuer, signal }) => {
          const { origin, verifier, client_id, client_secret } = Attempt.parse(attempt);
          // The code of another server is for that server alone (RFC 9207).
          if (issuer !== undefined && !(URL.canParse(issuer) && new URL(issuer).origin === origin))
            throw new NetworkError(
              'rejected',
              'issuer',
              `This login is of another server than ${hostOf(origin)}`,
            );
          const json = {
            grant_type: 'authorization_code',
            code,
            client_id,
            client_secret,
            redirect_uri: uri,
            code_verifier: verifier,
            scope: SCOPES,
          };
          const request = { method: 'POST' as const, json, signal };
          const response = await api(origin, '/oauth/token', request).catch(
            async (error: NetworkError) => {
              // The server has forgotten this application: it is registered again next time.
              if (FORGOTTEN.test(error.message)) await apps.remove(origin, uri);
              throw error;
            },
          );
          const { access_token: token } = caller.parse(
            z.object({ access_token: z.string().min(1) }),
            response,
          );
          const account = await readAccount(origin, token, signal);
          return [{ account, credentials: { origin, token, client_id, client_secret } }];
        },
      },
    ],

    lookUp: async ({ server = '' }, signal) => {
      const origin = serverOrigin(server, 'server', allowHttp);
      const found = await askServer(origin, () => readInstance(origin, signal));
      return { server: hostOf(origin), ...found };
    },

    identify: (session, signal) => {
      const { origin, token } = open(session);
      return readAccount(origin, token, signal);
    },

    /** Its files, and the latest post before this one: what is looked for is newer. */
    prepare: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const media = await uploadAll(part.media, session, signal);
      const until = new Date(Date.now() + PREPARED_MS).toISOString();
      if (part.thread)
        return [{ since: part.thread.parent.id, media, ...(media.length && { until }) }];
      const [latest] = await listStatuses(session, { limit: '1' }, signal);
      return [{ since: latest?.id ?? null, media, until }];
    },

    batch: 1,

    send: async (parts, session, signal) => {
      const [part] = parts as [SendPart];
      const { content, language, options, settings, thread, key } = part;
      const { media } = StoredState.parse(part.prepared);
      const { origin, token } = open(session);
      const visibility = options.visibility ?? 'public';
      const isQuiet = thread && visibility === 'public' && settings.replies !== 'same';
      const warning = options.warning?.trim();
      const json = {
        status: content,
        visibility: isQuiet ? 'unlisted' : visibility,
        ...(media.length && { media_ids: media }),
        ...(thread && { in_reply_to_id: thread.parent.id }),
        ...(language && { language: language.split('-')[0] }),
        ...(warning && { spoiler_text: warning, sensitive: true }),
      };
      const request = { method: 'POST' as const, json, token, key, publishes: true, signal };
      const response = await api(origin, '/api/v1/statuses', request).catch(
        (error: NetworkError) => {
          // The server has deleted a file that no post had, or processes it anew.
          if (media.length && error.code === '422' && LOST_FILE.test(error.message))
            throw new NetworkError('unprepared', error.code, error.message);
          if (error.code !== '404' || !thread) throw error;
          throw new NetworkError('rejected', 'parent', 'The part before isn’t there any more');
        },
      );
      const sent = sentOf(caller.parse(Status, response, { publishes: true }));
      return [{ ...sent, pause: pauseOf(response.headers) }];
    },

    find: async ({ content, thread, prepared }, session, signal) => {
      const { since } = StoredState.parse(prepared);
      // From the latest post before it on; an account that had none is read from its end back.
      const next = since === null ? 'max_id' : 'min_id';
      let at = since;
      let isUnsure = false;
      for (let page = 0; page < MAX_PAGES; page++) {
        const place = { limit: String(SEEN), ...(at !== null && { [next]: at }) };
        const statuses = await listStatuses(session, place, signal);
        for (const status of statuses) {
          if (status.reblog || status.in_reply_to_id !== (thread?.parent.id ?? null)) continue;
          const matches = await isText(status, content, session, signal);
          if (matches) return sentOf(status);
          isUnsure ||= matches === undefined;
        }
        // Some servers filter a page after it was cut: only an empty one is the last.
        const reached = since === null ? statuses.at(-1) : statuses[0];
        if (!reached) return isUnsure ? 'unknowable' : 'absent';
        // A server that does not read on cannot be asked.
        if (reached.id === at) return 'unknowable';
        at = reached.id;
      }
      return 'unknowable';
    },

    settlesMs: SETTLES_MS,

    remove: async ({ id }, session, signal) => {
      const { origin, token } = open(session);
      const path = `/api/v1/statuses/${encodeURIComponent(id)}`;
      await api(origin, path, { method: 'DELETE', token, signal }).catch((error: NetworkError) => {
        if (error.code !== '404') throw error;
      });
    },

    latest: async (session, signal, count = LATEST) => {
      const query = { limit: String(count), exclude_reblogs: 'true' };
      const statuses = await listStatuses(session, query, signal);
      return Promise.all(
        statuses.map(async ({ id, url, content, created_at }) => {
          return { id, url, content: await textOf(content), created_at };
        }),
      );
    },
  };
}

/** What a server says to an application that it does not know: any other error is of the code. */
const FORGOTTEN = /^invalid_client\b/;
/** What a server says of a file that it does not have any more, or not yet. */
const LOST_FILE = /not found|already attached|finished processing/i;

/** A file with what is said of it. */
async function formOf(file: SendMedia): Promise<Multipart> {
  const { alt, focus } = file;
  const [x, y] = focus;
  const fields = {
    ...(alt && { description: alt }),
    // From the middle, upwards.
    focus: `${(2 * x - 1).toFixed(2)},${(1 - 2 * y).toFixed(2)}`,
  };
  return multipart(fields, await formFile('file', file, networks.mastodon.media));
}

const sentOf = ({ id, url }: z.output<typeof Status>): Sent => ({ id, url });

/** The text of a rendered post. */
async function textOf(html: string): Promise<string> {
  let text = '';
  await readHtml(html, {
    ontext: (run) => {
      text += run;
    },
    onopentag: (name) => {
      if (name === 'br' || (name === 'p' && text !== '')) text += '\n';
      return true;
    },
  });
  return text;
}
