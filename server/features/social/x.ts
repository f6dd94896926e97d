import * as oauth from 'openid-client';
import { z } from 'zod';
import type { Config } from '../../config.ts';

/** X as OAuth 2.0 speaks to it: the authorization code with PKCE, and who has signed in. */

const SCOPES = 'users.read tweet.read';
const Me = z.object({
  data: z.object({ id: z.string().min(1), name: z.string(), username: z.string().min(1) }),
});

/** Who somebody is at X. */
export type XUser = z.output<typeof Me>['data'];

/** What must be known again when they come back: it stays with their browser. */
export type Attempt = { state: string; verifier: string };

/** @param callback the address that X leads back to, as it is registered there */
export function createXClient(
  { clientId, clientSecret, authorizeUrl, apiUrl }: NonNullable<Config['x']>,
  callback: string,
) {
  const server = {
    issuer: new URL(authorizeUrl).origin,
    authorization_endpoint: authorizeUrl,
    token_endpoint: `${apiUrl}/2/oauth2/token`,
  };
  const authentication = clientSecret ? oauth.ClientSecretBasic(clientSecret) : oauth.None();
  const client = new oauth.Configuration(server, clientId, clientSecret, authentication);
  // Only what was configured so: X itself is never asked over plain http.
  if (apiUrl.startsWith('http:')) oauth.allowInsecureRequests(client);

  return {
    /** Where to send the browser, and what to remember. `kind` begins the state, which comes back in any case. */
    begin: async (kind: string): Promise<{ url: string; attempt: Attempt }> => {
      const attempt = { state: `${kind}.${oauth.randomState()}`, verifier: oauth.randomPKCECodeVerifier() };
      const url = oauth.buildAuthorizationUrl(client, {
        redirect_uri: callback,
        scope: SCOPES,
        state: attempt.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, attempt };
    },

    /** Who has come back. @throws when X says no, or this is not the attempt that was begun */
    finish: async (query: string, { state, verifier }: Attempt): Promise<XUser> => {
      const checks = { expectedState: state, pkceCodeVerifier: verifier };
      const tokens = await oauth.authorizationCodeGrant(client, new URL(`${callback}?${query}`), checks);
      const address = new URL(`${apiUrl}/2/users/me`);
      const answer = await oauth.fetchProtectedResource(client, tokens.access_token, address, 'GET');
      if (!answer.ok) throw new Error(`X answered ${answer.status} to who this is`);
      return Me.parse(await answer.json()).data;
    },
  };
}
