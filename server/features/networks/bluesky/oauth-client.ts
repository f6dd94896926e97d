import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Clock } from '../../../clock.ts';
import { toResponse } from '../../../http/outgoing/outgoing.ts';
import type { RegisteredApps } from '../adapter-context.ts';
import type { Call, Caller, JsonResponse } from '../call.ts';
import { importPair, Key, kidOf, newKey } from './keys.ts';
import { run, withNonce } from './oauth-errors.ts';

/**
 * The client of logins of AT Protocol: it authenticates with a key of this installation, and every
 * access token is bound to a key of its own (DPoP).
 */

const TIMEOUT_MS = 15_000;
/** The keys of calls whose nonces are remembered. */
const MAX_HANDLES = 1000;

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

export type Settings = {
  /** The https URL of the document that introduces this installation. */
  clientId: string;
  website: string;
  redirectUri: string;
  apps: RegisteredApps;
  allowHttp: boolean;
};

export type OAuthClient = ReturnType<typeof createOAuthClient>;

export function createOAuthClient(
  caller: Caller,
  { clientId, redirectUri, apps, allowHttp }: Settings,
) {
  const client: oauth.Client = { client_id: clientId };
  const handles = new Map<string, oauth.DPoPHandle>();
  const through = (signal: AbortSignal) => throughCaller(caller, allowHttp, signal);

  /** The proofs that a key makes, with the nonces of servers. */
  async function handleOf(key: Key): Promise<oauth.DPoPHandle> {
    const known = handles.get(key.x);
    if (known) return known;
    const handle = oauth.DPoP(client, await importPair(key), datedBy(caller.clock));
    if (handles.size >= MAX_HANDLES) handles.clear();
    handles.set(key.x, handle);
    return handle;
  }

  return {
    client,

    ownKey: () => ownKey(apps, redirectUri),

    /** What every request to a login needs: its server, our authentication, the proof of a key. */
    open: async (issuer: string, key: Key, signal: AbortSignal) => {
      const [url, options] = [new URL(issuer), through(signal)];
      const server = await run(async () =>
        oauth.processDiscoveryResponse(
          url,
          await oauth.discoveryRequest(url, { algorithm: 'oauth2', ...options }),
        ),
      );
      const auth = await authentication(caller.clock, await ownKey(apps, redirectUri));
      return { server, auth, options: { DPoP: await handleOf(key), ...options } };
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
      const send = async (
        _url: string,
        { headers: signed }: { headers: Record<string, string> },
      ) => {
        response = await caller.call(url, { ...request, headers: { ...headers, ...signed } });
        return responseOf({ ...response, body: undefined });
      };
      const options = { DPoP, ...through(signal), [oauth.customFetch]: send };
      const [target, head] = [new URL(url), new Headers(headers)];
      try {
        await withNonce(() =>
          oauth.protectedResourceRequest(accessToken, method, target, head, undefined, options),
        );
      } catch (error) {
        // The status says what a challenge means.
        if (!(error instanceof oauth.WWWAuthenticateChallengeError)) throw error;
      }
      return response as JsonResponse;
    },
  };
}

type FetchOptions = { method: string; headers: Record<string, string>; body?: unknown };

/** The options of every call: by our own caller, with its limits and its guard. */
const throughCaller = (caller: Caller, allowHttp: boolean, signal: AbortSignal) => ({
  signal,
  [oauth.allowInsecureRequests]: allowHttp,
  [oauth.customFetch]: async (url: string, { method, headers, body }: FetchOptions) =>
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

/** What is no JSON, or too much of it, is given as a text: the library does not parse it. */
const responseOf = ({ body, ...response }: JsonResponse) =>
  toResponse({ ...response, body: JSON.stringify(body) });

/** The key of this installation: made once, and kept sealed. */
async function ownKey(apps: RegisteredApps, redirectUri: string): Promise<Key> {
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

async function authentication(clock: Clock, key: Key): Promise<oauth.ClientAuth> {
  const { privateKey } = await importPair(key);
  return oauth.PrivateKeyJwt({ key: privateKey, kid: kidOf(key) }, datedBy(clock));
}

/** The library dates what it signs by the clock of the machine: it is dated by ours. */
const datedBy = (clock: Clock): oauth.ModifyAssertionOptions => ({
  [oauth.modifyAssertion]: (_header, claims) => {
    const ahead = Math.floor(clock.now() / 1000) - Number(claims.iat);
    for (const name of ['iat', 'nbf', 'exp'])
      if (typeof claims[name] === 'number') claims[name] += ahead;
  },
});
