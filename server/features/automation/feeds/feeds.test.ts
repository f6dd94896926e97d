import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { person, useApp, writer } from '../../../testing/app.ts';
import { jpeg } from '../../../testing/media-files.ts';
import { passTime } from '../../../testing/pass-time.ts';
import { runJob } from '../../../testing/run-job.ts';

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true', RATE_LIMIT_FACTOR: '50' });
const guarded = useApp();

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer };

/** A site whose feed is as a test says. */
let answers: Record<string, Answer> = {};
const requests: { url: string; headers: IncomingHttpHeaders }[] = [];
const site = createServer(({ url = '', headers }, response) => {
  requests.push({ url, headers });
  const { status = 200, headers: own = {}, body = '' } = answers[url] ?? { status: 404 };
  response.writeHead(status, own).end(body);
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => void site.close());
beforeEach(() => {
  answers = {};
  requests.length = 0;
});

type Given = { id: string; title: string; link?: string; picture?: string };

const feedOf = (entries: readonly Given[], title = 'Harbour') =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: base,
    items: entries.map(({ id, title: name, link, picture }) => ({
      id,
      title: name,
      url: link ?? `${base}/${id}`,
      ...(picture && { image: base + picture }),
    })),
  });

const entry = (n: number): Given => ({ id: `post-${n}`, title: `Post ${n}` });

let sites = 0;

/** A member, and a feed of their own. */
async function someone() {
  const me = await writer(app);
  const path = `/feed-${++sites}`;
  const serve = (entries: readonly Given[], headers = {}) => {
    answers[path] = { headers, body: feedOf(entries) };
  };
  const add = async (entries: readonly Given[] = [entry(1)]) => {
    serve(entries);
    const { status, body } = await app.post('/api/feeds/', { url: base + path }, me.token);
    expect(status).toBe(201);
    return body;
  };
  const entriesOf = async (id: number, query = '') =>
    (await app.get(`/api/feeds/${id}/entries/${query}` as '/api/feeds/:id/entries/', me.token))
      .body;
  const readAgain = (id: number, laterMs = 61_000) =>
    passTime(app, laterMs, FEEDS, () =>
      app.post(`/api/feeds/${id}/read/` as '/api/feeds/:id/read/', {}, me.token),
    );
  return { ...me, path, url: base + path, serve, add, entriesOf, readAgain };
}

const FEEDS = ['feeds', 'feed_entries'];

/** Runs the job that reads feeds, so much later. */
const runLater = (ms: number) => passTime(app, ms, FEEDS, () => runJob(app, 'feeds.read'));
const DAY_MS = 24 * 3600_000;

test('a feed is looked at, added, read, and deleted', async () => {
  const { token, url, serve, add, entriesOf, readAgain } = await someone();
  serve([entry(1)]);
  const { body: preview } = await app.post('/api/feeds/preview/', { url }, token);
  expect(preview).toEqual({
    feed: { url, title: 'Harbour', format: 'json', entries: 1, newest_at: null },
    found: [],
  });
  const feed = await add();
  expect(feed).toMatchObject({ title: 'Harbour', state: 'fine', new_entries: 0, site: `${base}/` });
  expect(await entriesOf(feed.id)).toMatchObject({
    count: 1,
    results: [{ title: 'Post 1', state: 'earlier', looks_known: false, item: null }],
  });
  serve([entry(3), entry(2), entry(1)]);
  expect((await readAgain(feed.id)).body).toMatchObject({ new_entries: 2 });
  const { count, results } = await entriesOf(feed.id);
  expect([count, results.map(({ title, state }) => [title, state])]).toEqual([
    3,
    [
      ['Post 3', 'new'],
      ['Post 2', 'new'],
      ['Post 1', 'earlier'],
    ],
  ]);
  expect(
    (await entriesOf(feed.id, `?before=${results[1]?.id}&state=earlier`)).results,
  ).toHaveLength(1);
  expect((await app.get('/api/feeds/', token)).body).toHaveLength(1);
  const one = `/api/feeds/${feed.id}/` as const;
  expect((await app.delete(one, token)).status).toBe(204);
  expect((await app.delete(one, token)).status).toBe(404);
  const { body: audit } = await app.get('/api/content/audit-logs/', token);
  expect(
    audit.flatMap(({ object_type: type, action }) => (type === 'feed' ? [action] : [])),
  ).toEqual(['delete', 'create']);
});

test('the job reads what is due, and asks whether it has changed', async () => {
  const { path, serve, add, entriesOf } = await someone();
  const { id } = await add();
  serve([entry(2), entry(1)], { etag: '"2"', 'last-modified': 'Tue, 10 Nov 2026 04:00:00 GMT' });
  await runLater(DAY_MS);
  expect((await entriesOf(id, '?state=new')).count).toBe(1);
  answers[path] = { status: 304 };
  await runLater(3 * DAY_MS);
  expect(requests.findLast(({ url }) => url === path)?.headers).toMatchObject({
    'if-none-match': '"2"',
    'if-modified-since': 'Tue, 10 Nov 2026 04:00:00 GMT',
  });
  expect((await entriesOf(id, '?state=new')).count).toBe(1);
});

test('a server that fails is asked more rarely, and one that says 410 no more', async () => {
  const { token, path, serve, add, readAgain } = await someone();
  const { id } = await add();
  const feed = async () => (await app.get('/api/feeds/', token)).body.find((row) => row.id === id);
  answers[path] = { status: 503, headers: { 'retry-after': '7200' } };
  const { body: failing } = await readAgain(id);
  expect(failing).toMatchObject({ state: 'failing', error: 'Its server answered 503.' });
  expect(Date.parse(failing.next_read_at ?? '') - app.clock.now()).toBeGreaterThan(7_000_000);
  answers[path] = { status: 410 };
  await runLater(DAY_MS);
  expect(await feed()).toMatchObject({ state: 'gone', next_read_at: null });
  const countAsked = () => requests.filter(({ url }) => url === path).length;
  const count = countAsked();
  await runLater(30 * DAY_MS);
  expect(countAsked()).toBe(count);
  serve([entry(1)]);
  expect((await readAgain(id, 240_000)).body).toMatchObject({ state: 'fine', error: null });
});

test('nothing is new twice, however often and by how many it is read', async () => {
  const { token, serve, add, entriesOf } = await someone();
  const { id } = await add([entry(1)]);
  serve(Array.from({ length: 30 }, (_, n) => entry(30 - n)));
  const readPath = `/api/feeds/${id}/read/` as '/api/feeds/:id/read/';
  await passTime(app, DAY_MS, FEEDS, () =>
    Promise.all([
      app.post(readPath, {}, token),
      runJob(app, 'feeds.read'),
      app.post(readPath, {}, token),
    ]),
  );
  expect((await entriesOf(id, '?state=new&page_size=100')).count).toBe(29);
  // The first was deleted at its site, and comes back; another is at an address of its own now.
  serve([{ ...entry(30), link: `${base}/moved`, title: 'Post 30' }, entry(29)]);
  await runLater(3 * DAY_MS);
  serve(Array.from({ length: 30 }, (_, n) => entry(30 - n)));
  await runLater(6 * DAY_MS);
  expect((await entriesOf(id, '?state=new')).count).toBe(29);
});

test('what looks like an earlier entry says so', async () => {
  const { serve, add, entriesOf, readAgain } = await someone();
  const { id } = await add([entry(1)]);
  serve([{ id: 'new-1', title: 'Post 1', link: `${base}/new/1` }]);
  await readAgain(id);
  expect((await entriesOf(id, '?state=new')).results).toMatchObject([{ looks_known: true }]);
});

test('ten thousand entries come at once', async () => {
  const { serve, add, entriesOf, readAgain } = await someone();
  const { id } = await add([entry(0)]);
  serve(Array.from({ length: 10_000 }, (_, n) => entry(n + 1)));
  expect((await readAgain(id)).body.new_entries).toBe(10_000);
  const page = await entriesOf(id, '?page_size=100');
  expect([page.count, page.results.length]).toEqual([10_001, 100]);
});

describe('an entry', () => {
  test('becomes a draft with its title, its link and its picture, once', async () => {
    const { token, folder, serve, add, entriesOf, readAgain } = await someone();
    const { id } = await add();
    answers['/p.jpg'] = { headers: { 'content-type': 'image/jpeg' }, body: await jpeg() };
    serve([{ ...entry(2), picture: '/p.jpg' }]);
    await readAgain(id);
    const [row] = (await entriesOf(id, '?state=new')).results;
    const path = `/api/feeds/entries/${row?.id}/draft/` as '/api/feeds/entries/:id/draft/';
    const make = () => app.post(path, { folder }, token);
    const [one, other] = await Promise.all([make(), make()]);
    expect([one.status, other.status, one.body.item.id]).toEqual([200, 200, other.body.item.id]);
    expect(one.body.item).toMatchObject({
      content: `Post 2\n\n${base}/post-2`,
      status: 'draft',
      description: 'Post 2',
      folder,
      media: [{ kind: 'picture', name: 'p.jpg' }],
    });
    expect((await entriesOf(id)).results[0]).toMatchObject({
      state: 'made',
      item: one.body.item.id,
    });
    await app.delete(`/api/content/items/${one.body.item.id}/`, token);
    expect((await entriesOf(id)).results[0]).toMatchObject({ state: 'made', item: null });
    expect((await make()).body.item.id).not.toBe(one.body.item.id);
  });

  test.each([
    [{ status: 404 }, /answered 404/],
    [{ body: 'no picture' }, /was not taken/],
  ])('becomes a draft without a picture that is %o', async (answer, reason) => {
    const { token, folder, add, entriesOf } = await someone();
    answers['/p.jpg'] = answer;
    const { id } = await add([{ ...entry(1), picture: '/p.jpg' }]);
    const [row] = (await entriesOf(id)).results;
    const path = `/api/feeds/entries/${row?.id}/draft/` as '/api/feeds/entries/:id/draft/';
    const { body } = await app.post(path, { folder }, token);
    expect(body).toMatchObject({
      item: { media: [] },
      picture_error: expect.stringMatching(reason),
    });
  });

  test('is left out, alone or with all that are new', async () => {
    const { token, serve, add, entriesOf, readAgain } = await someone();
    const { id } = await add();
    serve([entry(4), entry(3), entry(2)]);
    await readAgain(id);
    const [row] = (await entriesOf(id, '?state=new')).results;
    const path = `/api/feeds/${id}/leave-out/` as '/api/feeds/:id/leave-out/';
    expect((await app.post(path, { entries: [row?.id] }, token)).body).toEqual({ left_out: 1 });
    expect((await app.post(path, {}, token)).body).toEqual({ left_out: 2 });
    expect((await entriesOf(id, '?state=left_out')).count).toBe(3);
  });
});

describe('drafts that a feed makes by itself', () => {
  async function drafting() {
    const me = await someone();
    const { id } = await me.add([entry(0)]);
    const set = (folder: number | null) =>
      app.request(`/api/feeds/${id}/`, {
        method: 'PUT',
        token: me.token,
        body: { drafts_folder: folder },
      });
    expect((await set(me.folder)).status).toBe(200);
    const feed = async () =>
      (await app.get('/api/feeds/', me.token)).body.find((row) => row.id === id);
    const drafts = async () =>
      (await app.get('/api/content/items/', me.token)).body.results.map(({ content }) =>
        content.split('\n').at(0),
      );
    const come = async (...numbers: number[]) => {
      me.serve(numbers.map(entry));
      await runLater(DAY_MS * ++days);
    };
    let days = 0;
    return { ...me, id, set, feed, drafts, come };
  }

  test('are made once, of what is new, for who has asked for them', async () => {
    const { token, id, folder, feed, drafts, come, entriesOf, set } = await drafting();
    await come(2, 1, 0);
    expect(await drafts()).toEqual(['Post 2', 'Post 1']);
    const { results } = (await app.get('/api/content/items/', token)).body;
    const { body: me } = await app.get('/api/users/me/', token);
    expect(results[0]).toMatchObject({ status: 'draft', folder, author: me.id });
    await come(3, 2, 1, 0);
    expect(await drafts()).toEqual(['Post 3', 'Post 2', 'Post 1']);
    expect(await feed()).toMatchObject({ drafts_folder: folder, new_entries: 0 });
    expect((await entriesOf(id, '?state=made')).count).toBe(3);
    expect((await set(null)).body).toMatchObject({ drafts_folder: null, drafts_by: null });
    await come(4, 3);
    expect(await feed()).toMatchObject({ new_entries: 1 });
  });

  test('are not made of many at once, nor of what looks known', async () => {
    const { serve, feed, drafts, come } = await drafting();
    await come(...Array.from({ length: 21 }, (_, n) => n + 1));
    expect(await drafts()).toEqual([]);
    expect(await feed()).toMatchObject({ new_entries: 21 });
    serve([{ id: 'moved-1', title: 'Post 1', link: `${base}/moved` }]);
    await runLater(DAY_MS * 9);
    expect(await drafts()).toEqual([]);
    expect(await feed()).toMatchObject({ new_entries: 22 });
  });

  test('are a hundred a day at most', async () => {
    const { id, feed, drafts, come } = await drafting();
    await app.database.query(
      `insert into feed_entries (workspace_id, feed_id, id_key, seen_at, state, looks_known, wanted_at)
       select workspace_id, id, decode(md5(n::text), 'hex'), now(), 'made', false, now() + interval '1 day'
       from feeds, generate_series(1, 98) n where id = $1`,
      [id],
    );
    await come(3, 2, 1);
    expect(await drafts()).toEqual(['Post 2', 'Post 1']);
    expect(await feed()).toMatchObject({ new_entries: 1 });
  });

  test('end with the rights of who has asked for them', async () => {
    const { id, feed, drafts, come } = await drafting();
    await app.database.query(
      `update memberships set role = 'viewer' where user_id = (select drafts_by from feeds where id = $1)`,
      [id],
    );
    await come(1);
    expect(await drafts()).toEqual([]);
    expect(await feed()).toMatchObject({
      drafts_folder: null,
      drafts_error: expect.stringContaining('may not write'),
      new_entries: 1,
    });
  });

  test('end with their folder', async () => {
    const { token, folder, feed, drafts, come } = await drafting();
    expect((await app.delete(`/api/content/folders/${folder}/`, token)).status).toBe(204);
    await come(1);
    expect(await drafts()).toEqual([]);
    expect(await feed()).toMatchObject({ drafts_folder: null, new_entries: 1 });
  });

  test('need a folder of the workspace', async () => {
    const { set } = await drafting();
    const other = await someone();
    expect((await set(other.folder)).status).toBe(404);
  });
});

describe('is refused with a sentence', () => {
  const reasonOf = async (url: string) => {
    const { token } = await someone();
    const { status, body } = await app.post('/api/feeds/', { url }, token);
    expect(status).toBe(400);
    return (body as unknown as { url: string[] }).url[0];
  };

  test('a page without a feed; one that names feeds', async () => {
    answers['/page'] = { body: '<!doctype html><title>x</title><p>Hi' };
    expect(await reasonOf(`${base}/page`)).toBe('There is no feed at this address.');
    answers['/page'] = {
      body: '<!doctype html><link rel="alternate" type="application/rss+xml" title="Blog" href="/feed">',
    };
    expect(await reasonOf(`${base}/page`)).toContain(`${base}/feed`);
    const { token } = await someone();
    const { body } = await app.post('/api/feeds/preview/', { url: `${base}/page` }, token);
    expect(body).toEqual({ feed: null, found: [{ url: `${base}/feed`, title: 'Blog' }] });
  });

  test('an address that does not answer, is too large, or leads nowhere', async () => {
    expect(await reasonOf('')).toBe('Enter the address of a feed');
    expect(await reasonOf('http://127.0.0.1:1/')).toBe('Its server can’t be reached.');
    expect(await reasonOf('file:///etc/passwd')).toBe('This address isn’t allowed.');
    answers['/huge'] = { body: Buffer.alloc(6 * 1024 * 1024, ' ') };
    expect(await reasonOf(`${base}/huge`)).toBe('It is larger than 5 MB.');
    answers['/round'] = { status: 302, headers: { location: '/round' } };
    expect(await reasonOf(`${base}/round`)).toBe('Its server redirects too often.');
  });

  test('a feed that the workspace has, and one too many', async () => {
    const { token, url, add } = await someone();
    const { id } = await add();
    const { body } = await app.post('/api/feeds/', { url }, token);
    expect(body).toMatchObject({ url: ['The workspace has this feed already.'] });
    await app.database.query(
      `insert into feeds (workspace_id, url, title, format, interval_minutes, read_at, next_read_at)
       select workspace_id, url || n, title, format, interval_minutes, read_at, next_read_at + interval '1 year'
       from feeds, generate_series(1, 49) n where id = $1`,
      [id],
    );
    answers['/other'] = { body: feedOf([]) };
    const { status } = await app.post('/api/feeds/', { url: `${base}/other` }, token);
    expect(status).toBe(400);
  });

  test('a private address', async () => {
    const { token } = await person(guarded);
    answers['/feed'] = { body: feedOf([]) };
    const { body } = await guarded.post('/api/feeds/', { url: `${base}/feed` }, token);
    expect(body).toMatchObject({ url: ['This address isn’t allowed.'] });
    expect(requests).toEqual([]);
  });

  test('a second reading within a minute', async () => {
    const { token, add } = await someone();
    const { id } = await add();
    const path = `/api/feeds/${id}/read/` as '/api/feeds/:id/read/';
    expect((await app.post(path, {}, token)).status).toBe(200);
    expect((await app.post(path, {}, token)).status).toBe(429);
  });
});

test('the title of an entry is text in its draft', async () => {
  const me = await someone();
  const title = '{{author}} {{@Ada|bluesky:evil.example}} a\u{e0041}\u200bb';
  const feed = await me.add([{ id: 'braces', title }]);
  const [found] = (await me.entriesOf(feed.id)).results;
  const path = `/api/feeds/entries/${found?.id ?? 0}/draft/` as const;
  const { body } = await app.post(path, { folder: me.folder }, me.token);
  expect(body.item.content.split('\n')[0]).toBe('\\{{author}} \\{{@Ada|bluesky:evil.example}} ab');
});
