import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import { person, useApp, workspaceOf, writer } from '../../../testing/app.ts';
import { APP_TABLES, errorOf, ORIGIN, oauthOn } from '../../../testing/oauth.ts';
import { passTime } from '../../../testing/pass-time.ts';

const app = useApp({ PUBLIC_URL: ORIGIN });
const client = oauthOn(app);

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const API = { resource: `${ORIGIN}/api` };

const items = (token: string) => app.get('/api/content/items/', token);
const statusOf = async (token: string) => (await items(token)).status;

test('a strict library reads what describes the server', async () => {
  const server = await client.discover();
  expect(server).toMatchObject({
    issuer: ORIGIN,
    authorization_endpoint: `${ORIGIN}/oauth/authorize`,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });
  for (const audience of ['mcp', 'api']) {
    const url = new URL(`${ORIGIN}/${audience}`);
    const response = await oauth.resourceDiscoveryRequest(url, client.options);
    expect(await oauth.processResourceDiscoveryResponse(url, response)).toMatchObject({
      authorization_servers: [ORIGIN],
      bearer_methods_supported: ['header'],
    });
  }
  const root = await app.get('/.well-known/oauth-protected-resource');
  expect(root.body).toMatchObject({ resource: `${ORIGIN}/mcp` });
  expect(root.headers.get('access-control-allow-origin')).toBe('*');
  // Libraries would take it for a server of OpenID.
  expect((await app.get('/.well-known/openid-configuration')).status).toBe(404);
});

test('an app is let in, acts as the person, and renews itself', async () => {
  const me = await writer(app);
  await me.write({ content: 'Mine' });
  const { clientId, tokens, app: made } = await client.connect(me, {}, API);
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read write' });
  expect(tokens.access_token).toMatch(/^pfa_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
  expect((await items(tokens.access_token)).body.results).toMatchObject([{ content: 'Mine' }]);
  expect((await app.get('/api/whoami/', tokens.access_token)).body).toMatchObject({
    user: { id: me.id },
    key: { id: made.id, name: 'Draftsmith', drafts_only: true },
    scopes: ['read', 'write'],
  });
  const { rows } = await app.database.query(
    'select app_tokens.*, app_codes.* from app_tokens join app_codes using (key_id) where key_id = $1',
    [made.id],
  );
  expect(rows).toHaveLength(2);
  for (const secret of [tokens.access_token, tokens.refresh_token ?? ''])
    expect(JSON.stringify(rows)).not.toContain(secret.slice(13));

  // An hour later.
  await passTime(app, HOUR + 1000, APP_TABLES, async () => {
    const old = await items(tokens.access_token);
    expect([old.status, old.body]).toMatchObject([401, { detail: 'This token has expired.' }]);
    expect(old.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/api", scope="read write publish"`,
    );
    const next = await refreshed(clientId, tokens.refresh_token);
    expect(await statusOf(next.access_token)).toBe(200);
  });
});

const refreshed = async (clientId: string, token: string | undefined) => {
  const { status, body } = await client.post('/oauth/token', {
    ...{ grant_type: 'refresh_token', client_id: clientId, refresh_token: token ?? '' },
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as { access_token: string; refresh_token: string };
};

test('a code is for one exchange, by its app, with its verifier and its address', async () => {
  const me = await writer(app);
  const { client_id: id } = await client.register();
  const { client_id: other } = await client.register();
  const asked = await client.ask(id, { state: 'a state' });
  const { body: shown } = await client.look(me, asked.query);
  const { body: allowed } = await client.allow(me, shown.request);
  const answer = await client.accept(id, allowed.redirect as string, 'a state');
  const send = (changes: Record<string, string> = {}) =>
    client.post('/oauth/token', {
      ...{ grant_type: 'authorization_code', code: answer.get('code') ?? '', client_id: id },
      ...{ redirect_uri: asked.redirect, code_verifier: asked.verifier, ...changes },
    });
  const refused = async (changes: Record<string, string>) => (await send(changes)).body.error;
  expect(await refused({ client_id: other })).toBe('invalid_grant');
  expect(await refused({ redirect_uri: `${asked.redirect}/` })).toBe('invalid_grant');
  expect(await refused({ redirect_uri: '' })).toBe('invalid_grant');
  expect(await refused({ code_verifier: '' })).toBe('invalid_request');
  expect(await refused({ code_verifier: oauth.generateRandomCodeVerifier() })).toBe(
    'invalid_grant',
  );
  expect(await refused({ code: `${answer.get('code')}x` })).toBe('invalid_grant');
  expect(await refused({ resource: `${ORIGIN}/api` })).toBe('invalid_target');
  expect(await refused({ resource: 'https://elsewhere.example/mcp' })).toBe('invalid_target');
  expect(await refused({ grant_type: 'password' })).toBe('unsupported_grant_type');
  expect(await refused({ grant_type: '' })).toBe('invalid_request');
  // None of it has used the code up.
  const { status, body } = await send();
  expect(status).toBe(200);
  expect((await client.post('/oauth/token', 'grant_type=a&grant_type=b')).body).toMatchObject({
    error: 'invalid_request',
    error_description: 'grant_type is there twice.',
  });
  // Another use ends what the first has made.
  expect((await send()).body.error).toBe('invalid_grant');
  expect(await errorOf(client.refresh(id, body.refresh_token, `${ORIGIN}/mcp`))).toBe(
    'invalid_grant',
  );
  expect((await app.get('/api/apps/', me.token)).body.apps).toEqual([]);
});

test('of two that present a code at once, none goes on', async () => {
  const me = await writer(app);
  const { client_id: id } = await client.register();
  const asked = await client.ask(id, { resource: `${ORIGIN}/api` });
  const { body: shown } = await client.look(me, asked.query);
  const { body: allowed } = await client.allow(me, shown.request);
  const answer = await client.accept(id, allowed.redirect as string, asked.state);
  const given = {
    ...{ grant_type: 'authorization_code', code: answer.get('code') ?? '', client_id: id },
    ...{ redirect_uri: asked.redirect, code_verifier: asked.verifier },
  };
  const both = await Promise.all([given, given].map((form) => client.post('/oauth/token', form)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  const won = both.find(({ status }) => status === 200);
  expect(await statusOf(won?.body.access_token)).toBe(401);
});

test('a code is valid for a minute', async () => {
  const me = await writer(app);
  const { client_id: id } = await client.register();
  const asked = await client.ask(id);
  const { body: shown } = await client.look(me, asked.query);
  const { body: allowed } = await client.allow(me, shown.request);
  const answer = await client.accept(id, allowed.redirect as string, asked.state);
  await passTime(app, 61_000, APP_TABLES, async () => {
    expect(await errorOf(client.exchange(id, answer, asked.verifier))).toBe('invalid_grant');
    // What nobody came for is not listed.
    expect((await app.get('/api/apps/', me.token)).body.apps).toEqual([]);
  });
});

test('a refresh token that is used again ends the app', async () => {
  const me = await writer(app);
  const { clientId, tokens } = await client.connect(me, {}, API);
  const next = await refreshed(clientId, tokens.refresh_token);
  await passTime(app, 31_000, APP_TABLES, async () => {
    const again = await client.post('/oauth/token', {
      ...{ grant_type: 'refresh_token', client_id: clientId },
      refresh_token: tokens.refresh_token ?? '',
    });
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
  });
  expect(await statusOf(next.access_token)).toBe(401);
  expect(await errorOf(client.refresh(clientId, next.refresh_token))).toBe('invalid_grant');
  const { body: entries } = await app.get('/api/content/audit-logs/?action=disconnect', me.token);
  expect(entries).toMatchObject([
    {
      ...{ object_type: 'app', title: 'Draftsmith', by_server: true },
      changes: { reason: { after: 'a refresh token was used twice' } },
    },
  ]);
});

test('a clock that was set back gives nobody longer to use a refresh token again', async () => {
  const me = await writer(app);
  const { clientId, tokens } = await client.connect(me, {}, API);
  await passTime(app, HOUR, APP_TABLES, () => refreshed(clientId, tokens.refresh_token));
  expect(await errorOf(client.refresh(clientId, tokens.refresh_token))).toBe('invalid_grant');
});

test('an app whose answer was lost gets it again, until the answer is used', async () => {
  const me = await writer(app);
  const { clientId, tokens } = await client.connect(me, {}, API);
  const first = await refreshed(clientId, tokens.refresh_token);
  // Two at once, as of two windows of a program, and one more.
  const both = await Promise.all([1, 2].map(() => refreshed(clientId, first.refresh_token)));
  const third = await refreshed(clientId, first.refresh_token);
  for (const { access_token: access, refresh_token: refresh } of both)
    expect([access, refresh]).toEqual([third.access_token, third.refresh_token]);
  expect(await statusOf(third.access_token)).toBe(200);
  // Once the successor is used, whoever has the predecessor is somebody else.
  await refreshed(clientId, third.refresh_token);
  const stolen = await client.post('/oauth/token', {
    ...{ grant_type: 'refresh_token', client_id: clientId, refresh_token: first.refresh_token },
  });
  expect(stolen.body.error).toBe('invalid_grant');
  expect(await statusOf(third.access_token)).toBe(401);
});

test('an app ends 30 days after its last refresh', async () => {
  const me = await writer(app);
  const { clientId, tokens } = await client.connect(me, {}, API);
  await passTime(app, 29 * DAY, APP_TABLES, async () => {
    const next = await refreshed(clientId, tokens.refresh_token);
    await passTime(app, 29 * DAY, APP_TABLES, async () => {
      await refreshed(clientId, next.refresh_token);
      await passTime(app, 31 * DAY, APP_TABLES, async () => {
        expect(await errorOf(client.refresh(clientId, next.refresh_token))).toBe('invalid_grant');
      });
    });
  });
});

test('a refresh gives no more than was allowed, and only to its app', async () => {
  const me = await writer(app);
  const { clientId, tokens } = await client.connect(me, {}, API);
  const send = (fields: Record<string, string>) =>
    client.post('/oauth/token', {
      ...{ grant_type: 'refresh_token', client_id: clientId },
      ...{ refresh_token: tokens.refresh_token ?? '', ...fields },
    });
  const { client_id: other } = await client.register();
  expect((await send({ client_id: other })).body.error).toBe('invalid_grant');
  expect((await send({ scope: 'read members' })).body.error).toBe('invalid_scope');
  expect((await send({ resource: `${ORIGIN}/mcp` })).body.error).toBe('invalid_target');
  expect((await send({ refresh_token: tokens.access_token })).body.error).toBe('invalid_grant');
  expect((await send({ scope: 'read' })).status).toBe(200);
});

test('a token is valid where it is for, and nowhere else', async () => {
  const me = await writer(app);
  const { tokens: ofAgents } = await client.connect(me);
  const { status, body } = await items(ofAgents.access_token);
  expect([status, body]).toMatchObject([401, { detail: `This token is for ${ORIGIN}/mcp only.` }]);
  const { tokens } = await client.connect(me, {}, API);
  expect(await statusOf(tokens.access_token)).toBe(200);
  // A refresh token opens nothing, and a mistyped one costs no query.
  expect(await statusOf(tokens.refresh_token ?? '')).toBe(401);
  expect(await statusOf(tokens.access_token.slice(0, -1))).toBe(401);
  const inAddress = await app.get(
    `/api/content/items/?access_token=${tokens.access_token}` as '/api/content/items/',
  );
  expect(inAddress.body).toMatchObject({ detail: expect.stringContaining('revoke this one') });
});

test('an app can do no more than its owner can now', async () => {
  const me = await writer(app);
  const workspace = await workspaceOf(app, me.folder);
  const guest = await person(app);
  const role = (name: string) =>
    app.database.query(
      'update memberships set role = $1 where user_id = $2 and workspace_id = $3',
      [name, guest.id, workspace],
    );
  await app.database.query(
    'insert into memberships (user_id, workspace_id, role) values ($1, $2, $3)',
    [guest.id, workspace, 'admin'],
  );
  const headers = { 'x-workspace': String(workspace) };
  const consent = { drafts_only: false, scopes: ['read', 'write', 'publish', 'members'] };
  const { tokens, clientId } = await client.connect(guest, consent, { ...API, headers });
  const token = tokens.access_token;
  const write = async () =>
    (await app.post('/api/content/items/', { folder: me.folder, content: 'X' }, token)).status;
  const invitations = async () => (await app.get('/api/invitations/', token)).status;
  expect([await write(), await invitations()]).toEqual([201, 200]);
  await role('editor');
  expect([await write(), await invitations()]).toEqual([201, 403]);
  await role('viewer');
  expect([await write(), await statusOf(token)]).toEqual([403, 200]);
  await app.database.query('delete from memberships where user_id = $1 and workspace_id = $2', [
    guest.id,
    workspace,
  ]);
  expect(await statusOf(token)).toBe(401);
  expect(await errorOf(client.refresh(clientId, tokens.refresh_token))).toBe('invalid_grant');
  // Nor where they come back.
  await app.database.query(
    'insert into memberships (user_id, workspace_id, role) values ($1, $2, $3)',
    [guest.id, workspace, 'admin'],
  );
  expect(await statusOf(token)).toBe(401);
});

test('what an app may not is told with the scope that it takes', async () => {
  const me = await writer(app);
  const { tokens } = await client.connect(me, { scopes: ['read'] }, API);
  const refused = await app.post('/api/content/items/', { folder: me.folder }, tokens.access_token);
  expect(refused.status).toBe(403);
  expect(refused.headers.get('www-authenticate')).toBe(
    'Bearer error="insufficient_scope", scope="write"',
  );
});

test('an app that signs out ends, and only its own tokens end it', async () => {
  const me = await writer(app);
  const { clientId, tokens } = await client.connect(me, {}, API);
  const { client_id: other } = await client.register();
  const wrong = await client.post('/oauth/revoke', {
    ...{ token: tokens.access_token, client_id: other },
  });
  expect(wrong.body.error).toBe('invalid_client');
  expect(await statusOf(tokens.access_token)).toBe(200);
  const server = await client.discover();
  const response = await oauth.revocationRequest(
    ...([server, { client_id: clientId }, oauth.None(), tokens.refresh_token ?? ''] as const),
    client.options,
  );
  await oauth.processRevocationResponse(response);
  expect(await statusOf(tokens.access_token)).toBe(401);
  // What is not known is no error.
  expect((await client.post('/oauth/revoke', { token: 'x', client_id: other })).status).toBe(200);
});
