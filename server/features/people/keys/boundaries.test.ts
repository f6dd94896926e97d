import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { jpeg } from '../../../testing/media-files.ts';
import { poster } from '../../../testing/whole-posts.ts';

/** Ways around the limits of a key: files, folders that are gone, pages of others, races. */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
let picture: Buffer;
const site = createServer((_request, response) => void response.writeHead(200).end(picture));
let base = '';
beforeAll(async () => {
  picture = await jpeg();
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => void site.close());

const WRITES = ['read', 'write'];
async function keeper() {
  const me = await poster(app);
  const makeFolder = async (name: string) =>
    (await me.call('/api/content/folders/', 'POST', { name })).body.id as number;
  const files = async () => (await me.call('/api/media/')).body.results;
  return { ...me, makeFolder, files };
}

test('a key stays changeable after one of its folders was deleted', async () => {
  const me = await keeper();
  const [kept, gone] = [await me.makeFolder('Kept'), await me.makeFolder('Gone')];
  const given = { name: 'A script', scopes: WRITES, folders: [kept, gone] };
  const { body: key } = await me.call('/api/keys/', 'POST', given);
  await me.call(`/api/content/folders/${gone}/`, 'DELETE');
  expect((await me.call(`/api/keys/${key.id}/`, 'PUT', { scopes: ['read'] })).status).toBe(200);
  const again = await me.call(`/api/keys/${key.id}/`, 'PUT', { folders: [kept, gone] });
  expect([again.status, again.body.folders]).toEqual([404, [`There is no folder ${gone}.`]]);
});

test('what whoever has the link of a report sees is chosen by who may share it', async () => {
  const me = await keeper();
  const key = await me.key({ scopes: WRITES, drafts_only: true });
  const fields = { title: 'June', comment: '', client: 'Ada', period: 'last_30' };
  const { body: report } = await me.call('/api/analytics/reports/', 'POST', fields);
  const change = (body: object, token: string) =>
    app.request(`/api/analytics/reports/${report.id}/`, { method: 'PUT', token, body } as never);
  expect((await change({ title: 'May' }, key)).status).toBe(200);
  const shared = await me.call(`/api/analytics/reports/${report.id}/link/`, 'POST', { days: 7 });
  expect(shared.status).toBeLessThan(300);
  for (const field of ['title', 'comment', 'client'])
    expect(await change({ [field]: 'Ours' }, key)).toMatchObject({
      ...{ status: 403, body: { code: 'key_refused' } },
    });
  expect((await change({ title: 'June' }, me.token)).status).toBe(200);
});

test('a key for a folder moves no file out of it, and replaces none', async () => {
  const me = await keeper();
  const key = await me.key({ scopes: [...WRITES, 'publish'], folders: [me.folder] });
  const send = (query: string) =>
    fetch(`${app.base}/api/media/?name=a.jpg&folder=${me.folder}${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(picture),
    });
  const made = await send('');
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: number };
  const moved = await app.request(`/api/media/${id}/`, {
    ...{ method: 'PUT', token: key, body: { folder: null } },
  });
  expect(moved.status).toBe(400);
  expect((await send(`&replaces=${id}`)).status).toBe(403);
});

test('a key for a folder learns no id of a file elsewhere, and brings none back', async () => {
  const me = await keeper();
  const file = await me.upload(picture, 'secret.jpg');
  await me.call(`/api/media/${file}/`, 'PUT', { folder: await me.makeFolder('Other') });
  await me.call('/api/media/operations/', 'POST', { operation: 'trash', files: [file] } as never);
  const key = await me.key({ scopes: WRITES, folders: [me.folder] });
  const given = { text: 'Look', media: [`${base}/a.jpg`] };
  for (const query of ['?dry_run=true', ''] as const) {
    const { status, body } = await me.create(given, query, {}, key);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('not for')]);
    expect(JSON.stringify(body)).not.toContain(`file ${file}`);
  }
  const direct = await fetch(`${app.base}/api/media/?name=a.jpg&folder=${me.folder}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(picture),
  });
  expect(direct.status).toBe(409);
  expect((await me.call(`/api/media/${file}/`)).body.trashed_at).not.toBeNull();
});

test('files that are listed twice, or of a change that is refused, are not taken in', async () => {
  const me = await keeper();
  for (const query of ['?dry_run=true', ''] as const)
    expect(
      await me.create({ text: 'X', media: [`${base}/a.jpg`, `${base}/b.jpg`] }, query),
    ).toMatchObject({ status: 400, body: { media: ['Each file can be listed only once.'] } });
  const { body: made } = await me.create({ text: 'X' });
  const change = { media: [`${base}/a.jpg`], folder: 999_999 };
  expect((await me.call(`/api/posts/${made.post?.id}/`, 'PUT', change)).status).toBe(404);
  expect(await me.files()).toEqual([]);
});

test('a dry run does not use up its Idempotency-Key', async () => {
  const me = await keeper();
  const key = await me.key({ scopes: WRITES });
  const headers = { 'idempotency-key': 'release-7' };
  const given = { text: 'Once' };
  expect((await me.create(given, '?dry_run=true', headers, key)).body.post).toBeNull();
  const real = await me.create(given, '', headers, key);
  expect([real.status, real.body.post?.text]).toEqual([201, 'Once']);
});

test('a part that is listed twice is told as such', async () => {
  const me = await keeper();
  const { body: made } = await me.create({ parts: ['One', 'Two'] });
  const [first] = made.post?.parts ?? [];
  const parts = [1, 2].map(() => ({ id: first?.id, text: 'Same' }));
  expect(await me.call(`/api/posts/${made.post?.id}/`, 'PUT', { parts })).toMatchObject({
    ...{ status: 400, body: { parts: ['Each part can be listed only once.'] } },
  });
});

test('a key that writes drafts only erases nothing', async () => {
  const me = await keeper();
  const key = await me.key({ scopes: WRITES, drafts_only: true });
  const { id } = await me.write();
  const body = { operation: 'delete', item_ids: [id], params: { soft_delete: false } };
  const bulk = await app.request('/api/content/items/bulk_operations/', {
    ...{ method: 'POST', token: key, body },
  } as never);
  expect(bulk).toMatchObject({ status: 403, body: { code: 'key_refused' } });
  expect((await app.delete('/api/content/trash/', key)).status).toBe(403);
  const file = await me.upload(picture, 'a.jpg');
  const change = (operation: string) =>
    app.request('/api/media/operations/', {
      ...{ method: 'POST', token: key, body: { operation, files: [file] } },
    } as never);
  expect(await change('trash')).toMatchObject({ status: 200 });
  expect(await change('erase')).toMatchObject({ status: 403, body: { code: 'key_refused' } });
  expect((await me.call(`/api/content/items/${id}/`)).status).toBe(200);
});

test('a key for a folder publishes nothing that is just being moved to another one', async () => {
  const me = await keeper();
  const other = await me.makeFolder('Board');
  const { id } = await me.write({ content: 'Now of the board' });
  const key = await me.key({ scopes: [...WRITES, 'publish'], folders: [me.folder] });
  const { rows } = await app.database.query('select workspace_id from items where id = $1', [id]);
  const client = await app.database.connect();
  // As a person who moves it does, until the request waits for the same lock.
  await client.query('begin');
  await client.query("select pg_advisory_xact_lock(hashtextextended('folders', $1))", [
    rows[0].workspace_id,
  ]);
  await client.query(
    'update posts set folder_id = $2 from items where items.post_id = posts.id and items.id = $1',
    [id, other],
  );
  const publishing = app.post(
    `/api/content/items/${id}/publications/`,
    { channels: [me.channel], at: '2030-01-01T09:00:00Z' },
    key,
  );
  await expect
    .poll(async () => {
      const { rows: waiting } = await app.database.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'",
      );
      return waiting.length;
    })
    .toBeGreaterThan(0);
  await client.query('commit');
  client.release();
  expect((await publishing).status).toBe(404);
});
