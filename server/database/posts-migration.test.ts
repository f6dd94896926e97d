import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTokens } from '../http/session.ts';
import { createSecrets } from '../secrets.ts';
import { start, type TestApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';
import { applyMigration, createMigrationsTable, readMigrations } from './migrate.ts';
import { createPool } from './pool.ts';

/**
 * Data of the release before posts (migration 0014), created by its API: threads, the trash,
 * requests for review, comments, notifications; and the responses of its API. After the migration
 * nothing is lost, and the API returns the same.
 */
type Row = Record<string, unknown>;
const release = JSON.parse(
  readFileSync(new URL('./testdata/release-0014.json', import.meta.url), 'utf8'),
) as {
  tables: Record<string, Row[]>;
  answers: { user: number; workspace?: number; path: string; status: number; body: unknown }[];
};
const { tables, answers: responses } = release;
const BEFORE = '0014_proved_addresses.sql';

let app: TestApp;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
const rowsOf = async (text: string) => (await app.database.query(text)).rows as Row[];

/** Inserts rows unchanged, without generated columns. */
async function load(client: pg.PoolClient, table: string, rows: Row[]) {
  const { rows: columns } = await client.query(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  await client.query(
    `insert into ${table} (${names}) overriding system value select ${names} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

beforeAll(async () => {
  const { url } = inject('postgres');
  const urlOf = (name: string) => url.replace('{database}', name);
  database = await createTestDatabase(urlOf, 'template1');
  const pool = createPool({ connectionString: database.url }, () => {});
  const client = await pool.connect();
  try {
    await createMigrationsTable(client);
    for (const migration of await readMigrations())
      if (migration.name <= BEFORE) await applyMigration(client, migration);
    // Triggers are off: their rows are in the data.
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    for (const [table, rows] of Object.entries(tables)) await load(client, table, rows);
    await client.query('commit');
    for (const table of [
      'items',
      'transitions',
      'comments',
      'notifications',
      'users',
      'workspaces',
      'folders',
      'audit_log',
    ])
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`,
      );
    await client.query(`insert into search_documents (item_id, workspace_id, document)
      select id, workspace_id, search_document(coalesce(description, title), tags, content)
        from items`);
    for (const migration of await readMigrations())
      if (migration.name > BEFORE) await applyMigration(client, migration);
  } finally {
    client.release();
    await pool.end();
  }
  app = await start(database.url);
  // What is viewed often is of the last days.
  await app.database.query(
    'update item_views set day = day + (current_date - (select max(day) from item_views))',
  );
}, 60_000);

afterAll(async () => {
  await app.stop();
  await database.drop();
});

const RENAMED: [string, string][] = [
  ['authors_may_not_approve', 'prevent_self_approval'],
  ['an item that is gone', 'a deleted post'],
  ['asks you to review', 'asked you to review'],
  ['mentioned you on', 'mentioned you in a comment on'],
];

test('the API returns the same as before for every item, thread, review, comment and notification', async () => {
  const tokens = createTokens(createSecrets('x'.repeat(32)), Date);
  for (const { user, workspace, path, status, body } of responses) {
    const response = await app.request(path, {
      token: tokens.sign(user, 'session'),
      ...(workspace && { headers: { 'x-workspace': String(workspace) } }),
    });
    // Fields that were added since are allowed; a field and texts were renamed.
    const renamed = RENAMED.reduce(
      (text, [before, now]) => text.replaceAll(before, now),
      JSON.stringify({ path, status, body }),
    );
    const expected = JSON.parse(renamed);
    expect({ path, status: response.status, body: response.body }).toMatchObject(expected);
  }
});

test('every row is accounted for', async () => {
  const count = async (table: string) =>
    Number((await rowsOf(`select count(*) from ${table}`))[0]?.count);
  // Presence expires within a minute, and is not migrated.
  const { presence: _, ...kept } = tables;
  for (const [table, rows] of Object.entries(kept))
    expect([table, await count(table)]).toEqual([table, rows.length]);
  const items = tables.items as {
    id: number;
    thread_root: number | null;
    deleted_at: string | null;
  }[];
  const heads = items.filter(({ id, thread_root }) => thread_root === null || thread_root === id);
  const posts = await rowsOf(
    'select id, size, root_id, deleted_at is not null as trashed from posts order by id',
  );
  const withItems = posts.filter(({ size }) => size !== 0);
  expect(withItems.map(({ id, trashed }) => [id, trashed])).toEqual(
    heads
      .map(({ id, deleted_at }) => [id, deleted_at !== null])
      .sort(([one], [other]) => Number(one) - Number(other)),
  );
  for (const { id, size } of withItems)
    expect([id, size]).toEqual([
      id,
      items.filter((item) => (item.thread_root ?? item.id) === id).length,
    ]);
  // What belonged to an item belongs to the post with the same id.
  for (const table of ['transitions', 'comments', 'notifications']) {
    const before = (tables[table] as { id: number; item_id: number | null }[]).map(
      ({ id, item_id }) => [id, item_id],
    );
    const after = (await rowsOf(`select id, post_id from ${table}`)).map(({ id, post_id }) => [
      id,
      post_id,
    ]);
    expect(after.sort()).toEqual(before.sort());
  }
  // Rows of items that were standalone once stay with their posts without items.
  const waiting = posts.filter(({ size }) => size === 0).map(({ root_id }) => root_id);
  expect(waiting.length).toBeGreaterThan(0);
  for (const id of waiting) expect(items.find((item) => item.id === id)?.thread_root).not.toBe(id);
});

test('the approved text of a post is known', async () => {
  const approved = await rowsOf(
    `select id, approval_of(id) is not null as same from posts where status = 'approved' and size > 0`,
  );
  expect(approved.length).toBeGreaterThan(0);
  expect(approved.map(({ same }) => same)).toEqual(approved.map(() => true));
  // Former releases stored the hash of a decision with other algorithms. An approval that was taken
  // back has none.
  const decided = await rowsOf(
    `select case when posts.status in ('approved', 'published')
       then transitions.approved_hash = (select text_hash from approvals where id = approval_of(posts.id))
       else approval_of(posts.id) is null end as same
     from transitions join posts on posts.id = post_id
     where transitions.approved_hash is not null`,
  );
  expect(decided.length).toBeGreaterThan(0);
  expect(decided.map(({ same }) => same)).toEqual(decided.map(() => true));
});
