// Fills a database for measurements: many small workspaces, and a large one.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { COUNT_POSTS, NEEDLES, type Post, writePosts } from '../server/testing/posts.ts';

export const WORKSPACES = 1000;
const FOLDERS_EACH = 5;
export const PARTS = 7;
/** Of a workspace's items so many are in threads. */
const IN_THREADS = 4 * PARTS;

/** A person of a small workspace, a single item of theirs, and the first item of a thread. */
export type Member = {
  user: number;
  workspace: number;
  folder: number;
  item: number;
  thread: number;
};

/** `items` items in the small workspaces, and as many in the large one. */
export async function seed(pool: pg.Pool, items: number) {
  const each = items / WORKSPACES;
  if (!Number.isInteger(each) || each < IN_THREADS)
    throw new Error(`--items must be a multiple of ${WORKSPACES}, from ${IN_THREADS * WORKSPACES}`);
  // COPY cannot be pipelined, as the connections of the pool are.
  const { options } = pool;
  const client = new pg.Client({ ...options, password: options.password, pipeline: false });
  await client.connect();
  try {
    // No triggers and no checks of foreign keys: what they would do is written below.
    await client.query('begin; set local session_replication_role = replica');
    await client.query(`set local parallel_setup_cost = 0; set local parallel_tuple_cost = 0;
      set local min_parallel_table_scan_size = 0; set local maintenance_work_mem = '256MB'`);
    const indexes = await dropIndexes(client);
    await copyTexts(client, items);
    await seedPeople(client);
    await seedItems(client, each);
    const large = await seedLarge(client);
    await client.query(COUNT_POSTS);
    for (const index of indexes) await client.query(index);
    await client.query('commit');
    await client.query('vacuum analyze');
    return { members: await readMembers(client), large };
  } finally {
    await client.end();
  }
}

/**
 * Drops the indexes that rows are not found by while they are written.
 * @returns the statements that create them: a whole index is written in a fraction of the time
 */
async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where not indisunique and indrelid::regclass::text in
       ('items', 'item_versions', 'search_documents', 'search_vocabulary')`,
  );
  await client.query(`drop index ${rows.map(({ name }) => name).join()}`);
  return rows.map(({ definition }) => definition);
}

/** The texts, numbered from 0, in a table that is dropped at the end of the transaction. */
export async function copyTexts(client: pg.ClientBase, count: number) {
  await client.query(
    `create temporary table texts (n integer primary key, content text, description text,
       tags text[]) on commit drop`,
  );
  const escaped = (text: string) =>
    text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');
  const lineOf = ({ content, description, tags }: Post, n: number) =>
    `${n}\t${escaped(content)}\t${description === null ? '\\N' : escaped(description)}\t{${tags.join()}}\n`;
  function* lines() {
    let [n, piece] = [0, ''];
    for (const posts of [NEEDLES, writePosts(count - NEEDLES.length)])
      for (const post of posts) {
        piece += lineOf(post, n++);
        if (piece.length < 65_536) continue;
        yield piece;
        piece = '';
      }
    yield piece;
  }
  await pipeline(Readable.from(lines()), client.query(copyFrom('copy texts from stdin')));
  await client.query('analyze texts');
}

async function seedPeople(client: pg.ClientBase) {
  for (const statement of [
    `insert into users (email, name, password_hash) select 'u' || n || '@example.org', 'U', 'none' from generate_series(1, ${WORKSPACES}) n`,
    `insert into workspaces (name) select 'W' || n from generate_series(1, ${WORKSPACES}) n`,
    `insert into memberships (workspace_id, user_id, role) select n, n, 'owner' from generate_series(1, ${WORKSPACES}) n`,
    `insert into folders (workspace_id, name) select 1 + n % ${WORKSPACES}, 'F' || n from generate_series(0, ${WORKSPACES * FOLDERS_EACH - 1}) n`,
  ])
    await client.query(statement);
}

/** Items of a workspace are `WORKSPACES` apart; a post has the id of its first item. */
async function seedItems(client: pg.ClientBase, each: number) {
  await client.query(`
    create temporary table parts on commit drop as
      select n + 1 as id, 1 + n % ${WORKSPACES} as workspace, place, place < ${IN_THREADS} as is_thread,
        case when place < ${IN_THREADS} then place % ${PARTS} else 0 end as position,
        case when place < ${IN_THREADS} then n + 1 - place % ${PARTS} * ${WORKSPACES} else n + 1 end as root
      from (select n, n / ${WORKSPACES} as place from generate_series(0, ${each * WORKSPACES - 1}) n) item`);
  const folder = `1 + (workspace - 1) + (root / ${WORKSPACES}) % ${FOLDERS_EACH} * ${WORKSPACES}`;
  const status = `(array['draft', 'review', 'approved', 'archived'])[1 + root / ${WORKSPACES} % 4]`;
  const size = `case when is_thread then ${PARTS} else 1 end`;
  for (const statement of [
    `insert into posts (id, workspace_id, folder_id, created_by, status, is_thread, root_id, size)
     select id, workspace, ${folder}, workspace, ${status}, is_thread, id, ${size} from parts
     where position = 0`,
    `insert into items (id, workspace_id, folder_id, created_by, content, description, status, tags,
       post_id, root_id, is_thread, position, size, created_at, updated_at)
     select id, workspace, ${folder}, workspace, content, description, ${status}, tags, root, root,
       is_thread, position, ${size}, now() - id * interval '1 minute', now() - id * interval '1 minute'
     from parts join texts on n = id - 1`,
    ...derived('true'),
  ])
    await client.query(statement);
}

/**
 * The versions and the search documents of items. What takes longest is computed by all cores, which
 * PostgreSQL does for a table that is created.
 */
const derived = (which: string) => [
  `insert into item_versions (item_id, version, action, user_id, content, description, status, tags)
   select id, 1, 'create', created_by, content, description, status, tags from items where ${which}`,
  `create unlogged table made as
   select id, workspace_id, created_at, item_document(items) as document from items where ${which}`,
  `create unlogged table words as select distinct workspace_id, word
   from made cross join lateral words_to_spell(workspace_id, document) word`,
  `insert into search_documents (item_id, workspace_id, created_at, document) select * from made`,
  `insert into search_vocabulary (workspace_id, word) select * from words`,
  'drop table made, words',
];

/** A workspace with single posts of all texts, the expected results of searches among them. */
async function seedLarge(client: pg.ClientBase) {
  const { rows } = await client.query<{ user: number; workspace: number; folder: number }>(
    `with person as (
       insert into users (email, name, password_hash) values ('large@example.org', 'L', 'none')
         returning id
     ), place as (
       insert into workspaces (name) values ('Large') returning id
     ), member as (
       insert into memberships (workspace_id, user_id, role) select place.id, person.id, 'owner'
         from place, person
     ), folders as (
       insert into folders (workspace_id, name) select place.id, 'Folder ' || n
         from place, generate_series(1, 300) n returning id
     )
     select person.id as "user", place.id as workspace, (select min(id) from folders) as folder
     from person, place`,
  );
  const large = rows[0] as (typeof rows)[number];
  const start = '(select max(id) from items where workspace_id <> $1)';
  const own = [large.workspace, large.folder, large.user];
  await client.query(
    `insert into posts (id, workspace_id, folder_id, created_by, root_id)
     select ${start} + 1 + n, $1, $2 + n % 300, $3, ${start} + 1 + n from texts`,
    own,
  );
  await client.query(
    `insert into items (id, workspace_id, folder_id, created_by, content, description, tags,
       post_id, root_id, created_at, updated_at)
     select ${start} + 1 + n, $1, $2 + n % 300, $3, content, description, tags,
       ${start} + 1 + n, ${start} + 1 + n, now() - interval '1 year' + n * interval '1 second',
       now() - interval '1 year' + n * interval '1 second'
     from texts`,
    own,
  );
  for (const statement of derived(`items.workspace_id = ${large.workspace}`))
    await client.query(statement);
  await client.query(
    `select setval('posts_id_seq', (select max(id) from posts)),
       setval('items_id_seq', (select max(id) from items))`,
  );
  return large;
}

async function readMembers(client: pg.ClientBase): Promise<Member[]> {
  const { rows } = await client.query<Member>(
    `select workspace_id as workspace, min(created_by) as user, min(folder_id) as folder,
       min(id) filter (where not is_thread) as item, min(id) filter (where is_thread) as thread
     from items where workspace_id <= ${WORKSPACES} group by 1 order by md5(workspace_id::text)`,
  );
  return rows;
}
