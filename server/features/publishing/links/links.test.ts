import { get } from 'node:http';
import { expect, test } from 'vitest';
import { person, useApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';

const app = useApp({ LINKS_URL: 'https://go.fennel.example' });

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 380.0';
const TABLET = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
const CRAWLER = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';

/** Asks for a path as another program would, at any host. */
function visit(
  path: string,
  { method = 'GET', host = '', ...headers }: Record<string, string> = {},
) {
  const { port } = new URL(app.base);
  const agent = { 'user-agent': FIREFOX, ...(host && { host }), ...headers };
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      get({ port, host: '127.0.0.1', path, method, headers: agent }, (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      }).on('error', reject);
    },
  );
}

async function makeLink(token: string, target = 'https://example.org/spring') {
  const { status, body } = await app.post('/api/analytics/links/', { target }, token);
  expect(status).toBe(201);
  return body;
}

const read = async (token: string, id: number) =>
  (await app.get(`/api/analytics/links/${id}/`, token)).body;

test('a short link leads to its destination, and its visits are counted without those of programs', async () => {
  const { token } = await person(app);
  const link = await makeLink(token, 'https://example.org/späring?a=1#b');
  expect(link.url).toBe(`https://go.fennel.example/l/${link.code}`);
  const path = `/l/${link.code}`;

  const first = await visit(path, { referer: 'https://www.instagram.com/p/1' });
  expect(first.status).toBe(302);
  expect(first.headers).toMatchObject({
    location: 'https://example.org/sp%C3%A4ring?a=1#b',
    'cache-control': 'private, no-store',
  });
  // Again, from another device, and without telling people apart.
  await visit(`${path}?from=bio`);
  await visit(path, { 'user-agent': PHONE });
  await visit(path, { 'user-agent': `${PHONE} Other`, 'sec-gpc': '1' });
  await visit(path, { 'user-agent': TABLET, dnt: '1' });
  // Not counted at all: looked at, or loaded before anybody asked for it.
  const ahead: Record<string, string>[] = [
    { method: 'HEAD' },
    { 'sec-purpose': 'prefetch' },
    { purpose: 'prefetch' },
  ];
  for (const headers of ahead) expect((await visit(path, headers)).status).toBe(302);
  // Counted apart.
  for (const agent of [CRAWLER, 'curl/8.5.0', '', 'Postfolio/0.1'])
    expect((await visit(path, { 'user-agent': agent })).status).toBe(302);

  await eventually(async () => {
    const details = await read(token, link.id);
    expect(details).toMatchObject({ visits: 5, visitors: 2, bots: 4 });
    expect(details.days).toHaveLength(30);
    expect(details.days.at(-1)).toBe(5);
    expect(details.referrers).toEqual([
      { name: '', visits: 4 },
      { name: 'instagram.com', visits: 1 },
    ]);
    expect(details.devices).toEqual([
      { name: 'desktop', visits: 2 },
      { name: 'phone', visits: 2 },
      { name: 'tablet', visits: 1 },
    ]);
  });
  const { body: list } = await app.get('/api/analytics/links/', token);
  expect(list).toMatchObject({
    count: 1,
    totals: { visits: 5, visitors: 2, bots: 4 },
    kinds: { all: 1, manual: 1, posts: 0, ended: 0 },
    results: [
      { address: 'https://example.org/späring?a=1#b', visits: 5, links: [{ id: link.id }] },
    ],
  });
});

test('from its 21st link within a minute a visitor is a program', async () => {
  const { token } = await person(app);
  const link = await makeLink(token);
  for (let followed = 0; followed < 22; followed++) await visit(`/l/${link.code}`);
  await visit(`/l/${link.code}`, { 'user-agent': PHONE });
  await eventually(async () =>
    expect(await read(token, link.id)).toMatchObject({ visits: 21, visitors: 2, bots: 2 }),
  );
  // A minute later the visitor is a person again.
  await app.clock.later(60_000, async () => {
    await visit(`/l/${link.code}`);
    await eventually(async () =>
      expect(await read(token, link.id)).toMatchObject({ visits: 22, visitors: 2, bots: 2 }),
    );
  });
});

test('nothing that leads to a person is stored or logged', async () => {
  const { token } = await person(app);
  const link = await makeLink(token);
  await visit(`/l/${link.code}`, { referer: 'https://news.example/article?user=ada' });
  await eventually(async () => expect((await read(token, link.id)).visits).toBe(1));
  const { rows } = await app.database.query(
    'select link_visits.*, length(visitor) as bytes from link_visits where link_id = $1',
    [link.id],
  );
  expect(rows).toMatchObject([{ referrer: 'news.example', device: 'desktop', bytes: 8 }]);
  expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|Firefox|article|ada/);
  expect(app.lines.filter((line) => line.includes('/l/'))).toEqual([]);
});

test('a changed destination holds at once, and a link that ended says so until it is taken back', async () => {
  const { token } = await person(app);
  const link = await makeLink(token);
  const path = `/api/analytics/links/${link.id}/` as const;
  const location = async () => (await visit(`/l/${link.code}`)).headers.location;
  expect(await location()).toBe('https://example.org/spring');
  await app.put(path, { target: 'https://example.org/summer', name: 'Label' }, token);
  await eventually(async () => expect(await location()).toBe('https://example.org/summer'));
  const { body: ended } = await app.put(path, { ended: true }, token);
  expect(ended).toMatchObject({ name: 'Label', ended_by: { name: 'Ada Byron' } });
  await eventually(async () => {
    const { status, body } = await visit(`/l/${link.code}`);
    expect(status).toBe(410);
    expect(body).toContain('This link has ended');
  });
  await app.put(path, { ended: false }, token);
  await eventually(async () => expect(await location()).toBe('https://example.org/summer'));
  const { history } = await read(token, link.id);
  expect(history.map(({ action }: { action: string }) => action)).toEqual([
    ...Array(3).fill('update'),
    'create',
  ]);
  expect(history[2].changes).toMatchObject({
    target: { before: 'https://example.org/spring', after: 'https://example.org/summer' },
  });
});

test('a code that nobody has made is not found, like any other page', async () => {
  for (const path of ['/l/zzzzzzz', '/l/short', '/l/0OIl000', '/l/'])
    expect((await visit(path)).status).toBe(404);
});

test('the host of links serves nothing else', async () => {
  const { token } = await person(app);
  const link = await makeLink(token);
  const host = 'go.fennel.example';
  expect((await visit(`/l/${link.code}`, { host })).status).toBe(302);
  for (const path of ['/', '/login', '/api/workspaces/', '/api/health/', '/l/zzzzzzz']) {
    const { status, body } = await visit(path, { host });
    expect([path, status]).toEqual([path, 404]);
    expect(body).toContain('Page not found');
  }
});

test.each(['GO.Fennel.example', 'go.fennel.example.', 'go.fennel.example:443'])(
  'the host of links is not the application as %s either',
  async (host) => {
    expect((await visit('/login', { host })).body).toContain('There is nothing at this address');
  },
);

test('a page past the last one has the sums of all links', async () => {
  const { token } = await person(app);
  await makeLink(token);
  const { body } = await app.get('/api/analytics/links/?page=2', token);
  expect(body).toMatchObject({ count: 1, links: 1, totals: { visits: 0 }, results: [] });
});

test.each<[string, string]>([
  ['javascript:alert(1)', 'Only http and https addresses'],
  ['ftp://example.org/file', 'Only http and https addresses'],
  ['example.org', 'Only http and https addresses'],
  ['https://', 'Only http and https addresses'],
  ['', 'Enter an address'],
  ['https://example.org/a b', 'An address has no spaces'],
  ...[
    'https://go.fennel.example/l/Kp7sVbN',
    'http://GO.fennel.example./l/Kp7sVbN',
    'https://go.fennel.example:8443/l/Kp7sVbN?a=b',
    'https://ｇｏ.fennel.example/l/Kp7sVbN',
    'https://go.fennel.example/%6c/Kp7sVbN',
    'https://go.fennel.example//l//Kp7sVbN',
    'https://go.fennel.example/a/..%2fl/Kp7sVbN',
    'https://go.fennel.example/%2e%2e/l/Kp7sVbN',
    'http://localhost.:3000/l/Kp7sVbN',
  ].map((target): [string, string] => [target, 'This is already one of our short links']),
])('no link leads to %j', async (target, message) => {
  const { token } = await person(app);
  const { status, body } = await app.post('/api/analytics/links/', { target }, token);
  expect(status).toBe(400);
  expect(body.target).toEqual([message]);
});

test('a period has an end, and not too many days', async () => {
  const { token } = await person(app);
  for (const query of [
    'from=2026-01-01',
    'from=1926-01-01&to=2026-01-01',
    'from=2026-02-30&to=2026-03-01',
    'from=0000-01-01&to=0000-01-02',
    'from=9999-12-31&to=9999-12-31',
  ])
    expect((await app.get(`/api/analytics/links/?${query}`, token)).status).toBe(400);
});

test('a QR code is an SVG or a picture of 1024 pixels', async () => {
  const { token } = await person(app);
  const { id, code } = await makeLink(token);
  const load = (format: string) =>
    fetch(`${app.base}/api/analytics/links/${id}/qr/?format=${format}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const svg = await load('svg');
  expect(svg.headers.get('content-disposition')).toBe(`attachment; filename="${code}.svg"`);
  expect(await svg.text()).toMatch(/^<\?xml[^>]*>\s*<svg/);
  const png = Buffer.from(await (await load('png')).arrayBuffer());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1024]);
});

test('the visits of all links of a workspace are summed by day and by source', async () => {
  const [me, other] = [await person(app), await person(app)];
  const links = [await makeLink(me.token), await makeLink(me.token)];
  const foreign = await makeLink(other.token);
  const before = (await app.get('/api/analytics/visits/', me.token)).body;
  expect(before).toMatchObject({ counts: false, has_visits: false, totals: { visits: 0 } });
  await visit(`/l/${links[0]?.code}`, { referer: 'https://www.instagram.com/p/1' });
  await visit(`/l/${links[1]?.code}`, { 'user-agent': PHONE });
  await visit(`/l/${links[1]?.code}`, { 'user-agent': CRAWLER });
  await visit(`/l/${foreign.code}`);
  await eventually(async () => {
    const { body } = await app.get('/api/analytics/visits/', me.token);
    expect(body).toMatchObject({
      has_visits: true,
      totals: { visits: 2, visitors: 2, bots: 1 },
      before: { visits: 0, visitors: 0, bots: 0 },
      networks: [{ name: '', visits: 2 }],
      referrers: [
        { name: '', visits: 1 },
        { name: 'instagram.com', visits: 1 },
      ],
      devices: [
        { name: 'desktop', visits: 1 },
        { name: 'phone', visits: 1 },
      ],
    });
    expect(body.days).toHaveLength(30);
    expect(body.days.at(-1)).toBe(2);
  });
  const { status, body } = await app.get(
    '/api/analytics/visits/?from=1926-01-01&to=2026-01-01',
    me.token,
  );
  expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining(['to'])]);
});
