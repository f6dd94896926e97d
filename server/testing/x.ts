import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

const CLIENT = { id: 'postfolio', secret: 'a secret of the client' };

/**
 * A real OAuth 2.0 server in place of X: its endpoints, PKCE as X requires it, and its user
 * endpoint. People sign in with any name, and consent or refuse.
 * @param callback the registered redirect URI
 */
export async function startX(callback: string) {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(base, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [callback],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    scopes: ['users.read', 'tweet.read'],
    pkce: { required: () => true },
    routes: { authorization: '/i/oauth2/authorize', token: '/2/oauth2/token' },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: true } },
  });
  provider.use(async (context, next) => {
    if (context.path !== '/2/users/me') return next();
    const token = context.get('authorization').replace(/^Bearer /, '');
    const found = await provider.AccessToken.find(token);
    context.status = found ? 200 : 401;
    context.body = found
      ? {
          data: {
            id: `id-of-${found.accountId}`,
            name: `${found.accountId} of X`,
            username: found.accountId,
          },
        }
      : { title: 'Unauthorized', status: 401 };
  });
  server.on('request', provider.callback());
  return {
    environment: {
      X_CLIENT_ID: CLIENT.id,
      X_CLIENT_SECRET: CLIENT.secret,
      X_AUTHORIZE_URL: `${base}/i/oauth2/authorize`,
      X_API_URL: base,
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
