import { describe, expect, test } from 'vitest';
import { colleague, useApp, writer } from '../../../testing/app.ts';
import { insertPosts } from '../../../testing/insert-posts.ts';

const app = useApp();
const PATH = '/api/content/items/';
type Row = {
  id: number;
  content: string;
  status: string;
  description: string | null;
  version: number;
};

/** A person with these texts, each a standalone item. */
async function itemsOf(texts = ['a', 'b', 'c'], fields: object = {}) {
  const someone = await writer(app);
  const items: Row[] = [];
  for (const content of texts) items.push(await someone.write({ content, ...fields }));
  const { token } = someone;
  const thread = async (texts: string[]) =>
    (
      await app.post(
        `${PATH}thread/`,
        { folder: someone.folder, items: texts.map((content) => ({ content })) },
        token,
      )
    ).body as Row[];
  const list = async (query = '') =>
    (await app.get(`${PATH}?ordering=created_at${query}`, token)).body.results as Row[];
  return {
    ...someone,
    items,
    ids: items.map(({ id }) => id),
    thread,
    list,
    bulk: (operation: string, target: object, params?: object) =>
      app.post(
        `${PATH}bulk_operations/`,
        { operation, ...target, ...(params && { params }) },
        token,
      ),
  };
}

const texts = (rows: Row[]) =>
  rows
    .map(({ content }) => content)
    .sort()
    .join(' ');

async function audit(id: number) {
  const { rows } = await app.database.query(
    'select action, changes from audit_log where content_item = $1 order by id',
    [id],
  );
  return rows as { action: string; changes: object }[];
}

describe('a bulk operation', () => {
  test('changes the status of all given items, each with its version, transition and audit entry', async () => {
    const { bulk, ids, items, write, list } = await itemsOf();
    const done = await write({ content: 'd', status: 'published' });
    const response = await bulk(
      'status_change',
      { item_ids: [...ids, done.id] },
      { status: 'published' },
    );
    expect(response.body).toMatchObject({ operation: 'status_change', count: 4 });
    expect(response.body.items).toEqual(await list());
    expect((await list()).map(({ status }) => status)).toEqual(Array(4).fill('published'));
    const [first] = response.body.items;
    expect(first).toEqual({
      ...items[0],
      status: 'published',
      version: 2,
      updated_at: first.updated_at,
      published_date: first.updated_at,
    });
    expect((await audit(first.id)).at(-1)).toEqual({
      action: 'status',
      changes: { status: { before: 'draft', after: 'published' } },
    });
    // Items that were published before are unchanged.
    expect(response.body.items.at(-1)).toEqual(done);
    const { rows } = await app.database.query(
      'select from_state, target_state, state from transitions join posts on posts.id = post_id where root_id = any($1) order by transitions.id',
      [ids],
    );
    expect(rows).toEqual(
      Array(3).fill({ from_state: 'draft', target_state: 'published', state: 'done' }),
    );
    expect(
      (await bulk('archive', { item_ids: ids })).body.items.map(({ status }: Row) => status),
    ).toEqual(Array(3).fill('archived'));
  });

  test('moves, and reports an unknown folder', async () => {
    const { bulk, ids, token, list } = await itemsOf();
    const other = (await app.post('/api/content/folders/', { name: 'Other' }, token)).body.id;
    expect(
      (await bulk('move', { item_ids: ids.slice(0, 2) }, { folder_id: other })).body.count,
    ).toBe(2);
    expect(texts(await list(`&folder=${other}`))).toBe('a b');
    expect(await bulk('move', { item_ids: ids }, { folder_id: 999_999 })).toMatchObject({
      status: 404,
      body: { folder_id: ['There is no folder 999999.'] },
    });
    expect(texts(await list(`&folder=${other}`))).toBe('a b');
  });

  test('adds and removes tags, of all parts of a thread', async () => {
    const { bulk, ids, list, thread } = await itemsOf(['a', 'b'], { tags: ['old', 'kept'] });
    const [root] = await thread(['One', 'Two']);
    const params = { add_tags: ['new', 'kept'], remove_tags: ['old'] };
    const { body } = await bulk('tag', { item_ids: [...ids, root?.id] }, params);
    expect(body.count).toBe(4);
    const tags = (await list()).map((row) => (row as Row & { tags: string[] }).tags);
    expect(tags).toEqual([
      ['kept', 'new'],
      ['kept', 'new'],
      ['new', 'kept'],
      ['new', 'kept'],
    ]);
    expect((await audit(ids[0] as number)).at(-1)).toEqual({
      action: 'update',
      changes: { tags: { before: ['old', 'kept'], after: ['kept', 'new'] } },
    });
    const many = Array.from({ length: 29 }, (_, n) => `t${n}`);
    expect((await bulk('tag', { item_ids: ids }, { add_tags: many })).body.params).toEqual([
      `An item has at most 30 tags: item ${ids[0]} has more.`,
    ]);
    expect((await bulk('tag', { item_ids: ids })).status).toBe(400);
  });

  test('copies folder, content and tags, as a standalone draft, named after its source', async () => {
    const { bulk, write, thread, list } = await itemsOf([]);
    const source = await write({ content: 'First\nSecond', tags: ['t'], status: 'published' });
    const [, reply] = await thread(['x', 'y']);
    const copies = await bulk('duplicate', { item_ids: [source.id, reply?.id] });
    expect(copies.body).toMatchObject({
      count: 2,
      items: [
        {
          content: 'First\nSecond',
          description: 'First (Copy)',
          tags: ['t'],
          status: 'draft',
          published_date: null,
          is_standalone: true,
        },
        { content: 'y', description: 'y (Copy)', is_standalone: true, thread_root: null },
      ],
    });
    const { body } = await bulk(
      'duplicate',
      { item_ids: [source.id] },
      { title_suffix: ' 2', copy_tags: false, reset_status: false },
    );
    expect(body.items[0]).toMatchObject({ description: 'First 2', tags: [], status: 'published' });
    expect(body.items[0].published_date).not.toBeNull();
    expect((await audit(body.items[0].id)).map(({ action }) => action)).toEqual(['create']);
    expect(await list()).toHaveLength(6);
  });

  test('deletes into the trash, or permanently', async () => {
    const { bulk, ids, list } = await itemsOf();
    const response = await bulk('delete', { item_ids: [ids[0]] });
    expect([response.body.count, response.body.items[0].content]).toEqual([1, 'a']);
    expect((await bulk('delete', { item_ids: [ids[1]] }, { soft_delete: false })).body.count).toBe(
      1,
    );
    expect(texts(await list())).toBe('c');
    const { rows } = await app.database.query(
      'select id from items where id = any($1) order by id',
      [ids],
    );
    expect(rows.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    for (const id of ids.slice(0, 2))
      expect((await audit(id)).map(({ action }) => action)).toEqual(['create', 'delete']);
  });

  test('includes the threads of its items', async () => {
    const { bulk, thread, token, list } = await itemsOf([]);
    const [a, b, c] = (await thread(['a', 'b', 'c'])) as [Row, Row, Row];
    const [x] = (await thread(['x', 'y'])) as [Row];
    const other = (await app.post('/api/content/folders/', { name: 'Other' }, token)).body.id;
    expect((await bulk('move', { item_ids: [b.id] }, { folder_id: other })).body.count).toBe(3);
    expect(texts(await list(`&folder=${other}`))).toBe('a b c');
    await bulk('status_change', { item_ids: [c.id] }, { status: 'approved' });
    expect(texts(await list('&status=approved'))).toBe('a b c');
    const { rows } = await app.database.query(
      'select root_id from transitions join posts on posts.id = post_id where root_id = any($1)',
      [[a.id, b.id, c.id]],
    );
    expect(rows).toEqual([{ root_id: a.id }]);
    // Deleting a root deletes its replies. Deleting a reply renumbers the rest, and an approved
    // thread becomes a draft.
    expect((await bulk('delete', { item_ids: [x.id, b.id] })).body.count).toBe(3);
    const rest = (await app.get(`${PATH}${c.id}/thread/`, token)).body;
    expect(rest).toMatchObject([
      { content: 'a', thread_order: 0, thread_size: 2, status: 'draft' },
      { content: 'c', thread_order: 1, thread_size: 2, status: 'draft' },
    ]);
    expect((await bulk('delete', { item_ids: [a.id] }, { soft_delete: false })).body.count).toBe(2);
    expect(await list()).toEqual([]);
  });

  test('selects all that match a filter, like the list', async () => {
    const { bulk, write, list, folder, token } = await itemsOf(['apple', 'pear', 'plum'], {
      tags: ['x'],
    });
    const other = (await app.post('/api/content/folders/', { name: 'Other' }, token)).body.id;
    await write({ folder: other, content: 'apple pie' });
    const first = await bulk('archive', {
      filter: { search: 'APPLE', folder: [folder], tags: 'x' },
    });
    expect([first.status, texts(first.body.items)]).toEqual([200, 'apple']);
    expect(
      texts((await bulk('archive', { filter: { status: ['draft'], folder } })).body.items),
    ).toBe('pear plum');
    expect((await bulk('delete', { filter: { is_thread_root: true } })).body.count).toBe(0);
    expect((await bulk('delete', { filter: {} })).body.count).toBe(4);
    expect(await list()).toEqual([]);
  });

  test('is all or nothing: an unknown id fails the whole call, and is named', async () => {
    const { bulk, ids, list } = await itemsOf();
    const before = await list();
    for (const operation of ['delete', 'duplicate', 'archive']) {
      const response = await bulk(operation, { item_ids: [...ids, 999_999, 999_998] });
      expect([response.status, response.body.detail, response.body.item_ids]).toEqual([
        404,
        'There are no items 999999, 999998.',
        ['There is no item 999999.', 'There is no item 999998.'],
      ]);
    }
    expect(await list()).toEqual(before);
  });

  test.each<[string, string, object, object | undefined, RegExp]>([
    ['no target', 'delete', {}, undefined, /either item_ids or a filter/],
    [
      'two targets',
      'delete',
      { item_ids: [1], filter: {} },
      undefined,
      /either item_ids or a filter/,
    ],
    ['no ids', 'delete', { item_ids: [] }, undefined, /at least one id/],
    [
      'too many ids',
      'delete',
      { item_ids: Array.from({ length: 10_001 }, (_, i) => i + 1) },
      undefined,
      /at most 10000/,
    ],
    ['ids that are none', 'delete', { item_ids: ['x'] }, undefined, /id of a record/],
    [
      'an operation that does not exist',
      'burn',
      { item_ids: [1] },
      undefined,
      /Expected one of delete, move/,
    ],
    ['a move to nowhere', 'move', { item_ids: [1] }, undefined, /move needs a folder_id/],
    [
      'a status that is not said',
      'status_change',
      { item_ids: [1] },
      {},
      /status_change needs a status/,
    ],
    [
      'a status that does not exist',
      'status_change',
      { item_ids: [1] },
      { status: 'lost' },
      /Expected one of draft/,
    ],
    [
      'a filter with a list of nothing, which is not everything',
      'delete',
      { filter: { folder: [] } },
      undefined,
      /at least one value/,
    ],
    [
      'a filter with a key that is not known',
      'delete',
      { filter: { stauts: ['draft'] } },
      undefined,
      /Unrecognized key/,
    ],
    [
      'a filter that cannot be used',
      'delete',
      { filter: { status: 'lost' } },
      undefined,
      /Expected one of draft/,
    ],
  ])('refuses %s', async (_, operation, target, params, message) => {
    const { bulk } = await itemsOf([]);
    const { status, body } = await bulk(operation, target, params);
    expect([status, body.detail]).toEqual([400, expect.stringMatching(message)]);
  });

  test('by a filter does not change items that no longer match', async () => {
    for (let round = 0; round < 5; round++) {
      const { bulk, list } = await itemsOf(Array.from({ length: 200 }, (_, n) => `Text ${n}`));
      const [published, gone] = await Promise.all([
        bulk('status_change', { filter: { status: 'draft' } }, { status: 'published' }),
        bulk('delete', { filter: { status: 'draft' } }),
      ]);
      expect([published.status, gone.status]).toEqual([200, 200]);
      // One came first and left nothing to the other.
      expect([published.body.count, gone.body.count].sort()).toEqual([0, 200]);
      expect((await list()).length > 0).toBe(published.body.count === 200);
    }
  });

  test('refuses more items than fit into a response', async () => {
    const { bulk, ids } = await itemsOf(['a']);
    for (let created = 0; created < 10_000; created += 2000)
      await app.database.query(
        insertPosts(
          "select workspace_id, folder_id, created_by, 'x' as content, null::text as description, '{}'::text[] as tags from items, generate_series(1, 2000) where id = $1",
        ),
        [ids[0]],
      );
    const response = await bulk('archive', { filter: {} });
    expect([response.status, response.body.detail]).toEqual([
      400,
      expect.stringMatching(/More than 10000 items match/),
    ]);
    expect((await bulk('archive', { filter: { search: 'x' } })).body.count).toBe(10_000);
  });
});

test('deleting permanently requires the capability manage; moving to the trash requires write', async () => {
  const owner = await writer(app);
  const { call } = await colleague(app, owner.folder, 'editor');
  await owner.write();
  const remove = (soft_delete: boolean) =>
    call('/api/content/items/bulk_operations/', 'POST', {
      operation: 'delete',
      filter: {},
      params: { soft_delete },
    });
  expect((await remove(false)).status).toBe(403);
  expect((await app.get('/api/content/items/', owner.token)).body.count).toBe(1);
  expect((await remove(true)).status).toBe(200);
});

test('an endlessly nested filter is refused', async () => {
  const { token } = await writer(app);
  const filter = `{"status":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  const response = await app.request('/api/content/items/bulk_operations/', {
    method: 'POST',
    token,
    body: `{"operation":"delete","filter":${filter}}`,
  });
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid' } });
});
