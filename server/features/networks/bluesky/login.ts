import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { toResponse } from '../../../http/outgoing.ts';
import {
  type Credentials,
  type FailureKind,
  NetworkError,
  type RegisteredApps,
} from '../adapter.ts';
import type { Call, Caller, JsonResponse } from '../call.ts';

/**
 * OAuth of AT Protocol: this installation introduces itself with a document behind an https
 * address, and every access token is bound to a key (DPoP).
 */

const TIMEOUT_MS = 15_000;
/** To publish and read posts. Older servers know no narrower one. */
const SCOPE = 'atproto transition:generic';
/** The keys of calls whose nonces are remembered. */
const MAX_HANDLES = 1000;
/** Tokens without a lifetime are renewed after so many seconds. */
const DEFAULT_LIFETIME = 30 * 60;
const MAX_LIFETIME = 24 * 60 * 60;

const ES256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const Key = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});
type Key = z.output<typeof Key>;

/** What a call is made with. */
export const Access = z.object({
  issuer: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
  key: Key,
});
export type Access = z.output<typeof Access>;

const Attempt = z.object({ issuer: z.string(), verifier: z.string(), state: z.string(), key: Key });

/** The entry of the server in the document of a DID, which may be relative. */
const PDS = '#atproto_pds';
const DidDocument = z.object({
  alsoKnownAs: z.array(z.string()).catch([]),
  service: z.array(z.object({ id: z.string(), serviceEndpoint: z.unknown() })).catch([]),
});

/**
 * Where accounts are, as their own documents say.
 * @param directory the origin of the directory of did:plc
 */
export function createLocator(
  caller: Caller,
  { directory, allowHttp }: { directory: string; allowHttp: boolean },
) {
  async function get(url: string, signal: AbortSignal, trusted = false): Promise<JsonResponse> {
    const response = await caller.call(url, { timeoutMs: TIMEOUT_MS, signal, trusted });
    if (response.status !== 200) throw caller.errorOf(response, undefined);
    return response;
  }

  /** The server of an account, and its handle. */
  async function locate(did: string, signal: AbortSignal) {
    const { address, trusted } = documentOf(did, directory);
    const document = caller.parse(DidDocument, await get(address, signal, trusted));
    const endpoint = document.service.find(({ id }) => id === PDS || id === did + PDS);
    const service = originOf(endpoint?.serviceEndpoint, allowHttp);
    const known = document.alsoKnownAs.find((name) => name.startsWith('at://'));
    return { service, handle: known?.slice('at://'.length) ?? did };
  }

  /** Where the accounts of a server log in. */
  async function issuerOf(service: string, signal: AbortSignal) {
    const metadata = caller.parse(
      z.object({ authorization_servers: z.array(z.string()).min(1) }),
      await get(`${service}/.well-known/oauth-protected-resource`, signal),
    );
    return originOf(metadata.authorization_servers[0], allowHttp);
  }

  return { locate, issuerOf };
}

export type Locator = ReturnType<typeof createLocator>;

/**
 * @param clientId the https URL of the document that introduces this installation
 */
export function createLogin(
  caller: Caller,
  { locate, issuerOf }: Locator,
  {
    clientId,
    website,
    redirectUri,
    apps,
    allowHttp,
  }: {
    clientId: string;
    website: string;
    redirectUri: string;
    apps: RegisteredApps;
    allowHttp: boolean;
  },
) {
  const client: oauth.Client = { client_id: clientId };
  const handles = new Map<string, oauth.DPoPHandle>();

  /** The options of every call: by our own client, with its limits and its guard. */
  const through = (signal: AbortSignal) => ({
    signal,
    [oauth.allowInsecureRequests]: allowHttp,
    [oauth.customFetch]: async (
      url: string,
      {
        method,
        headers,
        body,
      }: { method: string; headers: Record<string, string>; body?: unknown },
    ) =>
      responseOf(
        await caller.call(url, {
          method: method as 'GET' | 'POST',
          headers,
          ...(body != null && { body: String(body) }),
          timeoutMs: TIMEOUT_MS,
          signal,
        }),
      ),
  });

  /** The proofs that a key makes, with the nonces of servers. */
  async function handleOf(key: Key): Promise<oauth.DPoPHandle> {
    const known = handles.get(key.x);
    if (known) return known;
    const handle = oauth.DPoP(client, await importPair(key));
    if (handles.size >= MAX_HANDLES) handles.clear();
    handles.set(key.x, handle);
    return handle;
  }

  /** The key of this installation: made once, and kept sealed. */
  async function ownKey(): Promise<Key> {
    const known = Key.safeParse(await apps.find('', redirectUri)).data;
    if (known) return known;
    const made = await newKey();
    await apps.keepFirst('', redirectUri, made);
    // Another process may have been first.
    const first = Key.safeParse(await apps.find('', redirectUri)).data;
    if (first) return first;
    // Sealed with another SECRET.
    await apps.keep('', redirectUri, made);
    return made;
  }

  async function authentication(): Promise<oauth.ClientAuth> {
    const key = await ownKey();
    const { privateKey } = await importPair(key);
    return oauth.PrivateKeyJwt({ key: privateKey, kid: kidOf(key) });
  }

  /** What every request to a login needs: its server, our authentication, and the proof of a key. */
  async function open(issuer: string, key: Key, signal: AbortSignal) {
    const [url, options] = [new URL(issuer), through(signal)];
    const server = await run(async () =>
      oauth.processDiscoveryResponse(
        url,
        await oauth.discoveryRequest(url, { algorithm: 'oauth2', ...options }),
      ),
    );
    const auth = await authentication();
    return { server, auth, options: { DPoP: await handleOf(key), ...options } };
  }

  const accessOf = (
    issuer: string,
    key: Key,
    { access_token, refresh_token, expires_in }: oauth.TokenEndpointResponse,
    former?: string,
  ): Access => {
    // A server may let the former one be used again.
    const refreshToken = refresh_token ?? former;
    if (refreshToken === undefined) throw misunderstood('the access cannot be renewed');
    const seconds = Math.min(expires_in ?? DEFAULT_LIFETIME, MAX_LIFETIME);
    const expiresAt = new Date(Date.now() + seconds * 1000).toISOString();
    return { issuer, accessToken: access_token, refreshToken, expiresAt, key };
  };

  return {
    /** The document behind the client id. */
    describe: async () => {
      const { d: _, ...publicKey } = await ownKey();
      return {
        client_id: clientId,
        client_name: 'Postfolio',
        client_uri: website,
        application_type: 'web',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        scope: SCOPE,
        dpop_bound_access_tokens: true,
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'ES256',
        jwks: { keys: [{ ...publicKey, kid: kidOf(publicKey), use: 'sig', alg: 'ES256' }] },
      };
    },

    begin: async (
      { handle, did }: { handle: string; did: string },
      { state, signal }: { state: string; signal: AbortSignal },
    ): Promise<{ url: string; attempt: Credentials }> => {
      const { service } = await locate(did, signal);
      const issuer = await issuerOf(service, signal);
      const [key, verifier] = [await newKey(), oauth.generateRandomCodeVerifier()];
      const { server, auth, options } = await open(issuer, key, signal);
      const parameters = {
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        login_hint: handle,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      const pushed = await run(async () =>
        oauth.processPushedAuthorizationResponse(
          server,
          client,
          await oauth.pushedAuthorizationRequest(server, client, auth, parameters, options),
        ),
      );
      // The person opens it: it is nothing but a page.
      originOf(server.authorization_endpoint, allowHttp);
      const url = new URL(server.authorization_endpoint as string);
      url.searchParams.set('client_id', clientId);
      url.searchParams.set('request_uri', pushed.request_uri);
      return { url: url.href, attempt: { issuer, verifier, state, key } };
    },

    /** Whose account it is, and the access to it. */
    complete: async (
      code: string,
      attempt: Credentials,
      { issuer: named, signal }: { issuer: string | undefined; signal: AbortSignal },
    ) => {
      const { issuer, verifier, state, key } = Attempt.parse(attempt);
      const { server, auth, options } = await open(issuer, key, signal);
      const tokens = await run(async () => {
        const callback = new URLSearchParams({ code, state, ...(named && { iss: named }) });
        const known = oauth.validateAuthResponse(server, client, callback, state);
        return oauth.processAuthorizationCodeResponse(
          server,
          client,
          await oauth.authorizationCodeGrantRequest(
            server,
            client,
            auth,
            known,
            redirectUri,
            verifier,
            options,
          ),
        );
      });
      const did = z.string().safeParse(tokens.sub).data;
      if (did === undefined) throw misunderstood('the login names no account');
      const account = await locate(did, signal);
      // A server speaks for its own accounts alone.
      if ((await issuerOf(account.service, signal)) !== issuer)
        throw misunderstood('this account is of another server');
      return { did, ...account, access: accessOf(issuer, key, tokens) };
    },

    renew: async (access: Access, signal: AbortSignal): Promise<Access> => {
      const { issuer, key, refreshToken } = access;
      const { server, auth, options } = await open(issuer, key, signal);
      const tokens = await run(async () =>
        oauth.processRefreshTokenResponse(
          server,
          client,
          await oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, options),
        ),
      );
      return accessOf(issuer, key, tokens, refreshToken);
    },

    /** Calls the server of an account. A response of any status; NetworkError where there is none. */
    call: async (
      url: string,
      { accessToken, key }: Access,
      request: Call & { signal: AbortSignal },
    ): Promise<JsonResponse> => {
      const DPoP = await handleOf(key);
      const { method = 'GET', headers, signal } = request;
      let response: JsonResponse | undefined;
      const attempt = () =>
        oauth.protectedResourceRequest(
          accessToken,
          method,
          new URL(url),
          new Headers(headers),
          undefined,
          {
            DPoP,
            ...through(signal),
            [oauth.customFetch]: async (_url: string, { headers: signed }) => {
              response = await caller.call(url, { ...request, headers: { ...headers, ...signed } });
              return responseOf({ ...response, body: undefined });
            },
          },
        );
      try {
        await withNonce(attempt);
      } catch (error) {
        // The status says what a challenge means.
        if (!(error instanceof oauth.WWWAuthenticateChallengeError)) throw error;
      }
      return response as JsonResponse;
    },
  };
}

/** Repeats a call whose nonce is missing or too old: nothing has happened yet. */
const withNonce = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (!oauth.isDPoPNonceError(error)) throw error;
    return work();
  });

/** Calls a login, and explains its refusals. */
async function run<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await withNonce(work);
  } catch (error) {
    if (error instanceof oauth.WWWAuthenticateChallengeError)
      throw misunderstood('the login refuses the call');
    if (
      error instanceof oauth.ResponseBodyError ||
      error instanceof oauth.AuthorizationResponseError
    ) {
      // The error has the whole response: it is no cause, which could be logged.
      throw new NetworkError(kindOf(error), error.error, error.error_description ?? error.error);
    }
    // They have the tokens as their cause.
    if (
      error instanceof oauth.OperationProcessingError ||
      error instanceof oauth.UnsupportedOperationError ||
      isNoUrl(error)
    )
      throw misunderstood('the login responds in a way that isn’t understood');
    throw error;
  }
}

/** The library parses the issuer that a server names, which may be no address. */
const isNoUrl = (error: unknown) =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_URL';

/** Only a refused grant says that the access was revoked; a refused client is our own fault. */
function kindOf({ error, ...rest }: { error: string; status?: number }): FailureKind {
  if (error === 'invalid_grant') return 'reauthorize';
  if (/^(invalid|unauthorized)_client/.test(error)) return 'operator';
  return rest.status === 429 ? 'rate_limited' : 'transient';
}

const misunderstood = (why: string) =>
  new NetworkError('transient', 'oauth', `Bluesky can’t be connected: ${why}`);

/** What is no JSON, or too much of it, is given as a text: the library does not parse it. */
const responseOf = ({ body, ...response }: JsonResponse) =>
  toResponse({ ...response, body: JSON.stringify(body) });

/** Where the document of a DID is. The directory is the operator’s choice, and trusted. */
function documentOf(did: string, directory: string): { address: string; trusted: boolean } {
  if (/^did:plc:[a-z2-7]{24}$/.test(did)) return { address: `${directory}/${did}`, trusted: true };
  const host = /^did:web:([a-z0-9.-]{1,253})$/i.exec(did)?.[1];
  if (host) return { address: `https://${host}/.well-known/did.json`, trusted: false };
  throw misunderstood('its identifier is of an unknown kind');
}

function originOf(address: unknown, allowHttp: boolean): string {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'https:' || (allowHttp && url?.protocol === 'http:')) return url.origin;
  throw misunderstood('it has no server');
}

const kidOf = ({ x }: Pick<Key, 'x'>) => x.slice(0, 16);

async function newKey(): Promise<Key> {
  const { privateKey } = await oauth.generateKeyPair('ES256', { extractable: true });
  return Key.parse(await crypto.subtle.exportKey('jwk', privateKey));
}

async function importPair({ d, ...key }: Key): Promise<CryptoKeyPair> {
  return {
    privateKey: await crypto.subtle.importKey('jwk', { ...key, d }, ES256, false, ['sign']),
    publicKey: await crypto.subtle.importKey('jwk', key, ES256, true, ['verify']),
  };
}
