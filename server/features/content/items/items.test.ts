import { describe, expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';

const app = useApp();
const PATH = '/api/content/items/';
type Row = { id: number; title: string; content: string };

describe('an item', () => {
  test('is created with its first version and its audit entry, and read unchanged', async () => {
    const { token, folder, id: userId } = await writer(app);
    const content =
      "  Zwölf Boxkämpfer\r\njagen 🎉 مرحبا\n<script>alert(1)</script> '; drop table items; --\n";
    const { status, body } = await app.post(
      PATH,
      { folder, content, tags: [' a ', 'b', 'a', ''], thread_size: 7 },
      token,
    );
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      folder,
      title: 'Zwölf Boxkämpfer',
      content,
      description: null,
      status: 'draft',
      tags: ['a', 'b'],
      language: null,
      endings_off: [],
      variations: [],
      network_texts: {},
      media: [],
      view_count: 0,
      version: 1,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: body.created_at,
      published_date: null,
      is_thread_root: false,
      is_thread_part: false,
      is_standalone: true,
      thread_size: 1,
      thread_order: 0,
      thread_root: null,
      author: expect.any(Number),
      assignee: null,
      publications: null,
      planned_at: null,
      network_views: null,
      comments: 0,
    });
    expect((await app.get(`${PATH}${body.id}/`, token)).body).toEqual(body);
    expect(await kept(body.id)).toEqual({
      versions: [{ version: 1, action: 'create', content, status: 'draft', user_id: userId }],
      transitions: [],
      audit: ['create'],
    });
  });

  test('has a title: its description, or the first line of its content, cut at 80 characters', async () => {
    const { write } = await writer(app);
    expect((await write({ content: '\n\n  First \nsecond', description: '' })).title).toBe(
      'First ',
    );
    expect((await write({ description: 'Named' })).title).toBe('Named');
    expect((await write({ content: '🎉'.repeat(100) })).title).toBe('🎉'.repeat(80));
    const mention = '{{@Ada Lovelace|threads:ada.l|x:ada}}';
    expect((await write({ content: `Thanks, ${mention}!` })).title).toBe('Thanks, @Ada Lovelace!');
    const cut = await write({ content: `${'Long '.repeat(12)}${mention} and more` });
    expect(cut.title).toBe(`${'Long '.repeat(12)}@Ada Lovelace`);
  });

  test('updates only the given fields, and keeps a version of each change', async () => {
    const { token, write, id: userId } = await writer(app);
    const item = await write({ tags: ['x'], description: 'D' });
    const changed = await app.put(`${PATH}${item.id}/`, { content: 'New', view_count: 99 }, token);
    expect(changed.body).toEqual({
      ...item,
      content: 'New',
      version: 2,
      updated_at: expect.any(String),
    });
    // As instants: the texts have no trailing zeros.
    const instants = [item, changed.body].map(({ updated_at }) => Date.parse(updated_at));
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    const nothing = await app.put(`${PATH}${item.id}/`, { content: 'New', status: 'draft' }, token);
    expect(nothing.body).toEqual(changed.body);
    expect(await kept(item.id)).toEqual({
      versions: [
        { version: 1, action: 'create', content: 'A text', status: 'draft', user_id: userId },
        { version: 2, action: 'update', content: 'New', status: 'draft', user_id: userId },
      ],
      transitions: [],
      audit: ['create', 'update'],
    });
  });

  test('is not overwritten by a save of an older version: 409, with the current one', async () => {
    const { token, write } = await writer(app);
    const item = await write();
    const responses = await Promise.all(
      ['mine', 'yours'].map((content) =>
        app.put(`${PATH}${item.id}/`, { content, version: 1 }, token),
      ),
    );
    const [saved, stale] = responses.sort((a, b) => a.status - b.status);
    expect([saved?.status, stale?.status]).toEqual([200, 409]);
    expect(stale?.body).toEqual({
      code: 'stale',
      detail: expect.stringContaining('version 2'),
      current: saved?.body,
    });
    expect(
      (await app.put(`${PATH}${item.id}/`, { content: 'without a version' }, token)).status,
    ).toBe(200);
  });

  test('loses no change when several save it while others change its status, its folder and its place', async () => {
    const { token, folder, write } = await writer(app);
    const { id, content } = await write();
    const other = (await app.post('/api/content/folders/', { name: 'Other' }, token)).body.id;
    const save = (n: number) => app.put(`${PATH}${id}/`, { content: `Text ${n}` }, token);
    const bulk = (operation: string, params: object) =>
      app.post(`${PATH}bulk_operations/`, { operation, item_ids: [id], params }, token);
    const saved = await Promise.all(Array.from({ length: 16 }, (_, n) => save(n)));
    const mixed = await Promise.all(
      Array.from({ length: 24 }, (_, n) => {
        if (n % 4) return save(n);
        return n % 8
          ? bulk('move', { folder_id: n % 16 > 8 ? folder : other })
          : bulk('status_change', { status: n % 16 ? 'draft' : 'archived' });
      }),
    );
    const responses = [...saved, ...mixed];
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const { rows } = await app.database.query<{
      version: number;
      changes: Record<string, { before: unknown; after: unknown }>;
    }>(
      `select (select array_agg(version order by version) from item_versions where item_id = $1)
           as versions, changes, version
       from audit_log join items on items.id = object_id
       where object_type = 'item' and object_id = $1 order by audit_log.id`,
      [id],
    );
    const { versions, version } = rows[0] as unknown as { versions: number[]; version: number };
    expect(versions).toEqual(Array.from({ length: version }, (_, n) => n + 1));
    expect(rows.length).toBe(version);
    // Each change begins with what the one before it left.
    let text = content;
    for (const { changes } of rows.slice(1)) {
      if (!changes.content) continue;
      expect(changes.content.before).toBe(text);
      text = String(changes.content.after);
    }
    expect((await app.get(`${PATH}${id}/`, token)).body).toMatchObject({ content: text, version });
    expect(responses.filter(({ body }) => 'content' in body).length).toBe(34);
  });

  test('has a date of publication while it is published, and keeps each change of status as a transition', async () => {
    const { token, write } = await writer(app);
    const item = await write();
    const become = async (status: string) =>
      (await app.put(`${PATH}${item.id}/`, { status }, token)).body;
    const published = await become('published');
    expect(published.published_date).toBe(published.updated_at);
    expect((await become('archived')).published_date).toBe(published.published_date);
    expect((await become('draft')).published_date).toBeNull();
    await become('review');
    expect((await kept(item.id)).transitions).toEqual([
      'draft published done',
      'published archived done',
      'archived draft done',
      'draft review pending',
    ]);
    await become('approved');
    expect((await kept(item.id)).transitions.slice(-2)).toEqual([
      'draft review done',
      'review approved done',
    ]);
    expect((await write({ status: 'published' })).published_date).not.toBeNull();
    expect((await kept((await write({ status: 'review' })).id)).transitions).toEqual([
      'draft review pending',
    ]);
  });

  test('loses its approval when its text changes, unless the save sets a status', async () => {
    const { token, write } = await writer(app);
    const save = async (id: number, body: object) =>
      (await app.put(`${PATH}${id}/`, body, token)).body.status;
    const one = await write({ status: 'approved' });
    expect(await save(one.id, { tags: ['t'] })).toBe('approved');
    expect(await save(one.id, { content: 'Other', status: 'approved' })).toBe('draft');
    const two = await write({ status: 'approved' });
    expect(await save(two.id, { content: 'Other', status: 'published' })).toBe('published');
  });

  test('goes to the trash when it is deleted, and no request finds it', async () => {
    const { token, write } = await writer(app);
    const item = await write();
    expect((await app.delete(`${PATH}${item.id}/`, token)).status).toBe(204);
    expect((await app.get(PATH, token)).body.count).toBe(0);
    for (const response of [
      await app.get(`${PATH}${item.id}/`, token),
      await app.put(`${PATH}${item.id}/`, { content: 'x' }, token),
      await app.delete(`${PATH}${item.id}/`, token),
    ]) {
      expect([response.status, response.body]).toEqual([
        404,
        { detail: `There is no item ${item.id}.`, code: 'not_found' },
      ]);
    }
    expect((await kept(item.id)).audit).toEqual(['create', 'delete']);
  });
});

describe('the language of an item', () => {
  test('is a BCP 47 tag, kept in its canonical form by versions, restoring and copies', async () => {
    const { token, folder, write } = await writer(app);
    const save = (id: number, body: object) => app.put(`${PATH}${id}/`, body, token);
    const item = await write({ content: 'Bom dia', language: 'PT-br', tags: ['t'] });
    expect(item.language).toBe('pt-BR');
    // The canonical form of the last one has 38 characters.
    const bad = ['', 'english!', 'x'.repeat(36), 7, 'en-Latn-GB-oxendict-u-ca-islamicc'];
    for (const language of bad) {
      const { status, body } = await save(item.id, { language });
      expect([status, body.language]).toEqual([400, [expect.stringContaining('anguage')]]);
    }
    expect((await save(item.id, { content: 'Olá' })).body.language).toBe('pt-BR');
    expect((await save(item.id, { language: null })).body.language).toBe(null);
    const history = await app.get(`${PATH}${item.id}/history/`, token);
    expect(history.body.map((entry: { language: string | null }) => entry.language)).toEqual([
      null,
      'pt-BR',
      'pt-BR',
    ]);
    const restored = await app.post(`${PATH}${item.id}/restore/`, { version: 1 }, token);
    expect(restored.body).toMatchObject({ content: 'Bom dia', language: 'pt-BR' });

    const operation = {
      operation: 'duplicate',
      filter: { language: ['pt-br'] },
      params: { copy_tags: false },
    };
    const copies = await app.post(`${PATH}bulk_operations/`, operation, token);
    expect(copies.body.items).toMatchObject([{ content: 'Bom dia', tags: [], language: 'pt-BR' }]);
    const thread = { folder, language: 'de', items: [{ content: 'Eins' }, { content: 'Zwei' }] };
    const [root] = (await app.post(`${PATH}thread/`, thread, token)).body;
    const copy = (await app.post(`${PATH}${root.id}/duplicate-thread/`, {}, token)).body;
    expect(copy).toMatchObject([{ language: 'de' }, { language: 'de' }]);
    const saved = await app.put(
      `${PATH}${root.id}/thread/`,
      { language: 'fr', items: [{ content: 'Un' }] },
      token,
    );
    expect(saved.body).toMatchObject([{ language: 'fr' }]);
  });

  test('filters lists and searches', async () => {
    const { token, write } = await writer(app);
    const pt = await write({ content: 'Texto um', language: 'pt-BR' });
    const de = await write({ content: 'Texto zwei', language: 'de' });
    await write({ content: 'Texto' });
    for (const path of [
      `${PATH}?ordering=created_at&`,
      '/api/content/items/search/?q=texto&ordering=created_at&',
    ]) {
      const found = async (query: string) =>
        (await app.get((path + query) as typeof PATH, token)).body.results.map(({ id }) => id);
      expect(await found('language=de')).toEqual([de.id]);
      expect(await found('language=PT-br&language=de')).toEqual([pt.id, de.id]);
      expect(await found('language=fr')).toEqual([]);
    }
  });
});

describe('the list', () => {
  const ids = ({ body }: { body: { results: Row[] } }) => body.results.map(({ id }) => id);

  test('is filtered by every filter, alone and together', async () => {
    const { token, folder, write } = await writer(app);
    const other = (await app.post('/api/content/folders/', { name: 'Other' }, token)).body.id;
    const a = await write({ content: 'Über 50% of ÄPFEL', tags: ['x', 'y'] });
    const b = await write({ content: 'Birnen_und', status: 'published', tags: ['x'] });
    const c = await write({ folder: other, content: 'Kirschen', status: 'archived' });
    const find = async (query: string) =>
      ids(await app.get(`${PATH}?ordering=created_at&${query}`, token));
    expect(await find('')).toEqual([a.id, b.id, c.id]);
    expect(await find('search=%C3%A4pfel')).toEqual([a.id]);
    expect(await find('search=0%25')).toEqual([a.id]);
    expect(await find('search=n_u')).toEqual([b.id]);
    expect(await find('search=%5C')).toEqual([]);
    expect(await find('search=publish')).toEqual([b.id]);
    expect(await find('search=')).toEqual([a.id, b.id, c.id]);
    expect(await find(`folder=${folder}`)).toEqual([a.id, b.id]);
    expect(await find(`folder=${folder}&folder=${other}`)).toEqual([a.id, b.id, c.id]);
    expect(await find('status=draft&status=archived')).toEqual([a.id, c.id]);
    expect(await find('tags=x')).toEqual([a.id, b.id]);
    expect(await find('tags=x&tags=y')).toEqual([a.id]);
    expect(await find(`updated_after=${encodeURIComponent(b.updated_at)}`)).toEqual([b.id, c.id]);
    expect(await find('is_thread_root=true')).toEqual([]);
    expect(await find(`folder=${folder}&status=published&tags=x&search=birnen`)).toEqual([b.id]);
  });

  test('is filtered by tags of any signs, exactly as they are written', async () => {
    const { token, write } = await writer(app);
    const tags = ['C++', '++', '🦦', 'Été', 'été', '東京', 'two words', 'Straße', 'x-y', "o'clock"];
    const items: Row[] = [];
    for (const tag of tags)
      items.push(await write({ content: tags.join(' '), tags: [tag, 'common'] }));
    for (const [n, tag] of tags.entries())
      for (const others of ['', '&posts=true', '&ordering=-created_at']) {
        const query = `tags=${encodeURIComponent(tag)}${others}`;
        const found = await app.get(`${PATH}?${query}`, token);
        expect([tag, found.body.count, ...ids(found)]).toEqual([tag, 1, items[n]?.id]);
      }
    for (const order of ['-updated_at', '-created_at'])
      expect((await app.get(`${PATH}?tags=two&ordering=${order}`, token)).body.count).toBe(0);
  });

  test('with `posts`, the first item stands for its thread, whichever part matches', async () => {
    const { token, write, folder } = await writer(app);
    const single = await write({ content: 'Plums alone', tags: ['fruit'] });
    const { body: parts } = await app.post(
      `${PATH}thread/`,
      { folder, items: [{ content: 'A thread' }, { content: 'with plums' }] },
      token,
    );
    const find = async (query = '') =>
      ids(await app.get(`${PATH}?posts=true&ordering=created_at${query}`, token));
    expect(await find()).toEqual([single.id, parts[0].id]);
    expect(await find('&search=plums')).toEqual([single.id, parts[0].id]);
    expect(await find('&search=with plums')).toEqual([parts[0].id]);
    expect(await find('&tags=fruit')).toEqual([single.id]);
    expect(await find('&tags=fruit&search=thread')).toEqual([]);
    await app.put(`${PATH}${parts[1].id}/`, { tags: ['fruit'] }, token);
    expect(await find('&tags=fruit')).toEqual([single.id, parts[0].id]);
    expect(await find('&tags=fruit&is_thread_root=true')).toEqual([parts[0].id]);
    expect(await find('&tags=fruit&is_thread_root=false')).toEqual([single.id]);
    expect(await find('&search=th')).toEqual([parts[0].id]);
    expect(await find(`&author=${parts[0].author}`)).toHaveLength(2);
    expect(await find('&author=999999')).toEqual([]);
    const { body } = await app.get(`${PATH}?posts=true&page_size=1`, token);
    expect([body.count, body.results[0].id]).toEqual([2, parts[0].id]);
    expect((await app.get(`${PATH}?posts=false`, token)).body.posts).toEqual(['Expected true.']);
  });

  test('supports each order, with ties ordered by id', async () => {
    const { token, write } = await writer(app);
    const a = await write({ content: 'banana' });
    const b = await write({ content: 'Apple' });
    const c = await write({ content: 'apple' });
    const d = await write({ content: 'Zebra' });
    await app.put(`${PATH}${a.id}/`, { tags: ['t'] }, token);
    const order = async (ordering: string) =>
      ids(await app.get(`${PATH}?ordering=${ordering}`, token));
    expect(await order('created_at')).toEqual([a.id, b.id, c.id, d.id]);
    expect(await order('-created_at')).toEqual([d.id, c.id, b.id, a.id]);
    expect(await order('-updated_at')).toEqual([a.id, d.id, c.id, b.id]);
    expect(await order('title')).toEqual([c.id, b.id, a.id, d.id]);
    expect(await order('view_count')).toEqual([a.id, b.id, c.id, d.id]);
    expect(ids(await app.get(PATH, token))).toEqual(await order('-updated_at'));
  });

  test.each(['-updated_at', 'updated_at', 'title', '-title', 'view_count', '-created_at'])(
    'paginates forward and back by %s, meeting each item once though others come and go',
    async (ordering) => {
      const { token, write } = await writer(app);
      const created: Row[] = [];
      const texts = ['Text', '{{@Ada|x:ada}} writes', '  Text \r\nand more', '@Ada'];
      for (let i = 0; i < 12; i++) created.push(await write({ content: texts[i % 4] }));
      const forward: number[] = [];
      let page = await app.get(`${PATH}?page_size=5&ordering=${ordering}&status=draft`, token);
      expect(page.body).toMatchObject({ count: 12, previous: null });
      const first = page;
      for (;;) {
        forward.push(...ids(page));
        // Deletions behind the reader shift no page.
        await app.delete(`${PATH}${forward.shift()}/`, token);
        if (!page.body.next) break;
        page = await app.get(page.body.next as typeof PATH, token);
      }
      const seen = forward.length + 3;
      expect(seen).toBe(12);
      expect(new Set(forward).size).toBe(forward.length);
      const back = [...ids(page)];
      while (page.body.previous) {
        page = await app.get(page.body.previous as typeof PATH, token);
        back.unshift(...ids(page));
      }
      expect(back).toEqual(forward.filter((id) => back.includes(id)));
      expect(back.length).toBe(9);
      expect(first.body.results).toHaveLength(5);
    },
  );

  test('supports page numbers, and the links continue from there', async () => {
    const { token, write } = await writer(app);
    const created: number[] = [];
    for (let i = 0; i < 7; i++) created.push((await write()).id);
    const newest = created.toReversed();
    const two = await app.get(`${PATH}?page=2&page_size=3`, token);
    expect(ids(two)).toEqual(newest.slice(3, 6));
    expect(ids(await app.get(two.body.next as typeof PATH, token))).toEqual(newest.slice(6));
    expect(ids(await app.get(two.body.previous as typeof PATH, token))).toEqual(newest.slice(0, 3));
    expect((await app.get(`${PATH}?page=9`, token)).body).toEqual({
      count: 7,
      next: null,
      previous: null,
      results: [],
    });
  });

  test('refuses an invalid query with 400 and the expected values', async () => {
    const { token } = await writer(app);
    const cases: Record<string, RegExp> = {
      'ordering=size': /ordering: Expected one of created_at/,
      'page=0': /page: Expected a whole number from 1/,
      'page_size=101': /page_size: Expected a whole number from 1 to 100/,
      'status=lost': /status: Expected one of draft, review/,
      'folder=abc': /folder: Expected the id/,
      'updated_after=yesterday': /updated_after: Expected an instant/,
      'updated_after=0000-01-01T00:00:00Z': /updated_after: Expected an instant/,
      'updated_after=2026-02-31T00:00:00Z': /updated_after: Expected an instant/,
      'updated_after=2026-01-01T00:00:00%2B20:00': /updated_after: Expected an instant/,
      'cursor=abc': /cursor: Invalid cursor/,
      'search=%00': /NUL/,
      'search=%E0%A4%A': /percent-encoding/,
    };
    for (const value of ['0000-01-01T00:00:00Z', '2026-02-31T00:00:00Z', 'x', 7]) {
      cases[
        `cursor=${Buffer.from(JSON.stringify(['-updated_at', false, value, 1])).toString('base64url')}`
      ] = /Invalid cursor/;
    }
    for (const [query, message] of Object.entries(cases)) {
      const { status, body } = await app.get(`${PATH}?${query}`, token);
      expect([query, status, body.detail]).toEqual([query, 400, expect.stringMatching(message)]);
    }
  });
});

async function kept(id: number) {
  const query = async (text: string) => (await app.database.query(text, [id])).rows;
  const transitions = await query(
    'select from_state, target_state, state from transitions join posts on posts.id = post_id where root_id = $1 order by transitions.id',
  );
  return {
    versions: await query(
      'select version, action, content, status, user_id from item_versions where item_id = $1 order by version',
    ),
    transitions: transitions.map((row) => `${row.from_state} ${row.target_state} ${row.state}`),
    audit: (await query('select action from audit_log where content_item = $1 order by id')).map(
      ({ action }) => action,
    ),
  };
}
