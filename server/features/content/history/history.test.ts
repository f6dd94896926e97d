import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';

const app = useApp();
type Writer = Awaited<ReturnType<typeof writer>>;

const history = async ({ token }: Writer, id: number) =>
  (await app.get(`/api/content/items/${id}/history/`, token)).body;
const restore = ({ token }: Writer, id: number, version: unknown) =>
  app.post(`/api/content/items/${id}/restore/`, { version }, token);
const update = ({ token }: Writer, id: number, body: object) =>
  app.put(`/api/content/items/${id}/`, body, token);

test('the history lists every version, newest first, with its author, time and action', async () => {
  const me = await writer(app);
  const { id } = await me.write({ content: 'One', tags: ['a'] });
  await update(me, id, { content: 'Two', description: 'Named' });
  await update(me, id, { status: 'review' });
  await update(me, id, { status: 'review' });
  const user = { id: me.id, name: 'Ada Byron' };
  expect(await history(me, id)).toMatchObject([
    ...[
      {
        version: 3,
        action: 'status',
        content: 'Two',
        description: 'Named',
        status: 'review',
        tags: ['a'],
      },
      {
        version: 2,
        action: 'update',
        content: 'Two',
        description: 'Named',
        status: 'draft',
        tags: ['a'],
      },
      {
        version: 1,
        action: 'create',
        content: 'One',
        description: null,
        status: 'draft',
        tags: ['a'],
      },
    ].map((entry) => ({ ...entry, user, created_at: expect.stringMatching(/Z$/) })),
  ]);
});

test('restoring brings back text, description and tags, never the status, and creates a new version', async () => {
  const me = await writer(app);
  const { id } = await me.write({ content: 'One', description: 'First', tags: ['a'] });
  await update(me, id, {
    content: 'Two',
    description: null,
    tags: ['b', 'c'],
    status: 'published',
  });
  expect(await restore(me, id, 1)).toMatchObject({
    status: 200,
    body: { version: 3, content: 'One', description: 'First', tags: ['a'], status: 'published' },
  });
  expect((await history(me, id))[0]).toMatchObject({
    version: 3,
    action: 'restore',
    content: 'One',
  });
  const { rows } = await app.database.query(
    'select action, changes from audit_log where content_item = $1 order by id desc limit 1',
    [id],
  );
  expect(rows).toMatchObject([
    { action: 'restore', changes: { content: { before: 'Two', after: 'One' } } },
  ]);
  // Restoring the present text creates no version.
  expect((await restore(me, id, 1)).body.version).toBe(3);
  expect((await restore(me, id, 9)).body.version).toEqual(['There is no version 9.']);
  // A stale restore changes nothing.
  const late = { version: 2, current_version: 2 };
  expect((await app.post(`/api/content/items/${id}/restore/`, late, me.token)).status).toBe(409);
  expect(
    (await app.get(`/api/content/items/${id}/history/?before=2`, me.token)).body,
  ).toMatchObject([{ version: 1 }]);
  for (const version of [0, 'x', null]) expect((await restore(me, id, version)).status).toBe(400);
});

test('an approval is not restored with its text', async () => {
  const me = await writer(app);
  const { id } = await me.write({ content: 'Old' });
  await update(me, id, { content: 'New', status: 'review' });
  await app.post(
    `/api/content/items/${id}/workflow_transition/`,
    { target_state: 'approved' },
    me.token,
  );
  expect((await restore(me, id, 1)).body).toMatchObject({ content: 'Old', status: 'draft' });
});

test('a part of a thread has its own history, and its thread stays whole', async () => {
  const me = await writer(app);
  const body = {
    folder: me.folder,
    description: 'Whole',
    items: [{ content: 'One' }, { content: 'Two' }],
  };
  const [root, reply] = (await app.post('/api/content/items/thread/', body, me.token)).body;
  await update(me, reply.id, { content: 'Two, changed' });
  await update(me, root.id, { description: 'Renamed' });
  expect((await restore(me, reply.id, 1)).body).toMatchObject({ content: 'Two', thread_order: 1 });
  expect((await history(me, reply.id)).map(({ action }: { action: string }) => action)).toEqual([
    'restore',
    'update',
    'create',
  ]);
  const parts = (await app.get(`/api/content/items/${root.id}/thread/`, me.token)).body;
  expect(parts.map(({ content }: { content: string }) => content)).toEqual(['One', 'Two']);
  expect(parts[0].description).toBe('Renamed');
  expect((await restore(me, root.id, 1)).body.description).toBe('Whole');
});

test('a part that became the root keeps the description of the thread', async () => {
  const me = await writer(app);
  const body = {
    folder: me.folder,
    description: 'Whole',
    items: [{ content: 'One' }, { content: 'Two' }],
  };
  const [, reply] = (await app.post('/api/content/items/thread/', body, me.token)).body;
  const patch = { method: 'PATCH', token: me.token, body: { thread_order: 0 } };
  await app.request(`/api/content/items/${reply.id}/reorder/`, patch);
  await update(me, reply.id, { content: 'Two, changed' });
  expect((await restore(me, reply.id, 1)).body).toMatchObject({
    content: 'Two',
    description: 'Whole',
  });
});
