import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { person, useApp } from '../../../testing/app.ts';
import { startHttps } from '../../../testing/https.ts';
import { ORIGIN, oauthOn, REDIRECT } from '../../../testing/oauth.ts';
import { passTime } from '../../../testing/pass-time.ts';

const app = useApp({ PUBLIC_URL: ORIGIN, ALLOW_PRIVATE_NETWORKS: 'true' });
const client = oauthOn(app);

/** Documents of clients, by their path, and how often each was asked for. */
type Answer = { status?: number; headers?: Record<string, string>; body?: string; slow?: true };
const answers = new Map<string, (id: string) => Answer>();
const asked = new Map<string, number>();
let server: Awaited<ReturnType<typeof startHttps>>;
beforeAll(async () => {
  server = await startHttps(({ url = '' }, response) => {
    asked.set(url, (asked.get(url) ?? 0) + 1);
    const { status = 200, headers = {}, body = '', slow } = answers.get(url)?.(idOf(url)) ?? {};
    // It keeps the connection open and says nothing.
    if (slow) return;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
});
afterAll(() => server.stop());

const idOf = (path: string) => server.origin + path;
const json = (fields: (id: string) => object, more: Answer = {}) => ({
  answer: (id: string): Answer => ({
    body: JSON.stringify({ client_id: id, client_name: 'Editor extension', ...fields(id) }),
    ...more,
  }),
});
const own = (id: string) => ({ redirect_uris: [new URL('/callback', id).href] });
const serve = (path: string, { answer }: ReturnType<typeof json>) => {
  answers.set(path, answer);
  return idOf(path);
};
const detailOf = async (query: string, as = me) => {
  const { status, body } = await client.look(as, query);
  return [status, (body as { detail?: string }).detail];
};
let me: Awaited<ReturnType<typeof person>>;
beforeAll(async () => {
  me = await person(app);
});
const lookAt = async (id: string, redirect = new URL('/callback', id).href, as = me) =>
  client.look(as, (await client.ask(id, { redirect_uri: redirect })).query);

/** As somebody whose session is not yet over. */
const lookAgain = async (id: string) => lookAt(id, undefined, await person(app));

describe('a client whose id is the address of its document', () => {
  test('is confirmed, and its document is kept as long as it says', async () => {
    const id = serve('/client.json', json(own, { headers: { 'cache-control': 'max-age=3600' } }));
    const { status, body } = await lookAt(id);
    const host = new URL(id).host;
    expect([status, body]).toMatchObject([
      200,
      {
        app: { name: 'Editor extension', host, is_confirmed: true, kind: 'app' },
        returns_to: { kind: 'host', name: host },
        scopes: ['read', 'write', 'publish'],
        resource: 'mcp',
      },
    ]);
    await lookAt(id);
    await passTime(app, 59 * 60_000, ['app_clients'], () => lookAgain(id));
    expect(asked.get('/client.json')).toBe(1);
    await passTime(app, 61 * 60_000, ['app_clients'], () => lookAgain(id));
    expect(asked.get('/client.json')).toBe(2);
  });

  test('is kept for five minutes at least, and for a day at most', async () => {
    const short = serve('/short.json', json(own, { headers: { 'cache-control': 'no-store' } }));
    const long = serve(
      '/long.json',
      json(own, { headers: { 'cache-control': 'max-age=9999999' } }),
    );
    for (const id of [short, long]) await lookAt(id);
    await passTime(app, 4 * 60_000, ['app_clients'], () => lookAt(short));
    expect(asked.get('/short.json')).toBe(1);
    await passTime(app, 6 * 60_000, ['app_clients'], () => lookAt(short));
    expect(asked.get('/short.json')).toBe(2);
    await passTime(app, 25 * 60 * 60_000, ['app_clients'], () => lookAgain(long));
    expect(asked.get('/long.json')).toBe(2);
  });

  test('is asked for again half a minute after its site was away', async () => {
    const away = { isAway: false };
    const id = serve('/moment.json', json(own));
    const { answer } = json(own);
    answers.set('/moment.json', (of) => (away.isAway ? { status: 503 } : answer(of)));
    expect((await lookAt(id)).status).toBe(200);
    await passTime(app, 6 * 60_000, ['app_clients'], async () => {
      away.isAway = true;
      expect((await lookAt(id)).status).toBe(400);
      away.isAway = false;
      expect((await lookAt(id)).status).toBe(400);
      await passTime(app, 31_000, ['app_clients'], async () =>
        expect((await lookAt(id)).status).toBe(200),
      );
    });
  });

  test('is fetched once for people who come at once', async () => {
    const id = serve('/many.json', json(own));
    const { query } = await client.ask(id, { redirect_uri: new URL('/callback', id).href });
    const looks = Array.from({ length: 10 }, () => client.look(me, query));
    for (const { status } of await Promise.all(looks)) expect(status).toBe(200);
    expect(asked.get('/many.json')).toBe(1);
  });

  test('goes through the whole flow', async () => {
    const id = serve('/whole.json', json(own));
    const redirect = new URL('/callback', id).href;
    const question = await client.ask(id, { redirect_uri: redirect });
    const { body: shown } = await client.look(me, question.query);
    const { body: allowed } = await client.allow(me, shown.request);
    const answer = await client.accept(id, allowed.redirect as string, question.state);
    const tokens = await client.exchange(id, answer, question.verifier, { redirect });
    expect(tokens.refresh_token).toMatch(/^pfr_/);
    expect((await app.get('/api/apps/', me.token)).body.apps[0]).toMatchObject({
      ...{ name: 'Editor extension', is_confirmed: true, kind: 'app' },
    });
  });

  test.each<[string, ReturnType<typeof json>, RegExp]>([
    ['other', json(() => ({ client_id: 'https://else.example/x' })), /about another client_id/],
    ['slash', json((id) => ({ ...own(id), client_id: `${id}/` })), /about another client_id/],
    [
      'secret',
      json((id) => ({ ...own(id), token_endpoint_auth_method: 'client_secret_post' })),
      /only public clients/,
    ],
    [
      'key',
      json((id) => ({ ...own(id), token_endpoint_auth_method: 'private_key_jwt' })),
      /only public clients/,
    ],
    ['given', json((id) => ({ ...own(id), client_secret: 'x' })), /only public clients/],
    ['upload', json(own, { headers: { 'content-type': 'text/plain' } }), /is not JSON/],
    [
      'elsewhere',
      json(() => ({ redirect_uris: ['https://else.example/cb'] })),
      /no redirect_uris on localhost/,
    ],
    [
      'program',
      json(() => ({ redirect_uris: ['cursor://x/cb'] })),
      /no redirect_uris on localhost/,
    ],
    ['none', json(() => ({})), /no redirect_uris/],
    ['moved', json(own, { status: 302, headers: { location: '/client.json' } }), /answers 302/],
    ['gone', json(own, { status: 404 }), /answers 404/],
    ['text', { answer: () => ({ body: '<html>' }) }, /not JSON/],
    ['list', { answer: () => ({ body: '[]' }) }, /about another client_id/],
    ['deep', { answer: () => ({ body: '['.repeat(20_000) }) }, /not JSON/],
    [
      'large',
      { answer: () => ({ body: 'x'.repeat(10 * 1024 * 1024) }) },
      /larger than 32768 bytes/,
    ],
    ['slow', { answer: () => ({ slow: true }) }, /did not respond in time/],
  ])('is refused with why, and not asked again at once: %s', async (name, document, expected) => {
    const id = serve(`/${name}.json`, document);
    for (const _ of [1, 2]) {
      const { status, body } = await lookAt(id);
      expect([status, body]).toMatchObject([
        400,
        { code: 'app_refused', detail: expect.stringMatching(expected), back: null },
      ]);
    }
    expect(asked.get(`/${name}.json`)).toBe(1);
  });

  test('is refused without the words of the system where its site is away', async () => {
    const id = new URL(idOf('/away.json'));
    id.port = '9'; // Nothing listens there.
    expect(await lookAt(id.href)).toMatchObject({
      status: 400,
      body: { detail: 'This app cannot be confirmed: localhost cannot be reached.' },
    });
  });

  test('has an id that is written in one way only', async () => {
    const before = [...asked.values()].reduce((sum, count) => sum + count, 0);
    const { origin } = server;
    for (const id of [
      ...[origin, `${origin}/`, `${origin}/x/../client.json`, `${origin}/client.json#x`],
      ...[origin.replace('https', 'http'), `${origin.replace('//', '//me@')}/client.json`],
      ...[`${origin}/client.json`.toUpperCase(), `${origin}/${'x'.repeat(500)}`],
    ])
      expect(await detailOf((await client.ask(id)).query)).toEqual([
        400,
        'This app is not known here. Start again in the app.',
      ]);
    expect([...asked.values()].reduce((sum, count) => sum + count, 0)).toBe(before);
  });

  test('returns to its own addresses, at any port of this computer, and nowhere else', async () => {
    const id = serve(
      '/two.json',
      json((id) => ({
        redirect_uris: [...own(id).redirect_uris, 'http://127.0.0.1/cb', 'https://else.example/cb'],
      })),
    );
    expect((await lookAt(id, 'http://127.0.0.1:5123/cb')).body).toMatchObject({
      returns_to: { kind: 'computer', name: '5123' },
    });
    for (const redirect of ['https://else.example/cb', 'http://127.0.0.1:5123/cb/'])
      expect((await lookAt(id, redirect)).body).toMatchObject({
        ...{ detail: 'The app didn’t register this return address.', back: null },
      });
  });
});

describe('a client that registers', () => {
  test('is public, whatever it asks for, and proves nothing', async () => {
    const made = await client.register({
      redirect_uris: [
        REDIRECT,
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'http://localhost/x',
      ],
      client_uri: 'https://draftsmith.example/about',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'implicit'],
    });
    expect(made).toMatchObject({ token_endpoint_auth_method: 'none', client_name: 'Draftsmith' });
    expect(made.client_secret).toBeUndefined();
    const { query } = await client.ask(made.client_id);
    expect((await client.look(me, query)).body).toMatchObject({
      app: { name: 'Draftsmith', host: 'draftsmith.example', is_confirmed: false },
    });
    const cursor = 'cursor://anysphere.cursor-mcp/oauth/callback';
    const other = await client.ask(made.client_id, { redirect_uri: cursor });
    expect((await client.look(me, other.query)).body).toMatchObject({
      returns_to: { kind: 'program', name: 'cursor' },
    });
  });

  test.each([
    [{ redirect_uris: undefined }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array(21).fill(REDIRECT) }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT, 'http://draftsmith.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [{ href: REDIRECT }] }, 'invalid_redirect_uri'],
  ])('is refused with addresses that may not be: %j', async (fields, error) => {
    const { status, body } = await app.request('/oauth/register' as never, {
      ...{ method: 'POST', body: { client_name: 'X', ...fields } },
    });
    expect([status, body]).toMatchObject([400, { error }]);
  });

  test('cannot send much, nor anything but an object', async () => {
    const send = (body: unknown) =>
      app.request('/oauth/register' as never, { method: 'POST', body }) as Promise<{
        status: number;
      }>;
    expect((await send({ redirect_uris: [REDIRECT], x: 'x'.repeat(20_000) })).status).toBe(413);
    for (const body of ['null', '[]', '"x"', '{', ''])
      expect([body, (await send(body)).status]).toEqual([body, 400]);
  });

  test('ends a week later unless somebody lets it in', async () => {
    const [unused, used] = [await client.register(), await client.register()];
    await client.connect(me, {}, { clientId: used.client_id });
    await passTime(app, 8 * 24 * 60 * 60_000, ['app_clients'], async () => {
      const again = await person(app);
      expect(await detailOf((await client.ask(unused.client_id)).query, again)).toEqual([
        400,
        'This app is not known here. Start again in the app.',
      ]);
      expect((await detailOf((await client.ask(used.client_id)).query, again))[0]).toBe(200);
    });
  });
});

describe('without access to private networks', () => {
  const strict = useApp({ PUBLIC_URL: ORIGIN, RATE_LIMIT_FACTOR: '1' });

  test('no document is fetched from a private address', async () => {
    const before = asked.get('/client.json');
    const there = oauthOn(strict);
    const someone = await person(strict);
    for (const id of [`${server.origin}/client.json`, 'https://169.254.169.254/latest/meta-data'])
      expect((await there.look(someone, (await there.ask(id)).query)).body).toMatchObject({
        detail: expect.stringContaining('not public'),
      });
    expect(asked.get('/client.json')).toBe(before);
  });

  test('a thousand registrations of a network are a few', async () => {
    const body = { redirect_uris: [REDIRECT] };
    const statuses: number[] = [];
    for (let round = 0; round < 20; round++) {
      const sent = Array.from({ length: 50 }, () =>
        strict.request('/oauth/register' as never, { method: 'POST', body }),
      );
      for (const { status } of (await Promise.all(sent)) as { status: number }[])
        statuses.push(status);
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(30);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
    const { rows } = await strict.database.query(
      "select count(*)::int from app_clients where kind = 'registered'",
    );
    expect(rows[0].count).toBe(30);
  });
});
