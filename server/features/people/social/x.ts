import * as oauth from 'openid-client';
import { z } from 'zod';
import type { Config } from '../../../config.ts';
import { parseForeign } from '../../../http/foreign.ts';
import type { Outgoing } from '../../../http/outgoing.ts';

/** The OAuth 2.0 client for X: authorization code with PKCE, and the identity of the person. */

/** The person waits meanwhile. */
const TIMEOUT_MS = 10_000;
const SCOPES = 'users.read tweet.read';
const Me = z.object({
  data: z.object({
    id: z.string().min(1).max(100),
    name: z.string(),
    username: z.string().min(1).max(100),
  }),
});

/** An error of OAuth 2.0. */
const CODE = /^[\w.-]{1,60}$/;

/** The identity of a person on X. */
export type XUser = z.output<typeof Me>['data'];

/** The state of the attempt, which stays with the browser. */
export type Attempt = { state: string; verifier: string };

/** @param callback the registered redirect URI */
export function createXClient(
  { clientId, clientSecret, authorizeUrl, apiUrl }: NonNullable<Config['x']>,
  callback: string,
  outgoing: Pick<Outgoing, 'fetch'>,
) {
  const server = {
    issuer: new URL(authorizeUrl).origin,
    authorization_endpoint: authorizeUrl,
    token_endpoint: `${apiUrl}/2/oauth2/token`,
  };
  const authentication = clientSecret ? oauth.ClientSecretBasic(clientSecret) : oauth.None();
  const client = new oauth.Configuration(server, clientId, clientSecret, authentication);
  client[oauth.customFetch] = (url, options) =>
    outgoing.fetch(url, options, { trusted: true, timeoutMs: TIMEOUT_MS });
  // Only for a configured server: X itself is never called over plain http.
  if (apiUrl.startsWith('http:')) oauth.allowInsecureRequests(client);

  return {
    /**
     * The address to open, and the state to remember. `kind` is the prefix of the state parameter,
     * which always comes back.
     */
    begin: async (kind: string): Promise<{ url: string; attempt: Attempt }> => {
      const attempt = {
        state: `${kind}.${oauth.randomState()}`,
        verifier: oauth.randomPKCECodeVerifier(),
      };
      const url = oauth.buildAuthorizationUrl(client, {
        redirect_uri: callback,
        scope: SCOPES,
        state: attempt.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, attempt };
    },

    /**
     * The identity of the person who came back.
     * @throws where X refuses, or the attempt is another one
     */
    finish: async (query: string, { state, verifier }: Attempt): Promise<XUser> => {
      const checks = { expectedState: state, pkceCodeVerifier: verifier };
      const tokens = await oauth
        .authorizationCodeGrant(client, new URL(`${callback}?${query}`), checks)
        .catch((error: unknown) => {
          // The error has the whole response, which is logged.
          if (error instanceof oauth.ResponseBodyError)
            throw new Error(`X refuses the code: ${error.status} ${CODE.exec(error.error) ?? ''}`);
          throw error;
        });
      const address = new URL(`${apiUrl}/2/users/me`);
      const response = await oauth.fetchProtectedResource(
        client,
        tokens.access_token,
        address,
        'GET',
      );
      if (!response.ok)
        throw new Error(`X responded with ${response.status} to the request for the profile`);
      return Me.parse(parseForeign(await response.text())).data;
    },
  };
}
