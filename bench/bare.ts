// The baseline: the same rows over Fastify and pg, without sign-in, validation, headers and log;
// the caller names the workspace. Run by run.ts.
import { fastify } from 'fastify';
import pg from 'pg';

const { builtins } = pg.types;
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (text) => text);
pg.types.setTypeParser(builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify({ keepAliveTimeout: 60_000 });

const COLUMNS = `id, folder_id as folder, title, content, description, status, tags, view_count, version, created_at,
  updated_at, published_date, is_thread and root_id = id as is_thread_root,
    is_thread as is_thread_part,
  not is_thread as is_standalone, size as thread_size, position as thread_order, case when is_thread
    then root_id end as thread_root`;

const query = async (name: string, text: string, values: unknown[]) =>
  (await pool.query({ name, text, values })).rows;
const workspace = (request: { headers: Record<string, unknown> }) =>
  Number(request.headers['x-workspace']);

app.get('/api/content/items/', async (request) => {
  const rows = await query(
    'list',
    `select ${COLUMNS}, (select count(*) from items where workspace_id = $1 and not trashed) as count
     from items where workspace_id = $1 and not trashed order by updated_at desc, id desc limit 21`,
    [workspace(request)],
  );
  const count = rows[0]?.count ?? 0;
  return {
    count,
    next: null,
    previous: null,
    results: rows.slice(0, 20).map(({ count: _, ...item }) => item),
  };
});

app.get<{ Params: { id: string } }>('/api/content/items/:id/', async (request) => {
  const [row] = await query(
    'item',
    `select ${COLUMNS} from items where workspace_id = $1 and id = $2 and not trashed`,
    [workspace(request), request.params.id],
  );
  return row;
});

app.get<{ Params: { id: string } }>('/api/content/items/:id/thread/', (request) =>
  query(
    'thread',
    `select ${COLUMNS} from items where workspace_id = $1 and not trashed
       and post_id = (select post_id from items where workspace_id = $1 and id = $2)
         order by position`,
    [workspace(request), request.params.id],
  ),
);

app.post<{ Body: { folder: number; content: string } }>('/api/content/items/', async (request) => {
  const [row] = await query(
    'create',
    `with given as materialized (
       select nextval('posts_id_seq') as post, nextval('items_id_seq') as item
     ), post as (
       insert into posts (id, workspace_id, folder_id, created_by, root_id) select post, $1, $2, $3,
         item from given
     ), item as (
       insert into items (id, post_id, root_id, workspace_id, folder_id, created_by, content, tags)
       select item, post, item, $1, $2, $3, $4, '{}' from given returning *
     ), version as (
       insert into item_versions (item_id, version, action, user_id, content, description, status,
         tags)
       select id, version, 'create', created_by, content, description, status, tags from item
     ), entry as (
       insert into audit_log (workspace_id, user_id, action, object_type, object_id, content_item,
         changes)
       select workspace_id, created_by, 'create', 'item', id, id, jsonb_build_object('content',
         content) from item
     ) select ${COLUMNS} from item`,
    [workspace(request), request.body.folder, request.headers['x-user'], request.body.content],
  );
  return row;
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
