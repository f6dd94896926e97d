import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { createSecrets } from '../secrets.ts';
import { useApp, writer } from '../testing/app.ts';
import { ORIGIN, oauthOn } from '../testing/oauth.ts';
import { createRequestAuth } from './request-auth.ts';

const app = useApp({ PUBLIC_URL: ORIGIN });

/** An address of agents that says who calls. */
async function agents() {
  const { database, clock } = app;
  const parts = { database: database as never, reserve: database as never, clock, factor: 1000 };
  const { authenticateAgent } = createRequestAuth(
    { ...parts, secrets: createSecrets('x'.repeat(32)), origin: ORIGIN },
    {} as never,
  );
  const server = fastify();
  server.setErrorHandler((error: never, _request, reply) => {
    const { status, headers, message } = error as {
      status: number;
      headers: Record<string, string>;
      message: string;
    };
    return reply.code(status).headers(headers).send({ detail: message });
  });
  server.post('/mcp', async (request) => authenticateAgent(request));
  const call = async (token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await server.inject({ method: 'POST', url: '/mcp', headers });
    const challenge = response.headers['www-authenticate'];
    return { status: response.statusCode, body: response.json(), challenge };
  };
  return { call, close: () => server.close() };
}

test('agents call with a key, or with a token that is for their address', async () => {
  const me = await writer(app);
  const { call, close } = await agents();
  const client = oauthOn(app);
  const { tokens, app: made } = await client.connect(me);
  const known = { userId: me.id, role: 'owner', key: { scopes: ['read', 'write'] } };
  expect(await call(tokens.access_token)).toMatchObject({
    ...{ status: 200, body: { ...known, key: { id: made.id, drafts_only: true } } },
  });
  const { body: key } = await app.post('/api/keys/', { name: 'K' }, me.token);
  expect(await call(key.secret)).toMatchObject({ status: 200, body: known });

  const { tokens: ofApi } = await client.connect(me, {}, { resource: `${ORIGIN}/api` });
  const where = `resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp", scope="read write publish"`;
  const invalid = `Bearer error="invalid_token", ${where}`;
  expect(await call(ofApi.access_token)).toMatchObject({
    ...{ status: 401, challenge: invalid },
    body: { detail: `This token is for ${ORIGIN}/api only.` },
  });
  expect(await call()).toMatchObject({ status: 401, challenge: `Bearer ${where}` });
  for (const token of [me.token, 'x', tokens.refresh_token, `${key.secret}x`])
    expect(await call(token)).toMatchObject({ status: 401, challenge: invalid });
  await close();
});
