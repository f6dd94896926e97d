import { z } from 'zod';
import { invalid } from '../../../errors.ts';
import { displayName, parseForeign } from '../../../http/outgoing/foreign.ts';
import type {
  Account,
  Connection,
  ConnectMethod,
  Connector,
  Credentials,
  Fields,
  Session,
} from '../adapter.ts';
import { NetworkError } from '../failures.ts';
import { hostOf, serverOrigin, unreachable } from '../server-url.ts';
import { type BlueskyClient, type Read, resolveHandle, storedOf, Tokens } from './client.ts';

/** Connecting accounts of Bluesky: by a login, where this installation has one, or a password. */

const SERVICE = 'https://bsky.social';
const APP_PASSWORD = /^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/;

const NewSession = Tokens.extend({ did: z.string() });
const KnownSession = z.object({ did: z.string(), handle: z.string() });
const Profile = z.object({
  value: z.object({
    displayName: z.string().catch(''),
    avatar: z
      .object({ ref: z.object({ $link: z.string() }) })
      .optional()
      .catch(undefined),
  }),
});

const handleField = { name: 'handle', label: 'Handle', help: 'Without the @.' };
const serviceField = {
  name: 'service',
  label: 'A server other than bsky.social',
  help: 'The address of your server, such as https://pds.example.org.',
  rare: true,
};

export function createBlueskyConnector(bluesky: BlueskyClient): Connector {
  const { login } = bluesky;
  const password = passwordMethod(bluesky);
  return {
    // Where there is a choice, nobody has to make a password first.
    methods: login ? [loginMethod(bluesky, login), password] : [password],
    ...(login && { describeClient: login.describe }),

    identify: async (session, signal) => {
      const api = bluesky.as(session, signal);
      const response = await api.call('com.atproto.server.getSession', { params: {} });
      return readAccount(bluesky, api.read, api.parse(KnownSession, response), signal);
    },

    renew: {
      expiry: (credentials) => {
        const stored = storedOf({ credentials });
        return 'access' in stored ? new Date(stored.access.expiresAt) : expiryOf(stored.accessJwt);
      },
      renew: (session, signal) => renew(bluesky, session, signal),
    },
  };
}

const loginMethod = (
  bluesky: BlueskyClient,
  login: NonNullable<BlueskyClient['login']>,
): ConnectMethod => ({
  name: 'login',
  label: 'Log in with Bluesky',
  by: 'redirect',
  fields: [handleField, serviceField],
  begin: async ({ handle = '', service = '' }, { state, signal }) => {
    const [origin, known] = [serverOf(service, bluesky), requireHandle(handle)];
    const did = await resolveHandle(bluesky.readOf(origin, signal), known).catch(
      (error: unknown) => {
        throw unreachable(error, 'service', origin) ?? error;
      },
    );
    if (!did) throw invalid({ handle: ['Bluesky doesn’t recognise this handle.'] });
    return login.begin({ handle: known, did }, { state, signal });
  },
  complete: async (code, attempt, redirect) => {
    const { did, handle, service, access } = await login.complete(code, attempt, redirect);
    const read = bluesky.readOf(service, redirect.signal);
    const account = await readAccount(bluesky, read, { did, handle }, redirect.signal);
    return [{ account, credentials: { service, access } }];
  },
});

const passwordMethod = (bluesky: BlueskyClient): ConnectMethod => ({
  name: 'password',
  label: 'Use an app password',
  by: 'fields',
  fields: [
    handleField,
    {
      name: 'password',
      label: 'App password',
      help: 'Create one on Bluesky: Settings, Privacy and security, App passwords.',
      secret: true,
    },
    serviceField,
  ],
  connect: (fields, { signal }) => connectByPassword(bluesky, fields, signal),
});

async function connectByPassword(
  bluesky: BlueskyClient,
  { handle = '', password = '', service = '' }: Fields,
  signal: AbortSignal,
): Promise<Connection> {
  const identifier = requireHandle(handle);
  const unknown = {
    password: [
      'Bluesky doesn’t recognise this handle and password. Is it an app password (xxxx-xxxx-xxxx-xxxx)?',
    ],
  };
  // The password of the account itself is not for applications.
  if (!APP_PASSWORD.test(password.trim())) throw invalid(unknown);
  const origin = serverOf(service, bluesky);
  const json = { identifier, password: password.trim() };
  const method = 'com.atproto.server.createSession';
  const response = await bluesky
    .xrpc(origin, method, { json, signal })
    .catch((error: NetworkError) => {
      if (error.kind === 'reauthorize') throw invalid(unknown);
      throw unreachable(error, 'service', origin) ?? error;
    });
  const { did, accessJwt, refreshJwt } = bluesky.parse(NewSession, response);
  const known = await requireServer(bluesky, did, origin, signal);
  const read = bluesky.readOf(origin, signal);
  return {
    account: await readAccount(bluesky, read, { did, handle: known }, signal),
    credentials: { service: origin, accessJwt, refreshJwt },
  };
}

/**
 * A server speaks for its own accounts alone: the document of the account has to name it, or a
 * server that logs in there.
 * @returns the handle of the account
 * @throws AppError 400
 */
async function requireServer(
  { locator }: BlueskyClient,
  did: string,
  origin: string,
  signal: AbortSignal,
): Promise<string> {
  const { service, handle } = await locator.locate(did, signal);
  const isOwn =
    service === origin ||
    (await locator.issuerOf(service, signal).catch(() => undefined)) === origin;
  if (isOwn) return handle;
  throw invalid({ service: [`This account is on the server ${hostOf(service)}.`] });
}

async function renew(
  bluesky: BlueskyClient,
  session: Session,
  signal: AbortSignal,
): Promise<Credentials> {
  const stored = storedOf(session);
  const { service } = stored;
  if ('access' in stored)
    return { service, access: await bluesky.requireLogin().renew(stored.access, signal) };
  const { refreshJwt: token } = stored;
  const method = 'com.atproto.server.refreshSession';
  const response = await bluesky
    .xrpc(service, method, { token, signal })
    .catch((error: NetworkError) => {
      // The token that renews has expired itself.
      if (error.kind !== 'expired') throw error;
      throw new NetworkError('reauthorize', error.code, error.message, { cause: error });
    });
  const { accessJwt, refreshJwt } = bluesky.parse(Tokens, response);
  return { service, accessJwt, refreshJwt };
}

async function readAccount(
  { locator }: BlueskyClient,
  read: Read,
  { did, handle }: { did: string; handle: string },
  signal: AbortSignal,
): Promise<Account> {
  const params = { repo: did, collection: 'app.bsky.actor.profile', rkey: 'self' };
  const profile = await read('com.atproto.repo.getRecord', params).catch(() => undefined);
  const { data } = Profile.safeParse(profile?.body);
  const cid = data?.value.avatar?.ref.$link;
  // Files are on the server of the account itself, which may not be the one that people log in at.
  const home = cid && (await locator.locate(did, signal).catch(() => undefined));
  return {
    remoteId: did,
    server: '',
    handle: `@${handle}`,
    name: displayName(data?.value.displayName ?? '') || handle,
    url: `https://bsky.app/profile/${did}`,
    picture: home
      ? `${home.service}/xrpc/com.atproto.sync.getBlob?${new URLSearchParams({ did, cid })}`
      : null,
    limits: {},
  };
}

const serverOf = (service: string, { allowHttp }: BlueskyClient) =>
  service.trim() ? serverOrigin(service, 'service', allowHttp) : SERVICE;

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
