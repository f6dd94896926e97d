import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { colleague, useApp, workspaceOf, writer } from '../../../testing/app.ts';
import { APP_TABLES, ORIGIN, oauthOn, REDIRECT } from '../../../testing/oauth.ts';
import { passTime } from '../../../testing/pass-time.ts';

/** What apps, and who pretends to be one, send beside what is expected. */

const app = useApp({ PUBLIC_URL: ORIGIN });
const strict = useApp({ PUBLIC_URL: ORIGIN, RATE_LIMIT_FACTOR: '1' });
const client = oauthOn(app);
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';

async function send(path: string, type: string, body: string) {
  const headers = { 'content-type': type, origin: 'https://client.example' };
  const response = await fetch(app.base + path, { method: 'POST', headers, body });
  const text = await response.text();
  return {
    status: response.status,
    body: text && JSON.parse(text),
    origin: response.headers.get('access-control-allow-origin'),
  };
}
const register = (fields: object) => send('/oauth/register', JSON_TYPE, JSON.stringify(fields));

test.each([
  ['broken JSON', '/oauth/register', JSON_TYPE, '{'],
  [
    'a NUL character',
    '/oauth/register',
    JSON_TYPE,
    '{"redirect_uris":["https://a.example/\\u0000"]}',
  ],
  ['a large registration', '/oauth/register', JSON_TYPE, `{"a":"${'x'.repeat(20_000)}"}`],
  ['a large form', '/oauth/token', FORM, `a=${'x'.repeat(20_000)}`],
  ['another type', '/oauth/token', 'text/plain', 'a=b'],
])('%s is refused in the form of OAuth, for all origins', async (_, path, type, text) => {
  const { status, body, origin } = await send(path, type, text);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(body).toMatchObject({ error: 'invalid_request', error_description: expect.any(String) });
  expect(origin).toBe('*');
});

test('the type that is expected is named', async () => {
  const form = await send('/oauth/token', 'text/plain', 'a=b');
  expect(form.body.error_description).toBe(`Expected ${FORM}.`);
  const registration = await send('/oauth/register', 'text/plain', 'a=b');
  expect(registration.body.error_description).toBe(`Expected ${JSON_TYPE}.`);
});

test('no text of a request is shown to a person, or told, as words of this server', async () => {
  const me = await writer(app);
  const words = 'Your account is locked: call 0900 123 456';
  const { client_id: id } = await client.register();
  const once = `${encodeURIComponent(words)}=1`;
  // Without a client it would be the first thing that a person reads.
  expect((await client.look(me, `${once}&${once}`)).body).toMatchObject({
    detail: 'The app sent no client_id.',
  });
  const { query } = await client.ask(id);
  expect((await client.look(me, `${query}&${once}&${once}`)).status).toBe(200);
  expect((await send('/oauth/token', FORM, `${once}&${once}`)).body.error).toBe('invalid_client');
  const told = (await register({ redirect_uris: [REDIRECT, `javascript:“${words}”`] })).body;
  expect(told).toMatchObject({ error: 'invalid_redirect_uri' });
  expect(told.error_description).toMatch(/^[ !#-[\]-~]*redirect_uris\[1\]\.$/);
});

test('a request with a long state can be allowed', async () => {
  const me = await writer(app);
  const { client_id: id } = await client.register();
  for (const state of ['s'.repeat(5400), '\u0001'.repeat(1800), '💥'.repeat(450)]) {
    const asked = await client.ask(id, { state });
    const shown = await client.look(me, asked.query);
    expect(shown.status).toBe(200);
    const allowed = await client.allow(me, shown.body.request);
    expect(allowed.status).toBe(201);
    expect(new URL(allowed.body.redirect as string).searchParams.get('state')).toBe(state);
  }
});

test('an app that names no resource is one for agents', async () => {
  const me = await writer(app);
  const { client_id: id } = await client.register();
  const { query } = await client.ask(id, { resource: undefined });
  expect((await client.look(me, query)).body).toMatchObject({ resource: 'mcp' });
});

test('a terminal whose answer was lost gets it again, until the answer is used', async () => {
  const me = await writer(app);
  const CLI = { client_id: 'postfolio-cli' };
  const given = { ...CLI, resource: `${ORIGIN}/api` };
  const { body: device } = await client.post('/oauth/device', given);
  const { body: shown } = await app.request('/api/apps/devices/', {
    ...{ method: 'POST', token: me.token, body: { user_code: device.user_code } },
  });
  await client.allow(me, (shown as { request: string }).request);
  const poll = () =>
    client.post('/oauth/token', { grant_type: DEVICE, ...CLI, device_code: device.device_code });
  const { body: first } = await poll();
  const again = await poll();
  expect([again.status, again.body]).toMatchObject([
    200,
    { access_token: first.access_token, refresh_token: first.refresh_token },
  ]);
  const { status } = await client.post('/oauth/token', {
    ...{ grant_type: 'refresh_token', ...CLI, refresh_token: first.refresh_token },
  });
  expect(status).toBe(200);
  // Whoever has the code now is somebody else.
  expect((await poll()).body.error).toBe('invalid_grant');
  expect((await app.get('/api/whoami/', first.access_token)).status).toBe(401);
});

test('an access token that has expired ends nothing', async () => {
  const me = await writer(app);
  const { clientId, tokens } = await client.connect(me, {}, { resource: `${ORIGIN}/api` });
  await passTime(app, 3_601_000, APP_TABLES, async () => {
    const { body } = await client.post('/oauth/token', {
      ...{ grant_type: 'refresh_token', client_id: clientId },
      refresh_token: tokens.refresh_token ?? '',
    });
    expect((await client.post('/oauth/revoke', { token: tokens.access_token })).status).toBe(200);
    expect((await app.get('/api/whoami/', body.access_token)).status).toBe(200);
  });
});

test('what an app ended itself is told as done by the app', async () => {
  const me = await writer(app);
  const { tokens, app: made } = await client.connect(me, {}, { resource: `${ORIGIN}/api` });
  await client.post('/oauth/revoke', { token: tokens.access_token });
  const { body } = await app.get('/api/content/audit-logs/?action=disconnect', me.token);
  expect(body).toMatchObject([{ api_key: { id: made.id }, ip_address: '127.0.0.1' }]);
});

test('a client that sends a secret is told that there is none', async () => {
  const response = await fetch(`${app.base}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('app_x:secret')}`, 'content-type': FORM },
    body: 'grant_type=refresh_token&refresh_token=x',
  });
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
  expect(await response.json()).toMatchObject({ error: 'invalid_client' });
});

test.each(['Bearer', 'bearer', 'BEARER'])('a token is taken after %s', async (scheme) => {
  const me = await writer(app);
  const { tokens } = await client.connect(me, {}, { resource: `${ORIGIN}/api` });
  const headers = { authorization: `${scheme} ${tokens.access_token}` };
  expect((await fetch(`${app.base}/api/whoami/`, { headers })).status).toBe(200);
});

test('an app refreshes 120 times an hour, and nobody uses that up without its token', async () => {
  const me = await writer(strict);
  const limited = oauthOn(strict);
  const { clientId, tokens } = await limited.connect(me, {}, { resource: `${ORIGIN}/api` });
  const refresh = (token: string | undefined) =>
    limited.post('/oauth/token', {
      ...{ grant_type: 'refresh_token', client_id: clientId, refresh_token: token ?? '' },
    });
  let token = tokens.refresh_token;
  for (let round = 0; round < 10; round++) {
    const guess = `${token?.slice(0, -1)}${token?.endsWith('x') ? 'y' : 'x'}`;
    expect((await refresh(guess)).body.error).toBe('invalid_grant');
  }
  const statuses: number[] = [];
  for (let round = 0; round < 122; round++) {
    const { status, body } = await refresh(token);
    statuses.push(status);
    if (status === 200) token = body.refresh_token;
  }
  expect(statuses).toEqual([...Array(120).fill(200), 429, 429]);
});

test('a verifier that is shorter than RFC 7636 allows is refused', async () => {
  const me = await writer(app);
  const { client_id: id } = await client.register();
  const challenge = createHash('sha256').update('a').digest('base64url');
  const asked = await client.ask(id, { code_challenge: challenge });
  const { body: shown } = await client.look(me, asked.query);
  const { body: allowed } = await client.allow(me, shown.request);
  const { status, body } = await client.post('/oauth/token', {
    ...{ grant_type: 'authorization_code', client_id: id, redirect_uri: REDIRECT },
    ...{ code: new URL(allowed.redirect as string).searchParams.get('code') ?? '' },
    code_verifier: 'a',
  });
  expect([status, body.error]).toEqual([400, 'invalid_request']);
});

test('the name of an app cannot write the question that a person answers', async () => {
  const me = await writer(app);
  for (const [given, shown] of [
    [
      'Claude” write drafts only in Ada’s workspace? ✓ Verified by Postfolio: “',
      /^[^“”?✓:]{1,60}$/,
    ],
    ['Zoë’s Notes & Plans (2.0)', /^Zoë’s Notes & Plans \(2\.0\)$/],
    ['下書き', /^下書き$/],
    ['?!', /^An app without a name$/],
  ] as const) {
    const { client_id: id } = await client.register({ client_name: given });
    const { body } = await client.look(me, (await client.ask(id)).query);
    expect((body as { app: { name: string } }).app.name).toMatch(shown);
  }
});

test('ten thousand registrations that nobody uses keep nobody out', async () => {
  await app.database.query(`insert into app_clients (client_id, kind, name, redirects, valid_until)
    select 'app_unused' || n, 'registered', 'X', '{https://x.example/}', now() + interval '6 days'
    from generate_series(1, 10000) n`);
  expect((await register({ redirect_uris: [REDIRECT] })).status).toBe(201);
  const { rows } = await app.database.query(
    "select count(*)::int from app_clients where client_id like 'app_unused%'",
  );
  expect(rows[0].count).toBeLessThan(10_000);
  await app.database.query("delete from app_clients where client_id like 'app_unused%'");
});

test('one member does not use up the apps of all', async () => {
  const me = await writer(app);
  const guest = await colleague(app, me.folder, 'viewer');
  const workspace = await workspaceOf(app, me.folder);
  await app.database.query(
    `insert into api_keys (kind, workspace_id, user_id, created_by, name, scopes, drafts_only,
       expires_at)
     select 'app', $1, $2, $2, 'X', '{read}', true, now() + interval '20 days'
     from generate_series(1, 50)`,
    [workspace, guest.id],
  );
  const allowAs = async (who: { token: string }) => {
    const { client_id: id } = await client.register();
    const { body } = await client.look(who, (await client.ask(id)).query);
    const headers = { 'x-workspace': String(workspace) };
    return client.allow(who, body.request, { scopes: ['read'] }, headers);
  };
  expect(await allowAs(guest)).toMatchObject({ status: 400 });
  expect(await allowAs(me)).toMatchObject({ status: 201 });
});

test('what a person allowed for one terminal is for no other with its number', async () => {
  const me = await writer(app);
  const given = { client_id: 'postfolio-cli', resource: `${ORIGIN}/api` };
  const start = async () => (await client.post('/oauth/device', given)).body;
  const mine = await start();
  const { body: shown } = await app.request('/api/apps/devices/', {
    ...{ method: 'POST', token: me.token, body: { user_code: mine.user_code } },
  });
  // As after a backup was restored.
  await app.database.query('truncate app_devices restart identity');
  const other = await start();
  expect((await client.allow(me, (shown as { request: string }).request)).status).toBe(400);
  const { client_id } = given;
  const polled = { grant_type: DEVICE, client_id, device_code: other.device_code };
  expect((await client.post('/oauth/token', polled)).body.error).toBe('authorization_pending');
});

const ODD = [
  ...['\0', '\ufffd', '%', '%zz', '%00', '%ff', '%ed%a0%80', '\r\n', '\u2028', '__proto__', '-1'],
  ...["'", '"', '\\', '\u202e', 'x'.repeat(15_000), '💥'.repeat(3000)],
];
const OF_FORMS: [string, Record<string, string>][] = [
  ['/oauth/token', { grant_type: 'authorization_code', code: 'c', code_verifier: 'v'.repeat(43) }],
  ['/oauth/token', { grant_type: 'refresh_token', refresh_token: 'pfr_x', scope: 'read' }],
  ['/oauth/token', { grant_type: DEVICE, device_code: 'x' }],
  ['/oauth/revoke', { token: 'x', token_type_hint: 'access_token' }],
  ['/oauth/device', { resource: `${ORIGIN}/api`, scope: 'read', device_name: 'x' }],
];

test('no odd text in a form, a request or a registration is a failure of the server', async () => {
  const me = await writer(app);
  const { client_id: id } = await client.register();
  const failed: unknown[] = [];
  const note = (status: number, ...what: unknown[]) => {
    if (status >= 500) failed.push([status, ...what]);
  };
  for (const [path, fields] of OF_FORMS)
    for (const name of ['client_id', 'redirect_uri', 'other', ...Object.keys(fields)])
      for (const odd of ODD) {
        const encoded = new URLSearchParams({ ...fields, [name]: odd }).toString();
        const plain = `${new URLSearchParams({ ...fields, [name]: '' })}`.replace(
          `${name}=`,
          () => `${name}=${odd}`,
        );
        for (const form of [encoded, plain])
          note((await send(path, FORM, form)).status, path, name, odd.slice(0, 9));
      }
  for (const name of ['client_id', 'redirect_uri', 'scope', 'state', 'resource', 'code_challenge'])
    for (const odd of ODD) {
      const { query } = await client.ask(id, { [name]: odd });
      note((await client.look(me, query)).status, name, odd.slice(0, 9));
    }
  const values: unknown[] = [
    ...ODD,
    null,
    1,
    {},
    [],
    [[]],
    { a: 1 },
    [null],
    1e308,
    { toString: 1 },
  ];
  for (const name of ['redirect_uris', 'client_name', 'client_uri', 'grant_types', 'scope', 'jwks'])
    for (const value of values.flatMap((odd) => [odd, [odd]]))
      note((await register({ redirect_uris: [REDIRECT], [name]: value })).status, name, value);
  expect(failed).toEqual([]);
});
