import { z } from 'zod';
import type { Session } from '../adapter.ts';
import { type CallContext, type Caller, createCaller, type JsonResponse } from '../call.ts';
import { type FailureKind, NetworkError } from '../failures.ts';
import { createLocator } from './identity.ts';
import { createLogin } from './login.ts';
import { Access, type Settings as LoginSettings } from './oauth-client.ts';

/** Calls of servers of AT Protocol (XRPC), and what their errors mean. */

const TIMEOUT_MS = 30_000;
/** Of a file. */
const UPLOAD_MS = 10 * 60_000;

export const Tokens = z.object({ accessJwt: z.string(), refreshJwt: z.string() });
const Stored = z.union([
  Tokens.extend({ service: z.string() }),
  z.object({ service: z.string(), access: Access }),
]);
const Problem = z.object({ error: z.string().max(100), message: z.string().optional() });

const ACCOUNT_ERRORS = new Set([
  'InvalidToken',
  'AuthMissing',
  'AuthenticationRequired',
  'AccountTakedown',
  'AccountSuspended',
  'AccountDeactivated',
  'AccountNotFound',
]);

export const storedOf = ({ credentials }: Pick<Session, 'credentials'>) =>
  Stored.parse(credentials);

/** A file on its way. `size` in bytes. */
export type Bytes = {
  body: Buffer | (() => AsyncIterable<Uint8Array>);
  size: number;
  type: string;
};

type Request = {
  /** A query. */
  params?: Record<string, string> | URLSearchParams;
  /** The body of a procedure: JSON, or bytes with their type. */
  json?: unknown;
  bytes?: Bytes;
  /** What authorizes it: a token alone, or one that is bound to a key. */
  token?: string | Access;
  publishes?: boolean;
  signal: AbortSignal;
};

/** A query of a server. */
export type Read = (method: string, params: Record<string, string>) => Promise<JsonResponse>;

export type Settings = {
  /** Where people can log in with OAuth. */
  login?: Omit<LoginSettings, 'allowHttp'>;
  /** The origin of the directory of did:plc. */
  directory: string;
  allowHttp: boolean;
};

export type BlueskyClient = ReturnType<typeof createBlueskyClient>;
/** A server on behalf of an account. */
export type BlueskyApi = ReturnType<BlueskyClient['as']>;

export function createBlueskyClient(
  context: CallContext,
  { login: settings, directory, allowHttp }: Settings,
) {
  const caller = createCaller(context, 'bluesky');
  const locator = createLocator(caller, { directory, allowHttp });
  const login = settings && createLogin(caller, locator, { ...settings, allowHttp });

  function requireLogin() {
    if (login) return login;
    throw new NetworkError('operator', 'https', 'PUBLIC_URL is no longer an https address');
  }

  /** Calls a method of a server. */
  async function xrpc(service: string, method: string, request: Request): Promise<JsonResponse> {
    const { params, token, publishes = false } = request;
    const query = params ? `?${new URLSearchParams(params)}` : '';
    const url = `${service}/xrpc/${method}${query}`;
    const call = callOf(request);
    const response =
      typeof token === 'object'
        ? await requireLogin().call(url, token, call)
        : await caller.call(url, call);
    if (response.status !== 200) throw errorOf(caller, response, publishes);
    return response;
  }

  /** What everybody can read is read without a token. */
  const readOf =
    (service: string, signal: AbortSignal): Read =>
    (method, params) =>
      xrpc(service, method, { params, signal });

  return {
    allowHttp,
    locator,
    login,
    requireLogin,
    xrpc,
    readOf,
    parse: caller.parse,

    as: (session: Session, signal: AbortSignal) => {
      const { service, ...tokens } = storedOf(session);
      const token = 'access' in tokens ? tokens.access : tokens.accessJwt;
      return {
        repo: session.account.remoteId,
        clock: caller.clock,
        parse: caller.parse,
        read: readOf(service, signal),
        call: (method: string, request: Omit<Request, 'token' | 'signal'> = {}) =>
          xrpc(service, method, { ...request, token, signal }),
      };
    },
  };
}

function callOf({ params, json, bytes, token, publishes = false, signal }: Request) {
  const body = bytes?.body ?? (json === undefined ? undefined : JSON.stringify(json));
  const type = bytes?.type ?? (json === undefined ? undefined : 'application/json');
  return {
    method: params === undefined ? ('POST' as const) : ('GET' as const),
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
}

/** The DID of a handle; undefined for an unknown one. */
export async function resolveHandle(read: Read, handle: string): Promise<string | undefined> {
  const response = await read('com.atproto.identity.resolveHandle', { handle }).catch(
    (error: NetworkError) => {
      if (error.kind === 'rejected') return undefined;
      throw error;
    },
  );
  return z.object({ did: z.string() }).safeParse(response?.body).data?.did;
}

/** The names of errors are documented: they decide, where they are known. */
function errorOf(caller: Caller, response: JsonResponse, publishes: boolean): NetworkError {
  const known = Problem.safeParse(response.body).data;
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
