import { beforeEach, expect, test } from 'vitest';
import { colleague, useApp, writer } from '../../../testing/app.ts';
import { keepWithin } from '../../../testing/eventually.ts';

/** Autosaves over HTTP (docs/domain/review.md, 'Autosave'). */

/** An automatic version is replaced until they end. */
const TEN_MINUTES_MS = 10 * 60_000;

const app = useApp();
let me: Awaited<ReturnType<typeof writer>>;
beforeEach(async () => {
  await keepWithin(TEN_MINUTES_MS);
  me = await writer(app);
});

const save = (id: number, body: object) => app.put(`/api/content/items/${id}/`, body, me.token);
const autosave = (id: number, content: string) => save(id, { content, autosave: true });
const versions = async (id: number): Promise<[number, string, string][]> =>
  (await app.get(`/api/content/items/${id}/history/`, me.token)).body.map(
    ({ version, action, content }) => [version, action, content],
  );
const entries = async (id: number) =>
  (await app.get(`/api/content/audit-logs/?object_id=${id}&action=update`, me.token)).body;
/** Makes the versions of an item older. */
const age = (id: number, minutes: number) =>
  app.database.query(
    `update item_versions set created_at = created_at - interval '${minutes} minutes' where item_id = $1`,
    [id],
  );

test('versions that are saved automatically are folded into one, and a save replaces it', async () => {
  const { id } = await me.write({ content: 'a' });
  for (const text of ['ab', 'abc', 'abcd'])
    expect(await autosave(id, text)).toMatchObject({ status: 200, body: { content: text } });
  expect(await versions(id)).toEqual([
    [4, 'autosave', 'abcd'],
    [1, 'create', 'a'],
  ]);
  expect(await entries(id)).toMatchObject([{ changes: { content: { before: 'a', after: 'ab' } } }]);
  expect((await save(id, { content: 'abcde', version: 4 })).body.version).toBe(5);
  expect(await versions(id)).toEqual([
    [5, 'update', 'abcde'],
    [1, 'create', 'a'],
  ]);
  expect(await entries(id)).toHaveLength(2);
});

test('a save without a change keeps the version from being replaced', async () => {
  const { id } = await me.write({ content: 'a' });
  await autosave(id, 'ab');
  expect((await save(id, { content: 'ab' })).body.version).toBe(2);
  await autosave(id, 'abc');
  expect(await versions(id)).toEqual([
    [3, 'autosave', 'abc'],
    [2, 'update', 'ab'],
    [1, 'create', 'a'],
  ]);
});

test('what was taken from the assistant has a version of its own, which no autosave replaces', async () => {
  const { id } = await me.write({ content: 'a' });
  await autosave(id, 'ab');
  expect((await save(id, { content: 'AB', autosave: true, assisted: true })).status).toBe(200);
  await autosave(id, 'ABC');
  expect(await versions(id)).toEqual([
    [4, 'autosave', 'ABC'],
    [3, 'assist', 'AB'],
    [2, 'autosave', 'ab'],
    [1, 'create', 'a'],
  ]);
  expect((await save(id, { content: 'x', assisted: true })).body.version).toBe(5);
  expect((await versions(id))[0]).toEqual([5, 'assist', 'x']);
});

test('each ten minutes, each person, and a restored version keep what was there', async () => {
  const { id } = await me.write({ content: 'a' });
  await autosave(id, 'ab');
  await age(id, 10);
  await autosave(id, 'abc');
  const other = await colleague(app, me.folder, 'editor');
  await other.call(`/api/content/items/${id}/`, 'PUT', { content: 'abcd', autosave: true });
  await app.post(`/api/content/items/${id}/restore/`, { version: 1 }, me.token);
  expect((await versions(id)).map(([, action, content]) => [action, content])).toEqual([
    ['restore', 'a'],
    ['autosave', 'abcd'],
    ['autosave', 'abc'],
    ['autosave', 'ab'],
    ['create', 'a'],
  ]);
});

test('a thread is saved automatically part by part', async () => {
  const [root, second] = (
    await app.post(
      '/api/content/items/thread/',
      { folder: me.folder, items: [{ content: 'one' }, { content: 'two' }] },
      me.token,
    )
  ).body;
  const put = (items: object[], automatic = true) =>
    app.put(
      `/api/content/items/${root.id}/thread/`,
      { items, ...(automatic && { autosave: true }) },
      me.token,
    );
  await put([
    { id: root.id, content: 'one' },
    { id: second.id, content: 'two!' },
  ]);
  const { body } = await put([
    { id: root.id, content: 'one' },
    { id: second.id, content: 'two!!' },
    { content: 'three' },
  ]);
  expect((await versions(second.id)).map(([, ...rest]) => rest)).toEqual([
    ['autosave', 'two!!'],
    ['create', 'two'],
  ]);
  await put(
    body.map(({ id, content }: { id: number; content: string }) => ({ id, content })),
    false,
  );
  expect((await versions(second.id))[0]?.slice(1)).toEqual(['update', 'two!!']);
});

test('only drafts are saved automatically, and a stale version is refused', async () => {
  const { id } = await me.write({ content: 'a', status: 'approved' });
  const refused = { status: 400, body: { autosave: ['Only drafts are saved automatically.'] } };
  expect(await autosave(id, 'ab')).toMatchObject(refused);
  const draft = await me.write({ content: 'a' });
  expect(await save(draft.id, { content: 'ab', status: 'review', autosave: true })).toMatchObject(
    refused,
  );
  await autosave(draft.id, 'ab');
  expect(await save(draft.id, { content: 'b', version: 1, autosave: true })).toMatchObject({
    status: 409,
  });
  expect(await save(draft.id, { content: 'b', autosave: 'yes' })).toMatchObject({ status: 400 });
});

test('what is created again with its key is the same post, with the text of the last request', async () => {
  const headers = { 'idempotency-key': 'a-key-of-a-new-text' };
  const post = <const Path extends string>(path: Path, body: object) =>
    app.request(path, { method: 'POST', token: me.token, body, headers });
  const item = (content: string) => post('/api/content/items/', { folder: me.folder, content });
  const [one, two] = await Promise.all([item('Once'), item('Once, or twice')]);
  expect(two.body.id).toBe(one.body.id);
  expect((await item('Once more')).body).toMatchObject({ id: one.body.id, content: 'Once more' });
  const thread = await post('/api/content/items/thread/', {
    folder: me.folder,
    items: [{ content: 'One' }, { content: 'Two' }],
  });
  expect(thread.body.map(({ content }) => content)).toEqual(['One', 'Two']);
  expect(thread.body[0].id).toBe(one.body.id);
  expect((await app.get('/api/content/items/', me.token)).body.count).toBe(2);
  // What was deleted is created anew.
  await app.request(`/api/content/items/${one.body.id}/`, { method: 'DELETE', token: me.token });
  expect((await item('Again')).body.id).not.toBe(one.body.id);
});

test('a scheduled draft is saved by hand alone', async () => {
  const { id } = await me.write({ content: 'a' });
  const channel = await app.post(
    '/api/channels/',
    { network: 'practice', fields: { name: 'Harbour' } },
    me.token,
  );
  await app.post(
    `/api/content/items/${id}/publications/`,
    { channels: [channel.body.id], at: '2030-01-01T09:00:00Z' },
    me.token,
  );
  expect(await autosave(id, 'ab')).toMatchObject({
    status: 400,
    body: { autosave: ['Posts that are about to be published are not saved automatically.'] },
  });
});

test('a move and a deletion among autosaves have their audit entries', async () => {
  const [root, second] = (
    await app.post(
      '/api/content/items/thread/',
      { folder: me.folder, items: [{ content: 'one' }, { content: 'two' }] },
      me.token,
    )
  ).body;
  const put = (items: object[]) =>
    app.put(`/api/content/items/${root.id}/thread/`, { items, autosave: true }, me.token);
  await put([
    { id: root.id, content: 'one!' },
    { id: second.id, content: 'two!' },
  ]);
  await put([{ id: root.id, content: 'one!!' }]);
  const { body } = await app.get(`/api/content/audit-logs/?object_id=${second.id}`, me.token);
  expect(body.map(({ action }: { action: string }) => action)).toEqual([
    'delete',
    'update',
    'create',
  ]);
});

test('an autosave of a key is not folded into a save of its owner, nor into one of another key', async () => {
  const { id } = await me.write({ content: 'a' });
  const keyed = async () => {
    const key = { name: 'Agent', drafts_only: true };
    const { secret } = (await app.post('/api/keys/', key, me.token)).body;
    return (content: string) =>
      app.put(`/api/content/items/${id}/`, { content, autosave: true }, secret);
  };
  const [first, second] = [await keyed(), await keyed()];
  await first('ab');
  await first('abc');
  await second('abcd');
  await autosave(id, 'abcde');
  await save(id, { content: 'abcdef' });
  expect(await versions(id)).toEqual([
    [6, 'update', 'abcdef'],
    [4, 'autosave', 'abcd'],
    [3, 'autosave', 'abc'],
    [1, 'create', 'a'],
  ]);
});
