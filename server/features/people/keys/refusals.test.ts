import { afterAll, describe, expect, test } from 'vitest';
import { newKey } from '../../../http/keys/key-text.ts';
import { colleague, useApp, workspaceOf, writer } from '../../../testing/app.ts';
import { startSmtp } from '../../../testing/smtp.ts';
import { poster } from '../../../testing/whole-posts.ts';

/** What keys may not, what is told of them, and programs that go on in spite of a refusal. */

let smtp: Awaited<ReturnType<typeof startSmtp>>;
const app = useApp(async () => {
  smtp = await startSmtp();
  return { SMTP_URL: smtp.url };
});
afterAll(() => smtp.stop());
const NEXT_YEAR = '2030-01-01T09:00:00Z';

test('a key without the scope publish schedules nothing by approving what it proposed', async () => {
  const me = await poster(app);
  const key = await me.key({ scopes: ['read', 'write', 'review'] });
  const given = { text: 'By a key', channels: [me.channel], at: NEXT_YEAR };
  const { body: made } = await me.create(given, '', {}, key);
  expect(made.proposed).toBe(true);
  const { body: pending } = await app.get('/api/content/workflow/pending/', key);
  const [waiting] = pending.results;
  const { status, body } = await app.request(`/api/content/workflow/approve/${waiting?.id}/`, {
    ...{ method: 'POST', token: key, body: {} },
  } as never);
  expect([status, body]).toMatchObject([403, { code: 'scope_required', scope: 'publish' }]);
  expect((await me.get(made.publications[0]?.id as number)).state).toBe('proposed');
});

test('a person is told what a program proposes as them', async () => {
  const me = await poster(app);
  const key = await me.key({ scopes: ['read', 'write'], drafts_only: true });
  const given = { text: 'By the agent', channels: [me.channel], at: NEXT_YEAR };
  await me.create(given, '', {}, key);
  const { body } = await me.call('/api/notifications/');
  expect(JSON.stringify(body)).toContain('review_requested');
});

test('a key with the scope publish adds and cancels what is done afterwards', async () => {
  const me = await poster(app);
  const [allowed, refused] = [
    await me.key({ scopes: ['read', 'write', 'publish'] }),
    await me.key({ scopes: ['read', 'write', 'review'] }),
  ];
  const { id } = await me.write();
  const publication = await me.publish(id, { at: NEXT_YEAR });
  const path = `/api/publications/${publication}/afterwards/` as const;
  const body = { afterwards: [{ kind: 'reply', hours: 2, text: 'More' }] };
  const add = (token: string) => app.request(path, { method: 'POST', token, body } as never);
  expect(await add(refused)).toMatchObject({ status: 403, body: { scope: 'publish' } });
  expect((await add(allowed)).status).toBe(201);
  // The same of the publication itself.
  const cancelled = await app.delete(`/api/publications/${publication}/`, refused);
  expect(cancelled).toMatchObject({ status: 403, body: { scope: 'publish' } });
});

test('a key that may not read learns nothing by a webhook', async () => {
  const me = await poster(app);
  const body = { name: 'H', url: 'https://example.org/hook', events: ['post.created' as const] };
  const members = await me.key({ scopes: ['members'] });
  expect(await app.post('/api/webhooks/', body, members)).toMatchObject({
    ...{ status: 403, body: { code: 'scope_required', scope: 'read' } },
  });
  const both = await me.key({ scopes: ['members', 'read'] });
  expect((await app.post('/api/webhooks/', body, both)).status).toBe(201);
});

test('an active key is listed, however many others have ended', async () => {
  const me = await writer(app);
  const { body: made } = await app.post('/api/keys/', { name: 'Active' }, me.token);
  await app.database.query(
    `insert into api_keys (workspace_id, user_id, created_by, name, lookup, hash, scopes,
       drafts_only, revoked_at)
     select workspace_id, user_id, created_by, 'Noise', lpad(n::text, 8, 'N'), hash, scopes,
       drafts_only, now()
     from api_keys, generate_series(1, 600) n where id = $1`,
    [made.id],
  );
  const { body: listed } = await app.get('/api/keys/', me.token);
  expect(listed[0]).toMatchObject({ id: made.id, state: 'active' });
});

test('a mail says that a key got a new secret, or other rights', async () => {
  const me = await writer(app);
  const subjects = () =>
    smtp.mails.filter(({ to }) => to?.[0]?.address === me.email).map(({ subject }) => subject);
  const { body: made } = await app.post('/api/keys/', { name: 'x' }, me.token);
  await app.put(`/api/keys/${made.id}/`, { name: 'y' }, me.token);
  await app.post(`/api/keys/${made.id}/roll/`, { keep: 'week' }, me.token);
  await app.put(`/api/keys/${made.id}/`, { scopes: ['read', 'publish'] }, me.token);
  const expected = [/^A key was made/, /^A key got a new secret/, /^The rights of a key were/];
  for (const subject of expected)
    await expect.poll(subjects, { timeout: 20_000 }).toContainEqual(expect.stringMatching(subject));
  expect(subjects().length).toBe(3);
});

test('a member is told of a key or an app that acts as them', async () => {
  const me = await writer(app);
  const editor = await colleague(app, me.folder, 'editor');
  const headers = { 'x-workspace': String(await workspaceOf(app, me.folder)) };
  const body = { name: 'Theirs' };
  await app.request('/api/keys/', { method: 'POST', token: editor.token, headers, body });
  for (const { email } of [me, editor])
    await expect
      .poll(() => smtp.mails.filter(({ to }) => to?.[0]?.address === email).length, {
        timeout: 20_000,
      })
      .toBe(1);
});

test('an IPv4 address is written as such', async () => {
  const me = await writer(app);
  for (const address of ['::ffff:192.0.2.1', '0:0:0:0:0:ffff:192.0.2.1', '0::ffff:c000:201/128'])
    expect(
      await app.post('/api/keys/', { name: 'x', addresses: [address] }, me.token),
    ).toMatchObject({ status: 400, body: { addresses: [`${address} is no address or range.`] } });
});

describe('with limits', () => {
  const strict = useApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' });
  const whoami = (token: string, from = '192.0.2.1') =>
    strict.request('/api/whoami/', { token, headers: { 'x-forwarded-for': from } });

  test('whoever tries wrong keys locks out none that is right', async () => {
    const me = await writer(strict);
    const { body: known } = await strict.post('/api/keys/', { name: 'x' }, me.token);
    const { body: fresh } = await strict.post('/api/keys/', { name: 'y' }, me.token);
    expect((await whoami(known.secret)).status).toBe(200);
    for (let n = 0; n < 60; n++) expect((await whoami(newKey().text)).status).toBe(401);
    expect((await whoami(newKey().text)).status).toBe(429);
    expect((await whoami(fresh.secret)).status).toBe(200);
    for (let n = 0; n < 600; n++) await whoami(newKey().text);
    expect((await whoami(known.secret)).status).toBe(200);
  });

  test.each([
    ['is revoked', 'GET', '/api/whoami/', 401],
    ['lacks the scope', 'POST', '/api/content/folders/', 403],
  ] as const)(
    'a program whose key %s is stopped after 600 requests',
    async (why, method, path, status) => {
      const me = await writer(strict);
      const { body: key } = await strict.post(
        '/api/keys/',
        { name: 'x', scopes: ['read'] },
        me.token,
      );
      if (why === 'is revoked') await strict.delete(`/api/keys/${key.id}/`, me.token);
      const body = method === 'POST' ? { name: 'x' } : undefined;
      const send = async () =>
        (await strict.request(path as never, { method, token: key.secret, body } as never)) as {
          status: number;
        };
      expect((await send()).status).toBe(status);
      for (let round = 0; round < 12; round++) await Promise.all(Array.from({ length: 50 }, send));
      expect((await send()).status).toBe(429);
    },
  );
});
