import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { jpeg, PDF } from '../../../testing/media-files.ts';
import { poster } from '../../../testing/whole-posts.ts';

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
const guarded = useApp();
const LATER = '2030-01-01T09:00:00Z';

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer };
let answers: Record<string, Answer> = {};
const requests: string[] = [];
/** What happens while a file is fetched. */
let meanwhile = async () => {};
const site = createServer(async ({ url = '' }, response) => {
  requests.push(url);
  await meanwhile();
  const { status = 200, headers = {}, body = '' } = answers[url] ?? { status: 404 };
  response.writeHead(status, headers).end(body);
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => void site.close());
beforeEach(async () => {
  answers = { '/a.jpg': { body: await jpeg() }, '/b.jpg': { body: await jpeg({ seed: 2 }) } };
  requests.length = 0;
  meanwhile = async () => {};
});

const filesOf = async (token: string) => (await app.get('/api/media/', token)).body.results;

test('files are named by their ids, and by addresses from which they are fetched', async () => {
  const me = await poster(app);
  const known = await me.upload(await jpeg({ seed: 3 }), 'mine.jpg', 'Mine');
  const { status, body } = await me.create({
    text: 'Look',
    media: [known, `${base}/a.jpg`, { url: `${base}/b.jpg?size=2`, alt: 'A harbour' }],
    channels: [me.channel],
    at: LATER,
  });
  expect(status).toBe(400);
  expect(body.media).toEqual([
    expect.stringMatching(/b\.jpg\?size=2 could not be fetched: its server answered 404\.$/),
  ]);
  expect(await filesOf(me.token)).toHaveLength(1);

  answers['/b.jpg?size=2'] = answers['/b.jpg'] as Answer;
  const made = await me.create({
    text: 'Look',
    media: [known, `${base}/a.jpg`, { url: `${base}/b.jpg?size=2`, alt: 'A harbour' }],
    channels: [me.channel],
    at: LATER,
  });
  expect([made.status, made.body.post?.parts[0]?.media]).toMatchObject([
    201,
    [
      { file: known, alt: 'Mine', kind: 'picture' },
      { name: 'a.jpg', alt: '', kind: 'picture', width: 320 },
      { name: 'b.jpg', alt: 'A harbour' },
    ],
  ]);
  expect(made.body.findings[0].kinds).toEqual(['picture']);
  expect(made.body.publications).toMatchObject([{ state: 'scheduled' }]);
  // The same bytes are the file that is there.
  const again = await me.create({ parts: [{ text: 'Again', media: [`${base}/a.jpg`] }] });
  expect(again.body.post?.parts[0]?.media[0]?.file).toBe(made.body.post?.parts[0]?.media[1]?.file);
  expect(await filesOf(me.token)).toHaveLength(3);
});

test('a post that does not fit takes no file into the library, and neither does a dry run', async () => {
  const me = await poster(app);
  const given = { media: [`${base}/a.jpg`], channels: [me.channel], at: LATER };
  const long = await me.create({ ...given, text: 'x'.repeat(501) });
  expect([long.status, long.body.findings[0].kinds]).toEqual([400, ['picture']]);
  const dry = await me.create({ ...given, text: 'Fits' }, '?dry_run=true');
  expect(dry.body).toMatchObject({ post: null, findings: [{ kinds: ['picture'] }] });
  // As many as no post takes: each is fetched once.
  answers['/c.jpg'] = { body: await jpeg({ seed: 4 }) };
  answers['/d.jpg'] = { body: await jpeg({ seed: 5 }) };
  const media = ['a', 'b', 'c', 'd'].map((name) => `${base}/${name}.jpg`);
  const five = await me.upload(await jpeg({ seed: 6 }), 'e.jpg');
  requests.length = 0;
  const many = await me.create({ ...given, text: 'Many', media: [...media, five] });
  expect([many.status, many.body.channels]).toEqual([400, [expect.stringMatching(/pictures/)]]);
  expect(requests).toHaveLength(4);
  expect(await filesOf(me.token)).toHaveLength(1);
  expect(await me.count()).toBe(0);
});

test.each([
  [{ status: 500 }, 'its server answered 500'],
  [{ status: 302, headers: { location: '/a' } }, 'it redirects too often'],
  [{ body: Buffer.alloc(25 * 1024 * 1024 + 1) }, 'it is larger than 25 MB'],
])('a file that cannot be fetched is named: %#', async (answer: Answer, reason) => {
  const me = await poster(app);
  answers['/a'] = answer;
  const { status, body } = await me.create({ text: 'X', media: [`${base}/a`] });
  expect([status, body.media]).toEqual([400, [`${base}/a could not be fetched: ${reason}.`]]);
  expect([await me.count(), await filesOf(me.token)]).toEqual([0, []]);
});

test('what is no picture, video or document is refused, whatever it says of itself', async () => {
  const me = await poster(app);
  answers['/a.jpg'] = { body: '<html>', headers: { 'content-type': 'image/jpeg' } };
  const { status, body } = await me.create({ text: 'X', media: [`${base}/a.jpg`] });
  expect([status, body.media]).toEqual([
    400,
    [expect.stringMatching(/a\.jpg: This file doesn’t match its name, or is damaged\./)],
  ]);
  answers['/b.pdf'] = { body: PDF };
  const { body: made } = await me.create({ text: 'X', media: [`${base}/b.pdf`] });
  expect(made.post?.parts[0]?.media).toMatchObject([{ kind: 'document', name: 'b.pdf' }]);
});

test('at most four are fetched, and together they have a maximum', async () => {
  const me = await poster(app);
  const media = Array.from({ length: 5 }, (_, n) => `${base}/${n}.jpg`);
  const { body } = await me.create({ text: 'X', media });
  expect(body.media).toEqual([
    'At most 4 files are fetched for a request: upload the others, and name their ids.',
  ]);
  expect(requests).toEqual([]);
  const half = Buffer.concat([await jpeg(), Buffer.alloc(13 * 1024 * 1024)]);
  for (const name of ['/0.jpg', '/1.jpg']) answers[name] = { body: half };
  const large = await me.create({ text: 'X', media: media.slice(0, 2) });
  expect(large.body.media).toEqual([
    expect.stringMatching(/1\.jpg could not be fetched: it is larger than 12 MB\.$/),
  ]);
});

test('nothing in a private network is fetched', async () => {
  const me = await poster(guarded);
  for (const url of [`${base}/a.jpg`, 'http://localhost/a.jpg', 'http://169.254.169.254/a.jpg']) {
    const { status, body } = await me.create({ text: 'X', media: [url] });
    expect([status, body.media]).toEqual([
      400,
      [`${url} could not be fetched: it does not lead to a public address.`],
    ]);
  }
  expect([requests, await me.count()]).toEqual([[], 0]);
});

test('a change names files in the same way, and fetches none for a stale version', async () => {
  const me = await poster(app);
  const id = (await me.create({ text: 'X' })).body.post?.id as number;
  const path = `/api/posts/${id}/` as const;
  const { body } = await me.call(path, 'PUT', { media: [`${base}/a.jpg`], version: 1 });
  expect(body.parts[0].media).toMatchObject([{ name: 'a.jpg' }]);
  requests.length = 0;
  const stale = await me.call(path, 'PUT', { media: [`${base}/b.jpg`], version: 1 });
  expect([stale.status, requests]).toEqual([409, []]);
});

test('a key for a folder finds what it fetched', async () => {
  const me = await poster(app);
  const key = await me.key({ scopes: ['read', 'write'], folders: [me.folder] });
  const given = { folder: me.folder, text: 'X', media: [`${base}/a.jpg`] };
  const { status, body } = await app.post('/api/posts/', given, key);
  expect([status, body.post?.parts[0]?.media]).toMatchObject([201, [{ name: 'a.jpg' }]]);
});

test('who lost their rights while a file was fetched makes nothing, or proposes', async () => {
  const me = await poster(app);
  const secret = await me.key({ scopes: ['read', 'write', 'publish'] });
  const send = () =>
    me.create(
      { text: 'Look', media: [`${base}/a.jpg`], channels: [me.channel], at: LATER },
      '',
      {},
      secret,
    );
  const setRole = (role: string) =>
    app.database.query('update memberships set role = $2 where user_id = $1', [me.id, role]);
  meanwhile = async () => void (await setRole('editor'));
  expect((await send()).body).toMatchObject({
    proposed: true,
    publications: [{ state: 'proposed' }],
  });
  meanwhile = async () => void (await setRole('viewer'));
  expect((await send()).status).toBe(403);
  await setRole('owner');
  meanwhile = async () =>
    void (await app.database.query('update api_keys set revoked_at = now() where user_id = $1', [
      me.id,
    ]));
  expect((await send()).status).toBe(401);
  expect(await me.count()).toBe(1);
});

test('a key for a folder changes nothing that left it while a file was fetched', async () => {
  const me = await poster(app);
  const other = (await me.call('/api/content/folders/', 'POST', { name: 'Other' })).body.id;
  const secret = await me.key({ scopes: ['read', 'write'], folders: [me.folder] });
  const made = await me.create({ text: 'Mine' }, '', {}, secret);
  const id = made.body.post?.id ?? 0;
  const move = () => me.call(`/api/posts/${id}/`, 'PUT', { folder: other });
  meanwhile = async () => void (await move());
  const change = () =>
    app.request(`/api/posts/${id}/`, {
      ...{ method: 'PUT', token: secret },
      body: { text: 'Changed', media: [`${base}/a.jpg`] },
    });
  expect((await change()).status).toBe(404);
  expect((await me.call(`/api/posts/${id}/`)).body).toMatchObject({ text: 'Mine', folder: other });
});
