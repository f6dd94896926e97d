import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildSiteScript } from '../../../../scripts/site-script.ts';
import { person, useApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';

const app = useApp();

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CRAWLER = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let sites = 0;

/** Somebody with a site of their own, and a link that leads to it. */
async function withSite() {
  const host = `roasters-${++sites}.example`;
  const { token } = await person(app);
  const named = await app.put('/api/workspace/links/', { site_hosts: [host] }, token);
  expect(named.body.site_hosts).toEqual([host]);
  const link = await makeLink(token, `https://shop.${host}/roast?a=1%20b#top`);
  return { token, link, host, origin: `https://shop.${host}` };
}

const makeLink = async (token: string, target: string) =>
  (await app.post('/api/analytics/links/', { target }, token)).body;

/** Where a link leads. */
async function follow({ code }: { code: string }, headers: Record<string, string> = {}) {
  const { method = 'GET', ...others } = headers;
  const response = await fetch(`${app.base}/l/${code}`, {
    method,
    redirect: 'manual',
    headers: { 'user-agent': FIREFOX, ...others },
  });
  expect(response.status).toBe(302);
  return response.headers.get('location') ?? '';
}

const clickIn = (location: string) => new URL(location).searchParams.get('pf_click') ?? '';
const visit = async (link: { code: string }) => clickIn(await follow(link));

/** Sends what the script of a page would. */
const send = (event: unknown, origin?: string) =>
  fetch(`${app.base}/v`, {
    method: 'POST',
    body: typeof event === 'string' ? event : JSON.stringify(event),
    headers: { 'content-type': 'text/plain', ...(origin && { origin }) },
  });

let ids = 0;
const time = (click: string, seconds: number, id = `time-${++ids}`) => ({
  kind: 'time',
  click,
  id,
  seconds,
});
const conversion = (click: string, name: string, id = `conversion-${++ids}`, value?: number) => ({
  kind: 'conversion',
  click,
  id,
  name,
  value,
});

const figures = async (token: string) => (await app.get('/api/analytics/site-visits/', token)).body;

test('visits of people on the way to a named host get a click id, which is taken back at once', async () => {
  const { token, link } = await withSite();
  const location = await follow(link);
  expect(location).toMatch(/\?a=1%20b&pf_click=[0-9a-f-]{36}#top$/);
  expect(clickIn(await follow(link))).not.toBe(clickIn(location));
  const others: Record<string, string>[] = [
    { 'user-agent': CRAWLER },
    { 'user-agent': '' },
    { 'sec-gpc': '1' },
    { dnt: '1' },
    { method: 'HEAD' },
    { 'sec-purpose': 'prefetch' },
  ];
  for (const headers of others) expect(await follow(link, headers)).not.toContain('pf_click');
  const signed = await makeLink(token, `${link.target.replace('#top', '')}&sig=abc`);
  const foreign = await makeLink(token, 'https://elsewhere.example/');
  for (const other of [signed, foreign]) expect(await follow(other)).not.toContain('pf_click');
  await eventually(async () => expect((await figures(token)).visits).toBe(2));

  await app.put('/api/workspace/links/', { site_hosts: [] }, token);
  await eventually(async () => expect(await follow(link)).toBe(link.target));
  expect((await figures(token)).is_on).toBe(false);
});

test('pages send times and conversions, each id once, and visits have an average and a rate', async () => {
  const { token, link, origin } = await withSite();
  const [first, second, third] = [await visit(link), await visit(link), await visit(link)];
  const events = [
    time(first, 40, 'same'),
    time(first, 40, 'same'),
    time(first, 20),
    time(second, 30),
    conversion(first, 'signup', 'order-1', 12.5),
    conversion(first, 'signup', 'order-1', 12.5),
    conversion(first, 'purchase', 'order-2', 30),
    conversion(third, 'signup'),
  ];
  for (const event of events) expect((await send(event, origin)).status).toBe(204);
  await eventually(async () =>
    expect(await figures(token)).toMatchObject({
      is_on: true,
      visits: 3,
      read_time: { now: 45, before: null, visits: 2 },
      conversions: {
        now: 2 / 3,
        before: null,
        is_named: true,
        converted: 2,
        names: [
          { name: 'signup', converted: 2, conversions: 2, value: 12.5 },
          { name: 'purchase', converted: 1, conversions: 1, value: 30 },
        ],
      },
    }),
  );
  const { read_time, conversions } = await figures(token);
  expect([read_time.days.at(-1), conversions.days.at(-1)]).toEqual([45, 2 / 3]);
  expect(conversions.rate?.low).toBeLessThan(2 / 3);
  const { body: details } = await app.get(`/api/analytics/links/${link.id}/`, token);
  expect(details.site).toEqual({ visits: 3, converted: 2, conversions: 3, value: 42.5 });
  const today = new Date(app.clock.now()).toISOString().slice(0, 10);
  const file = `/api/analytics/export/?view=links&format=json&from=${today}&to=${today}` as const;
  expect((await app.get(file, token)).body).toMatchObject([
    { day: today, code: link.code, visits: 3, site_visits: 3, measured_visits: 2 },
  ]);
  // Sent again later, from another process.
  expect((await send(time(first, 40, 'same'), origin)).status).toBe(204);
  expect((await send(time(second, 1800), origin)).status).toBe(204);
  expect((await send(time(second, 1800), origin)).status).toBe(204);
  // Half an hour of a visit, at most.
  await eventually(async () => expect((await figures(token)).read_time.now).toBe((60 + 1800) / 2));
});

test('nothing that a page sends tells whether a visit is known', async () => {
  const { token, link, origin } = await withSite();
  const other = await withSite();
  const click = await visit(link);
  for (const event of [time(UNKNOWN, 1), conversion(UNKNOWN, 'signup'), time(click, 1)]) {
    const response = await send(event, origin);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  }
  // A page of somebody else cannot count for this site.
  expect((await send(time(click, 999), other.origin)).status).toBe(204);
  await eventually(async () => expect((await figures(token)).read_time.now).toBe(1));
});

test('only pages of named hosts send something, and only what is listed', async () => {
  const { link, origin } = await withSite();
  const click = await visit(link);
  for (const foreign of [undefined, 'null', 'https://evil.example', `${origin}.evil.example`]) {
    const response = await send(time(click, 1), foreign);
    expect([foreign, response.status]).toEqual([foreign, 403]);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  }
  for (const event of [
    '',
    '{',
    '[]',
    { ...time(click, 1), kind: 'scroll' },
    time(click, -1),
    time(click, 1801),
    time('1', 1),
    time(click, 1, 'x'.repeat(65)),
    time(click, 1, 'a b'),
    conversion(click, ''),
    conversion(click, 'x'.repeat(41)),
    conversion(click, 'a\u0000b'),
    conversion(click, 'half \ud800'),
    conversion(click, 'signup', 'a', -1),
    conversion(click, 'signup', 'a', 1e12),
  ])
    expect([event, (await send(event, origin)).status]).toEqual([event, 400]);
  expect((await send('x'.repeat(2000), origin)).status).toBe(413);
  const asked = await fetch(`${app.base}/v`, { method: 'OPTIONS', headers: { origin } });
  expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
  expect(app.lines.filter((line) => /"\/v"|pf_click/.test(line))).toEqual([]);
});

test('a server sends conversions by a secret that is shown once, replaced and ended', async () => {
  const { token, link } = await withSite();
  const other = await withSite();
  const [click, foreign] = [await visit(link), await visit(other.link)];
  const post = (body: object, secret: string) =>
    app.post('/api/conversions/', { click, name: 'signup', ...body }, secret);
  const create = async () =>
    (await app.post('/api/workspace/links/secret/', {}, token)).body.secret;
  const settings = async () => (await app.get('/api/workspace/links/', token)).body;
  expect((await settings()).site_secret_at).toBeNull();

  const secret = await create();
  expect((await settings()).site_secret_at).not.toBeNull();
  await eventually(async () => expect((await post({ id: 'order-1' }, secret)).status).toBe(204));
  expect((await post({ id: 'order-1', value: 5 }, secret)).status).toBe(204);
  expect((await post({ value: 5 }, secret)).status).toBe(204);
  for (const unknown of [UNKNOWN, foreign]) {
    const { status, body } = await post({ click: unknown }, secret);
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(body.detail).toContain('No visit has this click id');
  }
  expect((await figures(token)).conversions.names).toMatchObject([
    { name: 'signup', converted: 1, conversions: 2, value: 5 },
  ]);
  for (let more = 2; more < 20; more++) expect((await post({}, secret)).status).toBe(204);
  const { status, body } = await post({}, secret);
  expect([status, body.click]).toEqual([400, ['A visit has at most 20 conversions.']]);

  const next = await create();
  expect((await post({ id: 'order-1' }, secret)).status).toBe(401);
  expect((await post({ id: 'order-1' }, token)).status).toBe(401);
  expect((await app.delete('/api/workspace/links/secret/', token)).status).toBe(204);
  expect((await post({ id: 'order-1' }, next)).status).toBe(401);
  const { rows } = await app.database.query(
    `select changes->'site_secret' as change from audit_log join tracked_links using (workspace_id)
     where tracked_links.id = $1 and changes ? 'site_secret' order by audit_log.id`,
    [link.id],
  );
  expect(rows.map(({ change }) => change.after)).toEqual(['new', 'new', null]);
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test('names that are too many are counted together', async () => {
  const { token, link } = await withSite();
  const secret = (await app.post('/api/workspace/links/secret/', {}, token)).body.secret as string;
  const clicks = [await visit(link), await visit(link), await visit(link)];
  await eventually(async () => expect((await figures(token)).visits).toBe(3));
  for (let number = 0; number < 53; number++)
    await app.post(
      '/api/conversions/',
      { click: clicks[number % 3], name: `name ${number}` },
      secret,
    );
  expect((await figures(token)).conversions.names[0]).toMatchObject({
    name: 'other',
    conversions: 3,
    converted: 3,
  });
});

test('the script is small, and every page may load it', async () => {
  expect(brotliCompressSync(await buildSiteScript()).length).toBeLessThanOrEqual(2048);
});
