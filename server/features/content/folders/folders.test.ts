import { describe, expect, test } from 'vitest';
import { MAX_FOLDERS } from '#contract/content/folders.ts';
import { person, useApp, writer } from '../../../testing/app.ts';

const app = useApp();
const PATH = '/api/content/folders/';

async function owner() {
  const { token, id: userId } = await person(app);
  const make = async (name: string, fields: object = {}) =>
    (await app.post(PATH, { name, ...fields }, token)).body;
  const list = async () => (await app.get(PATH, token)).body;
  return { token, userId, make, list };
}

describe('folders', () => {
  test('are created, read, updated and listed by name, with the number of their items', async () => {
    const { token, make, list } = await owner();
    const zebra = await make(' Zebra ', { description: '  ' });
    const apple = await make('apple', { description: 'Red', parent: zebra.id });
    expect(zebra).toEqual({
      id: expect.any(Number),
      name: 'Zebra',
      description: null,
      parent: null,
      content_items_count: 0,
      posts_count: 0,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    await app.post('/api/content/items/', { folder: apple.id, content: 'One' }, token);
    const changed = await app.put(`${PATH}${zebra.id}/`, { description: 'Stripes' }, token);
    expect(changed.body).toMatchObject({ name: 'Zebra', description: 'Stripes' });
    expect((await app.get(`${PATH}${zebra.id}`, token)).body).toEqual(changed.body);
    expect(await list()).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: [{ ...apple, content_items_count: 1, posts_count: 1 }, changed.body],
    });
  });

  test('are as many as a list of all of them can show', async () => {
    const { token, userId, make, list } = await owner();
    await app.database.query(
      `insert into folders (workspace_id, name)
       select workspace_id, 'Folder ' || n from memberships, generate_series(4, $2::integer) n where user_id = $1`,
      [userId, MAX_FOLDERS],
    );
    const made = await Promise.all(Array.from({ length: 20 }, () => make('One of many')));
    expect(made.filter(({ id }) => id)).toHaveLength(3);
    expect((await app.post(PATH, { name: 'One more' }, token)).body).toMatchObject({
      code: 'invalid',
      detail: `A workspace has at most ${MAX_FOLDERS} folders.`,
    });
    expect((await list()).count).toBe(MAX_FOLDERS);
  });

  test('cannot be descendants of themselves, not even by two concurrent moves', async () => {
    const { token, make, list } = await owner();
    const [a, b] = [await make('a'), await make('b')];
    const inside = await make('c', { parent: a.id });
    const refused = await app.put(`${PATH}${a.id}/`, { parent: inside.id }, token);
    expect([refused.status, refused.body.parent]).toEqual([
      400,
      ['A folder cannot be moved into itself or into a folder inside it.'],
    ]);
    expect((await app.put(`${PATH}${a.id}/`, { parent: a.id }, token)).status).toBe(400);
    for (let round = 0; round < 10; round++) {
      const responses = await Promise.all([
        app.put(`${PATH}${a.id}/`, { parent: b.id }, token),
        app.put(`${PATH}${b.id}/`, { parent: a.id }, token),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
      await app.put(`${PATH}${a.id}/`, { parent: null }, token);
      await app.put(`${PATH}${b.id}/`, { parent: null }, token);
    }
    expect((await list()).count).toBe(3);
  });

  test('move their content to the trash when they are deleted, subfolders included', async () => {
    const { token, make, list } = await owner();
    const top = await make('top');
    const below = await make('below', { parent: top.id });
    const other = await make('other');
    const write = async (folder: number) =>
      (await app.post('/api/content/items/', { folder, content: 'x' }, token)).body;
    const [gone, kept] = [await write(below.id), await write(other.id)];
    expect((await app.delete(`${PATH}${top.id}/`, token)).status).toBe(204);
    expect((await list()).results.map(({ name }: { name: string }) => name)).toEqual(['other']);
    const { body } = await app.get('/api/content/items/', token);
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual([kept.id]);
    const { rows } = await app.database.query('select trashed from items where id = $1', [gone.id]);
    expect(rows).toEqual([{ trashed: true }]);
    const audit = await app.database.query(
      "select object_type, object_id from audit_log where action = 'delete' and workspace_id = (select workspace_id from folders where id = $1) order by object_type, object_id",
      [other.id],
    );
    expect(audit.rows).toEqual([
      { object_type: 'folder', object_id: top.id },
      { object_type: 'folder', object_id: below.id },
      { object_type: 'item', object_id: gone.id },
    ]);
  });

  test('that are deleted while an item is saved lose no item: it is refused, or in the trash', async () => {
    for (let round = 0; round < 10; round++) {
      const { token, folder, write } = await writer(app);
      const writing = Array.from({ length: 8 }, () => write());
      const deleting = app.delete(`${PATH}${folder}/`, token);
      const created = (await Promise.all(writing)).filter((item) => item.id);
      expect((await deleting).status).toBe(204);
      const { rows } = await app.database.query(
        'select from items where id = any($1) and not trashed',
        [created.map(({ id }) => id)],
      );
      expect(rows).toHaveLength(0);
    }
  });

  test('write an audit entry for every change, with values before and after', async () => {
    const { token, userId, make } = await owner();
    const { id } = await make('first');
    await app.put(`${PATH}${id}/`, { name: 'second' }, token);
    await app.put(`${PATH}${id}/`, { name: 'second' }, token);
    await app.delete(`${PATH}${id}/`, token);
    const { rows } = await app.database.query(
      "select action, changes from audit_log where object_type = 'folder' and user_id = $1 order by id",
      [userId],
    );
    expect(rows).toEqual([
      { action: 'create', changes: { name: { before: null, after: 'first' } } },
      { action: 'update', changes: { name: { before: 'first', after: 'second' } } },
      { action: 'delete', changes: { name: { before: 'second', after: null } } },
    ]);
  });
});
