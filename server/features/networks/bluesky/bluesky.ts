import type { CID } from 'multiformats/cid';
import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import { invalid } from '../../../errors.ts';
import { displayName, parseForeign } from '../../../http/foreign.ts';
import type { Outgoing } from '../../../http/outgoing.ts';
import {
  type Account,
  type Adapter,
  type Credentials,
  type FailureKind,
  type Fields,
  NetworkError,
  type Prepared,
  type SendMedia,
  type SendPart,
  type Sent,
  type Session,
  type Way,
} from '../adapter.ts';
import { createCaller, type JsonResponse, pauseOf } from '../call.ts';
import { fetchLinkCard } from '../link-card.ts';
import { hostOf, serverOrigin, unreachable } from '../server-url.ts';
import { type Facet, findFacets, firstLink } from './facets.ts';
import { Access, createLocator, createLogin } from './login.ts';
import { createTid } from './tid.ts';

/**
 * Bluesky and other servers of AT Protocol. A thread is one atomic call, with keys that are chosen
 * before: after an unknown outcome, the record of the key says whether it is there.
 */

const SERVICE = 'https://bsky.social';
const COLLECTION = 'app.bsky.feed.post';
/** A call takes 200 writes. */
const BATCH = 100;
const MAX_IMAGE_BYTES = 976_000;
/** Of a text. */
const MAX_BYTES = 3000;
/** Uploads that no record uses are deleted after some hours. */
const UPLOADS_MS = 60 * 60_000;
/** Cards of links are optional: they may take so long for all parts. */
const CARDS_MS = 20_000;
const TIMEOUT_MS = 30_000;
/** Of a file. */
const UPLOAD_MS = 10 * 60_000;
const LATEST = 5;
const APP_PASSWORD = /^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/;

const Ref = z.object({ uri: z.string(), cid: z.string() });
const Tokens = z.object({ accessJwt: z.string(), refreshJwt: z.string() });
const NewSession = Tokens.extend({ did: z.string() });
const Post = Ref.extend({
  value: z.object({ text: z.string().catch(''), createdAt: z.string().catch('') }),
});
const StoredCredentials = z.union([
  Tokens.extend({ service: z.string() }),
  z.object({ service: z.string(), access: Access }),
]);
const StoredState = z.object({
  rkey: z.string(),
  createdAt: z.string(),
  facets: z.array(z.custom<Facet>()),
  embed: z.unknown(),
});

const UploadedBlob = z.object({ blob: z.record(z.string(), z.unknown()) });
const StoredUpload = UploadedBlob.extend({
  until: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
});

const ACCOUNT_ERRORS = new Set([
  'InvalidToken',
  'AuthMissing',
  'AuthenticationRequired',
  'AccountTakedown',
  'AccountSuspended',
  'AccountDeactivated',
  'AccountNotFound',
]);

/** A file on its way. `size` in bytes. */
type Bytes = {
  body: Buffer | (() => AsyncIterable<Uint8Array>);
  size: number;
  type: string;
};

/** What a call is authorized by: a token alone, or one that is bound to a key. */
type Token = string | Access;

/** Handles that were looked up. */
type Dids = Map<string, Promise<string | undefined>>;

type Request = {
  /** A query. */
  params?: Record<string, string>;
  /** The body of a procedure: JSON, or bytes with their type. */
  json?: unknown;
  bytes?: Bytes;
  token?: Token;
  publishes?: boolean;
  signal: AbortSignal;
};

type Settings = {
  /** Where people can log in with OAuth. */
  login?: Omit<Parameters<typeof createLogin>[2], 'allowHttp'>;
  /** The origin of the directory of did:plc. */
  directory: string;
  allowHttp: boolean;
};

export function createBluesky(
  outgoing: Outgoing,
  { login: settings, directory, allowHttp }: Settings,
): Adapter {
  const caller = createCaller(outgoing, 'bluesky');
  const locator = createLocator(caller, { directory, allowHttp });
  const login = settings && createLogin(caller, locator, { ...settings, allowHttp });

  /** Calls a method of the server. */
  async function xrpc(service: string, method: string, request: Request): Promise<JsonResponse> {
    const { params, json, bytes, token, signal, publishes = false } = request;
    const query = params ? `?${new URLSearchParams(params)}` : '';
    const body = bytes?.body ?? (json === undefined ? undefined : JSON.stringify(json));
    const type = bytes?.type ?? (json === undefined ? undefined : 'application/json');
    const isProcedure = params === undefined;
    const url = `${service}/xrpc/${method}${query}`;
    const call = {
      method: isProcedure ? ('POST' as const) : ('GET' as const),
      headers: {
        accept: 'application/json',
        ...(type && { 'content-type': type }),
        ...(bytes && { 'content-length': String(bytes.size) }),
        ...(typeof token === 'string' && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body }),
      timeoutMs: bytes ? UPLOAD_MS : TIMEOUT_MS,
      publishes,
      signal,
    };
    const response =
      typeof token === 'object'
        ? await requireLogin().call(url, token, call)
        : await caller.call(url, call);
    if (response.status !== 200) throw errorOf(response, publishes);
    return response;
  }

  /** The names of errors are documented: they decide, where they are known. */
  function errorOf(response: JsonResponse, publishes: boolean): NetworkError {
    const known = z
      .object({ error: z.string().max(100), message: z.string().optional() })
      .safeParse(response.body).data;
    const plain = caller.errorOf(response, known?.message ?? known?.error, { publishes });
    const kind = kindOf(known?.error) ?? plain.kind;
    const { until, requestId } = plain;
    return new NetworkError(kind, known?.error ?? plain.code, plain.message, {
      until,
      ...(requestId && { requestId }),
    });
  }

  function kindOf(error: string | undefined): FailureKind | undefined {
    // The latter of OAuth, whose tokens are renewed where that is possible.
    if (error === 'ExpiredToken' || error === 'invalid_token') return 'expired';
    if (error === 'RateLimitExceeded') return 'rate_limited';
    if (error === 'BlobNotFound') return 'unprepared';
    // A proof that came too late, or a clock that is wrong: nothing was revoked.
    if (error === 'use_dpop_nonce' || error === 'invalid_dpop_proof') return 'transient';
    return error !== undefined && ACCOUNT_ERRORS.has(error) ? 'reauthorize' : undefined;
  }

  function open({ credentials }: Session): { service: string; token: Token } {
    const { service, ...tokens } = StoredCredentials.parse(credentials);
    return { service, token: 'access' in tokens ? tokens.access : tokens.accessJwt };
  }

  function requireLogin() {
    if (login) return login;
    throw new NetworkError('operator', 'https', 'PUBLIC_URL isn’t an https address any more');
  }

  /** The DID of a handle; undefined for an unknown one. */
  async function resolveHandle(handle: string, service: string, signal: AbortSignal) {
    const method = 'com.atproto.identity.resolveHandle';
    const response = await xrpc(service, method, { params: { handle }, signal }).catch(
      (error: NetworkError) => {
        if (error.kind === 'rejected') return undefined;
        throw error;
      },
    );
    return z.object({ did: z.string() }).safeParse(response?.body).data?.did;
  }

  async function readAccount(
    service: string,
    { did, handle }: { did: string; handle: string },
    signal: AbortSignal,
  ): Promise<Account> {
    const params = { repo: did, collection: 'app.bsky.actor.profile', rkey: 'self' };
    const profile = await xrpc(service, 'com.atproto.repo.getRecord', { params, signal }).catch(
      () => undefined,
    );
    const { data } = z
      .object({ value: z.object({ displayName: z.string() }) })
      .safeParse(profile?.body);
    return {
      remoteId: did,
      server: '',
      handle: `@${handle}`,
      name: displayName(data?.value.displayName ?? '') || handle,
      url: `https://bsky.app/profile/${did}`,
      limits: {},
    };
  }

  /**
   * A server speaks for its own accounts alone: the document of the account has to name it, or a
   * server that logs in there.
   * @returns the handle of the account
   * @throws AppError 400
   */
  async function requireServer(did: string, origin: string, signal: AbortSignal): Promise<string> {
    const { service, handle } = await locator.locate(did, signal);
    const isOwn =
      service === origin ||
      (await locator.issuerOf(service, signal).catch(() => undefined)) === origin;
    if (isOwn) return handle;
    throw invalid({ service: [`The server of this account is ${hostOf(service)}.`] });
  }

  const serverOf = (service: string) =>
    service.trim() ? serverOrigin(service, 'service', allowHttp) : SERVICE;

  async function connect(
    { handle = '', password = '', service = '' }: Fields,
    signal: AbortSignal,
  ) {
    const identifier = requireHandle(handle);
    const unknown = {
      password: [
        'Bluesky doesn’t know this handle with this password. Is it an app password (xxxx-xxxx-xxxx-xxxx)?',
      ],
    };
    // The password of the account itself is not for applications.
    if (!APP_PASSWORD.test(password.trim())) throw invalid(unknown);
    const origin = serverOf(service);
    const response = await xrpc(origin, 'com.atproto.server.createSession', {
      json: { identifier, password: password.trim() },
      signal,
    }).catch((error: NetworkError) => {
      if (error.kind === 'reauthorize') throw invalid(unknown);
      throw unreachable(error, 'service', origin) ?? error;
    });
    const { did, accessJwt, refreshJwt } = caller.parse(NewSession, response);
    const known = await requireServer(did, origin, signal);
    return {
      account: await readAccount(origin, { did, handle: known }, signal),
      credentials: { service: origin, accessJwt, refreshJwt },
    };
  }

  /** Uploads bytes; they are deleted after some hours, unless a record refers to them. */
  async function uploadBlob(bytes: Bytes, session: Session, signal: AbortSignal) {
    const { service, token } = open(session);
    const method = 'com.atproto.repo.uploadBlob';
    const until = new Date(Date.now() + UPLOADS_MS).toISOString();
    const response = await xrpc(service, method, { bytes, token, signal });
    return { blob: await blobOf(response), until };
  }

  /** What was uploaded, which the id of a record is computed of. */
  async function blobOf(response: JsonResponse) {
    const { blob } = caller.parse(UploadedBlob, response);
    const encodable = await cidOf(blob).then(
      () => blob,
      () => undefined,
    );
    return caller.parse(UploadedBlob, { ...response, body: { blob: encodable } }).blob;
  }

  /** The pictures of a part, or its video. */
  async function embedMedia(
    media: readonly SendMedia[],
    session: Session,
    signal: AbortSignal,
  ): Promise<{ embed: object; until: string }> {
    const uploads: { alt: string; blob: object; until: string; ratio: object }[] = [];
    for (const file of media) {
      const upload = async () => {
        if (file.kind === 'video') {
          const { size, type, width, height } = file;
          const bytes = { body: file.chunks, size, type };
          return { ...(await uploadBlob(bytes, session, signal)), width, height };
        }
        const { bytes: body, type, width, height } = await file.picture(networks.bluesky.media);
        const bytes = { body, size: body.length, type };
        return { ...(await uploadBlob(bytes, session, signal)), width, height };
      };
      const { blob, until, width, height } = StoredUpload.parse(await file.once(upload));
      const ratio = width && height ? { aspectRatio: { width, height } } : {};
      uploads.push({ alt: file.alt, blob, until, ratio });
    }
    const until = uploads.map((upload) => upload.until).sort()[0] as string;
    const [first] = uploads;
    if (media[0]?.kind === 'video' && first)
      return {
        until,
        embed: {
          $type: 'app.bsky.embed.video',
          video: first.blob,
          alt: first.alt,
          ...first.ratio,
        },
      };
    const images = uploads.map(({ alt, blob, ratio }) => ({ alt, image: blob, ...ratio }));
    return { until, embed: { $type: 'app.bsky.embed.images', images } };
  }

  /** The facts of one part that are looked up: its mentions, and the card of its link. */
  async function prepareOne(
    part: SendPart,
    session: Session,
    { signal, cards, dids }: { signal: AbortSignal; cards: AbortSignal; dids: Dids },
  ): Promise<Prepared> {
    const { service, token } = open(session);
    const resolve = (handle: string) => {
      const known = dids.get(handle) ?? resolveHandle(handle, service, signal);
      dids.set(handle, known);
      return known;
    };
    if (Buffer.byteLength(part.content) > MAX_BYTES)
      throw new NetworkError('rejected', 'too_long', 'The text is too long');
    const former = StoredState.safeParse(part.prepared).data;
    const time = part.since.getTime();
    const key = {
      // Chosen once: a key that may have been sent is never exchanged.
      rkey: former?.rkey ?? createTid(time, part.position % 1000, clockOf(part.key)),
      createdAt: former?.createdAt ?? new Date(time + part.position).toISOString(),
    };
    const facets = await findFacets(part.content, resolve);
    if (part.media.length) {
      const { embed, until } = await embedMedia(part.media, session, signal);
      return { ...key, facets, embed, until };
    }
    const link = firstLink(part.content);
    const limits = { maxImageBytes: MAX_IMAGE_BYTES, signal: cards };
    const card = link && !cards.aborted ? await fetchLinkCard(outgoing, link, limits) : undefined;
    if (!card) return { ...key, facets, embed: null };
    const { url: uri, title, description, image } = card;
    const upload = image && {
      bytes: { body: image.bytes, size: image.bytes.length, type: image.type },
      token,
      signal,
    };
    // The picture of a card is not worth a post.
    const uploaded =
      upload &&
      (await xrpc(service, 'com.atproto.repo.uploadBlob', upload).catch((error: NetworkError) => {
        if (error.kind === 'rejected') return undefined;
        throw error;
      }));
    const thumb = uploaded && (await blobOf(uploaded));
    return {
      ...key,
      facets,
      embed: {
        $type: 'app.bsky.embed.external',
        external: { uri, title, description, ...(thumb && { thumb }) },
      },
      ...(thumb && { until: new Date(Date.now() + UPLOADS_MS).toISOString() }),
    };
  }

  const passwordWay: Way = {
    name: 'password',
    label: 'Use an app password',
    by: 'fields',
    fields: [
      handleField,
      {
        name: 'password',
        label: 'App password',
        help: 'Make one at Bluesky: Settings, Privacy and security, App passwords.',
        secret: true,
      },
      serviceField,
    ],
    connect: (fields, { signal }) => connect(fields, signal),
  };
  /** Where there is a choice, nobody has to make a password first. */
  const loginWay: Way | undefined = login && {
    name: 'login',
    label: 'Log in at Bluesky',
    by: 'redirect',
    fields: [handleField, serviceField],
    begin: async ({ handle = '', service = '' }, { state, signal }) => {
      const [origin, known] = [serverOf(service), requireHandle(handle)];
      const did = await resolveHandle(known, origin, signal).catch((error: unknown) => {
        throw unreachable(error, 'service', origin) ?? error;
      });
      if (!did) throw invalid({ handle: ['Bluesky doesn’t know this handle.'] });
      return login.begin({ handle: known, did }, { state, signal });
    },
    complete: async (code, attempt, redirect) => {
      const { did, handle, service, access } = await login.complete(code, attempt, redirect);
      const account = await readAccount(service, { did, handle }, redirect.signal);
      return [{ account, credentials: { service, access } }];
    },
  };

  return {
    network: 'bluesky',
    ways: loginWay ? [loginWay, passwordWay] : [passwordWay],
    ...(login && { describeClient: login.describe }),

    identify: async (session, signal) => {
      const { service, token } = open(session);
      const method = 'com.atproto.server.getSession';
      const response = await xrpc(service, method, { params: {}, token, signal });
      const known = caller.parse(z.object({ did: z.string(), handle: z.string() }), response);
      return readAccount(service, known, signal);
    },

    renew: {
      expiry: (credentials) => {
        const stored = StoredCredentials.parse(credentials);
        return 'access' in stored ? new Date(stored.access.expiresAt) : expiryOf(stored.accessJwt);
      },
      renew: async (session, signal): Promise<Credentials> => {
        const stored = StoredCredentials.parse(session.credentials);
        const { service } = stored;
        if ('access' in stored)
          return { service, access: await requireLogin().renew(stored.access, signal) };
        const { refreshJwt: token } = stored;
        const method = 'com.atproto.server.refreshSession';
        const response = await xrpc(service, method, { token, signal }).catch(
          (error: NetworkError) => {
            // The token that renews has expired itself.
            if (error.kind !== 'expired') throw error;
            throw new NetworkError('reauthorize', error.code, error.message, { cause: error });
          },
        );
        const { accessJwt, refreshJwt } = caller.parse(Tokens, response);
        return { service, accessJwt, refreshJwt };
      },
    },

    prepare: async (parts, session, signal) => {
      const cards = AbortSignal.any([signal, AbortSignal.timeout(CARDS_MS)]);
      const prepared: Prepared[] = [];
      const dids: Dids = new Map();
      for (const part of parts)
        prepared.push(await prepareOne(part, session, { signal, cards, dids }));
      return prepared;
    },

    batch: BATCH,

    send: async (parts, session, signal) => {
      const { service, token } = open(session);
      const repo = session.account.remoteId;
      const sent: Sent[] = [];
      const writes: object[] = [];
      let thread = refsOf(parts[0]?.thread ?? null);
      for (const part of parts) {
        const { rkey, createdAt, facets, embed } = StoredState.parse(part.prepared);
        const record = {
          $type: COLLECTION,
          text: part.content,
          createdAt,
          ...(part.language && { langs: [part.language] }),
          ...(facets.length > 0 && { facets }),
          ...(embed ? { embed } : {}),
          ...(thread && { reply: thread }),
        };
        const ref = { uri: `at://${repo}/${COLLECTION}/${rkey}`, cid: await cidOf(record) };
        thread = { root: thread?.root ?? ref, parent: ref };
        writes.push({
          $type: 'com.atproto.repo.applyWrites#create',
          collection: COLLECTION,
          rkey,
          value: record,
        });
        sent.push(sentOf(ref));
      }
      const json = { repo, writes };
      const method = 'com.atproto.repo.applyWrites';
      const response = await xrpc(service, method, { json, token, publishes: true, signal });
      // What the server stored is what the next part replies to.
      const { data } = z.object({ results: z.array(Ref) }).safeParse(response.body);
      const stored = data?.results.length === sent.length ? data.results.map(sentOf) : sent;
      const pause = pauseOf(response.headers);
      return stored.map((sent) => ({ ...sent, pause }));
    },

    find: async ({ prepared }, session, signal) => {
      const { service } = open(session);
      const { rkey } = StoredState.parse(prepared);
      const params = { repo: session.account.remoteId, collection: COLLECTION, rkey };
      try {
        const response = await xrpc(service, 'com.atproto.repo.getRecord', { params, signal });
        return sentOf(caller.parse(Ref, response));
      } catch (error) {
        if (error instanceof NetworkError && error.code === 'RecordNotFound') return 'absent';
        throw error;
      }
    },

    // A key that is taken is refused: a late request cannot publish twice.
    settlesMs: 0,

    remove: async ({ id }, session, signal) => {
      const { service, token } = open(session);
      const rkey = id.split('/').at(-1);
      const json = { repo: session.account.remoteId, collection: COLLECTION, rkey };
      await xrpc(service, 'com.atproto.repo.deleteRecord', { json, token, signal });
    },

    latest: async (session, signal, count = LATEST) => {
      const { service } = open(session);
      const params = {
        repo: session.account.remoteId,
        collection: COLLECTION,
        limit: String(count),
      };
      const response = await xrpc(service, 'com.atproto.repo.listRecords', { params, signal });
      const { records } = caller.parse(z.object({ records: z.array(Post) }), response);
      return records.map(({ uri, cid, value }) => ({
        id: uri,
        url: urlOf(uri),
        extra: { cid },
        content: value.text,
        created_at: value.createdAt,
      }));
    },
  };
}

const handleField = { name: 'handle', label: 'Handle', help: 'Without the @.' };
const serviceField = {
  name: 'service',
  label: 'Another server than bsky.social',
  help: 'The address of your server, such as https://pds.example.org.',
  rare: true,
};

/** @throws AppError 400 */
function requireHandle(text: string): string {
  const handle = text.trim().replace(/^@/, '').toLowerCase();
  if (!handle) throw invalid({ handle: ['Please enter your handle'] });
  return handle;
}

/** When a token expires. */
function expiryOf(token: string): Date | null {
  try {
    const payload = parseForeign(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const { data } = z.object({ exp: z.number() }).safeParse(payload);
    return data ? new Date(data.exp * 1000) : null;
  } catch {
    return null;
  }
}

/** Ten bits of the key of a part. */
const clockOf = (key: string) => Number.parseInt(key.slice(0, 4), 16) & 1023;

/** The id of a record: of its bytes in DAG-CBOR. Blobs in it are links. */
async function cidOf(record: object): Promise<string> {
  const [dagCbor, { CID }, { sha256 }] = await Promise.all([
    import('@ipld/dag-cbor'),
    import('multiformats/cid'),
    import('multiformats/hashes/sha2'),
  ]);
  const linked = withLinks(record, (id) => CID.parse(id));
  const digest = await sha256.digest(dagCbor.encode(linked));
  return CID.createV1(dagCbor.code, digest).toString();
}

/** JSON of AT Protocol with `{ $link }` in place of each id, as DAG-CBOR encodes it. */
function withLinks(value: unknown, parse: (id: string) => CID): unknown {
  if (Array.isArray(value)) return value.map((element) => withLinks(element, parse));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0]?.[0] === '$link') return parse(String(entries[0][1]));
  return Object.fromEntries(entries.map(([key, member]) => [key, withLinks(member, parse)]));
}

const urlOf = (uri: string) => {
  const [, , did, , rkey] = uri.split('/');
  return `https://bsky.app/profile/${did}/post/${rkey}`;
};

const sentOf = ({ uri, cid }: z.output<typeof Ref>): Sent => ({
  id: uri,
  url: urlOf(uri),
  extra: { cid },
});

/** What a reply names: the first post of the thread, and the one before. */
function refsOf(thread: SendPart['thread']) {
  if (!thread) return null;
  const refOf = ({ id: uri, extra }: Sent) => {
    const cid = z.object({ cid: z.string() }).safeParse(extra).data?.cid;
    if (!cid) throw new NetworkError('rejected', 'parent', 'The part before isn’t known');
    return { uri, cid };
  };
  return { root: refOf(thread.root), parent: refOf(thread.parent) };
}
