import { lookup } from 'node:dns/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startNameServer } from '../../testing/name-server.ts';
import { createOutgoing, isPublic, type OutgoingError, type OutgoingRequest } from './outgoing.ts';

type Seen = {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
};
const seen: Seen[] = [];
let base: string;
let other: string;

/** A server that does what the path says. */
async function respond(request: IncomingMessage, response: ServerResponse) {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { method, url = '', headers } = request;
  seen.push({ method, url, headers, body });
  const { pathname, searchParams } = new URL(url, base);
  const status = Number(searchParams.get('status') ?? 302);
  if (pathname === '/to')
    return response.writeHead(status, { location: searchParams.get('at') ?? '' }).end();
  if (pathname === '/round') return response.writeHead(302, { location: '/round' }).end();
  if (pathname === '/large') return response.end('x'.repeat(5000));
  if (pathname === '/endless')
    return void setInterval(() => response.write('x'.repeat(1000)), 5).unref();
  if (pathname === '/breaks') return response.destroy();
  if (pathname === '/silent') return;
  response.setHeader('x-one', 'two').end(`hello ${body}`);
}

const server = createServer((request, response) => void respond(request, response));
const second = createServer((request, response) => void respond(request, response));
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => second.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  other = `http://127.0.0.1:${(second.address() as AddressInfo).port}`;
});
const strict = createOutgoing({ userAgent: 'test/1' });
/** As if this machine had a public address, and its other addresses were private. */
const open = createOutgoing({
  userAgent: 'test/1',
  isAllowed: (address) => address === '127.0.0.1',
});
afterAll(async () => {
  await Promise.all([strict.close(), open.close()]);
  for (const entry of [server, second]) {
    entry.closeAllConnections();
    entry.close();
  }
});

const failure = async (url: string, options?: OutgoingRequest, by = open) =>
  by.send(url, options).then(
    () => 'there was a response',
    ({ kind, sent }: OutgoingError) => `${kind}${sent ? ', sent' : ''}`,
  );

describe('a call to another server', () => {
  test('sends a user agent, and returns status, headers and body', async () => {
    const given = await open.send(`${base}/a`, {
      method: 'POST',
      body: 'you',
      headers: { 'x-own': '1' },
    });
    expect([given.status, given.headers.get('x-one'), given.body.toString()]).toEqual([
      200,
      'two',
      'hello you',
    ]);
    expect(seen.at(-1)).toMatchObject({
      method: 'POST',
      headers: { 'user-agent': 'test/1', 'x-own': '1', 'accept-encoding': 'identity' },
    });
    const response = await open.fetch(`${base}/a`, {
      method: 'POST',
      body: new URLSearchParams({ a: 'b' }),
    });
    expect([response.status, await response.text()]).toEqual([200, 'hello a=b']);
  });

  test('has limits of size and time, also for endless responses', async () => {
    expect(await failure(`${base}/large`, { maxBytes: 4999 })).toBe('too_large, sent');
    expect(await failure(`${base}/large`, { maxBytes: 5000 })).toBe('there was a response');
    expect(await failure(`${base}/endless`, { maxBytes: 10_000 })).toBe('too_large, sent');
    expect(await failure(`${base}/silent`, { timeoutMs: 100 })).toBe('timeout, sent');
    expect(await failure(`${base}/endless`, { timeoutMs: 100 })).toBe('timeout, sent');
    expect(
      await failure(`${base}/endless`, { timeoutMs: 100, mayBreak: true, truncates: true }),
    ).toBe('there was a response');
    expect(await failure(`${base}/silent`, { timeoutMs: 100, mayBreak: true })).toBe(
      'timeout, sent',
    );
    const calledOff = AbortSignal.timeout(50);
    expect(await failure(`${base}/silent`, { signal: calledOff })).toBe('timeout, sent');
  });

  test('reports whether anything may have arrived', async () => {
    expect(await failure(`${base}/breaks`, { method: 'POST', body: 'x' })).toBe('broken, sent');
    const nobody = createTcpServer();
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
    const { port } = nobody.address() as AddressInfo;
    await new Promise((resolve) => nobody.close(resolve));
    expect(await failure(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' })).toBe(
      'unreachable',
    );
    // It does not speak TLS.
    expect(await failure(base.replace('http:', 'https:'), { method: 'POST', body: 'x' })).toBe(
      'unreachable',
    );
    expect(await failure('http://no-such-host.invalid/')).toBe('unreachable');
  });

  test('follows redirects up to a limit, and sends no credentials to another server', async () => {
    const to = (at: string, status = 302) =>
      `${base}/to?status=${status}&at=${encodeURIComponent(at)}`;
    expect((await open.send(to('/end'))).status).toBe(302);
    expect((await open.send(to('/end'), { redirects: 1 })).body.toString()).toBe('hello ');
    expect(await failure(`${base}/round`, { redirects: 3 })).toBe('too_many_redirects, sent');
    const headers = {
      authorization: 'Bearer secret',
      cookie: 'a=b',
      dpop: 'proof',
      'x-api-key': 'secret',
      'idempotency-key': '1',
    };
    await open.send(to('/end'), { redirects: 1, headers });
    expect(seen.at(-1)?.headers).toMatchObject(headers);
    const accept = { Accept: 'text/html' };
    await open.send(to(`${other}/end`), { redirects: 1, headers: { ...headers, ...accept } });
    expect(seen.at(-1)?.headers).toMatchObject({ accept: 'text/html', 'user-agent': 'test/1' });
    for (const name of Object.keys(headers)) expect(seen.at(-1)?.headers).not.toHaveProperty(name);
    await open.send(to('/end', 307), { redirects: 1, method: 'POST', body: 'again' });
    expect(seen.at(-1)).toMatchObject({ method: 'POST', body: 'again' });
    expect(
      await failure(to(`${other}/end`, 307), { redirects: 1, method: 'POST', body: 'x' }),
    ).toBe('refused, sent');
    await open.send(to('/end', 303), { redirects: 1, method: 'POST', body: 'once' });
    expect(seen.at(-1)).toMatchObject({ method: 'GET', body: '' });
  });
});

describe('a name', () => {
  const named = (known: Record<string, string[]>) =>
    startNameServer((name) => (name.startsWith('silent') ? 'silent' : (known[name] ?? [])));
  const outgoingWith = (nameServers: string[]) =>
    createOutgoing({
      userAgent: 'test/1',
      isAllowed: (address) => address === '127.0.0.1',
      nameServers,
    });

  test('whose server does not respond holds up no other one', async () => {
    const server = await named({ 'quick.test': ['127.0.0.1'] });
    const outgoing = outgoingWith([server.address]);
    const silent = Array.from({ length: 20 }, (_, n) =>
      failure(`http://silent${n}.test/`, {}, outgoing),
    );
    await expect.poll(() => server.asked.size).toBe(20);
    expect((await outgoing.send(base.replace('127.0.0.1', 'quick.test'))).status).toBe(200);
    // The system looks it up, as for the database.
    expect((await lookup('localhost')).address).toMatch(/^(127\.0\.0\.1|::1)$/);
    await outgoing.close();
    expect(await Promise.all(silent)).not.toContain('there was a response');
    server.stop();
  });

  test('leads to its allowed addresses alone', async () => {
    const server = await named({
      'both.test': ['10.1.2.3', '127.0.0.1'],
      'private.test': ['10.1.2.3'],
    });
    const outgoing = outgoingWith([server.address]);
    const at = (host: string) => base.replace('127.0.0.1', host);
    expect((await outgoing.send(at('both.test'))).status).toBe(200);
    expect((await outgoing.send(at('LOCALHOST'))).status).toBe(200);
    expect(await failure(at('private.test'), {}, outgoing)).toBe('refused');
    expect(await failure(at('unknown.invalid'), {}, outgoing)).toBe('unreachable');
    await outgoing.close();
    server.stop();
  });
});

describe('a URL that a person can influence', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '[fe80::1]',
    '[fd00::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ])('leads to no private one: %s', async (host) => {
    const before = seen.length;
    expect(await failure(base.replace('127.0.0.1', host), {}, strict)).toBe('refused');
    expect(seen).toHaveLength(before);
  });

  test('does not redirect to private addresses, nor to invalid URLs', async () => {
    const port = new URL(other).port;
    for (const at of [`http://127.0.0.2:${port}/`, 'file:///etc/passwd'])
      expect(await failure(`${base}/to?at=${encodeURIComponent(at)}`, { redirects: 2 })).toBe(
        'refused',
      );
    expect(
      await failure(`${base}/to?at=${encodeURIComponent(`http://127.0.0.2:${port}/`)}`, {
        redirects: 2,
      }),
    ).toBe('refused');
    for (const url of [
      'ftp://example.org/',
      'nothing',
      'http://user:password@example.org/',
      'javascript:1',
    ])
      expect(await failure(url)).toBe('refused');
  });

  test('can be private where the operator configured it, or allowed private networks', async () => {
    expect((await strict.send(`${base}/a`, { trusted: true })).status).toBe(200);
    const lenient = createOutgoing({ userAgent: 'test/1', allowPrivate: true });
    expect((await lenient.send(`${base}/a`)).status).toBe(200);
    await lenient.close();
  });

  test('is a public one', () => {
    for (const address of ['8.8.8.8', '2606:4700::1111']) expect(isPublic(address)).toBe(true);
    for (const address of [
      '192.0.2.1',
      '224.0.0.1',
      '255.255.255.255',
      '198.18.0.1',
      '::',
      'text',
      '::7f00:1',
      '4000::1',
      '168.63.129.16',
    ])
      expect(isPublic(address)).toBe(false);
  });
});
