import { beforeAll, expect, test } from 'vitest';
import { colleague, useApp, writer } from '../../../testing/app.ts';
import { fill, holdEmptying, isLeft, runEmptying } from '../../../testing/emptying.ts';

/** A folder with more posts than one transaction takes to the trash, before and after the job. */

const app = useApp();
beforeAll(() => holdEmptying(app));

const FILLING = 600;
const ITEMS = '/api/content/items/';
const TRASH = '/api/content/trash/';

/** Somebody who has deleted a large folder with a folder below it; `left` is not in the trash yet. */
async function deleted() {
  const me = await writer(app);
  const make = async (name: string, fields: object = {}) =>
    (await app.post('/api/content/folders/', { name, ...fields }, me.token)).body.id as number;
  const [large, other] = [await make('Large'), await make('Other')];
  const below = await make('Below', { parent: large });
  await fill(app, large, FILLING);
  const write = async (folder: number, fields: object = {}) =>
    (await app.post(ITEMS, { folder, content: 'Aardvark', ...fields }, me.token)).body.id as number;
  const [left, reviewed] = [await write(below), await write(below, { status: 'review' })];
  const remove = () => app.delete(`/api/content/folders/${large}/`, me.token);
  expect((await remove()).status).toBe(204);
  expect(await isLeft(app, left)).toBe(true);
  const restore = (fields: object = {}) =>
    app.post(`${TRASH}restore/`, { item_ids: [left], ...fields }, me.token);
  const posts = async () => {
    const { rows } = await app.database.query(
      `select count(*) filter (where trashed)::integer as trashed, count(*)::integer as all,
         count(folder_id)::integer as "inFolder"
       from posts where workspace_id = (select workspace_id from folders where id = $1)`,
      [other],
    );
    return rows[0];
  };
  return { ...me, large, below, other, left, reviewed, remove, restore, write, posts };
}

test('its posts are gone at once, as if they were in the trash', async () => {
  const { token, large, below, left, other, remove } = await deleted();
  const get = async (path: string) => (await app.get(path, token)).body;
  const { results: folders } = (await app.get('/api/content/folders/', token)).body;
  const present = folders.map(({ id }: { id: number }) => id);
  expect(present).toContain(other);
  expect(present.filter((id: number) => [large, below].includes(id))).toEqual([]);
  expect(await get(ITEMS)).toMatchObject({ count: 0, results: [] });
  expect(await get(`${ITEMS}?search=Aardvark`)).toMatchObject({ count: 0, results: [] });
  expect(await get(`${ITEMS}search/?q=Aardvark`)).toMatchObject({ count: 0 });
  expect(await get(`${ITEMS}?status=review`)).toMatchObject({ count: 0 });
  expect(await get('/api/posts/')).toMatchObject({ results: [] });
  expect(await get('/api/content/workflow/pending/')).toMatchObject({ count: 0 });
  for (const path of ['', 'thread/', 'history/', 'comments/'])
    expect([path, (await app.get(`${ITEMS}${left}/${path}`, token)).status]).toEqual([path, 404]);
  const refused = [
    await app.put(`${ITEMS}${left}/`, { content: 'Changed' }, token),
    await app.put(`${ITEMS}${left}/`, { folder: other }, token),
    await app.delete(`${ITEMS}${left}/`, token),
    await app.post(`${ITEMS}${left}/comments/`, { text: 'Hello' }, token),
    await app.post(`${ITEMS}${left}/reply/`, { content: 'Reply' }, token),
    await app.post(
      `${ITEMS}bulk_operations/`,
      { operation: 'archive', item_ids: [left], params: {} },
      token,
    ),
    await remove(),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
});

test('nothing comes into it, not while it is being deleted either', async () => {
  const { token, below, other, write } = await deleted();
  const elsewhere = await write(other);
  const refused = [
    await app.post(ITEMS, { folder: below, content: 'x' }, token),
    await app.put(`${ITEMS}${elsewhere}/`, { folder: below }, token),
    await app.post(
      `${ITEMS}bulk_operations/`,
      { operation: 'move', item_ids: [elsewhere], params: { folder_id: below } },
      token,
    ),
    await app.post('/api/content/folders/', { name: 'x', parent: below }, token),
    await app.put(`/api/content/folders/${other}/`, { parent: below }, token),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  // What begins before the deletion is in the trash with the rest, or refused.
  const { body: folder } = await app.post('/api/content/folders/', { name: 'Busy' }, token);
  await fill(app, folder.id, FILLING);
  const moving = [
    ...Array.from({ length: 4 }, () => app.post(ITEMS, { folder: folder.id, content: 'x' }, token)),
    app.put(`${ITEMS}${elsewhere}/`, { folder: folder.id }, token),
  ];
  const deleting = app.delete(`/api/content/folders/${folder.id}/`, token);
  expect((await Promise.all(moving)).every(({ status }) => [200, 201, 404].includes(status))).toBe(
    true,
  );
  expect((await deleting).status).toBe(204);
  const { body } = await app.get(ITEMS, token);
  expect(body.results.every((item: { folder: number }) => item.folder === other)).toBe(true);
  await runEmptying(app);
});

test('the job takes all to the trash, in the name of who has deleted it', async () => {
  const { token, id: userId, left, posts, restore, other } = await deleted();
  const all = FILLING + 2;
  expect(await posts()).toEqual({ trashed: 500, all, inFolder: all - 500 });
  await runEmptying(app);
  expect(await posts()).toEqual({ trashed: all, all, inFolder: 0 });
  const { rows } = await app.database.query(
    `select object_type as type, count(*)::integer, count(ip_address)::integer as addresses
     from audit_log where user_id = $1 and action = 'delete' group by 1 order by 1`,
    [userId],
  );
  expect(rows).toEqual([
    { type: 'folder', count: 2, addresses: 2 },
    { type: 'item', count: all, addresses: all },
  ]);
  // Others write between: no transaction of the job is a large one.
  const { rows: batches } = await app.database.query(
    `select count(*)::integer from audit_log where user_id = $1 and object_type = 'item' and action = 'delete'
     group by created_at order by created_at`,
    [userId],
  );
  expect(batches[0]).toEqual({ count: 500 });
  expect(Math.max(...batches.slice(1).map(({ count }) => count))).toBeLessThanOrEqual(50);
  expect((await app.get(TRASH, token)).body).toMatchObject({ count: all });
  expect((await restore()).body.detail).toContain('The folder of this content was deleted');
  expect((await restore({ folder: other })).body).toMatchObject({ items: [{ id: left }] });
  expect((await app.get(`${ITEMS}${left}/`, token)).body).toMatchObject({ folder: other });
  expect((await app.database.query('select from deleted_folders')).rows).toEqual([]);
});

test('a post is restored before the job comes to it, into another folder', async () => {
  const { token, left, other, restore, posts } = await deleted();
  expect((await restore()).status).toBe(400);
  expect((await restore({ folder: other })).body).toMatchObject({ count: 1 });
  await runEmptying(app);
  expect((await app.get(`${ITEMS}${left}/`, token)).body).toMatchObject({ folder: other });
  expect(await posts()).toMatchObject({ trashed: FILLING + 1, inFolder: 1 });
  const history = await app.get(`${ITEMS}${left}/history/`, token);
  expect(JSON.stringify(history.body)).toContain('undelete');
});

test('emptying the trash erases them, too', async () => {
  const { token, posts } = await deleted();
  expect((await app.request(TRASH, { method: 'DELETE', token })).body).toEqual({
    count: FILLING + 2,
  });
  expect(await posts()).toMatchObject({ all: 0 });
});

test('a job that ends in its middle goes on from there, and holds up no other workspace', async () => {
  const broken = await deleted();
  const other = await deleted();
  await app.database.query(`
    create function break_emptying() returns trigger language plpgsql as $$
    begin raise exception 'it ends here'; end $$;
    create trigger break_emptying before update of deleted_at on posts for each row
      when (new.root_id = ${broken.left}) execute function break_emptying()`);
  await app.database
    .query(`insert into jobs.job (name, data) values ('folders.empty', '{"now":true}')`)
    .then(() => expect.poll(other.posts, { timeout: 20_000 }).toMatchObject({ inFolder: 0 }));
  expect((await broken.posts()).inFolder).toBeGreaterThan(0);
  expect((await app.get(ITEMS, broken.token)).body).toMatchObject({ count: 0 });
  await app.database.query('drop function break_emptying cascade');
  await runEmptying(app);
  expect(await broken.posts()).toMatchObject({ trashed: FILLING + 2, inFolder: 0 });
});

test('the job goes on where who has deleted it has left the workspace', async () => {
  const me = await writer(app);
  await fill(app, me.folder, FILLING);
  const ada = await colleague(app, me.folder, 'editor');
  expect((await ada.call(`/api/content/folders/${me.folder}/`, 'DELETE')).status).toBe(204);
  await app.database.query('delete from memberships where user_id = $1', [ada.id]);
  await runEmptying(app);
  expect((await app.get(TRASH, me.token)).body.count).toBe(FILLING);
});
