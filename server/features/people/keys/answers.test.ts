import { expect, test } from 'vitest';
import { features } from '#contract/endpoints.ts';
import { isRepeatable } from '#contract/http/endpoint.ts';
import { colleague, start, useApp, workspaceOf, writer } from '../../../testing/app.ts';
import { bodyOf, createWorkspace, nameOf, pathOf } from '../../../testing/samples.ts';

const app = useApp();
const DAY = 24 * 60 * 60_000;

async function program() {
  const me = await writer(app);
  const { body } = await app.post('/api/keys/', { name: 'A script' }, me.token);
  const post = (path: string, body: unknown, key: string, token = secret) =>
    app.request(path as '/api/content/folders/', {
      ...{ method: 'POST', token, body },
      headers: { 'idempotency-key': key },
    });
  const secret = body.secret as string;
  return { ...me, secret, post };
}

test('a repeated request gets the first answer again, and makes nothing', async () => {
  const { secret, post, token } = await program();
  const folder = { name: 'Once' };
  const first = await post('/api/content/folders/', folder, 'a');
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
  const again = await post('/api/content/folders/', folder, 'a');
  expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([
    201,
    first.body,
    'true',
  ]);
  const { body: all } = await app.get('/api/content/folders/', secret);
  expect(all.results.filter(({ name }) => name === 'Once')).toHaveLength(1);
  // Another body, another path and another caller.
  const other = await post('/api/content/folders/', { name: 'Twice' }, 'a');
  expect(other).toMatchObject({
    status: 422,
    body: { detail: 'This Idempotency-Key belongs to another request.' },
  });
  const snippet = { name: 'Once', kind: 'text', text: 'Jo' };
  expect((await post('/api/snippets/', snippet, 'a')).status).toBe(422);
  expect((await post('/api/content/folders/', { name: 'Mine' }, 'a', token)).status).toBe(201);
});

test('what failed can be tried again with its key, and a key of a day ago is a new one', async () => {
  const { post } = await program();
  expect((await post('/api/content/folders/', { name: '' }, 'b')).status).toBe(400);
  expect((await post('/api/content/folders/', { name: 'Now' }, 'b')).status).toBe(201);
  await app.database.query("update request_answers set created_at = created_at - interval '1 day'");
  const later = await post('/api/content/folders/', { name: 'Later' }, 'b');
  expect([later.status, later.body.name]).toEqual([201, 'Later']);
  for (const key of [' ', 'x'.repeat(201)])
    expect((await post('/api/content/folders/', { name: 'X' }, key)).status).toBe(400);
});

test('of many at once, one makes something', async () => {
  const { secret, post } = await program();
  const sent = await Promise.all(
    Array.from({ length: 12 }, () => post('/api/content/folders/', { name: 'Race' }, 'c')),
  );
  expect(sent.every(({ status }) => status === 201 || status === 409)).toBe(true);
  for (const { status, body, headers } of sent)
    if (status === 409)
      expect([(body as unknown as { code: string }).code, headers.get('retry-after')]).toEqual([
        'in_progress',
        '2',
      ]);
  const { body: all } = await app.get('/api/content/folders/', secret);
  expect(all.results.filter(({ name }) => name === 'Race')).toHaveLength(1);
});

test('a request whose process died is taken over by the same one', async () => {
  const { post } = await program();
  await post('/api/content/folders/', { name: 'Dead' }, 'd');
  await app.database.query("update request_answers set answer = null where key = 'd'");
  expect((await post('/api/content/folders/', { name: 'Dead' }, 'd')).status).toBe(409);
  // The longer it runs, the later it is worth asking again, and at the latest when it is taken over.
  const secondsOf = async (age: number, left: number) => {
    await app.database.query(
      `update request_answers set created_at = now() - make_interval(secs => $1),
         leased_until = now() + make_interval(secs => $2) where key = 'd'`,
      [age, left],
    );
    const { headers } = await post('/api/content/folders/', { name: 'Dead' }, 'd');
    return Number(headers.get('retry-after'));
  };
  expect(Math.abs((await secondsOf(100, 500)) - 100)).toBeLessThan(10);
  expect(Math.abs((await secondsOf(400, 200)) - 200)).toBeLessThan(10);
  await app.database.query("update request_answers set leased_until = now() where key = 'd'");
  expect((await post('/api/content/folders/', { name: 'Else' }, 'd')).status).toBe(422);
  expect((await post('/api/content/folders/', { name: 'Dead' }, 'd')).status).toBe(201);
});

test('an answer is stored sealed: it can have a secret that is shown once', async () => {
  const { token } = await program();
  const make = () =>
    app.request('/api/keys/', {
      ...{ method: 'POST', token, body: { name: 'Once' } },
      headers: { 'idempotency-key': 'secret' },
    });
  const [first, second] = [await make(), await make()];
  expect(second.body.secret).toBe(first.body.secret);
  const { rows } = await app.database.query('select * from request_answers');
  expect(JSON.stringify(rows)).not.toContain(first.body.secret);
});

test('posts of a program are made once, also where two programs choose the same key', async () => {
  const { post, folder, token } = await program();
  const other = (await app.post('/api/keys/', { name: 'Another' }, token)).body.secret as string;
  const text = (content: string) => ({ folder, content });
  const first = await post('/api/content/items/', text('One'), 'launch-1');
  const again = await post('/api/content/items/', text('One'), 'launch-1');
  expect(again.body).toEqual(first.body);
  expect((await post('/api/content/items/', text('Two'), 'launch-1')).status).toBe(422);
  const theirs = await post('/api/content/items/', text('Two'), 'launch-1', other);
  expect([theirs.status, theirs.body.id === first.body.id]).toEqual([201, false]);
});

test('a key and a person have a number of requests a minute, and each answer says what is left', async () => {
  const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1' });
  try {
    const { secret, token, folder } = await program();
    const get = (by: string) => strict.get('/api/whoami/', by);
    const { headers } = await get(secret);
    expect(headers.get('ratelimit-policy')).toBe('"requests";q=600;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"requests";r=599;t=\d+$/);
    const write = () => strict.post('/api/content/items/', { folder, content: 'A text' }, secret);
    const written = await write();
    expect(written.headers.get('ratelimit-policy')).toBe(
      '"requests";q=600;w=60, "writes";q=120;w=60',
    );
    await app.database.query("update rate_limits set attempts = 120 where key like 'key:%:writes'");
    const refused = await write();
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit')).toContain('"writes";r=0;t=');
    expect((await get(secret)).status).toBe(200);
    const mine = await get(token);
    expect(mine.headers.get('ratelimit-policy')).toBe('"requests";q=1200;w=60');
    expect(mine.headers.get('ratelimit')).toMatch(/^"requests";r=1199;t=60$/);
    await strict.clock.later(DAY, async () => expect((await get(secret)).status).toBe(200));
  } finally {
    await strict.stop();
  }
});

const endpoints = Object.values(features).flat();

test('what only reads keeps no answer', async () => {
  const { token, ids } = await createWorkspace(app);
  const { body } = await app.post('/api/keys/', { name: 'All' }, token);
  await app.database.query('delete from request_answers');
  const reading = endpoints.filter(({ reads }) => reads);
  for (const endpoint of reading)
    for (const caller of [token, body.secret as string])
      await app.request(pathOf(endpoint, ids) as '/api/content/folders/', {
        ...{ method: 'POST', token: caller, body: bodyOf(endpoint, ids) },
        headers: { 'idempotency-key': 'r' },
      });
  const { rows } = await app.database.query('select key from request_answers');
  expect(rows).toEqual([]);
  expect(reading.map(({ method }) => method)).toEqual(reading.map(() => 'POST'));
});

/** What those change who may only read. */
const OF_READERS = [
  ...['/api/content/items/:id/view/', '/api/calendar/feed/'],
  ...['/api/analytics/refresh/', '/api/content/items/:id/figures/refresh/'],
  ...['/api/keys/', '/api/keys/:id/roll/', '/api/apps/', '/api/workspace/leave/'],
];

test('a POST of those who only read, or by the name of a question, says whether it changes anything', () => {
  const repeatable = endpoints.filter(isRepeatable);
  const undeclared = repeatable.filter(
    ({ access, path }) =>
      (access === 'read' && !OF_READERS.includes(path)) ||
      /\/(check|preview|outlook|probe|look-up|search|validate|count)\/$/.test(path),
  );
  expect(undeclared.map(nameOf)).toEqual([]);
});

test('a long answer, and what is more than a workspace may keep, is not kept, and not made twice', async () => {
  const { post, folder } = await program();
  const items = Array.from({ length: 120 }, (_, n) => ({ content: `${n} ${'a'.repeat(1000)}` }));
  const path = '/api/content/items/thread/';
  const again = { status: 409, body: { detail: expect.stringMatching(/not done again/) } };
  expect((await post(path, { folder, items }, 'long')).status).toBe(201);
  expect(await post(path, { folder, items }, 'long')).toMatchObject(again);
});

const strict = useApp({ RATE_LIMIT_FACTOR: '1' });

test('a workspace keeps 100 million characters of answers a day', async () => {
  const { token } = await writer(strict);
  const make = (name: string, key: string) =>
    strict.request('/api/content/folders/', {
      ...{ method: 'POST', token, body: { name } },
      headers: { 'idempotency-key': key },
    });
  expect([(await make('A', 'a')).status, (await make('A', 'a')).status]).toEqual([201, 201]);
  await strict.database.query(
    "update rate_limits set attempts = 100000000 where key like 'answer characters:%'",
  );
  expect([(await make('B', 'b')).status, (await make('B', 'b')).status]).toEqual([201, 409]);
});

test('one person with many keys leaves room for the answers of the others in a workspace', async () => {
  const me = await writer(strict);
  const other = await colleague(strict, me.folder, 'editor');
  const keyOf = async () =>
    (await strict.post('/api/keys/', { name: 'A script' }, me.token)).body.secret as string;
  const keys = [await keyOf(), await keyOf()];
  const workspace = await workspaceOf(strict, me.folder);
  const post = (name: string, token: string) =>
    strict.request('/api/content/folders/', {
      ...{ method: 'POST', token, body: { name } },
      headers: { 'idempotency-key': name, 'x-workspace': String(workspace) },
    });
  for (const [at, key] of keys.entries()) expect((await post(`${at}`, key)).status).toBe(201);
  const counted = `answers behind:${workspace}:${me.id}`;
  const { rows } = await strict.database.query('select attempts from rate_limits where key = $1', [
    counted,
  ]);
  expect(rows).toEqual([{ attempts: 2 }]);
  await strict.database.query('update rate_limits set attempts = 25000 where key = $1', [counted]);
  expect((await post('Another', await keyOf())).status).toBe(429);
  expect((await post('Theirs', other.token)).status).toBe(201);
  // What was done is not done again, whatever was counted since.
  expect((await post('0', keys[0] as string)).headers.get('idempotent-replayed')).toBe('true');
});
