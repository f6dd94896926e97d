import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { features } from '#contract/endpoints.ts';
import { type Endpoint, endpoint } from '#contract/http/endpoint.ts';
import { colleague, person, start, useApp, workspaceOf, writer } from '../testing/app.ts';
import { lockWaiters } from '../testing/lock-waiters.ts';
import { createBind } from './endpoint.ts';

/** Still: workers would wait beside requests where a test locks a table. */
const app = useApp({}, { still: true });

test('OpenAPI 3.1 describes every endpoint, and there is a page to read it', async () => {
  const { body } = (await app.get('/api/docs/json')) as {
    body: { openapi: string; paths: Record<string, Record<string, object>> };
  };
  expect(body.openapi).toBe('3.1.0');
  const described = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = Object.values(features)
    .flat()
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/, '{$1}')}`);
  expect(described.sort()).toEqual(declared.sort());
  const properties = { status: { enum: expect.arrayContaining(['draft']) } };
  expect(body.paths['/api/content/items/{id}/']?.put).toMatchObject({
    security: [{ bearer: [] }, { key: ['write'] }],
    'x-scope': 'write',
    requestBody: { content: { 'application/json': { schema: { properties } } } },
  });
  expect(body.paths['/api/auth/login/']?.post).toMatchObject({ security: [] });

  const page = await app.get('/api/docs');
  expect(page.headers.get('content-type')).toContain('text/html');
  for (const [, asset] of String(page.body).matchAll(/(?:src|href)="([^"]+)"/g))
    expect((await app.get(String(asset))).status).toBe(200);
  expect((await app.get('/api/docs/assets/package.json')).status).toBe(404);
});

test('an endpoint that is bound and not listed, or listed and not bound, ends the start', async () => {
  const open = (path: `/api/${string}/`) =>
    endpoint({ method: 'GET', path, access: 'public', summary: 'A sample' });
  const [listed, other] = [open('/api/listed/'), open('/api/other/')];
  const start = (declared: Endpoint[], bound: Endpoint[]) => {
    const server = fastify();
    const { bind } = createBind(server, { declared } as unknown as Parameters<
      typeof createBind
    >[1]);
    for (const entry of bound) bind(entry, () => {});
    return server.ready().then(() => server.close());
  };
  await start([listed], [listed]);
  await expect(start([listed], [listed, other])).rejects.toThrow(
    'Bound, but not listed in contract/endpoints.ts: GET /api/other/',
  );
  await expect(start([listed, other], [listed])).rejects.toThrow(
    'Listed in contract/endpoints.ts, but not bound: GET /api/other/',
  );
});

test('health and readiness are reported', async () => {
  expect((await app.get('/healthz')).status).toBe(200);
  expect((await app.get('/readyz')).status).toBe(200);
});

test('the trailing slash of a path is optional; an unknown path gets 404 in JSON', async () => {
  const { token } = await person(app);
  expect((await app.get('/api/users/me', token)).body).toEqual(
    (await app.get('/api/users/me/', token)).body,
  );
  for (const path of ['/api', '/api/', '/api/nothing/', '/api/content/items/1/nothing']) {
    const { status, body } = await app.get(path);
    expect([path, status, body]).toEqual([
      path,
      404,
      { detail: expect.stringContaining(path), code: 'not_found' },
    ]);
  }
});

test('every response carries the security headers and the id under which it is logged, in one line', async () => {
  const { headers } = await app.get('/healthz?secret=1');
  expect(headers.get('content-security-policy')).toContain("script-src 'self';");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const id = headers.get('x-request-id') ?? 'none';
  await expect.poll(() => app.lines.filter((line) => line.includes(`"${id}"`)).length).toBe(1);
  const line = JSON.parse(app.lines.find((line) => line.includes(`"${id}"`)) ?? '{}');
  expect(line).toMatchObject({
    method: 'GET',
    path: '/healthz',
    status: 200,
    ms: expect.any(Number),
  });
  expect((await app.get('/api/users/me/')).headers.get('cache-control')).toBe('no-store');
});

test('a page that has a response already gets 304, until it changes', async () => {
  const { token } = await person(app);
  const read = (headers = {}) =>
    app.request('/api/content/folders/', { token, headers: { 'x-tab': 'a', ...headers } });
  const etag = (await read()).headers.get('etag') ?? '';
  const again = await read({ 'if-none-match': etag });
  expect([again.status, again.body]).toEqual([304, undefined]);
  await app.post('/api/content/folders/', { name: 'New' }, token);
  const changed = await read({ 'if-none-match': etag });
  expect([changed.status, JSON.stringify(changed.body)]).toEqual([
    200,
    expect.stringContaining('"New"'),
  ]);
});

test('a long response is compressed for who accepts that, a short one and a stream are not', async () => {
  const { token, write } = await writer(app);
  await write({ content: 'Long text. '.repeat(400) });
  const read = (encoding: string, path = '/api/content/items/') =>
    app.request(path, { token, headers: { 'accept-encoding': encoding } });
  const plain = await read('identity');
  expect(JSON.stringify(plain.body)).toContain('Long text.');
  for (const [encoding, sent] of [
    ['gzip, deflate, br', 'gzip'],
    ['*', 'gzip'],
    ['gzip;q=0', null],
    ['br', null],
    ['nonsense;;q=,', null],
  ] as const) {
    const { status, headers, body } = await read(encoding);
    expect([encoding, status, headers.get('content-encoding')]).toEqual([encoding, 200, sent]);
    expect(headers.get('vary')).toContain('accept-encoding');
    expect(body).toEqual(plain.body);
  }
  const short = await read('gzip', '/api/users/me/');
  expect(short.headers.get('content-encoding')).toBeNull();
  const stream = await read('gzip', '/api/content/audit-logs/export/?format=json');
  expect([stream.status, stream.headers.get('content-encoding')]).toEqual([200, null]);
});

test('an unexpected error discloses no details', async () => {
  const { token } = await person(app);
  await app.database.query('alter table folders rename to folders_away');
  try {
    const { status, body } = await app.get('/api/content/folders/', token);
    expect([status, body]).toEqual([
      500,
      { detail: 'Something went wrong on the server. Please try again.', code: 'internal' },
    ]);
    expect(app.lines.join('')).toContain('folders');
  } finally {
    await app.database.query('alter table folders_away rename to folders');
  }
});

describe('a body', () => {
  const login = (body: string) => app.post('/api/auth/login/', body);
  const nested = (depth: number, inner: string) =>
    `{"email":${'['.repeat(depth)}${inner}${']'.repeat(depth)}}`;

  test('that is nested too deep, or has too many values, is refused before validation', async () => {
    expect((await login(nested(62, '1'))).body.detail).not.toContain('deep');
    expect(await login(nested(64, '1'))).toMatchObject({
      status: 400,
      body: { detail: 'The body is nested more than 64 levels deep.', code: 'invalid' },
    });
    expect(await login(`{"email":[${'1,'.repeat(20_001)}1]}`)).toMatchObject({
      status: 400,
      body: { detail: 'The body holds more than 20000 values.', code: 'invalid' },
    });
  });

  test('with an escape in it costs no more than any other', async () => {
    // Took a second for 16 KB and more than a minute for 1 MiB: nested lists with an emoji in each.
    const depth = 1000;
    const hostile = `{"a":${'["\\ud83d\\ude00",'.repeat(depth)}"x"${']'.repeat(depth)}}`;
    expect((await login(hostile)).status).toBe(400);
    const { token } = await person(app);
    const large = `{"a":[${'"\\ud83d\\ude00",'.repeat(19_000)}"x"]}`;
    expect(
      (await app.request('/api/users/me/', { method: 'PUT', token, body: large })).status,
    ).toBe(400);
  });

  test('with thousands of invalid elements gets a few messages', async () => {
    const { token, folder } = await writer(app);
    const body = { folder, content: 'x', tags: Array.from({ length: 15_000 }, (_, n) => n) };
    const response = await app.post('/api/content/items/', body, token);
    expect([response.status, response.body.tags.length]).toEqual([400, 20]);
  });
});

/** Sends raw bytes, and returns what comes back until the connection closes. */
/** The next request that the server has the head of. */
const nextRequest = async () => ((await once(app.server, 'request')) as [IncomingMessage])[0];

async function raw(text: string, { read = true } = {}) {
  const socket = connect(Number(new URL(app.base).port), '127.0.0.1');
  let response = '';
  if (read) socket.setEncoding('utf8').on('data', (data) => (response += data));
  socket.on('error', () => undefined);
  socket.write(text);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  return { socket, closed, response: () => response };
}

describe('an invalid HTTP request', () => {
  test.each([
    [
      'a URL that cannot be decoded',
      'GET /%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['no HTTP', 'HELLO\r\n\r\n', 400],
    [
      'a transfer coding that is unknown',
      'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
      400,
    ],
    [
      'a head that is too large',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`,
      431,
    ],
  ])(
    '%s is refused in the one shape of an error, with the security headers',
    async (_, text, status) => {
      const { closed, response } = await raw(text);
      await closed;
      expect(response()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(response().match(/HTTP\/1.1/g)).toHaveLength(1);
      expect(response().toLowerCase()).toContain('x-content-type-options: nosniff');
      expect(response()).toMatch(/\{"detail":"[^"]+","code":"(invalid|too_large)"\}/);
    },
  );

  test('a client that disconnects while sending is not logged as an error', async () => {
    const before = app.lines.length;
    const received = nextRequest();
    const { socket } = await raw(
      'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    const closed = once((await received).socket, 'close');
    socket.destroy();
    await closed;
    await app.get('/healthz');
    expect(app.lines.slice(before).filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});

test('authorization is checked again after the body was read', async () => {
  const owner = await writer(app);
  const { token, id, workspace } = await colleague(app, owner.folder, 'admin');
  const body = '{"role":"admin"}';
  const head = [
    'POST /api/invitations/ HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${token}`,
    `X-Workspace: ${workspace}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  const asMember = { token, headers: { 'x-workspace': String(workspace) } };
  const status = async () => (await app.request('/api/workspace/', asMember)).status;
  expect(await status()).toBe(200);
  const received = nextRequest();
  const { socket, closed, response } = await raw(
    `${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`,
  );
  await received;
  expect((await app.delete(`/api/members/${id}/`, owner.token)).status).toBe(200);
  await expect.poll(status).toBe(403);
  socket.write(body.slice(-1));
  await closed;
  expect(response()).toMatch(/^HTTP\/1\.1 403 /);
});

test('a request that is aborted during authentication no longer counts', async () => {
  const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1' });
  const { token } = await writer(app);
  const holder = await app.database.connect();
  try {
    await holder.query('begin; lock table memberships in access exclusive mode');
    let begun = 0;
    strict.server.on('request', () => begun++);
    const gone = new AbortController();
    const options = { headers: { authorization: `Bearer ${token}` }, signal: gone.signal };
    const asked = Array.from({ length: 24 }, () =>
      fetch(`${strict.base}/api/content/items/`, options).catch(() => null),
    );
    await expect.poll(() => begun).toBe(24);
    gone.abort();
    await Promise.all(asked);
    const connections = promisify(strict.server.getConnections.bind(strict.server));
    await expect.poll(() => connections()).toBe(0);
    await holder.query('rollback');
    await expect
      .poll(async () => (await strict.get('/api/content/items/', token)).status)
      .toBe(200);
    for (let n = 0; n < 3; n++)
      expect((await strict.get('/api/content/items/', token)).status).toBe(200);
  } finally {
    holder.release(true);
    await strict.stop();
  }
});

test('a response that is not read is dropped', async () => {
  const { token, folder } = await writer(app);
  for (let n = 0; n < 10; n++)
    await app.post('/api/content/items/', { folder, content: `${n} ${'x'.repeat(99_000)}` }, token);
  app.server.setTimeout(500);
  try {
    const head = `GET /api/content/items/?page_size=100 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const given = new Promise<Socket>((resolve) => app.server.once('connection', resolve));
    const { closed, socket } = await raw(head.repeat(20), { read: false });
    socket.pause();
    const connection = await given;
    // The peer disconnects at once: its buffer is freed.
    await expect.poll(() => connection.destroyed, { timeout: 10_000 }).toBe(true);
    socket.resume();
    await closed;
  } finally {
    app.server.setTimeout(60_000);
  }
});

test('a page has at most two million characters, and the next one continues after it', async () => {
  const { token, folder } = await writer(app);
  for (let n = 0; n < 25; n++)
    await app.post('/api/content/items/', { folder, content: `${n} ${'x'.repeat(99_900)}` }, token);
  const texts: string[] = [];
  let path: string | null = '/api/content/items/?page_size=100&ordering=created_at';
  const sizes: number[] = [];
  while (path) {
    const { body } = (await app.get(path, token)) as {
      body: { results: { content: string }[]; next: string | null };
    };
    sizes.push(body.results.length);
    texts.push(...body.results.map(({ content }) => content.slice(0, 2).trim()));
    path = body.next;
  }
  expect(sizes).toEqual([20, 5]);
  // By number, what is cut would be on no page.
  for (const list of ['?', 'search/?q=x&'] as const)
    expect(
      (await app.get(`/api/content/items/${list}page=1&page_size=100` as const, token)).body
        .page_size,
    ).toEqual([
      'This page would have more than 2000000 characters: request fewer items at a time.',
    ]);
  const { id } = (await app.get('/api/content/items/', token)).body.results[0];
  for (let n = 0; n < 24; n++)
    await app.put(`/api/content/items/${id}/`, { content: `${n} ${'y'.repeat(99_900)}` }, token);
  const versions: number[] = [];
  for (let before = ''; versions.at(-1) !== 1; before = `?before=${versions.at(-1)}`)
    versions.push(
      ...(
        await app.get(
          `/api/content/items/${id}/history/${before}` as `/api/content/items/${number}/history/`,
          token,
        )
      ).body.map((entry) => entry.version),
    );
  expect(versions).toEqual(Array.from({ length: 25 }, (_, n) => 25 - n));
  expect(texts).toEqual(Array.from({ length: 25 }, (_, n) => String(n)));
});

test('tokens in links are not logged, in any encoding, and long paths are cut', async () => {
  const secret = 'S3cr3t-of-a-link';
  const paths = [
    '/invite/',
    '//invite/',
    '/reset-password/7/',
    '/%72eset-password/7/',
    '/confirm-address/',
    '/api/calendar/feed/',
    '/media/',
    '/media/link/',
    '/media/link/x/',
    '/any/other/path/',
  ];
  for (const path of paths) await app.get(path + secret);
  // As it is sent, without the normalisation of fetch.
  const { hostname, port } = new URL(app.base);
  for (const path of ['/./invite/', '/x/../invite/', '/invite/./', '/invite%2f', '/invite;/'])
    await new Promise((resolve) => get({ hostname, port, path: path + secret }, resolve));
  await app.get('/api/content/items/7/');
  await expect.poll(() => app.lines.join('')).toContain('/api/content/items/7/"');
  await app.get(`/${'x'.repeat(50_000)}`);
  await expect
    .poll(() => app.lines.filter((line) => line.includes('/invite/…')).length)
    .toBeGreaterThan(1);
  expect(app.lines.join('')).not.toContain(secret);
  expect(Math.max(...app.lines.map((line) => line.length))).toBeLessThan(3000);
});

test('https responses have HSTS', async () => {
  const [secure, plain] = [
    await start(app.databaseUrl, { PUBLIC_URL: 'https://posts.example.org' }),
    app,
  ];
  try {
    const header = async ({ get }: typeof plain) =>
      (await get('/healthz')).headers.get('strict-transport-security');
    expect([await header(secure), await header(plain)]).toEqual(['max-age=31536000', null]);
  } finally {
    await secure.stop();
  }
});

test('an unconfigured proxy is reported once', async () => {
  const warnings = () => app.lines.filter((line) => line.includes('TRUST_PROXY')).length;
  for (let n = 0; n < 3; n++)
    await app.request('/healthz', { headers: { 'x-forwarded-for': '203.0.113.7' } });
  await expect.poll(warnings).toBe(1);
});

test('a trusted proxy is not reported, whatever it forwards; another one is', async () => {
  const behind = await start(app.databaseUrl, { TRUST_PROXY: '127.0.0.1,10.0.0.1' });
  const apart = await start(app.databaseUrl, { TRUST_PROXY: '10.0.0.1' });
  const ask = ({ request }: typeof behind, forwarded: string) =>
    request('/healthz', { headers: { 'x-forwarded-for': forwarded } });
  const warnings = ({ lines }: typeof behind) =>
    lines.filter((line) => line.includes('TRUST_PROXY')).length;
  try {
    for (const forwarded of ['127.0.0.1', '203.0.113.7', '10.0.0.1', '::1'])
      await ask(behind, forwarded);
    await ask(apart, '127.0.0.1');
    await expect.poll(() => warnings(apart)).toBe(1);
    expect(warnings(behind)).toBe(0);
  } finally {
    await Promise.all([behind.stop(), apart.stop()]);
  }
});

test('the line of a request says who asked, and for which workspace', async () => {
  const me = await writer(app);
  await app.get('/api/content/items/', me.token);
  await expect
    .poll(() => app.lines.map((line) => JSON.parse(line)).find(({ user }) => user === me.id))
    .toMatchObject({ msg: 'request', user: me.id, workspace: await workspaceOf(app, me.folder) });
});

test('one person downloads two files at a time, and none is made on for who has gone', async () => {
  const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1' }, { still: true });
  const { token } = await writer(app);
  const holder = await app.database.connect();
  const gone = new AbortController();
  const statuses: number[] = [];
  const download = async (path: string) => {
    const { signal } = gone;
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${strict.base}${path}`, { headers, signal });
    statuses.push(response.status);
    await response.text();
  };
  try {
    await holder.query('begin; lock table items in access exclusive mode');
    const asked = Array.from({ length: 20 }, (_, n) =>
      download(`/api/calendar/export/?format=${['csv', 'json', 'ics'][n % 3]}`),
    );
    const ended = Promise.allSettled(asked);
    // Two are made, and six wait.
    await expect.poll(() => statuses.filter((status) => status === 429)).toHaveLength(12);
    await expect.poll(() => lockWaiters(app)).toHaveLength(2);
    gone.abort();
    await expect.poll(() => lockWaiters(app)).toEqual([]);
    await ended;
    await holder.query('rollback');
    expect((await strict.get('/api/calendar/export/?format=ics', token)).body).toMatch(
      /END:VCALENDAR\s*$/,
    );
    expect(strict.lines.filter((line) => line.includes('request failed'))).toEqual([]);
  } finally {
    holder.release(true);
    await strict.stop();
  }
});

test('one person has a limited number of requests in flight', async () => {
  const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1' });
  const { token } = await writer(app);
  const holder = await app.database.connect();
  try {
    await holder.query('begin; lock table items in access exclusive mode');
    const asked = Array.from({ length: 30 }, () => strict.get('/api/content/items/', token));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
    await holder.query('rollback');
    expect((await strict.get('/api/content/items/', token)).status).toBe(200);
  } finally {
    holder.release(true);
    await strict.stop();
  }
});
