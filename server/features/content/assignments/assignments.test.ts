import { expect, test } from 'vitest';
import { colleague, useApp, writer } from '../../../testing/app.ts';

const app = useApp();

/** A writer, and a colleague with a role. */
async function two(role: 'editor' | 'viewer' = 'editor') {
  const me = await writer(app);
  const other = await colleague(app, me.folder, role);
  const assign = (item: number, assignee: unknown, token = me.token) =>
    app.put(`/api/content/items/${item}/assignee/`, { assignee }, token);
  return { me, other, assign };
}

test('A post is assigned to a member, who is told once, and to nobody again', async () => {
  const { me, other, assign } = await two();
  const { id } = await me.write({ content: 'Opening hours' });
  for (let again = 0; again < 2; again++)
    expect(await assign(id, other.id)).toMatchObject({
      status: 200,
      body: { assignee: other.id },
    });
  expect((await app.get(`/api/content/items/${id}/`, me.token)).body.assignee).toBe(other.id);
  const { body: told } = await app.get('/api/notifications/', other.token);
  expect(
    told.results.map(({ kind, text }: { kind: string; text: string }) => [kind, text]),
  ).toEqual([['assigned', expect.stringContaining("assigned you to 'Opening hours'")]]);
  const { body: audit } = await app.get('/api/content/audit-logs/?action=assign', me.token);
  expect(audit).toMatchObject([
    { content_item: id, changes: { assignee: { before: null, after: other.id } } },
  ]);
  expect((await assign(id, null)).body).toEqual({ assignee: null });
  expect((await app.get(`/api/content/items/${id}/`, me.token)).body.assignee).toBeNull();
});

test('All parts of a thread have the same, and the list finds what is assigned to somebody', async () => {
  const { me, other, assign } = await two();
  const thread = await app.post(
    '/api/content/items/thread/',
    { folder: me.folder, items: [{ content: 'One' }, { content: 'Two' }] },
    me.token,
  );
  const [first, second] = thread.body;
  const { id: mine } = await me.write({ content: 'Mine' });
  const { id: unassigned } = await me.write({ content: 'Nobody’s' });
  await assign(second.id, other.id);
  await assign(mine, me.id);
  const found = async (query: string) =>
    (await app.get(`/api/content/items/?${query}`, me.token)).body;
  const ids = ({ results }: { results: { id: number }[] }) => results.map(({ id }) => id).sort();
  expect(ids(await found(`assignee=${other.id}`))).toEqual([first.id, second.id]);
  expect(ids(await found(`assignee=${other.id}&posts=true`))).toEqual([first.id]);
  expect(await found(`assignee=${me.id}&search=mine`)).toMatchObject({ count: 1 });
  expect(await found('assignee=999999999')).toMatchObject({ count: 0, results: [] });
  expect(await found('assignee=none')).toMatchObject({ count: 1, results: [{ id: unassigned }] });
  expect(await found('assignee=none&search=mine')).toMatchObject({ count: 0 });
});

test('Only members who can write take care of posts, and only such members assign them', async () => {
  const { me, other, assign } = await two('viewer');
  const { id } = await me.write({ content: 'Opening hours' });
  expect(await assign(id, other.id)).toMatchObject({
    status: 400,
    body: { assignee: [expect.stringContaining('can read only')] },
  });
  const stranger = await writer(app);
  expect((await assign(id, stranger.id)).status).toBe(404);
  expect((await assign(id, me.id, stranger.token)).status).toBe(404);
  const path = `/api/content/items/${id}/assignee/` as const;
  expect((await other.call(path, 'PUT', { assignee: me.id })).status).toBe(403);
  expect((await assign(id, 'me')).status).toBe(400);
  expect((await assign(999_999_999, me.id)).status).toBe(404);
});

test('Whoever leaves the workspace is assigned nothing, and a post that is deleted takes it along', async () => {
  const { me, other, assign } = await two();
  const { id } = await me.write({ content: 'Opening hours' });
  await assign(id, other.id);
  await app.database.query('delete from memberships where user_id = $1 and workspace_id = $2', [
    other.id,
    other.workspace,
  ]);
  expect((await app.get(`/api/content/items/${id}/`, me.token)).body.assignee).toBeNull();
  await assign(id, me.id);
  await app.database.query('delete from posts where root_id = $1', [id]);
  const { rows } = await app.database.query('select 1 from assignments where user_id = $1', [
    me.id,
  ]);
  expect(rows).toEqual([]);
});
