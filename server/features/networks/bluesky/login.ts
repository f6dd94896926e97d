import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Credentials } from '../adapter.ts';
import type { Caller } from '../call.ts';
import { after } from '../times.ts';
import { type Locator, originOf } from './identity.ts';
import { Key, kidOf, newKey } from './keys.ts';
import { type Access, createOAuthClient, type OAuthClient, type Settings } from './oauth-client.ts';
import { misunderstood, run } from './oauth-errors.ts';

/**
 * OAuth of AT Protocol: this installation introduces itself with a document behind an https
 * address, and pushes what it asks for to the server where the person logs in.
 */

/** To publish and read posts. Older servers know no narrower one. */
const SCOPE = 'atproto transition:generic';
/** Tokens without a lifetime are renewed after so many seconds. */
const DEFAULT_LIFETIME = 30 * 60;
const MAX_LIFETIME = 24 * 60 * 60;

const Attempt = z.object({ issuer: z.string(), verifier: z.string(), state: z.string(), key: Key });
type Attempt = z.output<typeof Attempt>;

export function createLogin(caller: Caller, locator: Locator, settings: Settings) {
  const client = createOAuthClient(caller, settings);
  return {
    /** The document behind the client id. */
    describe: async () => documentOf(settings, await client.ownKey()),

    begin: async (
      { handle, did }: { handle: string; did: string },
      { state, signal }: { state: string; signal: AbortSignal },
    ): Promise<{ url: string; attempt: Credentials }> => {
      const { service } = await locator.locate(did, signal);
      const issuer = await locator.issuerOf(service, signal);
      const attempt = {
        issuer,
        verifier: oauth.generateRandomCodeVerifier(),
        state,
        key: await newKey(),
      };
      return { url: await pushAttempt(client, settings, attempt, { handle, signal }), attempt };
    },

    /** Whose account it is, and the access to it. */
    complete: async (
      code: string,
      given: Credentials,
      { issuer: named, signal }: { issuer: string | undefined; signal: AbortSignal },
    ) => {
      const attempt = Attempt.parse(given);
      const callback = { code, state: attempt.state, ...(named && { iss: named }) };
      const tokens = await exchangeCode(client, settings, attempt, { callback, signal });
      const did = z.string().safeParse(tokens.sub).data;
      if (did === undefined) throw misunderstood('the login names no account');
      const account = await locator.locate(did, signal);
      // A server speaks for its own accounts alone.
      if ((await locator.issuerOf(account.service, signal)) !== attempt.issuer)
        throw misunderstood('this account belongs to another server');
      return { did, ...account, access: accessOf(caller, attempt, tokens) };
    },

    renew: async (access: Access, signal: AbortSignal): Promise<Access> => {
      const { issuer, key, refreshToken } = access;
      const { server, auth, options } = await client.open(issuer, key, signal);
      const tokens = await run(async () =>
        oauth.processRefreshTokenResponse(
          server,
          client.client,
          await oauth.refreshTokenGrantRequest(server, client.client, auth, refreshToken, options),
        ),
      );
      return accessOf(caller, access, tokens, refreshToken);
    },

    call: client.call,
  };
}

function documentOf({ clientId, website, redirectUri }: Settings, { d: _, ...publicKey }: Key) {
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
}

/** The address to open, once the server knows what is asked for. */
async function pushAttempt(
  { client, open }: OAuthClient,
  { clientId, redirectUri, allowHttp }: Settings,
  { issuer, key, state, verifier }: Attempt,
  { handle, signal }: { handle: string; signal: AbortSignal },
): Promise<string> {
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
  return url.href;
}

async function exchangeCode(
  { client, open }: OAuthClient,
  { redirectUri }: Settings,
  { issuer, key, state, verifier }: Attempt,
  { callback, signal }: { callback: Record<string, string>; signal: AbortSignal },
) {
  const { server, auth, options } = await open(issuer, key, signal);
  return run(async () => {
    const returned = new URLSearchParams(callback);
    const known = oauth.validateAuthResponse(server, client, returned, state);
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
}

function accessOf(
  { clock }: Pick<Caller, 'clock'>,
  { issuer, key }: { issuer: string; key: Key },
  { access_token, refresh_token, expires_in }: oauth.TokenEndpointResponse,
  former?: string,
): Access {
  // A server may let the former one be used again.
  const refreshToken = refresh_token ?? former;
  if (refreshToken === undefined) throw misunderstood('the access cannot be renewed');
  const seconds = Math.min(expires_in ?? DEFAULT_LIFETIME, MAX_LIFETIME);
  const expiresAt = after(clock, seconds);
  return { issuer, accessToken: access_token, refreshToken, expiresAt, key };
}
