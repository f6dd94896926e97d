import { isDeepStrictEqual } from 'node:util';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';

const app = useApp();
type Writer = Awaited<ReturnType<typeof writer>>;
const BASE = '/api/content/audit-logs/';
const list = (me: Writer, query = '') => app.get(`${BASE}?${query}`, me.token);
const download = (me: Writer, query: string) =>
  fetch(`${app.base}${BASE}export/?${query}`, { headers: { authorization: `Bearer ${me.token}` } });
const actions = (entries: { action: string }[]) => entries.map(({ action }) => action);

test('every change is an entry, newest first, with user, address, and values before and after', async () => {
  const me = await writer(app);
  const { id } = await me.write({ content: 'One' });
  await app.put(`/api/content/items/${id}/`, { content: 'Two', status: 'review' }, me.token);
  const { body, headers } = await list(me);
  expect(headers.get('x-total-count')).toBe('4');
  expect(actions(body)).toEqual(['update', 'create', 'create', 'register']);
  expect(body[0]).toEqual({
    id: expect.any(Number),
    action: 'update',
    api_key: null,
    object_type: 'item',
    object_id: id,
    content_item: id,
    user: { id: me.id, name: 'Ada Byron' },
    by_server: false,
    member: null,
    title: 'Two',
    ip_address: '127.0.0.1',
    changes: {
      content: { before: 'One', after: 'Two' },
      status: { before: 'draft', after: 'review' },
    },
    created_at: expect.stringMatching(/Z$/),
  });
});

test('failed sign-ins are entries of the account’s workspace, and of no other', async () => {
  const [me, other] = [await writer(app), await writer(app)];
  await app.post('/api/auth/login/', { email: me.email, password: 'wrong' });
  await expect.poll(async () => actions((await list(me)).body)[0]).toBe('sign_in_failed');
  expect(actions((await list(other)).body)).not.toContain('sign_in_failed');
});

test('every filter works, alone and together, page by page', async () => {
  const me = await writer(app);
  const items = [await me.write(), await me.write(), await me.write()] as const;
  const [first] = items;
  await app.delete(`/api/content/items/${first.id}/`, me.token);
  const found = async (query: string) => actions((await list(me, query)).body);
  expect(await found(`content_item=${first.id}`)).toEqual(['delete', 'create']);
  expect(await found('action=delete')).toEqual(['delete']);
  expect(await found(`object_id=${first.id}&action=create`)).toEqual(['create']);
  expect(await found(`user=${me.id + 1000}`)).toEqual([]);
  expect(await found('ip_address=127.0.0.1')).toHaveLength(6);
  expect(await found('ip_address=203.0.113.7')).toEqual([]);
  const days = (await list(me)).body.map((entry: { created_at: string }) =>
    entry.created_at.slice(0, 10),
  );
  const [last, begin] = [days[0], days.at(-1)];
  expect(await found(`start_date=${begin}&end_date=${last}`)).toHaveLength(6);
  expect(await found('end_date=2020-01-31')).toEqual([]);
  expect(await found(`start_date=${begin}T00:00:00Z`)).toHaveLength(6);
  // The instant of the last entry is included.
  const { body } = await list(me, 'page_size=2');
  expect(await found(`end_date=${body[0].created_at}`)).toHaveLength(6);
  expect(
    (await list(me, 'page_size=2&page=3')).body.map(({ id }: { id: number }) => id),
  ).toHaveLength(2);
  expect((await list(me, 'page=9')).body).toEqual([]);
  for (const wrong of [
    'ip_address=here',
    'start_date=yesterday',
    'end_date=2026-02-30',
    'user=x',
    'page_size=101',
  ])
    expect([wrong, (await list(me, wrong)).status]).toEqual([wrong, 400]);
});

test('the summary counts by action and by person', async () => {
  const me = await writer(app);
  await me.write();
  const { body } = await app.get(`${BASE}summary/`, me.token);
  expect(body).toEqual({
    total: 3,
    by_action: [
      { action: 'create', count: 2 },
      { action: 'register', count: 1 },
    ],
    by_user: [{ user: { id: me.id, name: 'Ada Byron' }, count: 3 }],
  });
  expect((await app.get(`${BASE}summary/?action=register`, me.token)).body.total).toBe(1);
});

describe('the export', () => {
  test('is a file of all matching entries, as JSON and as CSV, and an entry of its own', async () => {
    const me = await writer(app);
    await me.write({ content: 'A line,\nwith "quotes"' });
    const json = await download(me, 'format=json');
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(json.headers.get('content-disposition')).toMatch(
      /^attachment; filename="audit-\d{4}-\d\d-\d\d\.json"$/,
    );
    const listed = (await list(me, 'page_size=100')).body.slice(1).reverse();
    // A title is looked up for the page alone.
    expect(await json.json()).toEqual(
      listed.map(({ title: _, ...entry }: object & { title: unknown }) => entry),
    );
    expect(actions((await list(me)).body)[0]).toBe('export');

    const csv = await download(me, 'action=create&format=csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const text = await csv.text();
    expect(text.split('\n')[0]).toBe(
      'id,created_at,action,object_type,object_id,content_item,user_id,user_name,ip_address,changes,by_server,api_key',
    );
    expect(text).toContain('A line,\\nwith \\""quotes\\""');
    expect(text.trim().split('\n')).toHaveLength(3);
    const created = listed.filter(({ action }: { action: string }) => action === 'create');
    expect(parse(text, { columns: true })).toEqual(
      created.map(({ user, member, title, changes, ...entry }) => ({
        ...Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, `${value ?? ''}`])),
        user_id: String(user?.id),
        user_name: user?.name,
        changes: expect.toSatisfy((json) => isDeepStrictEqual(JSON.parse(json), changes)),
      })),
    );
    expect(await (await download(me, 'action=nothing&format=json')).json()).toEqual([]);
    expect((await download(me, 'format=xml')).status).toBe(400);
    expect(await (await download(me, 'ip_address=203.0.113.9&format=json')).json()).toEqual([]);
  });

  test('contains nothing that a spreadsheet would run as a formula', async () => {
    for (const name of [
      '=1+1',
      '+cmd',
      '-2',
      '@SUM(A1)',
      '＝1+1',
      '\t=1',
      '=HYPERLINK("https://evil.example")',
    ]) {
      const me = await writer(app);
      await app.database.query('update users set name = $2 where id = $1', [me.id, name]);
      const rows = (await (await download(me, 'format=csv')).text()).trim().split('\n').slice(1);
      for (const row of rows) expect(row).toContain(`'${name.replaceAll('"', '""')}`);
    }
  });

  test('covers more than one batch, without entries that are created meanwhile', async () => {
    const me = await writer(app);
    await app.database.query(
      `insert into audit_log (workspace_id, user_id, action, object_type, object_id)
       select w.workspace_id, $1, 'made', 'item', n
       from generate_series(1, 2500) n, (select workspace_id from memberships where user_id = $1) w`,
      [me.id],
    );
    const rows = (await (await download(me, 'action=made&format=json')).json()) as {
      object_id: number;
    }[];
    expect(rows.map(({ object_id }) => object_id)).toEqual(
      Array.from({ length: 2500 }, (_, n) => n + 1),
    );
  });
});

test('an entry can be neither changed nor deleted', async () => {
  await writer(app);
  for (const attempt of [
    "update audit_log set action = 'x'",
    'delete from audit_log',
    'truncate audit_log',
  ])
    await expect(app.database.query(attempt)).rejects.toThrow(
      'audit entries can be neither changed nor deleted',
    );
});
