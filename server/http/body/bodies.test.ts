import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { useApp, writer } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';

/** What the bodies of requests take of the server, and what happens to the rest of one that is refused. */

const MIB = 1024 * 1024;
const THREAD = '/api/content/items/thread/';

type App = { base: string };
type Sent = { request: ClientRequest; status: () => number | undefined };

type Asked = { token: string; announced: number; sent: number; headers: Record<string, string> };

/** Announces a body, or sends it in chunks, and does not end it. */
function begin(
  { base }: App,
  path: string,
  { token, announced, sent, headers }: Partial<Asked>,
): Sent {
  let status: number | undefined;
  const begun = request(`${base}${path}`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      ...headers,
      ...(announced !== undefined && { 'content-length': announced }),
    },
  });
  begun
    .on('error', () => {})
    .on('response', (response) => {
      status = response.resume().statusCode;
    });
  begun.write('"'.padEnd(sent ?? 1, 'x'));
  return { request: begun, status: () => status };
}

const endAll = (begun: Sent[]) => {
  for (const { request } of begun) request.destroy();
};

describe('the bodies of one person', () => {
  const app = useApp({ RATE_LIMIT_FACTOR: '1' });
  const threadOf = (folder: number, length: number) => ({
    folder,
    items: Array.from({ length: Math.ceil(length / 2000) }, () => ({ content: 'a'.repeat(1990) })),
  });

  test.each([
    ['announced', { announced: 8_000_000 }],
    ['in chunks', { sent: 1.5 * MIB }],
  ])('large ones %s are read two at a time, by whatever key', async (_, body) => {
    const [me, other] = [await writer(app), await writer(app)];
    const tokens = [me.token];
    for (const name of ['A', 'B', 'C']) {
      const key = { name, scopes: ['read', 'write'] };
      tokens.push((await app.post('/api/keys/', key, me.token)).body.secret as string);
    }
    // Two are read, and six wait.
    const begun: Sent[] = [];
    const next = () => {
      const token = tokens[begun.length % tokens.length] as string;
      const sent = begin(app, THREAD, { token, ...body });
      begun.push(sent);
      return sent;
    };
    for (let n = 0; n < 9; n++) next();
    await eventually(async () => expect(begun.some(({ status }) => status() === 429)).toBe(true));
    expect(begun.filter(({ status }) => status() === undefined)).toHaveLength(8);
    // Neither small ones of this person, nor those of others.
    expect((await app.post('/api/content/folders/', { name: 'F' }, me.token)).status).toBe(201);
    const large = threadOf(other.folder, 1_000_000);
    expect((await app.post(THREAD, large, other.token)).status).toBe(201);
    // The place of one whose client leaves is given to the next.
    endAll(begun);
    await eventually(async () =>
      expect((await app.post(THREAD, threadOf(me.folder, 1_000_000), me.token)).status).toBe(201),
    );
  });

  test('a body that is shorter than it says is counted as it says', async () => {
    const me = await writer(app);
    // Of a megabyte each, which wait for no turn.
    const begun = Array.from({ length: 23 }, () =>
      begin(app, THREAD, { token: me.token, announced: MIB }),
    );
    begun.push(begin(app, THREAD, { token: me.token, announced: 8 * MIB }));
    const late = begin(app, THREAD, { token: me.token, announced: 2 * MIB });
    await eventually(async () => expect(late.status()).toBe(429));
    endAll([...begun, late]);
  });

  test('strangers of one network have 2 MiB under way, and small bodies are not counted', async () => {
    const me = await writer(app);
    const path = '/api/auth/login/';
    const begun: Sent[] = [];
    const next = () => {
      const sent = begin(app, path, { announced: 64 * 1024 });
      begun.push(sent);
      return sent;
    };
    for (let n = 0; n < 33; n++) next();
    await eventually(async () => expect(begun.some(({ status }) => status() === 429)).toBe(true));
    expect((await app.post(path, {} as never)).status).toBe(400);
    expect((await app.post('/api/content/folders/', { name: 'G' }, me.token)).status).toBe(201);
    endAll(begun);
    const sample = { email: 'x'.repeat(60_000), password: 'y' };
    await eventually(async () => expect((await app.post(path, sample)).status).not.toBe(429));
  });
});

describe('the bodies of strangers with many networks', () => {
  const app = useApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' });

  test('have 16 MiB under way in a /48 of IPv6, which others do not feel', async () => {
    const send = (from: string) =>
      begin(app, '/api/auth/login/', {
        ...{ announced: 64 * 1024, headers: { 'x-forwarded-for': from } },
      });
    const begun = Array.from({ length: 257 }, (_, n) => send(`2001:db8:7:${n.toString(16)}::1`));
    await eventually(async () =>
      expect(begun.filter(({ status }) => status() === 429)).toHaveLength(1),
    );
    const other = send('2001:db8:8::1');
    const late = send('2001:db8:7:ffff::1');
    await eventually(async () => expect(late.status()).toBe(429));
    expect(other.status()).toBeUndefined();
    endAll([...begun, other, late]);
  });
});

describe('the bodies of all', () => {
  const app = useApp();

  test('256 MiB are under way in a process, and small ones are read nevertheless', async () => {
    const [me, other] = [await writer(app), await writer(app)];
    const announced = 8 * MIB;
    const begun = Array.from({ length: 32 }, () =>
      begin(app, THREAD, { token: me.token, announced }),
    );
    await eventually(async () => {
      const late = begin(app, THREAD, { token: other.token, announced });
      begun.push(late);
      await eventually(async () => expect(late.status()).toBe(503));
    });
    expect((await app.post('/api/content/folders/', { name: 'F' }, other.token)).status).toBe(201);
    endAll(begun);
    await eventually(async () => {
      const items = Array.from({ length: 20 }, () => ({ content: 'a'.repeat(1990) }));
      const { status } = await app.post(THREAD, { folder: other.folder, items }, other.token);
      expect(status).toBe(201);
    });
  });
});

describe('the rest of a refused body', () => {
  const app = useApp({ MEDIA_MAX_MB: '30' });

  /** Sends requests one after the other on one connection. */
  function onOneConnection() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    return (
      path: string,
      { method = 'POST', token = '', body = Buffer.alloc(0), headers = {} }: Partial<Request> = {},
    ) =>
      new Promise<{ status: number; port: number }>((resolve, reject) => {
        const all = { authorization: `Bearer ${token}`, ...headers };
        const sent = request(`${app.base}${path}`, { method, agent, headers: all });
        sent.on('error', reject).on('response', (response: IncomingMessage) => {
          const { statusCode: status = 0, socket } = response;
          const { localPort: port = 0 } = socket;
          response.resume().on('end', () => resolve({ status, port }));
        });
        sent.end(body);
      });
  }
  type Request = {
    method: string;
    token: string;
    body: Buffer;
    headers: Record<string, string | number>;
  };

  const chunked = { 'transfer-encoding': 'chunked' };
  const json = { 'content-type': 'application/json' };
  const text = (bytes: number) => Buffer.from(JSON.stringify({ content: 'x'.repeat(bytes) }));
  const REFUSED: [string, string, Partial<Request>, number][] = [
    ['JSON over its limit', '/api/content/items/', { body: text(12e6), headers: json }, 413],
    [
      'JSON over its limit, in chunks',
      '/api/content/items/',
      { body: text(12e6), headers: { ...json, ...chunked } },
      413,
    ],
    ['another type', '/api/content/items/', { body: text(6e6), headers: {} }, 415],
    ['a wrong token', '/api/content/items/', { body: text(6e6), headers: json, token: 'x' }, 401],
    ['an unknown path', '/api/nothing/', { body: text(6e6), headers: json }, 413],
    ['a message of an agent', '/mcp', { body: text(6e6), headers: json }, 401],
    ['a file that is no picture', '/api/media/?name=a.png', { body: Buffer.alloc(6e6, 1) }, 400],
    [
      'a file over its limit, in chunks',
      '/api/media/?name=a.png',
      { body: Buffer.alloc(27 * MIB, 1), headers: chunked },
      413,
    ],
    ['a call of a stranger', `/api/in/${'x'.repeat(32)}/`, { body: text(6e6), headers: json }, 413],
    [
      'a call of a stranger, in chunks',
      `/api/in/${'x'.repeat(32)}/`,
      { body: text(6e6), headers: { ...json, ...chunked } },
      404,
    ],
  ];

  test.each(REFUSED)(
    '%s: the connection answers the next request',
    async (_, path, sent, status) => {
      const me = await writer(app);
      const send = onOneConnection();
      const given = { token: me.token, ...sent };
      const length: Request['headers'] = sent.headers?.['transfer-encoding']
        ? {}
        : { 'content-length': sent.body?.length ?? 0 };
      const refused = await send(path, { ...given, headers: { ...length, ...sent.headers } });
      expect(refused.status).toBe(status);
      expect(await send('/healthz', { method: 'GET' })).toEqual({
        status: 200,
        port: refused.port,
      });
      // A client that asks to close gets the answer as well.
      const closing = { ...length, ...sent.headers, connection: 'close' };
      expect((await onOneConnection()(path, { ...given, headers: closing })).status).toBe(status);
    },
  );

  test('a chunk that is longer than its upload', async () => {
    const me = await writer(app);
    const send = onOneConnection();
    const begun = await fetch(`${app.base}/api/media/uploads/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${me.token}`,
        'upload-length': '900000',
        'upload-metadata': `filename ${Buffer.from('a.png').toString('base64')}`,
      },
    });
    const { id } = (await begun.json()) as { id: string };
    const refused = await send(`/api/media/uploads/${id}/`, {
      method: 'PATCH',
      token: me.token,
      body: Buffer.alloc(6e6, 1),
      headers: { 'upload-offset': 0, 'content-type': 'application/offset+octet-stream' },
    });
    expect(refused.status).toBe(413);
    expect(await send('/healthz', { method: 'GET' })).toEqual({ status: 200, port: refused.port });
  });

  test('a body without an end is dropped up to a bound', async () => {
    const sent = request(`${app.base}/api/content/items/`, {
      method: 'POST',
      agent: new Agent({ keepAlive: true }),
      headers: { authorization: 'Bearer x', ...json },
    });
    let status: number | undefined;
    sent.on('response', (response) => {
      status = response.resume().statusCode;
    });
    const closed = new Promise<void>((resolve) => {
      sent.on('error', () => {}).on('close', resolve);
    });
    const more = () => sent.write(Buffer.alloc(MIB), () => sent.destroyed || more());
    more();
    await closed;
    expect(status).toBe(401);
  });
});
