import type { TestApp } from './app.ts';

/** An app that was let in, and what others ask for that nobody has decided about. */
export async function appsOf(app: TestApp, token: string) {
  const metadata = await fetch(`${app.base}/.well-known/oauth-authorization-server`);
  const { issuer } = (await metadata.json()) as { issuer: string };
  const post = async (path: string, body: string | URLSearchParams) => {
    const headers = { ...(typeof body === 'string' && { 'content-type': 'application/json' }) };
    const response = await fetch(app.base + path, { method: 'POST', body, headers });
    return (await response.json()) as { client_id: string; user_code: string };
  };
  const redirect = 'https://app.example/callback';
  const { client_id: id } = await post(
    '/oauth/register',
    JSON.stringify({ redirect_uris: [redirect], client_name: 'An app' }),
  );
  const appQuery = new URLSearchParams({
    ...{ client_id: id, redirect_uri: redirect, response_type: 'code', state: 'x' },
    ...{ resource: `${issuer}/api`, code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  }).toString();
  const ask = async () =>
    (await app.post('/api/apps/requests/', { query: appQuery }, token)).body.request as string;
  const consent = { request: await ask(), scopes: ['read'] };
  const { body: made } = await app.post('/api/apps/', consent, token);
  const enter = async () => {
    const form = new URLSearchParams({ client_id: 'postfolio-cli', resource: `${issuer}/api` });
    const { user_code: code } = await post('/oauth/device', form);
    const { body } = await app.post('/api/apps/devices/', { user_code: code }, token);
    return { code, request: body.request as string };
  };
  // So that it is not over after the minute of its code.
  await app.database.query(
    "update api_keys set expires_at = now() + interval '30 days' where id = $1",
    [made.app.id],
  );
  const [{ code }, { request }] = [await enter(), await enter()];
  return {
    ...{ app: made.app.id, appQuery, appRequest: await ask() },
    ...{ userCode: code, deviceRequest: request },
  };
}
