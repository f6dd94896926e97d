import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { AppContext } from '../../../context.ts';
import { withSecrets } from '../../../http/redact.ts';
import { codeLogin, createXClient } from '../../networks/networks.service.ts';

/** Sign-in with X: the login that connects accounts, with fewer scopes. */

/** The person waits meanwhile. */
const TIMEOUT_MS = 10_000;
const SCOPES = 'users.read tweet.read';
const Token = z.object({ access_token: z.string().min(1) });
const Me = z.object({
  data: z.object({
    id: z.string().min(1).max(100),
    name: z.string(),
    username: z.string().min(1).max(100),
  }),
});

/** The identity of a person on X. */
export type XUser = z.output<typeof Me>['data'];

/** The state of the attempt, which stays with the browser. */
export type Attempt = { state: string; verifier?: string };

/** @param uri the registered redirect URI */
export function createXSignIn(
  context: Pick<AppContext, 'clock' | 'config' | 'outgoing'>,
  uri: string,
) {
  const x = createXClient(context);
  const login = codeLogin({
    ...x.login,
    scope: SCOPES,
    connect: async (grant, signal): Promise<XUser> => {
      const { access_token } = x.parse(Token, await x.requestToken(grant, signal));
      const api = x.as(access_token, signal);
      return api.parse(Me, await api.call('/2/users/me')).data;
    },
  });

  return {
    /**
     * The address to open, and the state to remember. `kind` is the prefix of the state parameter,
     * which always comes back.
     */
    begin: async (kind: string): Promise<{ url: string; attempt: Attempt }> => {
      const state = `${kind}.${randomBytes(32).toString('base64url')}`;
      const { url, attempt } = await login.begin({ uri, state });
      return { url, attempt: { state, ...attempt } };
    },

    /**
     * The identity of the person who came back.
     * @throws NetworkError where X refuses
     */
    finish: (code: string, attempt: Attempt): Promise<XUser> => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      // The error is logged, and X may repeat what it was sent.
      return withSecrets([code, attempt], () => login.complete(code, attempt, { uri, signal }));
    },
  };
}
