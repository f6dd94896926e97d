import * as oauth from 'oauth4webapi';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Apps, as a strict library of others speaks for them. */

/** What says when codes, tokens and apps end. */
export const APP_TABLES = ['api_keys', 'app_codes', 'app_tokens', 'app_devices', 'app_clients'];

export const ORIGIN = 'https://postfolio.test';
export const REDIRECT = 'https://draftsmith.example/callback';

type Person = { token: string };
type Consent = { scopes?: string[]; drafts_only?: boolean; folders?: number[] | null };

/** @param origin the public URL of the server, which is reached at the address of the test */
export function oauthOn(app: TestApp, origin = ORIGIN) {
  const options = {
    [oauth.customFetch]: (url: string, init: RequestInit) =>
      fetch(url.replace(new URL(origin).origin, app.base), init),
  };

  const discover = async (issuer = origin) => {
    const url = new URL(issuer);
    const settings = { algorithm: 'oauth2', ...options } as const;
    return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, settings));
  };

  async function register(fields: object = {}) {
    const server = await discover();
    const response = await oauth.dynamicClientRegistrationRequest(
      server,
      { client_name: 'Draftsmith', redirect_uris: [REDIRECT], ...fields } as never,
      options,
    );
    return oauth.processDynamicClientRegistrationResponse(response);
  }

  /** The query that an app sends a person with, and what it keeps for later. */
  async function ask(clientId: string, changes: Record<string, string | undefined> = {}) {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const given = {
      ...{ client_id: clientId, redirect_uri: REDIRECT, response_type: 'code' },
      ...{ scope: 'read write publish', state, resource: `${origin}/mcp` },
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...changes,
    };
    const set = Object.entries(given).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(set as [string, string][]).toString();
    return { query, verifier, state, redirect: given.redirect_uri };
  }

  /** What a person is shown. */
  const look = (me: Person, query: string) =>
    app.request('/api/apps/requests/', { method: 'POST', token: me.token, body: { query } });

  const allow = (
    me: Person,
    request: string,
    consent: Consent = {},
    headers: Record<string, string> = {},
  ) =>
    app.request('/api/apps/', {
      ...{ method: 'POST', token: me.token, headers },
      body: { request, scopes: ['read', 'write'], ...consent },
    });

  /** Takes what came back to the app, and checks state and issuer. */
  async function accept(clientId: string, redirect: string, state: string) {
    const server = await discover();
    return oauth.validateAuthResponse(server, { client_id: clientId }, new URL(redirect), state);
  }

  async function exchange(
    clientId: string,
    answer: URLSearchParams,
    verifier: string,
    { redirect = REDIRECT, resource = `${origin}/mcp` } = {},
  ) {
    const server = await discover();
    const client = { client_id: clientId };
    const response = await oauth.authorizationCodeGrantRequest(
      ...([server, client, oauth.None(), answer, redirect, verifier] as const),
      { ...options, additionalParameters: { resource } },
    );
    return oauth.processAuthorizationCodeResponse(server, client, response);
  }

  /** Sends a person through the whole flow. */
  async function connect(
    me: Person,
    consent: Consent = {},
    { clientId, resource = `${origin}/mcp`, headers = {} as Record<string, string> } = {} as {
      clientId?: string;
      resource?: string;
      headers?: Record<string, string>;
    },
  ) {
    const id = clientId ?? (await register()).client_id;
    const asked = await ask(id, { resource, scope: 'read write publish members audit' });
    const shown = await look(me, asked.query);
    expect([shown.status, shown.body]).toEqual([200, expect.anything()]);
    const allowed = await allow(me, shown.body.request, consent, headers);
    expect([allowed.status, allowed.body]).toEqual([201, expect.anything()]);
    const answer = await accept(id, allowed.body.redirect as string, asked.state);
    const tokens = await exchange(id, answer, asked.verifier, { resource });
    return { clientId: id, app: allowed.body.app, tokens, answer, verifier: asked.verifier };
  }

  async function refresh(clientId: string, token = '', resource = `${origin}/api`) {
    const server = await discover();
    const client = { client_id: clientId };
    const response = await oauth.refreshTokenGrantRequest(
      ...([server, client, oauth.None(), token] as const),
      { ...options, additionalParameters: { resource } },
    );
    return oauth.processRefreshTokenResponse(server, client, response);
  }

  /** A form that the library would not send. */
  async function post(path: string, fields: Record<string, string> | string) {
    const response = await fetch(app.base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  }

  return {
    options,
    discover,
    register,
    ask,
    look,
    allow,
    accept,
    exchange,
    connect,
    refresh,
    post,
  };
}

/** The error of a call that the library refuses. */
export const errorOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) =>
      error instanceof oauth.ResponseBodyError ? error.error : `${(error as Error).message}`,
  );
