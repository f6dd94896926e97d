import { afterAll, expect, test } from 'vitest';
import { colleague, person, useApp, workspaceOf, writer } from '../../../testing/app.ts';
import { APP_TABLES, oauthOn, REDIRECT } from '../../../testing/oauth.ts';
import { passTime } from '../../../testing/pass-time.ts';
import { runJob } from '../../../testing/run-job.ts';
import { startSmtp } from '../../../testing/smtp.ts';

const BASE = 'https://postfolio.test/desk';
/** Below a path: all addresses have it. */
let smtp: Awaited<ReturnType<typeof startSmtp>>;
const app = useApp(async () => {
  smtp = await startSmtp();
  return { PUBLIC_URL: BASE, SMTP_URL: smtp.url };
});
afterAll(() => smtp.stop());
const client = oauthOn(app, BASE);

const NOT_REGISTERED = 'The app didn’t register this return address.';
const refusalOf = async (work: ReturnType<typeof client.look>) => {
  const { status, body } = await work;
  return { status, ...(body as unknown as { detail: string; back: string | null; code: string }) };
};

test('a request is checked before anybody is asked, and nobody is sent where the app is not', async () => {
  const me = await person(app);
  const { client_id: id } = await client.register();
  for (const redirect of [
    ...[`${REDIRECT}/`, `${REDIRECT}?x=1`, REDIRECT.toUpperCase(), 'https://elsewhere.example/'],
    ...['https://draftsmith.example/callback/../elsewhere', 'javascript:alert(1)', undefined],
    ...['https://draftsmith.example\\@elsewhere.example/callback', '//draftsmith.example/callback'],
  ]) {
    // Also where something else is wrong, which the app would be told.
    for (const more of [{}, { response_type: 'token' }, { scope: 'nothing' }]) {
      const { query } = await client.ask(id, { redirect_uri: redirect, ...more });
      expect(await refusalOf(client.look(me, query))).toMatchObject({
        ...{ status: 400, code: 'app_refused', detail: NOT_REGISTERED, back: null },
      });
    }
  }
  const wrong = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: undefined }, 'invalid_request'],
    [{ response_type: 'code token' }, 'unsupported_response_type'],
    ...['form_post', 'fragment', 'web_message', 'query.jwt', 'Query'].map(
      (response_mode) => [{ response_mode }, 'invalid_request'] as const,
    ),
    [{ request: 'e30.e30.' }, 'request_not_supported'],
    [{ request_uri: 'https://draftsmith.example/request' }, 'request_uri_not_supported'],
    [{ authorization_details: '[{"type":"posts"}]' }, 'invalid_authorization_details'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    [{ resource: `${BASE}/mcp/` }, 'invalid_target'],
    [{ scope: 'openid' }, 'invalid_scope'],
  ] as const;
  for (const [changes, error] of wrong) {
    const { query, state } = await client.ask(id, changes);
    const { back, detail } = await refusalOf(client.look(me, query));
    const told = new URL(back ?? '');
    expect([changes, told.origin + told.pathname]).toEqual([changes, REDIRECT]);
    expect(Object.fromEntries(told.searchParams)).toEqual({
      ...{ error, error_description: detail.replace('The app sent an invalid request: ', '') },
      ...{ state, iss: BASE },
    });
  }
  const { query, state } = await client.ask(id);
  // Two of a kind, in the order of the address, and whoever can be told is.
  for (const [more, error, known] of [
    ['scope=audit', 'invalid_request', state],
    ['response_mode=query&response_mode=query', 'invalid_request', state],
    ['code_challenge_method=plain', 'invalid_request', state],
    ['response_type=token', 'invalid_request', state],
    [`resource=${encodeURIComponent(`${BASE}/api`)}`, 'invalid_target', state],
    ['state=another', 'invalid_request', null],
  ] as const) {
    const { back } = await refusalOf(client.look(me, `${query}&${more}`));
    const told = new URL(back ?? '');
    expect([more, told.origin + told.pathname]).toEqual([more, REDIRECT]);
    expect([told.searchParams.get('error'), told.searchParams.get('state')]).toEqual([
      ...[error, known],
    ]);
  }
  for (const more of [
    'client_id=app_x',
    'redirect_uri=https://elsewhere.example/',
    `client_id=${id}`,
  ])
    expect(await refusalOf(client.look(me, `${query}&${more}`))).toMatchObject({
      ...{ status: 400, back: null, detail: expect.stringContaining('is there twice.') },
    });
  expect((await client.look(me, `${query}&response_mode=query&prompt=none`)).status).toBe(200);
  expect((await refusalOf(client.look(me, ''))).detail).toBe('The app sent no client_id.');
  expect((await refusalOf(client.look(me, 'client_id=app_unknown'))).detail).toContain('not known');
  expect((await refusalOf(client.look(me, `${query}%ff`))).status).toBe(400);
  expect((await refusalOf(client.look(me, 'client_id=postfolio-cli'))).detail).toContain('code');
  // Scopes of other servers are left out.
  const { body } = await client.look(
    me,
    (await client.ask(id, { scope: 'openid offline_access write' })).query,
  );
  expect(body.scopes).toEqual(['write']);
});

test('state and issuer come back, also where the person says no', async () => {
  const me = await writer(app);
  const { client_id: id } = await client.register();
  const state = 'a state with & and ü';
  const asked = await client.ask(id, { state });
  const { body: shown } = await client.look(me, asked.query);
  const no = new URL(shown.cancel ?? '');
  expect(Object.fromEntries(no.searchParams)).toEqual({
    ...{ error: 'access_denied', error_description: 'The person said no.', state, iss: BASE },
  });
  const { body: allowed } = await client.allow(me, shown.request);
  const yes = new URL(allowed.redirect ?? '');
  expect([...yes.searchParams.keys()]).toEqual(['code', 'state', 'iss']);
  await client.accept(id, allowed.redirect ?? '', state);
  // Without a state none is made up.
  const bare = await client.look(me, (await client.ask(id, { state: undefined })).query);
  expect(new URL(bare.body.cancel ?? '').searchParams.has('state')).toBe(false);
});

test('a request is allowed once, by whom it was shown to, as it was', async () => {
  const me = await writer(app);
  const other = await person(app);
  const { client_id: id } = await client.register();
  const { body: shown } = await client.look(me, (await client.ask(id)).query);
  expect(await refusalOf(client.allow(other, shown.request) as never)).toMatchObject({
    ...{ status: 404, detail: expect.stringContaining('somebody else') },
  });
  const changed = shown.request.replace(/.(.)$/, (_, last) => `${last === 'A' ? 'B' : 'A'}${last}`);
  for (const request of [changed, 'x', ''])
    expect((await client.allow(me, request)).status).toBe(404);
  // Two clicks at once.
  const both = await Promise.all([1, 2].map(() => client.allow(me, shown.request)));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
  expect((await app.get('/api/apps/', me.token)).body.apps).toHaveLength(1);
  const { body: late } = await client.look(me, (await client.ask(id)).query);
  await app.clock.later(10 * 60_000, async () => {
    expect(await refusalOf(client.allow(me, late.request) as never)).toMatchObject({
      detail: 'This request has expired. Start again in the app.',
    });
  });
});

test('a person lets an app into their own workspaces alone, and to do what they can', async () => {
  const [me, stranger] = [await writer(app), await writer(app)];
  const guest = await colleague(app, me.folder, 'viewer');
  const { client_id: id } = await client.register();
  const scope = 'read write publish review channels members audit';
  const look = async (who: { token: string }) =>
    (await client.look(who, (await client.ask(id, { scope })).query)).body.request;
  const there = { 'x-workspace': String(await workspaceOf(app, me.folder)) };
  const tried = async (who: { token: string }, consent: object, headers = there) => {
    const { status, body } = await client.allow(who, await look(who), consent, headers);
    return [status, (body as unknown as { detail: string }).detail];
  };
  expect(await tried(stranger, {})).toEqual([403, 'You are not a member of this workspace.']);
  expect(await tried(guest, { scopes: ['read', 'write'] })).toEqual([
    400,
    expect.stringContaining('It asks for more than you can do: write.'),
  ]);
  expect((await tried(guest, { scopes: ['read'] }))[0]).toBe(201);
  expect(await tried(me, { scopes: ['read', 'publish'], drafts_only: true })).toEqual([
    400,
    expect.stringContaining('drafts only'),
  ]);
  expect((await tried(me, { folders: [stranger.folder] }))[0]).toBe(404);
  expect((await tried(me, { scopes: [] }))[0]).toBe(400);
  expect((await tried(me, { drafts_only: false, scopes: scope.split(' ') }))[0]).toBe(201);
  // More than the app asked for.
  const { body: little } = await client.look(me, (await client.ask(id, { scope: 'read' })).query);
  expect((await client.allow(me, little.request, { scopes: ['read', 'write'] })).status).toBe(400);
});

test('no program lets itself in: not by a key, and not by the token of an app', async () => {
  const me = await writer(app);
  const { body: key } = await app.post('/api/keys/', { name: 'K', scopes: ['read'] }, me.token);
  const { tokens } = await client.connect(me, {}, { resource: `${BASE}/api` });
  const { client_id: id } = await client.register();
  const { query } = await client.ask(id);
  const { body: shown } = await client.look(me, query);
  for (const token of [key.secret, tokens.access_token]) {
    for (const work of [
      client.look({ token }, query),
      client.allow({ token }, shown.request),
      app.get('/api/apps/', token),
      app.delete('/api/apps/', token),
      app.post('/api/apps/devices/', { user_code: 'x' }, token),
      app.post('/api/keys/', { name: 'Another' }, token),
    ])
      expect(await work).toMatchObject({ status: 403, body: { code: 'key_refused' } });
  }
  expect((await client.allow({ token: '' }, shown.request)).status).toBe(401);
});

test('an app is limited to folders like a key, and writes drafts only unless a person says else', async () => {
  const me = await writer(app);
  const { body: other } = await app.post('/api/content/folders/', { name: 'Other' }, me.token);
  await app.post('/api/content/items/', { folder: other.id, content: 'Hidden' }, me.token);
  const { tokens, app: made } = await client.connect(
    me,
    { folders: [me.folder] },
    { resource: `${BASE}/api` },
  );
  expect(made).toMatchObject({ drafts_only: true, folders: [me.folder], waiting: 0 });
  const token = tokens.access_token;
  const { body: list } = await app.get('/api/content/items/', token);
  expect(list.results).toEqual([]);
  const { body: item } = await app.post(
    '/api/content/items/',
    { folder: me.folder, content: 'By an app' },
    token,
  );
  expect(
    (await app.put(`/api/content/items/${item.id}/`, { status: 'approved' }, token)).status,
  ).toBe(403);
  const { body: entries } = await app.get(`/api/content/audit-logs/?api_key=${made.id}`, me.token);
  expect(entries[0]).toMatchObject({ action: 'create', api_key: { name: 'Draftsmith' } });
});

test('a member disconnects their own apps, and who manages the workspace all', async () => {
  const me = await writer(app);
  const editor = await colleague(app, me.folder, 'editor');
  const headers = { 'x-workspace': String(editor.workspace) };
  const api = { resource: `${BASE}/api` };
  const mine = await client.connect(me, {}, api);
  const theirs = await client.connect(editor, {}, { ...api, headers });
  const again = await client.connect(editor, {}, { ...api, headers });
  const ids = async (call: Promise<{ body: { apps: { id: number }[] } }>) =>
    (await call).body.apps.map(({ id }) => id);
  expect(await ids(editor.call('/api/apps/', 'GET'))).toEqual([again.app.id, theirs.app.id]);
  expect(await ids(app.get('/api/apps/', me.token))).toEqual([
    ...[again.app.id, theirs.app.id, mine.app.id],
  ]);
  const path = (id: number) => `/api/apps/${id}/` as const;
  expect((await editor.call(path(mine.app.id), 'DELETE')).status).toBe(404);
  expect((await app.delete(path(theirs.app.id), (await writer(app)).token)).status).toBe(404);
  const alive = async (token: string) => (await app.get('/api/whoami/', token)).status;
  expect((await app.delete(path(theirs.app.id), me.token)).status).toBe(204);
  expect(await alive(theirs.tokens.access_token)).toBe(401);
  expect((await app.get(path(theirs.app.id), me.token)).status).toBe(404);
  expect((await app.delete('/api/apps/', me.token)).status).toBe(204);
  expect(await alive(mine.tokens.access_token)).toBe(401);
  // All are one's own.
  expect(await alive(again.tokens.access_token)).toBe(200);
  const { body: entries } = await app.get('/api/content/audit-logs/?page_size=5', me.token);
  expect(entries.map(({ action, object_type: type, title }) => [action, type, title])).toEqual([
    ...Array(2).fill(['disconnect', 'app', 'Draftsmith']),
    ...Array(3).fill(['connect', 'app', 'Draftsmith']),
  ]);
});

test('the owner of the workspace is told of an app that a member lets in', async () => {
  const me = await writer(app);
  const editor = await colleague(app, me.folder, 'editor');
  const headers = { 'x-workspace': String(editor.workspace) };
  await client.connect(editor, {}, { headers });
  const told = () =>
    smtp.mails.filter(
      ({ to, subject }) =>
        to?.[0]?.address === me.email && subject?.startsWith('An app was connected to'),
    );
  await expect.poll(() => told().length, { timeout: 20_000 }).toBe(1);
  const text = told()[0]?.text?.replaceAll(/\s+/g, ' ');
  expect(text).toContain("Grace Hopper let the app 'Draftsmith' into");
  expect(text).toContain('read, write, drafts only');
  expect(text).toContain(`${BASE}/settings/apps`);
});

test('where it is below a path, documents are where standards look for them', async () => {
  const at = async (path: string) => (await app.get(path as '/api/whoami/')).body as unknown;
  const server = await at('/.well-known/oauth-authorization-server/desk');
  expect(server).toMatchObject({ issuer: BASE, token_endpoint: `${BASE}/oauth/token` });
  expect(await at('/desk/.well-known/oauth-authorization-server')).toEqual(server);
  const resource = await at('/.well-known/oauth-protected-resource/desk/mcp');
  expect(resource).toMatchObject({ resource: `${BASE}/mcp`, authorization_servers: [BASE] });
  expect(await at('/desk/.well-known/oauth-protected-resource/mcp')).toEqual(resource);
});

test('what nobody can use any more is removed', async () => {
  const me = await writer(app);
  const { client_id: unused } = await client.register();
  const { body: shown } = await client.look(me, (await client.ask(unused)).query);
  const { body: allowed } = await client.allow(me, shown.request);
  const { app: used } = await client.connect(me, {}, { resource: `${BASE}/api` });
  const counts = async () => {
    const { rows } = await app.database.query(
      `select (select count(*)::int from app_codes) as codes, (select count(*)::int from app_tokens) as tokens,
        (select count(*)::int from app_clients where valid_until < now() + interval '8 days') as clients,
        (select array_agg(id order by id) from api_keys where id = any($1)) as keys`,
      [[allowed.app.id, used.id]],
    );
    return rows[0];
  };
  await passTime(app, 40 * 24 * 60 * 60_000, APP_TABLES, () => runJob(app, 'apps.clean_up'));
  expect(await counts()).toEqual({ codes: 0, tokens: 0, clients: 0, keys: null });
});
