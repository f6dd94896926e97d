// What is measured against: the same rows over Fastify and pg, with nothing around them. No sign-in, no validation, no
// headers, no log; the caller names the workspace. Run by run.ts.
import { fastify } from 'fastify';
import pg from 'pg';

const { builtins } = pg.types;
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (text) => text);
pg.types.setTypeParser(builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify({ keepAliveTimeout: 60_000 });

const COLUMNS = `id, folder_id as folder, title, content, description, status, tags, view_count, version, created_at,
  updated_at, published_date, coalesce(thread_root = id, false) as is_thread_root, thread_root is not null as is_thread_part,
  thread_root is null as is_standalone, thread_size, thread_order, thread_root`;

const query = async (name: string, text: string, values: unknown[]) => (await pool.query({ name, text, values })).rows;
const workspace = (request: { headers: Record<string, unknown> }) => Number(request.headers['x-workspace']);

app.get('/api/content/items/', async (request) => {
  const rows = await query(
    'list',
    `select ${COLUMNS}, (select count(*) from items where workspace_id = $1 and deleted_at is null) as count
     from items where workspace_id = $1 and deleted_at is null order by updated_at desc, id desc limit 21`,
    [workspace(request)],
  );
  const count = rows[0]?.count ?? 0;
  return { count, next: null, previous: null, results: rows.slice(0, 20).map(({ count: _, ...item }) => item) };
});

app.get<{ Params: { id: string } }>('/api/content/items/:id/', async (request) => {
  const [row] = await query(
    'item',
    `select ${COLUMNS} from items where workspace_id = $1 and id = $2 and deleted_at is null`,
    [workspace(request), request.params.id],
  );
  return row;
});

app.get<{ Params: { id: string } }>('/api/content/items/:id/thread/', (request) =>
  query(
    'thread',
    `select ${COLUMNS} from items where workspace_id = $1 and deleted_at is null
       and thread_root = (select thread_root from items where workspace_id = $1 and id = $2) order by thread_order`,
    [workspace(request), request.params.id],
  ),
);

app.post<{ Body: { folder: number; content: string } }>('/api/content/items/', async (request) => {
  const [row] = await query(
    'create',
    `with item as (
       insert into items (workspace_id, folder_id, created_by, content, tags) values ($1, $2, $3, $4, '{}') returning *
     ), version as (
       insert into item_versions (item_id, version, action, user_id, content, description, status, tags)
       select id, version, 'create', created_by, content, description, status, tags from item
     ), entry as (
       insert into audit_log (workspace_id, user_id, action, object_type, object_id, content_item, changes)
       select workspace_id, created_by, 'create', 'item', id, id, jsonb_build_object('content', content) from item
     ) select ${COLUMNS} from item`,
    [workspace(request), request.body.folder, request.headers['x-user'], request.body.content],
  );
  return row;
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
