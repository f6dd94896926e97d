import { get as httpGet } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { colleague, useApp, workspaceOf, writer } from '../../../testing/app.ts';
import { passTime } from '../../../testing/pass-time.ts';
import { startSmtp } from '../../../testing/smtp.ts';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
const app = useApp(async () => {
  smtp = await startSmtp();
  return { SMTP_URL: smtp.url };
});
afterAll(() => smtp.stop());

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

async function keeper() {
  const me = await writer(app);
  const make = async (fields: object = {}, token = me.token, headers = {}) => {
    const { status, body } = await app.request('/api/keys/', {
      ...{ method: 'POST', token, headers, body: { name: 'A script', ...fields } },
    });
    expect([status, body]).toEqual([201, expect.anything()]);
    return body;
  };
  const workspace = await workspaceOf(app, me.folder);
  return { ...me, make, workspace };
}

const whoami = (key: string, headers: Record<string, string> = {}) =>
  app.request('/api/whoami/', { token: key, headers });
const detailOf = async (key: string, headers = {}) => {
  const { status, body } = await whoami(key, headers);
  return [status, (body as { detail?: string }).detail];
};

test('a key has a form that shows when it was mistyped, and is not stored', async () => {
  const { make } = await keeper();
  const { secret, prefix, id } = await make();
  expect(secret).toMatch(/^pf_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
  expect(secret.startsWith(`${prefix}_`)).toBe(true);
  const { rows } = await app.database.query('select * from api_keys where id = $1', [id]);
  expect(JSON.stringify(rows)).not.toContain(secret.slice(12));
  expect((await whoami(secret)).body).toMatchObject({
    user: { name: 'Ada Byron', kind: 'person', role: 'owner' },
    key: { id, name: 'A script', prefix },
    scopes: ['read', 'write'],
  });
  const mistyped = 'This is not a key: it was mistyped, or a part of it is missing.';
  const swapped = secret.replace(/(.)(.)$/, (_, a, b) => (a === b ? `${a}x` : b + a));
  for (const text of [swapped, secret.slice(0, -1), `${secret}x`, 'pf_', `pf_${'x'.repeat(5000)}`])
    expect(await detailOf(text)).toEqual([401, mistyped]);
  // The right checksum and another secret, as somebody would guess it.
  const other = (await make()).secret;
  await app.database.query('update api_keys set lookup = $1 where lookup = $2', [
    'AAAAAAAA',
    other.slice(3, 11),
  ]);
  expect(await detailOf(other)).toEqual([401, 'This key is not valid.']);
});

test('a key counts in its header alone', async () => {
  const { make, token } = await keeper();
  const { secret } = await make();
  const { status, body } = await app.get(`/api/whoami/?key=${secret}` as '/api/whoami/');
  expect([status, (body as never as { detail: string }).detail]).toEqual([
    401,
    expect.stringContaining('In an address, logs keep it'),
  ]);
  expect(app.lines.join('\n')).not.toContain(secret.slice(12));
  for (const headers of [{ 'x-api-key': secret }, { cookie: `key=${secret}` }] as Record<
    string,
    string
  >[])
    expect((await app.request('/api/whoami/', { headers })).status).toBe(401);
  expect((await app.request('/api/whoami/', { headers: { authorization: secret } })).status).toBe(
    401,
  );
  const twice = await new Promise<number>((resolve, reject) => {
    const headers = ['authorization', `Bearer ${token}`, 'Authorization', `Bearer ${secret}`];
    httpGet(
      `${app.base}/api/whoami/`,
      { headers: ['host', 'x', ...headers] as never },
      (response) => resolve(response.resume().statusCode ?? 0),
    ).on('error', reject);
  });
  expect(twice).toBe(401);
});

test('a key is valid in its workspace alone', async () => {
  const [mine, theirs] = [await keeper(), await keeper()];
  const { secret } = await mine.make();
  await app.database.query(
    "insert into memberships (user_id, workspace_id, role) values ($1, $2, 'admin')",
    [mine.id, theirs.workspace],
  );
  const elsewhere = { 'x-workspace': String(theirs.workspace) };
  expect(await detailOf(secret, elsewhere)).toEqual([
    403,
    'This key belongs to another workspace.',
  ]);
  expect((await whoami(secret, { 'x-workspace': String(mine.workspace) })).status).toBe(200);
  const { body } = await app.post(
    '/api/content/items/',
    { folder: theirs.folder, content: 'Theirs' },
    secret,
  );
  expect(body).toMatchObject({ code: 'not_found' });
});

test('a key ends: revoked, expired, rolled at once or later', async () => {
  const { make, token } = await keeper();
  const revoked = await make();
  expect((await app.delete(`/api/keys/${revoked.id}/`, token)).status).toBe(204);
  expect((await app.delete(`/api/keys/${revoked.id}/`, token)).status).toBe(404);
  expect(await detailOf(revoked.secret)).toEqual([401, 'This key was revoked.']);

  const key = await make();
  const roll = (keep?: string, end_former?: boolean) =>
    app.post(`/api/keys/${key.id}/roll/`, { keep, end_former }, token);
  const { body: day } = await roll('day');
  expect([day.id, day.prefix === key.prefix]).toEqual([key.id, false]);
  expect(day.rolled_by).toMatchObject({ name: 'Ada Byron' });
  expect([(await whoami(key.secret)).status, (await whoami(day.secret)).status]).toEqual([
    200, 200,
  ]);
  await passTime(app, DAY + 1000, ['api_keys'], async () => {
    expect(await detailOf(key.secret)).toEqual([
      401,
      'This key was rolled, and the new one is to be used.',
    ]);
    expect((await whoami(day.secret)).status).toBe(200);
  });
  // Of two that roll it at once, the second ends nothing that programs use.
  const again = await roll('week');
  expect([again.status, again.body.code]).toEqual([409, 'stale']);
  expect(again.body.detail).toContain('the one from before still works');
  expect((await whoami(key.secret)).status).toBe(200);
  // Rolled again by somebody who knows, only the last one before it lives on.
  const { body: hour } = await roll('hour', true);
  expect(
    await Promise.all([key, day, hour].map(async ({ secret }) => (await whoami(secret)).status)),
  ).toEqual([401, 200, 200]);
  const { body: none } = await roll();
  expect([(await whoami(hour.secret)).status, (await whoami(day.secret)).status]).toEqual([
    401, 401,
  ]);
  await passTime(app, 364 * DAY, ['api_keys'], async () =>
    expect((await whoami(none.secret)).status).toBe(200),
  );
  await passTime(app, 366 * DAY, ['api_keys'], async () => {
    expect(await detailOf(none.secret)).toEqual([401, 'This key has expired.']);
  });
  expect(await app.post(`/api/keys/${revoked.id}/roll/`, {}, token)).toMatchObject({
    status: 409,
    body: { detail: 'This key is revoked.' },
  });
  const { secret } = await make({ expires_at: null });
  await passTime(app, 9000 * DAY, ['api_keys'], async () =>
    expect((await whoami(secret)).status).toBe(200),
  );
});

test('a demoted owner shrinks a key with the next request, a removed one ends it for ever', async () => {
  const mine = await keeper();
  const grace = await colleague(app, mine.folder, 'admin');
  const headers = { 'x-workspace': String(mine.workspace) };
  const { secret, id } = await mine.make({ scopes: ['read', 'write'] }, grace.token, headers);
  const write = () =>
    app.post('/api/content/items/', { folder: mine.folder, content: 'By a script' }, secret);
  expect((await write()).status).toBe(201);
  await app.put(`/api/members/${grace.id}/`, { role: 'viewer' }, mine.token);
  expect(await write()).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await whoami(secret)).body.scopes).toEqual(['read']);
  const listed = async () =>
    (await app.get('/api/keys/', mine.token)).body.find((key) => key.id === id);
  expect(await listed()).toMatchObject({ scopes_off: ['write'], can_change: false });
  await app.delete(`/api/members/${grace.id}/`, mine.token);
  expect((await whoami(secret)).status).toBe(401);
  // Who comes back has no key.
  await app.database.query(
    "insert into memberships (user_id, workspace_id, role) values ($1, $2, 'admin')",
    [grace.id, mine.workspace],
  );
  expect(await detailOf(secret)).toEqual([401, 'This key was revoked.']);
  expect(await listed()).toMatchObject({ state: 'revoked' });
});

test('nobody gets the secret of a key that acts as another person', async () => {
  const mine = await keeper();
  const grace = await colleague(app, mine.folder, 'editor');
  const headers = { 'x-workspace': String(mine.workspace) };
  const hers = await mine.make({}, grace.token, headers);
  const asGrace = { token: grace.token, headers };
  const refused = await app.post('/api/keys/', { name: 'X', acts_as: grace.id }, mine.token);
  expect(refused).toMatchObject({ status: 403 });
  expect((await app.post(`/api/keys/${hers.id}/roll/`, {}, mine.token)).status).toBe(403);
  expect((await app.put(`/api/keys/${hers.id}/`, { scopes: ['audit'] }, mine.token)).status).toBe(
    403,
  );
  // An editor neither sees the keys of others, nor makes those of service accounts.
  const own = await mine.make();
  const { body: bot } = await app.post(
    '/api/service-accounts/',
    { name: 'Bot', role: 'admin' },
    mine.token,
  );
  expect((await app.request(`/api/keys/${own.id}/`, asGrace)).status).toBe(404);
  expect((await app.request('/api/keys/', asGrace)).body).toHaveLength(1);
  for (const body of [
    { name: 'X', acts_as: bot.id },
    { name: 'X', acts_as: mine.id },
  ])
    expect((await app.request('/api/keys/', { ...asGrace, method: 'POST', body })).status).toBe(
      403,
    );
  expect((await app.request(`/api/keys/${own.id}/`, { ...asGrace, method: 'DELETE' })).status).toBe(
    404,
  );
  expect((await app.delete(`/api/keys/${hers.id}/`, mine.token)).status).toBe(204);
});

test('a service account is a member of its own, without sign-in, and ends with its keys', async () => {
  const mine = await keeper();
  const { body: bot } = await app.post(
    '/api/service-accounts/',
    { name: 'Publishing bot', role: 'editor' },
    mine.token,
  );
  expect(bot).toMatchObject({ name: 'Publishing bot', kind: 'service', email: null });
  const { secret } = await mine.make({ acts_as: bot.id, scopes: ['read', 'write', 'publish'] });
  expect((await whoami(secret)).body).toMatchObject({
    user: { id: bot.id, kind: 'service', role: 'editor' },
    scopes: ['read', 'write'],
  });
  const { body: item } = await app.post(
    '/api/content/items/',
    { folder: mine.folder, content: 'By a bot', status: 'review' },
    secret,
  );
  const { body: log } = await app.get('/api/content/audit-logs/?action=create', mine.token);
  expect(log.find((entry) => entry.object_id === item.id)).toMatchObject({
    user: { name: 'Publishing bot' },
    api_key: { name: 'A script' },
  });
  await app.put(`/api/service-accounts/${bot.id}/`, { name: 'Other bot' }, mine.token);
  const transfer = await app.post(
    '/api/workspace/transfer-ownership/',
    { user: bot.id },
    mine.token,
  );
  expect(transfer.status).toBe(400);
  expect(
    (await app.put(`/api/service-accounts/${mine.id}/`, { name: 'X' }, mine.token)).status,
  ).toBe(404);
  // A decision about its post tells nobody who could read it.
  await app.put(`/api/content/items/${item.id}/`, { status: 'approved' }, mine.token);
  const { rows } = await app.database.query('select * from notifications where user_id = $1', [
    bot.id,
  ]);
  expect(rows).toEqual([]);
  expect((await app.delete(`/api/members/${bot.id}/`, mine.token)).status).toBe(200);
  expect((await whoami(secret)).status).toBe(401);
  const { rows: left } = await app.database.query('select * from memberships where user_id = $1', [
    bot.id,
  ]);
  expect(left).toEqual([]);
});

test('a key is valid from its addresses alone', async () => {
  const { make, token } = await keeper();
  const { secret } = await make({ addresses: ['127.0.0.1', '2001:db8::ff/48'] });
  expect((await whoami(secret)).status).toBe(200);
  const other = await make({ addresses: ['203.0.113.7/24', '203.0.113.0/24'] });
  expect(other.addresses).toEqual(['203.0.113.0/24']);
  // Nobody is trusted to say another address here.
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  expect(await detailOf(other.secret, forwarded)).toEqual([
    403,
    'This key may not be used from 127.0.0.1.',
  ]);
  for (const address of [
    '203.0.113',
    '203.0.113.0/33',
    '::/129',
    'x',
    '1.2.3.4/',
    '::ffff:1.2.3.4',
    '1.2.3.4/8/8',
    'fe80::1%eth0',
  ])
    expect(await app.post('/api/keys/', { name: 'X', addresses: [address] }, token)).toMatchObject({
      status: 400,
      body: { addresses: [`${address} is no address or range.`] },
    });
});

test('the last use is written once a minute, and the owner gets a mail', async () => {
  const { make, token, email } = await keeper();
  const { secret, id } = await make({ name: 'Zapier', drafts_only: true });
  const used = async () => (await app.get(`/api/keys/${id}/`, token)).body;
  expect(await used()).toMatchObject({ last_used_at: null });
  await whoami(secret, { 'user-agent': 'n8n/1.98' });
  const first = await used();
  expect(first).toMatchObject({ last_used_ip: '127.0.0.1', last_used_agent: 'n8n/1.98' });
  await whoami(secret, { 'user-agent': 'curl/8' });
  expect(await used()).toEqual(first);
  await passTime(app, 61_000, ['api_keys'], () => whoami(secret, { 'user-agent': 'curl/8' }));
  expect(await used()).toMatchObject({ last_used_agent: 'curl/8' });
  const made = () =>
    smtp.mails.filter(
      ({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('A key was made'),
    );
  await expect.poll(() => made().length, { timeout: 20_000 }).toBe(1);
  expect(made()[0]?.text).toContain("made the key 'Zapier'");
  expect(JSON.stringify(made())).not.toContain(secret.slice(12));
});
