import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';

const app = useApp();
const PATH = '/api/content/items/';
type Part = {
  id: number;
  content: string;
  description: string | null;
  folder: number;
  status: string;
  tags: string[];
  version: number;
  thread_root: number | null;
  thread_order: number;
  thread_size: number;
};

/** A person with a thread of these texts, and its calls. */
async function threadOf(texts: string[] = ['a', 'b', 'c'], fields: object = {}) {
  const someone = await writer(app);
  const { token, folder } = someone;
  const created = await app.post(
    `${PATH}thread/`,
    { folder, ...fields, items: texts.map((content) => ({ content })) },
    token,
  );
  expect(created.status).toBe(201);
  const call = <const M extends string, const Action extends string>(
    method: M,
    id: number,
    action: Action,
    body?: object,
  ) => app.request(`${PATH}${id}/${action}`, { method, token, body });
  return {
    ...someone,
    parts: created.body as Part[],
    ids: created.body.map(({ id }: Part) => id) as number[],
    get: async (id: number) => (await app.get(`${PATH}${id}/`, token)).body as Part,
    read: async (id: number) => (await app.get(`${PATH}${id}/thread/`, token)).body as Part[],
    save: (id: number, body: object) => call('PUT', id, 'thread/', body),
    add: (id: number, parent: number, order?: number) =>
      call('POST', id, 'add-to-thread/', {
        parent,
        ...(order !== undefined && { thread_order: order }),
      }),
    reply: (id: number, body: object) => call('POST', id, 'reply/', body),
    reorder: (id: number, order: number) => call('PATCH', id, 'reorder/', { thread_order: order }),
    remove: (id: number, body?: object) => call('POST', id, 'remove-from-thread/', body),
    update: (id: number, body: object) => app.put(`${PATH}${id}/`, body, token),
  };
}

const texts = (parts: Part[]) => parts.map(({ content }) => content).join(' ');

/** The invariants of every list of parts. */
function expectWhole(parts: Part[]) {
  expect(
    parts.map(({ thread_root, thread_order, thread_size, folder, status }) => ({
      thread_root,
      thread_order,
      thread_size,
      folder,
      status,
    })),
  ).toEqual(
    parts.map((_, thread_order) => ({
      thread_root: parts[0]?.id,
      thread_order,
      thread_size: parts.length,
      folder: parts[0]?.folder,
      status: parts[0]?.status,
    })),
  );
  expect(parts.slice(1).map(({ description }) => description)).toEqual(
    parts.slice(1).map(() => null),
  );
}

async function kept(id: number) {
  const query = async (text: string) => (await app.database.query(text, [id])).rows;
  return {
    versions: (
      await query(
        'select version, action from item_versions where item_id = $1 order by version, created_at',
      )
    ).map(({ version, action }) => `${version} ${action}`),
    audit: (await query('select action from audit_log where content_item = $1 order by id')).map(
      ({ action }) => action,
    ),
    transitions: (
      await query(
        'select from_state, target_state, state from transitions join posts on posts.id = post_id where root_id = $1 order by transitions.id',
      )
    ).map((row) => `${row.from_state} ${row.target_state} ${row.state}`),
  };
}

describe('a thread is created', () => {
  test('by its root and one reply for each further part, without the call for whole threads', async () => {
    const { token, folder } = await writer(app);
    const fields = {
      folder,
      status: 'draft',
      is_thread_part: true,
      is_standalone: false,
      thread_size: 3,
    };
    const root = (
      await app.post(
        PATH,
        { ...fields, content: 'One', description: 'All three', is_thread_root: true },
        token,
      )
    ).body;
    expect(root).toMatchObject({
      is_thread_root: true,
      is_thread_part: true,
      is_standalone: false,
      thread_root: root.id,
      thread_order: 0,
      thread_size: 1,
      description: 'All three',
    });
    for (const [index, content] of ['Two', 'Three'].entries()) {
      const { status, body } = await app.post(
        `${PATH}${root.id}/reply/`,
        { ...fields, content, thread_order: index + 1, is_thread_root: false },
        token,
      );
      expect([status, body.thread_root, body.thread_order, body.thread_size]).toEqual([
        201,
        root.id,
        index + 1,
        index + 2,
      ]);
      expect(body).toMatchObject({
        is_thread_root: false,
        is_thread_part: true,
        is_standalone: false,
      });
    }
    const { body: parts } = await app.get(`${PATH}${root.id}/thread/`, token);
    expectWhole(parts);
    expect(texts(parts)).toBe('One Two Three');
    expect((await app.get(`${PATH}?is_thread_root=true`, token)).body.results).toEqual([parts[0]]);
    const { results } = (await app.get('/api/content/folders/', token)).body;
    expect(results[0]).toMatchObject({ content_items_count: 3, posts_count: 1 });
  });

  test('at once, and every part’s id leads to it', async () => {
    const { parts, ids, read } = await threadOf(['a', 'b', 'c'], {
      description: 'D',
      tags: ['t'],
      status: 'review',
    });
    expectWhole(parts);
    expect(parts.map(({ tags }) => tags)).toEqual([['t'], ['t'], ['t']]);
    expect(parts[0]?.description).toBe('D');
    for (const id of ids) expect(await read(id)).toEqual(parts);
    expect(await kept(ids[0] as number)).toEqual({
      versions: ['1 create'],
      audit: ['create'],
      transitions: ['draft review pending'],
    });
    expect((await kept(ids[1] as number)).transitions).toEqual([]);
  });

  test('from a standalone item by a reply to it', async () => {
    const { write, reply, read } = await threadOf();
    const item = await write({ content: 'Alone', description: 'Named' });
    expect(await read(item.id)).toEqual([item]);
    const response = await reply(item.id, {
      content: 'No longer',
      status: 'published',
      tags: ['x'],
    });
    expect(response.body).toMatchObject({
      status: 'draft',
      folder: item.folder,
      tags: ['x'],
      thread_order: 1,
    });
    const parts = await read(response.body.id);
    expectWhole(parts);
    expect(parts[0]).toMatchObject({ id: item.id, description: 'Named' });
  });

  test('neither with an empty part, nor without parts, nor in an unknown folder', async () => {
    const { token, folder } = await writer(app);
    const make = (body: object) => app.post(`${PATH}thread/`, { folder, ...body }, token);
    const blank = await make({ items: [{ content: 'a' }, { content: ' ' }] });
    expect([blank.status, blank.body.items]).toEqual([400, ['All thread items must have content']]);
    expect((await make({ items: [] })).body.items).toEqual([
      'A thread must have at least one item',
    ]);
    const nowhere = await make({ folder: 999_999, items: [{ content: 'a' }, { content: 'b' }] });
    expect([nowhere.status, nowhere.body.folder]).toEqual([404, ['There is no folder 999999.']]);
    expect((await app.get(PATH, token)).body.count).toBe(0);
  });
});

describe('saving a whole thread', () => {
  test('keeps, changes, creates, moves and deletes parts in one call', async () => {
    const { ids, read, save, folder, get, token } = await threadOf(['a', 'b', 'c', 'd']);
    const [a, b, c, d] = ids as [number, number, number, number];
    const response = await save(a, {
      folder,
      status: 'review',
      description: 'New order',
      version: 1,
      items: [
        { id: c, content: 'c' },
        { content: 'new' },
        { id: a, content: 'A' },
        { id: d, content: 'd' },
      ],
    });
    expect(response.status).toBe(200);
    expect(texts(response.body)).toBe('c new A d');
    expectWhole(response.body);
    expect(response.body[0]).toMatchObject({ id: c, description: 'New order', status: 'review' });
    expect(await read(d)).toEqual(response.body);
    expect((await app.get(`${PATH}${b}/`, token)).status).toBe(404);
    expect(await kept(b)).toMatchObject({ audit: ['create', 'delete'] });
    expect((await kept(c)).transitions).toEqual(['draft review pending']);
    expect((await kept(a)).transitions).toEqual([]);
    expect((await get(a)).version).toBe(2);
    // Unchanged parts are not written.
    const again = await save(c, {
      items: response.body.map(({ id, content }) => ({ id, content })),
      version: response.body[0].version,
    });
    expect(again.body).toEqual(response.body);
  });

  test('is refused when the thread was changed since it was read, whichever part was', async () => {
    const { ids, parts, save, read, update, reorder } = await threadOf();
    const [a, b, c] = ids as [number, number, number];
    const items = [
      { id: a, content: 'mine' },
      { id: b, content: 'b' },
    ];
    const version = parts[0]?.version;
    const attempts = [
      () => update(b, { content: 'theirs' }),
      () => reorder(b, 0),
      () => update(a, { tags: ['t'] }),
      () => save(c, { items: parts.map(({ id, content }) => ({ id, content })) }),
    ];
    let read_version = version;
    for (const change of attempts) {
      expect((await change()).status).toBe(200);
      const current = await read(a);
      const response = await save(a, { items, version: read_version });
      expect([response.status, response.body.code, response.body.current]).toEqual([
        409,
        'stale',
        current,
      ]);
      expect(await read(a)).toEqual(current);
      read_version = current[0]?.version;
    }
  });

  test('names invalid input, and changes nothing', async () => {
    const { ids, parts, save, read, write } = await threadOf();
    const [a, b] = ids as [number, number];
    const stranger = (await write()).id;
    const cases: [object, number, string | RegExp][] = [
      [
        { items: [{ id: stranger, content: 'x' }] },
        400,
        `Item ${stranger} is not part of this thread.`,
      ],
      [
        {
          items: [
            { id: b, content: 'x' },
            { id: b, content: 'y' },
          ],
        },
        400,
        'Each item can be listed only once.',
      ],
      [{ items: [{ id: b, content: '' }] }, 400, 'All thread items must have content'],
      [{ items: [] }, 400, 'A thread must have at least one item'],
      [{ folder: 999_999, items: [{ content: 'x' }] }, 404, 'There is no folder 999999.'],
      [{}, 400, /list of the thread/],
    ];
    for (const [body, status, message] of cases) {
      const response = await save(a, body);
      expect([response.status, response.body.detail]).toEqual([
        status,
        expect.stringMatching(message),
      ]);
    }
    expect(await read(a)).toEqual(parts);
  });

  test('sets the tags of all parts, and keeps them where none are given', async () => {
    const { ids, save } = await threadOf(['a', 'b'], { tags: ['old'] });
    const items = [{ id: ids[0], content: 'a' }, { content: 'new' }];
    expect((await save(ids[0] as number, { items })).body.map(({ tags }) => tags)).toEqual([
      ['old'],
      ['old'],
    ]);
    const { body } = await save(ids[0] as number, {
      items: [{ id: ids[0], content: 'a' }],
      tags: ['x'],
    });
    expect(body[0].tags).toEqual(['x']);
  });
});

describe('parts', () => {
  test('join and leave: the rest is renumbered, and joining parts get folder and status', async () => {
    const { ids, read, add, remove, get, write, token } = await threadOf(['a', 'b', 'c'], {
      status: 'published',
    });
    const [a, b] = ids as [number, number];
    const other = (await app.post('/api/content/folders/', { name: 'Other' }, token)).body.id;
    const x = await write({ content: 'x', folder: other, status: 'review' });
    const added = await add(x.id, b, 1);
    expect([added.status, added.body.thread_root, added.body.thread_order]).toEqual([200, a, 1]);
    expectWhole(await read(a));
    expect(texts(await read(a))).toBe('a x b c');
    expect((await kept(x.id)).transitions).toEqual(['draft review done']);
    const y = await write({ content: 'y' });
    expect((await add(y.id, a)).body.thread_order).toBe(4);
    const removed = await remove(x.id);
    expect(removed.body).toMatchObject({
      id: x.id,
      is_standalone: true,
      thread_root: null,
      thread_size: 1,
      status: 'published',
    });
    expect(texts(await read(a))).toBe('a b c y');
    await remove(b, { preserve_children: false });
    expect(texts(await read(a))).toBe('a');
    for (const id of [b, ids[2] as number, y.id])
      expect(await get(id)).toMatchObject({ is_standalone: true, thread_order: 0 });
    expect((await get(a)).thread_size).toBe(1);
    expect((await read(a))[0]).toMatchObject({
      is_thread_root: true,
      is_thread_part: true,
      is_standalone: false,
    });
    // The last one can go, too: then the thread is gone.
    expect((await remove(a)).body.is_standalone).toBe(true);
  });

  test('move from one thread to another, the root as well', async () => {
    const { ids, read, add, token, folder } = await threadOf(['a', 'b', 'c'], { description: 'D' });
    const [a, b, c] = ids as [number, number, number];
    const second = (
      await app.post(
        `${PATH}thread/`,
        { folder, items: [{ content: 'x' }, { content: 'y' }] },
        token,
      )
    ).body;
    await add(a, second[1].id, 1);
    expect(texts(await read(b))).toBe('b c');
    expect(texts(await read(a))).toBe('x a y');
    expect((await read(c))[0]).toMatchObject({ id: b, description: 'D' });
    for (const thread of [await read(a), await read(b)]) expectWhole(thread);
    expect((await add(a, a)).body.parent).toEqual(['An item cannot be added to itself.']);
    expect((await add(a, 999_999)).body).toMatchObject({
      code: 'not_found',
      parent: ['There is no item 999999.'],
    });
    // Within its own thread it is reordered.
    await add(a, second[0].id, 0);
    expect(texts(await read(a))).toBe('a x y');
  });

  test('are moved: the first one is the root, and the description stays at the root', async () => {
    const { ids, read, reorder, update, write } = await threadOf(['a', 'b', 'c'], {
      description: 'D',
    });
    const [a, b, c] = ids as [number, number, number];
    const moved = await reorder(c, 0);
    expect([moved.status, moved.body.thread_root, moved.body.thread_order]).toEqual([200, c, 0]);
    expect(texts(await read(a))).toBe('c a b');
    expect((await read(a))[0]).toMatchObject({ description: 'D', is_thread_root: true });
    expectWhole(await read(a));
    expect((await update(a, { thread_order: 99 })).body.thread_order).toBe(2);
    expect(texts(await read(b))).toBe('c b a');
    const alone = await reorder((await write()).id, 1);
    expect([alone.status, alone.body.detail]).toEqual([400, expect.stringMatching(/standalone/)]);
    expect((await reorder(a, -1)).status).toBe(400);
    expect(await kept(c)).toMatchObject({ versions: ['1 create', '2 reorder', '3 update'] });
  });

  test('share folder, status and description: changed on one, they change for all, with one transition', async () => {
    const { ids, read, update, token } = await threadOf();
    const [a, b, c] = ids as [number, number, number];
    const other = (await app.post('/api/content/folders/', { name: 'Other' }, token)).body.id;
    const response = await update(b, {
      folder: other,
      status: 'published',
      description: 'D',
      content: 'B',
    });
    expect(response.body).toMatchObject({
      id: b,
      folder: other,
      status: 'published',
      description: null,
      content: 'B',
    });
    expect(response.body.published_date).not.toBeNull();
    const parts = await read(c);
    expectWhole(parts);
    expect(parts[0]).toMatchObject({ folder: other, status: 'published', description: 'D' });
    expect((await kept(a)).transitions).toEqual(['draft published done']);
    expect((await kept(b)).transitions).toEqual([]);
    for (const id of ids) expect((await kept(id)).audit).toEqual(['create', 'update']);
  });

  test('leave without losses: the last one keeps description, status and decisions', async () => {
    const { ids, token, get, remove, add, write, update } = await threadOf(['One'], {
      description: 'Named',
    });
    const [only] = ids as [number];
    await update(only, { status: 'approved' });
    await remove(only);
    expect(await get(only)).toMatchObject({
      description: 'Named',
      status: 'approved',
      is_standalone: true,
    });

    const item = await write({ content: 'Decided', status: 'review' });
    const decided = await app.get(`${PATH}${item.id}/transitions/`, token);
    const thread = (
      await app.post(
        `${PATH}thread/`,
        { folder: item.folder, items: [{ content: 'a' }, { content: 'b' }] },
        token,
      )
    ).body;
    await add(item.id, thread[0].id);
    for (const { id } of thread) await remove(id);
    await remove(item.id);
    const idsOf = ({ body }: { body: { id: number }[] }) => body.map(({ id }) => id);
    expect(idsOf(await app.get(`${PATH}${item.id}/transitions/`, token))).toEqual(idsOf(decided));
  });

  test('are one or more: a single item that is saved as a thread of one is a thread', async () => {
    const { token, write } = await writer(app);
    const { id } = await write({ content: 'One' });
    const saved = await app.put(
      `${PATH}${id}/thread/`,
      { description: 'Named', items: [{ id, content: 'One' }] },
      token,
    );
    expect(saved.body).toMatchObject([
      { is_thread_root: true, description: 'Named', thread_size: 1 },
    ]);
  });

  test('are deleted: a reply renumbers the rest, the root deletes all', async () => {
    const { ids, read, token } = await threadOf(['a', 'b', 'c', 'd']);
    const [a, b, c] = ids as [number, number, number];
    expect((await app.delete(`${PATH}${b}/`, token)).status).toBe(204);
    const rest = await read(a);
    expectWhole(rest);
    expect(texts(rest)).toBe('a c d');
    expect(rest[0]?.version).toBe(2);
    expect((await app.delete(`${PATH}${a}/`, token)).status).toBe(204);
    expect((await app.get(`${PATH}${c}/thread/`, token)).status).toBe(404);
    expect((await app.get(PATH, token)).body.count).toBe(0);
  });

  test('are deleted with their folder', async () => {
    const { folder, token, ids } = await threadOf();
    expect((await app.delete(`/api/content/folders/${folder}/`, token)).status).toBe(204);
    for (const id of ids) expect((await kept(id)).audit).toEqual(['create', 'delete']);
  });
});

describe('an approval is of the whole thread', () => {
  test.each<[string, (t: Awaited<ReturnType<typeof threadOf>>) => Promise<unknown>]>([
    ['another text', ({ update, ids }) => update(ids[2] as number, { content: 'other' })],
    ['another order', ({ reorder, ids }) => reorder(ids[2] as number, 0)],
    ['another part', ({ reply, ids }) => reply(ids[0] as number, { content: 'more' })],
    ['a part less', ({ remove, ids }) => remove(ids[2] as number)],
    ['a part in the trash', ({ token, ids }) => app.delete(`${PATH}${ids[2]}/`, token)],
    [
      'a save',
      ({ save, ids }) =>
        save(ids[0] as number, { status: 'approved', items: [{ id: ids[0], content: 'a!' }] }),
    ],
  ])('%s makes a draft of it again', async (_, change) => {
    const thread = await threadOf(['a', 'b', 'c'], { status: 'approved' });
    await change(thread);
    const parts = (await thread.read(thread.ids[1] as number).catch(() => [])) ?? [];
    const now =
      Array.isArray(parts) && parts.length ? parts : await thread.read(thread.ids[0] as number);
    expectWhole(now);
    expect(now[0]?.status).toBe('draft');
    const transitions = (await Promise.all(thread.ids.map(kept))).flatMap(
      (entry) => entry.transitions,
    );
    expect(transitions).toContain('approved draft done');
  });

  test('tags and the folder do not change it', async () => {
    const { ids, update, read } = await threadOf(['a', 'b'], { status: 'approved' });
    await update(ids[1] as number, { tags: ['t'] });
    expect((await read(ids[0] as number))[0]?.status).toBe('approved');
  });

  test('a pending review stays with the thread, and with each part that leaves it', async () => {
    const { ids, reorder, remove } = await threadOf(['a', 'b', 'c'], { status: 'review' });
    const [a, b, c] = ids as [number, number, number];
    await reorder(b, 0);
    // Events of the thread refer to its root.
    expect((await kept(a)).transitions).toEqual([]);
    expect((await kept(b)).transitions).toEqual(['draft review pending']);
    await remove(c);
    expect((await kept(b)).transitions).toEqual(['draft review pending']);
    expect((await kept(c)).transitions).toEqual(['draft review pending']);
  });
});

test('a whole thread is copied as a draft, named after its source', async () => {
  const { ids, token, read, parts } = await threadOf(['First line\nmore', 'b'], {
    status: 'published',
    tags: ['t'],
  });
  const copy = async (body: object) =>
    (await app.post(`${PATH}${ids[1]}/duplicate-thread/`, body, token)).body as Part[];
  const created = await copy({});
  expectWhole(created);
  expect(created.map(({ content, tags, status }) => ({ content, tags, status }))).toEqual(
    parts.map(({ content, tags }) => ({ content, tags, status: 'draft' })),
  );
  expect(created[0]?.description).toBe('First line (Copy)');
  expect((await copy({ title_suffix: ' II' }))[0]?.description).toBe('First line II');
  expect(await read(ids[0] as number)).toEqual(parts);
});

test('two concurrent reorders leave a valid order', async () => {
  const { ids, read, reorder } = await threadOf(['a', 'b', 'c', 'd', 'e']);
  for (let round = 0; round < 10; round++) {
    const responses = await Promise.all([
      reorder(ids[round % 5] as number, 0),
      reorder(ids[(round + 2) % 5] as number, 4),
      reorder(ids[(round + 3) % 5] as number, 1),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expectWhole(await read(ids[0] as number));
  }
});

describe('four concurrent writers', () => {
  const WHOLE = `
    select posts.id from posts left join items on items.post_id = posts.id group by posts.id
    having posts.size <> count(items.id) or min(position) <> 0 or max(position) <> count(*) - 1
      or count(distinct position) <> count(items.id) or (posts.size > 0 and not bool_or(items.id = posts.root_id))
      or bool_or(items.id is not null and (items.workspace_id, items.folder_id, items.status, items.is_thread, items.root_id, items.size, items.trashed)
        is distinct from (posts.workspace_id, posts.folder_id, posts.status, posts.is_thread, posts.root_id, posts.size, posts.trashed))`;
  const WAITING = `
    select posts.id, status, transitions.id as pending from posts left join transitions on post_id = posts.id and state = 'pending'
    where not trashed and (status = 'review' and size > 0) <> (post_id is not null)`;

  const index = fc.nat(30);
  const operation = fc.oneof(
    fc.record({
      kind: fc.constant('reply'),
      on: index,
      place: fc.option(fc.nat(6), { nil: undefined }),
    }),
    fc.record({
      kind: fc.constant('add'),
      on: index,
      to: index,
      place: fc.option(fc.nat(6), { nil: undefined }),
    }),
    fc.record({ kind: fc.constant('reorder'), on: index, place: fc.nat(6) }),
    fc.record({ kind: fc.constant('remove'), on: index, keep: fc.boolean() }),
    fc.record({ kind: fc.constant('delete'), on: index }),
    fc.record({
      kind: fc.constant('status'),
      on: index,
      status: fc.constantFrom('draft', 'review', 'approved'),
    }),
    fc.record({ kind: fc.constant('save'), on: index, drop: fc.nat(3) }),
    fc.record({
      kind: fc.constant('bulk'),
      on: fc.array(index, { minLength: 1, maxLength: 5 }),
      operation: fc.constantFrom('delete', 'archive', 'duplicate', 'move'),
    }),
  );

  test('threads are whole at every commit', { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(operation, { minLength: 3, maxLength: 8 }), {
          minLength: 4,
          maxLength: 4,
        }),
        async (workers) => {
          const someone = await threadOf(['a', 'b', 'c', 'd']);
          const { token, folder, write, ids } = someone;
          const other = (await app.post('/api/content/folders/', { name: 'Other' }, token)).body.id;
          const known = [...ids, (await write()).id, (await write({ status: 'review' })).id];
          const pick = (at: number) => known[at % known.length] as number;
          async function run(
            step: typeof operation extends fc.Arbitrary<infer Step> ? Step : never,
          ): Promise<{ status: number; body: unknown }> {
            switch (step.kind) {
              case 'reply':
                return someone.reply(pick(step.on), { content: 'r', thread_order: step.place });
              case 'add':
                return someone.add(pick(step.on), pick(step.to), step.place);
              case 'reorder':
                return someone.reorder(pick(step.on), step.place);
              case 'remove':
                return someone.remove(pick(step.on), { preserve_children: step.keep });
              case 'delete':
                return app.delete(`${PATH}${pick(step.on)}/`, token);
              case 'status':
                return someone.update(pick(step.on), { status: step.status });
              case 'save': {
                const parts = await someone.read(pick(step.on));
                if (!Array.isArray(parts)) return { status: 404, body: parts };
                const items = parts
                  .slice(step.drop)
                  .toReversed()
                  .map(({ id, content }) => ({ id, content }));
                return someone.save(pick(step.on), {
                  items: [...items, { content: 'saved' }],
                  version: parts[0]?.version,
                });
              }
              default:
                return app.post(
                  `${PATH}bulk_operations/`,
                  {
                    operation: step.operation,
                    item_ids: step.on.map(pick),
                    params: { folder_id: step.operation === 'move' ? other : folder },
                  },
                  token,
                );
            }
          }
          let isDone = false;
          const watching = (async () => {
            while (!isDone) expect((await app.database.query(WHOLE)).rows).toEqual([]);
          })();
          await Promise.all(
            workers.map(async (steps) => {
              for (const step of steps) {
                const { status, body } = await run(step);
                expect(
                  [200, 201, 204, 400, 404, 409],
                  JSON.stringify({
                    step,
                    body,
                    log: app.lines.findLast((line) => line.includes('request failed')),
                  }),
                ).toContain(status);
                const { id } = (body ?? {}) as { id?: number };
                if (id) known.push(id);
              }
            }),
          ).finally(() => {
            isDone = true;
          });
          await watching;
          expect((await app.database.query(WAITING)).rows).toEqual([]);
          expect(
            (
              await app.database.query(
                'select from items where position > 0 and description is not null',
              )
            ).rows,
          ).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
    expect(app.lines.filter((line) => line.includes('request failed'))).toEqual([]);
  });
});

describe('two concurrent changes', () => {
  test('see each other’s result where the first one made a new root', async () => {
    const { ids, parts, reply, save, read } = await threadOf();
    const [root] = ids as [number];
    const first = await reply(root, { content: 'new first', thread_order: 0 });
    expect(first.status).toBe(201);
    const late = await save(root, {
      version: parts[0]?.version,
      items: parts.map(({ id, content }) => ({ id, content })),
    });
    expect(late.status).toBe(409);
    expect(texts(await read(root))).toBe('new first a b c');
    const again = await save(root, {
      version: 1,
      items: [{ content: 'B' }, ...parts.map(({ id, content }) => ({ id, content }))],
    });
    expect(again.status).toBe(409);
  });

  test('never deadlock', async () => {
    const { ids, reorder, read } = await threadOf([...'abcdefgh']);
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, n) => reorder(ids[n % 8] as number, 0)),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expectWhole(await read(ids[0] as number));
  });

  test('not where one deletes the folder that the other replies into', async () => {
    for (let round = 0; round < 5; round++) {
      const { ids, reply, folder, token } = await threadOf();
      const responses = await Promise.all([
        reply(ids[0] as number, { content: 'late' }),
        app.delete(`/api/content/folders/${folder}/`, token),
        reply(ids[1] as number, { content: 'late, too' }),
      ]);
      expect(responses[1]?.status).toBe(204);
      for (const response of [responses[0], responses[2]])
        expect([201, 404]).toContain(response?.status);
    }
  });
});

describe('a thread that grows', () => {
  test('has at most 500 parts, on every code path', async () => {
    const { ids, reply, add, write } = await threadOf(
      Array.from({ length: 500 }, (_, n) => `Part ${n}`),
    );
    const other = await write();
    const message = ['A thread has at most 500 items'];
    for (const response of [
      await reply(ids[0] as number, { content: 'x' }),
      await add(other.id, ids[0] as number),
    ])
      expect([response.status, response.body.non_field_errors]).toEqual([400, message]);
  });

  test('can be saved whole, however long its parts', async () => {
    const { ids, reply, save, read } = await threadOf(['a']);
    const [root] = ids as [number];
    for (let n = 0; n < 9; n++)
      expect((await reply(root, { content: '\u0001'.repeat(99_000) })).status).toBe(201);
    const parts = await read(root);
    expect(
      (await save(root, { items: parts.map(({ id, content }) => ({ id, content })) })).status,
    ).toBe(200);
    const refused = [
      await reply(root, { content: 'x'.repeat(99_000) }),
      await reply(root, { content: 'x'.repeat(99_000) }),
    ].at(-1);
    expect([refused?.status, refused?.body.detail]).toEqual([
      400,
      'A thread has at most 1000000 characters in all',
    ]);
  });
});
