import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useApp, writer } from '../../testing/app.ts';
import { jpeg } from '../../testing/media-files.ts';

const app = useApp({ DATA_DIR: await mkdtemp(join(tmpdir(), 'media-')) });
const ITEMS = '/api/content/items/';

type Uploaded = { id: number; alt: string; name: string };

let seed = 100;

/** A person who writes, with some pictures in the library. */
async function withPictures(count = 2) {
  const me = await writer(app);
  const add = async (query: Record<string, string> = {}) => {
    const bytes = await jpeg({ seed: seed++, width: 100, height: 80 });
    const search = new URLSearchParams({ name: `p${seed}.jpg`, alt: `Alt ${seed}`, ...query });
    const response = await fetch(`${app.base}/api/media/?${search}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${me.token}` },
      body: new Uint8Array(bytes),
    });
    return (await response.json()) as Uploaded;
  };
  const files: Uploaded[] = [];
  for (let n = 0; n < count; n++) files.push(await add());
  return { ...me, add, files };
}

test('a post has files, with the alt texts of the library or its own', async () => {
  const { write, files, token } = await withPictures();
  const [one, two] = files as [Uploaded, Uploaded];
  const item = await write({ media: [{ file: two.id }, { file: one.id, alt: ' Of this post ' }] });
  expect(item.media).toEqual([
    {
      alt: two.alt,
      file: two.id,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      kind: 'picture',
      name: two.name,
      size: expect.any(Number),
      type: 'image/jpeg',
      codec: null,
      focus: [0.5, 0.5],
      width: 100,
      height: 80,
      duration: null,
    },
    expect.objectContaining({ file: one.id, alt: 'Of this post' }),
  ]);
  // A change of the library is not one of the post.
  await app.put(`/api/media/${two.id}/`, { alt: 'Another' }, token);
  const saved = await app.put(`${ITEMS}${item.id}/`, { content: 'New', media: item.media }, token);
  expect(saved.body.media).toEqual(item.media);
});

test('files are versions, in their order, and come back with them', async () => {
  const { write, files, token } = await withPictures(3);
  const ids = files.map(({ id }) => ({ file: id }));
  const item = await write({ media: ids });
  const path = `${ITEMS}${item.id}/` as const;
  const turned = await app.put(path, { media: ids.toReversed() }, token);
  expect(turned.body.version).toBe(2);
  expect((await app.put(path, { media: ids.toReversed() }, token)).body.version).toBe(2);
  await app.put(path, { media: [] }, token);
  const { body: history } = await app.get(`${path}history/`, token);
  expect(history.map(({ media }) => media.length)).toEqual([0, 3, 3]);
  const restored = await app.post(`${path}restore/`, { version: 1 }, token);
  expect(restored.body.media).toEqual(item.media);
  const { body: audit } = await app.get(`/api/content/audit-logs/?content_item=${item.id}`, token);
  expect(audit[1].changes.media?.after).toEqual([]);
});

test('an approval is of the files as well, and of their alt texts', async () => {
  const { write, files, token } = await withPictures(1);
  const [{ id: file }] = files as [Uploaded];
  const item = await write({ media: [{ file }], status: 'approved' });
  const path = `${ITEMS}${item.id}/` as const;
  expect((await app.put(path, { media: [{ file }] }, token)).body.status).toBe('approved');
  expect((await app.put(path, { media: [{ file, alt: 'x' }] }, token)).body.status).toBe('draft');
});

test('copies and threads have their files', async () => {
  const { folder, files, token } = await withPictures(2);
  const [one, two] = files as [Uploaded, Uploaded];
  const { body: parts } = await app.post(
    `${ITEMS}thread/`,
    {
      folder,
      items: [
        { content: 'First', media: [{ file: one.id }] },
        { content: 'Second', media: [{ file: two.id }] },
      ],
    },
    token,
  );
  const [root, reply] = parts;
  const { body: saved } = await app.put(
    `${ITEMS}${root.id}/thread/`,
    {
      items: [
        { id: root.id, content: 'First!' },
        { id: reply.id, content: 'Second', media: [] },
      ],
    },
    token,
  );
  expect(saved.map(({ media }) => media.length)).toEqual([1, 0]);
  const { body: copy } = await app.post(`${ITEMS}${root.id}/duplicate-thread/`, {}, token);
  expect(copy[0].media).toEqual(root.media);
  await app.post(
    `${ITEMS}bulk_operations/`,
    { operation: 'duplicate', item_ids: [root.id] },
    token,
  );
  expect((await app.get(`/api/media/${one.id}/`, token)).body.uses).toBe(3);
});

test('a file says where it is used, and the search finds alt texts', async () => {
  const { write, files, token } = await withPictures(2);
  const [one, two] = files as [Uploaded, Uploaded];
  const item = await write({
    content: 'Winter',
    media: [{ file: one.id, alt: 'A wombat on skis' }],
  });
  const { body: uses } = await app.get(`/api/media/${one.id}/uses/`, token);
  expect(uses).toEqual([
    {
      item: item.id,
      title: 'Winter',
      status: 'draft',
      next_at: null,
      published_at: null,
      channels: 0,
    },
  ]);
  const ids = async (used: boolean) =>
    (await app.get(`/api/media/?used=${used}`, token)).body.results.map(
      ({ id }: { id: number }) => id,
    );
  expect([await ids(true), await ids(false)]).toEqual([[one.id], [two.id]]);
  const { body: found } = await app.get(`${ITEMS}search/?q=wombat`, token);
  expect(found.results.map(({ id }: { id: number }) => id)).toEqual([item.id]);
  await app.delete(`${ITEMS}${item.id}/`, token);
  expect(await ids(true)).toEqual([]);
});

test('replaced, a file is another one in every post that is not published', async () => {
  const { write, files, add, token } = await withPictures(1);
  const [{ id: file }] = files as [Uploaded];
  const open = await write({ media: [{ file, alt: 'Kept' }], status: 'approved' });
  const published = await write({ media: [{ file }], status: 'published' });
  await add({ replaces: String(file) });
  const [now, was] = [
    (await app.get(`${ITEMS}${open.id}/`, token)).body,
    (await app.get(`${ITEMS}${published.id}/`, token)).body,
  ];
  expect(now).toMatchObject({ status: 'draft', version: open.version + 1 });
  expect(now.media[0]).toMatchObject({ file, alt: 'Kept' });
  expect(now.media[0].hash).not.toBe(open.media[0].hash);
  expect(was.media).toEqual(published.media);
});

test.each([
  ['a file that is not there', [{ file: 999_999 }], 404, /There is no file 999999/],
  ['too many', Array.from({ length: 21 }, (_, n) => ({ file: n + 1 })), 400, /at most 20 files/],
  ['the same twice', [{ file: 1 }, { file: 1 }], 400, /only once/],
  ['a long alt text', [{ file: 1, alt: 'x'.repeat(1001) }], 400, /at most 1000/],
])('%s is refused', async (_, media, status, message) => {
  const { folder, token } = await writer(app);
  const answer = await app.post(ITEMS, { folder, content: 'A text', media }, token);
  expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(message)]);
});

test('a file of another workspace, or in the trash, is not there', async () => {
  const { files, token, write } = await withPictures(1);
  const [{ id: file }] = files as [Uploaded];
  const other = await writer(app);
  expect((await other.write({ media: [{ file }] })).code).toBe('not_found');
  await app.post('/api/media/operations/', { operation: 'trash', files: [file] }, token);
  expect((await write({ media: [{ file }] })).code).toBe('not_found');
});
