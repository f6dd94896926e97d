import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { networks } from '#contract/networks/networks.ts';
import { readHtml } from '../../http/outgoing/html.ts';
import { createOutgoing } from '../../http/outgoing/outgoing.ts';
import { redactError, withSecrets } from '../../http/redact.ts';
import { useApp, writer } from '../../testing/app.ts';
import { jpeg } from '../../testing/media-files.ts';
import { createCaller } from './call.ts';
import { NetworkError } from './failures.ts';
import { fetchLinkCard } from './pictures/link-card.ts';
import { comparable } from './text.ts';

/** Servers and pages of strangers that mean no good. */

type Answer = { status?: number; body: unknown; headers?: Record<string, string> };
type Asked = { path: string; headers: IncomingMessage['headers']; body: string };

const servers: { close: () => void }[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A server that answers by its path; texts as HTML, anything else as JSON. */
async function serve(answer: (asked: Asked) => Answer) {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void buffer(request).then((bytes) => {
      const path = request.url ?? '';
      const asked = { path, headers: request.headers, body: bytes.toString() };
      const { status = 200, body, headers = {} } = answer(asked);
      const isText = typeof body === 'string';
      response
        .writeHead(status, {
          'content-type': isText ? 'text/html' : 'application/json',
          ...headers,
        })
        .end(isText ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const outgoing = createOutgoing({ userAgent: 'Test', allowPrivate: true });
afterAll(() => outgoing.close());
const signal = () => AbortSignal.timeout(5000);

describe('pages', () => {
  const cardOf = async (html: string) =>
    fetchLinkCard(outgoing, await serve(() => ({ body: html })), {
      maxImageBytes: 1000,
      signal: signal(),
    });

  test.each([
    ['is longer than what is read', `${'<p>text</p>'.repeat(60_000)}`],
    ['has elements without end', '<b>'.repeat(170_000)],
    ['has its body in its head', `</head>${'<table><tr><td>'.repeat(30_000)}`],
  ])('one that %s has the card of its head', async (_, rest) => {
    expect(await cardOf(`<meta property="og:title" content="The title">${rest}`)).toMatchObject({
      title: 'The title',
    });
  });

  test('what is behind too many open elements or too many elements is not read', async () => {
    const late = '<meta property="og:title" content="Late">';
    expect(await cardOf('<b>'.repeat(101) + late)).toBeUndefined();
    expect(await cardOf('<p></p>'.repeat(5001) + late)).toBeUndefined();
    let text = '';
    await readHtml(`<p>Hello ${'<i>'.repeat(200)}deep`, {
      onopentag: () => true,
      ontext: (run) => {
        text += run;
      },
    });
    expect(text).toBe('Hello ');
  });

  test('titles and descriptions are cut between characters, and can be stored', async () => {
    const meta = (name: string, content: string) =>
      `<meta property="${name}" content="${content}">`;
    const card = await cardOf(
      meta('og:title', `${'t'.repeat(299)}🎉`) +
        meta('og:description', `a\0b\u0007c\u202e&#xD83C;${'👩‍👩‍👧‍👦'.repeat(60)}`),
    );
    expect(card?.title).toBe('t'.repeat(299));
    expect(card?.description).toMatch(/^ab c(\ufffd)?(👩‍👩‍👧‍👦)+$/u);
    expect(card?.description.length).toBeLessThanOrEqual(300);
  });
});

describe('answers', () => {
  const call = async (text: string, status = 200) => {
    const url = await serve(() => ({
      status,
      body: text,
      headers: { 'content-type': 'application/json', 'x-request-id': `a b${'c'.repeat(200)}` },
    }));
    const caller = createCaller({ clock: Date, outgoing }, 'mastodon');
    return { caller, response: await caller.call(url, { signal: signal() }) };
  };

  test.each([
    ['nested', '['.repeat(500_000)],
    ['closed, and nested', `${'['.repeat(65)}${']'.repeat(65)}`],
    [
      'of many keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [n, n]))),
    ],
    ['of many objects', `[${'{},'.repeat(340_000)}{}]`],
  ])('JSON that is %s is not parsed', async (_, text) => {
    expect((await call(text)).response.body).toBe(text);
  });

  test('texts can be stored, wherever they are', async () => {
    const { response } = await call(
      '{"a\\u0000":["b\\ud83c",{"c":"\\u0000d\\ude00 \\ud83c\\udf89"}]}',
    );
    expect(response.body).toEqual({ a: ['b\ufffd', { c: 'd\ufffd 🎉' }] });
  });

  test('an error has a code and a sentence that can be stored', async () => {
    const { caller, response } = await call('{"error":"x"}', 418);
    const { code, message, requestId } = caller.errorOf(
      response,
      ` ${'x'.repeat(299)}🎉 and\nmore.`,
    );
    expect([code, message]).toEqual(['418', 'x'.repeat(299)]);
    expect(requestId).toBe(`a-b${'c'.repeat(97)}`);
    const made = new NetworkError('rejected', `a\0b ${'c'.repeat(100)}`, 'Line\none\0\u202e.', {
      until: new Date(Number.POSITIVE_INFINITY),
    });
    expect(made).toMatchObject({ message: 'Line one', until: undefined });
    expect(made.code).toMatch(/^a-b-c{56}$/);
    const late = new NetworkError('rate_limited', '429', 'x', { until: new Date(8.64e15) });
    expect(late.waitMs(Date.now())).toBe(24 * 60 * 60_000);
  });
});

describe('servers of Mastodon', () => {
  const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
  const TOKEN = 'PLANTED-token+of/mastodon==';
  const SECRET = 'PLANTED-client-secret';

  /** A server that says of its account, and to posts, whatever it is told. */
  async function instance(given: {
    account?: object;
    post?: (asked: Asked) => Answer;
    token?: (asked: Asked) => Answer;
    latest?: object[];
  }) {
    const registered: string[] = [];
    const paths: string[] = [];
    const url = await serve((asked) => {
      const { pathname } = new URL(asked.path, 'http://x.invalid');
      paths.push(pathname);
      switch (pathname) {
        case '/api/v1/apps':
          registered.push(asked.body);
          return { body: { client_id: 'client', client_secret: SECRET } };
        case '/oauth/token':
          return given.token?.(asked) ?? { body: { access_token: TOKEN } };
        case '/api/v1/accounts/verify_credentials':
          return { body: { id: '1', username: 'eve', ...given.account } };
        case '/api/v2/instance':
          return { body: { title: '\u200b\u3164' } };
        case '/api/v1/statuses':
          return given.post?.(asked) ?? { body: { id: '7' } };
        case '/api/v1/accounts/1/statuses':
          return { body: given.latest ?? [] };
        default:
          return { body: [] };
      }
    });
    const me = await writer(app);
    const connect = async (more: object = {}, code = 'PLANTED-code') => {
      const begun = await app.post(
        '/api/channels/authorize/',
        { network: 'mastodon', fields: { server: url } },
        me.token,
      );
      const state = new URL(begun.body.url).searchParams.get('state');
      return app.post('/api/channels/complete/', { state, code, ...more }, me.token);
    };
    return { me, url, connect, registered, paths };
  }

  test.each([
    ['a name with NUL', { display_name: 'A\0da' }, 'Ada'],
    [
      'a name that ends in half an emoji',
      { display_name: `${'a'.repeat(199)}🎉` },
      'a'.repeat(199),
    ],
    ['a name of invisible characters', { display_name: ' \u200b\u3164\u00ad\u2800 ' }, 'eve'],
    ['a name with line breaks', { display_name: 'A\r\n\u0007da\u202e' }, 'A da'],
    ['no name', {}, 'eve'],
  ])('%s is connected', async (_, account, name) => {
    const { connect } = await instance({ account });
    const { status, body } = await connect();
    expect([status, body.channels?.[0].name]).toEqual([200, name]);
  });

  test('an account without an id is not connected', async () => {
    const { connect } = await instance({ account: { id: '' } });
    const { status, body } = await connect();
    expect([status, body.non_field_errors]).toEqual([
      400,
      ['The network responded with an invalid id.'],
    ]);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https:/\\evil',
    'x'.repeat(5000),
  ])('the address %s is no link', async (url) => {
    const { connect } = await instance({ account: { url } });
    const [channel] = (await connect()).body.channels;
    expect(channel.url === null || /^https?:\/\/[^/]/.test(channel.url)).toBe(true);
  });

  test('the name of a server that is invisible is its address', async () => {
    const { me, url } = await instance({});
    const fields = { network: 'mastodon', fields: { server: url } };
    const { body } = await app.post('/api/channels/look-up/', fields, me.token);
    expect(body.name).toBe(url);
  });

  test('an error that repeats the credentials is stored and shown without them', async () => {
    const { me, connect } = await instance({
      post: ({ headers }) => ({
        status: 422,
        body: {
          error: `${'x'.repeat(270)} no ${headers.authorization} and ${encodeURIComponent(TOKEN)} or ${Buffer.from(SECRET).toString('base64')}`,
        },
      }),
    });
    const [channel] = (await connect()).body.channels;
    const { id: item } = await me.write({ content: 'Hello' });
    const { body } = await app.post(
      `/api/content/items/${item}/publications/`,
      { channels: [channel.id] },
      me.token,
    );
    const path = `/api/publications/${body[0].id}/` as const;
    await expect
      .poll(async () => (await app.request(path, { token: me.token })).body.state, {
        timeout: 10_000,
      })
      .toBe('stopped');
    const { rows } = await app.database.query(
      'select publications.detail, attempts.* from publications, publication_attempts attempts',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).toContain('xxx');
    expect(JSON.stringify(rows)).not.toMatch(/PLANTED|UExBTlRFRC/);
  });

  test('posts that people choose from are few, and can be read', async () => {
    const latest = Array.from({ length: 2000 }, (_, n) => ({
      id: String(n),
      content: `<p>A\u202e\u0007<br>b${'c'.repeat(n ? 20 : 20_000)}</p>`,
      created_at: n ? 'long ago' : '2026-01-02T03:04:05+01:00',
    }));
    const { me, connect } = await instance({ latest });
    const [channel] = (await connect()).body.channels;
    const { id: item } = await me.write({ content: 'Hello' });
    const { body } = await app.post(
      `/api/content/items/${item}/publications/`,
      { channels: [channel.id] },
      me.token,
    );
    const path = `/api/publications/${body[0].id}/latest/` as const;
    const { body: posts } = await app.request(path, { token: me.token });
    expect(posts).toHaveLength(30);
    expect(posts[0].created_at).toBe('2026-01-02T02:04:05.000Z');
    expect(posts[0].content.length).toBeLessThanOrEqual(10_000);
    expect(posts[1].content).toBe(`A\nb${'c'.repeat(20)}`);
    expect(Date.parse(posts[1].created_at)).not.toBeNaN();
  });

  test('an id leads to no other path', async () => {
    const { me, connect, paths } = await instance({ post: () => ({ body: { id: '..' } }) });
    const [channel] = (await connect()).body.channels;
    const { id: item } = await me.write({ content: 'Hello' });
    const { body } = await app.post(
      `/api/content/items/${item}/publications/`,
      { channels: [channel.id] },
      me.token,
    );
    const path = `/api/publications/${body[0].id}/` as const;
    await expect
      .poll(async () => (await app.request(path, { token: me.token })).body.state, {
        timeout: 10_000,
      })
      .toBe('published');
    const removed = await app.post(`${path}delete-remote/`, {}, me.token);
    expect([removed.status, removed.body.detail]).toEqual([
      503,
      'Mastodon returned something that has no valid address.',
    ]);
    expect(paths).not.toContain('/api/v1/');
  });

  test('so is one of connecting', async () => {
    const repeat = ({ body, headers }: Asked): Answer => ({
      status: 400,
      body: {
        error: `Not ${body} ${new URLSearchParams(JSON.parse(body))} ${headers.authorization}`,
      },
    });
    const { connect } = await instance({ token: repeat });
    const { status, body } = await connect();
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('authorization_code');
    expect(JSON.stringify(body)).not.toContain('PLANTED');
    expect(JSON.stringify(body)).not.toMatch(/code_verifier\W{1,4}[\w-]{20}/);
  });

  test('a code of another server is not sent on', async () => {
    let asked = 0;
    const token = () => ({ body: { access_token: TOKEN, n: ++asked } });
    const { connect, url } = await instance({ token });
    for (const iss of ['https://honest.example', `${url}.evil.example`, 'nonsense'])
      expect((await connect({ iss })).body.non_field_errors).toEqual([
        `This login is from a server other than ${url}.`,
      ]);
    expect(asked).toBe(0);
    expect((await connect({ iss: `${url}/` })).status).toBe(200);
  });

  test('a wrong code does not remove the registration, an unknown application does', async () => {
    let error = 'invalid_grant';
    const token = (): Answer => ({ status: 401, body: { error } });
    const { connect, registered } = await instance({ token });
    for (let n = 0; n < 3; n++) expect((await connect()).status).toBe(400);
    expect(registered).toHaveLength(1);
    error = 'invalid_client';
    await connect();
    await connect();
    expect(registered).toHaveLength(2);
  });
});

describe('servers of Bluesky', () => {
  const DID = `did:plc:${'b'.repeat(24)}`;
  const document = { service: 'http://honest.invalid', id: '#atproto_pds' };
  let own = '';
  const app = useApp(async () => {
    const directory = await serve(({ path }) => ({
      body: {
        alsoKnownAs: ['at://owner.example'],
        service: [
          {
            id: document.id,
            serviceEndpoint: path.includes('b'.repeat(24)) ? document.service : own,
          },
        ],
      },
    }));
    return {
      ALLOW_PRIVATE_NETWORKS: 'true',
      PUBLIC_URL: 'https://app.postfolio-tests.org',
      PLC_DIRECTORY: directory,
    };
  });

  async function connect(did: string, session: object = {}) {
    own = await serve(({ path }) =>
      path.includes('createSession')
        ? {
            body: {
              did,
              handle: 'victim.bsky.social',
              accessJwt: 'a',
              refreshJwt: 'r',
              ...session,
            },
          }
        : { status: 404, body: { error: 'RecordNotFound' } },
    );
    const me = await writer(app);
    const fields = { handle: 'x.example', password: 'abcd-abcd-abcd-abcd', service: own };
    return app.post('/api/channels/', { network: 'bluesky', fields }, me.token);
  }

  test('a server speaks for its own accounts alone', async () => {
    expect(await connect(DID)).toMatchObject({
      status: 400,
      body: { service: ['This account is on the server http://honest.invalid.'] },
    });
  });

  test('a file that has no id is not published', async () => {
    own = await serve(({ path }) => {
      const did = `did:plc:${'c'.repeat(24)}`;
      if (path.includes('createSession'))
        return { body: { did, handle: 'x.example', accessJwt: 'a', refreshJwt: 'r' } };
      if (path.includes('uploadBlob')) return { body: { blob: { ref: { $link: 'eve' } } } };
      return { status: 404, body: { error: 'RecordNotFound' } };
    });
    const me = await writer(app);
    const fields = { handle: 'x.example', password: 'abcd-abcd-abcd-abcd', service: own };
    const connected = await app.post('/api/channels/', { network: 'bluesky', fields }, me.token);
    const uploaded = await fetch(`${app.base}/api/media/?name=a.jpg&alt=A`, {
      method: 'POST',
      headers: { authorization: `Bearer ${me.token}` },
      body: new Uint8Array(await jpeg()),
    });
    const { id: file } = (await uploaded.json()) as { id: number };
    const { id: item } = await me.write({ content: 'Hello', media: [{ file }] });
    const { body } = await app.post(
      `/api/content/items/${item}/publications/`,
      { channels: [connected.body.id] },
      me.token,
    );
    const path = `/api/publications/${body[0].id}/` as const;
    await expect
      .poll(async () => (await app.request(path, { token: me.token })).body.detail, {
        timeout: 10_000,
      })
      .toBe('Bluesky sent an unexpected response.');
  });

  /** A login with what its server says of itself, and to the request of a login. */
  async function begin(
    metadata: (base: string) => Omit<Answer, 'body'> & { body: unknown },
    pushed: Answer = { status: 201, body: { request_uri: 'urn:a', expires_in: 60 } },
    token: Answer = { body: {} },
  ) {
    own = await serve(({ path }) => {
      if (path.includes('resolveHandle')) return { body: { did: `did:plc:${'c'.repeat(24)}` } };
      if (path.includes('oauth-protected-resource'))
        return { body: { authorization_servers: [own] } };
      if (path === '/token') return token;
      return path === '/push' ? pushed : metadata(own);
    });
    const me = await writer(app);
    const fields = { handle: 'x.example', service: own };
    const given = { network: 'bluesky', fields };
    return {
      ...(await app.post('/api/channels/authorize/', given, me.token)),
      token: me.token,
    };
  }
  const login = (base: string) => ({
    issuer: base,
    authorization_endpoint: `${base}/authorize`,
    pushed_authorization_request_endpoint: `${base}/push`,
    token_endpoint: `${base}/token`,
  });

  test.each<[string, Parameters<typeof begin>[0], Answer?]>([
    ['the status 205', () => ({ status: 205, body: {} })],
    ['the status 999', () => ({ status: 999, body: {} })],
    ['the status 600', () => ({ status: 600, body: {} })],
    ['a list', () => ({ body: [] })],
    ['nothing', () => ({ body: null })],
    ['an issuer that is no address', (base) => ({ body: { ...login(base), issuer: 'eve' } })],
    ['no issuer', () => ({ body: {} })],
    [
      'endpoints that are no addresses',
      (base) => ({ body: { ...login(base), pushed_authorization_request_endpoint: 'eve' } }),
    ],
    [
      'endpoints of scripts',
      (base) => ({ body: { ...login(base), authorization_endpoint: 'javascript:alert(1)' } }),
    ],
    ['an error of no kind', (base) => ({ body: login(base) }), { status: 400, body: { error: 7 } }],
    ['a request of no kind', (base) => ({ body: login(base) }), { status: 201, body: {} }],
    [
      'a challenge',
      (base) => ({ body: login(base) }),
      { status: 401, body: {}, headers: { 'www-authenticate': 'DPoP error="eve", "' } },
    ],
  ])('a login that responds with %s is refused', async (_, metadata, pushed) => {
    const { status, body } = await begin(metadata, pushed);
    expect([status, body.non_field_errors]).toEqual([
      400,
      [expect.stringMatching(/^Bluesky (can’t be connected: |doesn’t respond)/)],
    ]);
  });

  test('a login that is as it should be is begun', async () => {
    const { status, body } = await begin((base) => ({ body: login(base) }));
    expect([status, body.url]).toEqual([200, expect.stringContaining('request_uri=urn%3Aa')]);
  });

  test.each<[string, object]>([
    ['a kind that is not known', { token_type: 'mac' }],
    ['no kind', { token_type: undefined }],
    ['a lifetime that is none', { expires_in: 'PLANTED-lifetime' }],
    ['no account', { sub: undefined }],
    ['an account of no kind', { sub: 'PLANTED-account' }],
  ])('a token of %s is refused, and not shown', async (_, more) => {
    const token = {
      access_token: 'PLANTED-access-token',
      refresh_token: 'PLANTED-refresh-token',
      token_type: 'DPoP',
      scope: 'atproto',
      sub: `did:plc:${'c'.repeat(24)}`,
      ...more,
    };
    const metadata = (base: string) => ({
      body: { ...login(base), authorization_response_iss_parameter_supported: true },
    });
    const begun = await begin((base) => metadata(base), undefined, { body: token });
    const given = { state: begun.body.state, code: 'a-code-of-the-login', iss: own };
    const { status, body } = await app.post('/api/channels/complete/', given, begun.token);
    expect([status, body.non_field_errors]).toEqual([
      400,
      [expect.stringMatching(/^Bluesky can’t be connected: /)],
    ]);
    expect(JSON.stringify(body)).not.toContain('PLANTED');
  });

  test('an account has the handle of its document', async () => {
    const { status, body } = await connect(`did:plc:${'c'.repeat(24)}`);
    expect([status, body.handle]).toEqual([201, '@owner.example']);
  });

  test('a name that begins like the directory is not trusted', async () => {
    const strict = createOutgoing({ userAgent: 'Test', isAllowed: () => false });
    const { createLocator } = await import('./bluesky/identity.ts');
    const directory = 'https://127.0.0.1';
    const locator = createLocator(createCaller({ clock: Date, outgoing: strict }, 'bluesky'), {
      directory,
      allowHttp: false,
    });
    await expect(locator.locate('did:web:127.0.0.10', signal())).rejects.toMatchObject({
      kind: 'operator',
      code: 'refused',
      message: `The address of ${networks.bluesky.name} isn’t allowed`,
    });
    await expect(locator.locate(DID, signal())).rejects.toMatchObject({ code: 'unreachable' });
    await strict.close();
  });
});

test('a timeout of the platform is redacted like any other cause, and stays what it is', async () => {
  const timeout = new DOMException('The operation timed out', 'TimeoutError');
  const broken = new Error('no response, with token=planted-secret', { cause: timeout });
  const error = new NetworkError('unknown', 'timeout', 'It doesn’t respond', { cause: broken });
  await withSecrets(['planted-secret'], async () => redactError(error));
  expect([error.code, broken.cause]).toEqual(['timeout', timeout]);
  expect(broken.message).not.toContain('planted-secret');
});

test('a run of combining marks is cut before it is normalised', () => {
  const text = `a${'\u0301'.repeat(20_000)}${'\u0316'.repeat(20_000)}`;
  expect(comparable(text).length).toBeLessThan(40);
});
