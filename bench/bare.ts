// The limit: the same rows and the same bytes over Fastify and pg, with a line in the log for each
// request, and without sign-in, validation, rules and headers; the caller names the workspace. The
// reads are the statements of the product; the writes are as short as the same rows allow. Run by
// run.ts.
import { fastify, LogController } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { ItemQuery } from '#contract/content/items.ts';
import { SearchQuery } from '#contract/content/search.ts';
import { itemColumns } from '../server/database/fragments/item-columns.ts';
import { clientConfig, type Executor, PLANNED_ONCE } from '../server/database/pool.ts';
import { builder } from '../server/database/statement.ts';
import { encodeCursor } from '../server/features/content/listing/cursor.ts';
import { listItems } from '../server/features/content/listing/listing.service.ts';
import { getItem, getThread } from '../server/features/content/posts/posts.service.ts';
import { createExcerpts } from '../server/features/content/search/excerpt.ts';
import { parseQuery, prefixOf } from '../server/features/content/search/query.ts';
import { search } from '../server/features/content/search/search.service.ts';
import { BULK, QUERY } from './cases.ts';
import { CODE, TARGET } from './links.ts';

const pool = new pg.Pool({
  ...clientConfig({ connectionString: process.env.DATABASE_URL as string }),
  max: 10,
});
/** As searches are planned in the server. */
const searching = new pg.Pool({
  ...clientConfig(
    { connectionString: process.env.DATABASE_URL as string },
    undefined,
    PLANNED_ONCE,
  ),
  max: 6,
});
const logger = pino(pino.destination({ dest: 1, sync: false, minLength: 4096 }));
const app = fastify({
  loggerInstance: logger,
  logController: new LogController({ disableRequestLogging: true }),
  keepAliveTimeout: 60_000,
  routerOptions: { ignoreTrailingSlash: true },
});
app.addHook('onResponse', (request, reply, done) => {
  const { method, url, ip } = request;
  request.log.info(
    { method, path: url, status: reply.statusCode, ms: reply.elapsedTime, ip },
    'request',
  );
  done();
});

/** Stand for the values that a request brings. */
const [WORKSPACE, ID] = [-1, -2];
const actor = { workspaceId: WORKSPACE } as Parameters<typeof search>[1];

/** A query for words, which have their workspace before them. */
const ofWorkspace = (query: string, workspaceId: number) =>
  query.replaceAll(prefixOf(actor), prefixOf({ workspaceId }));

/** The first statement of a service, to be run with the values of a request. */
async function captured(call: (executor: Executor) => Promise<unknown>, on = pool) {
  const asked: pg.QueryConfig[] = [];
  const query = async (config: pg.QueryConfig) => {
    asked.push(config);
    return { rows: [{}] };
  };
  await call({ query } as unknown as Executor).catch(() => undefined);
  const [config] = asked;
  if (!config) throw new Error('the service runs no statement');
  return async (workspace: number, id?: number) => {
    const values = config.values?.map((value) => {
      if (typeof value === 'string') return ofWorkspace(value, workspace);
      return value === WORKSPACE ? workspace : value === ID ? id : value;
    });
    return (await on.query({ ...config, values })).rows;
  };
}

type Headers = { headers: Record<string, unknown> };
const workspaceOf = ({ headers }: Headers) => Number(headers['x-workspace']);
const userOf = ({ headers }: Headers) => Number(headers['x-user']);

const reads = {
  list: await captured((executor) => listItems(executor, actor, ItemQuery.parse({}))),
  folder: await captured((executor) =>
    listItems(executor, actor, { ...ItemQuery.parse({}), folder: [ID] }),
  ),
  item: await captured((executor) => getItem(executor, actor, ID)),
  thread: await captured((executor) => getThread(executor, actor, ID)),
  search: await captured(
    (executor) => search(executor, actor, SearchQuery.parse({ q: QUERY })),
    searching,
  ),
  filtered: await captured(
    (executor) => search(executor, actor, SearchQuery.parse({ q: QUERY, status: 'draft' })),
    searching,
  ),
};

app.get<{ Querystring: { folder?: string } }>('/api/content/items/', async (request) => {
  const { folder } = request.query;
  const rows = folder
    ? await reads.folder(workspaceOf(request), Number(folder))
    : await reads.list(workspaceOf(request));
  const results = rows.slice(0, 20);
  const count = rows[0]?.count ?? 0;
  const next =
    rows.length > 20
      ? `/api/content/items/?${new URLSearchParams({
          ...(folder && { folder }),
          cursor: encodeCursor(results[19], '-updated_at', false),
        })}`
      : null;
  for (const row of results) delete row.count;
  return { count, next, previous: null, results };
});

app.get<{ Params: { id: string } }>(
  '/api/content/items/:id/',
  async (request) => (await reads.item(workspaceOf(request), Number(request.params.id)))[0],
);

app.get<{ Params: { id: string } }>('/api/content/items/:id/thread/', (request) =>
  reads.thread(workspaceOf(request), Number(request.params.id)),
);

app.get<{ Querystring: { q: string; status?: string } }>(
  '/api/content/items/search/',
  async (request) => {
    const { q, status } = request.query;
    const run = status ? reads.filtered : reads.search;
    const found = await run(workspaceOf(request));
    const count = found[0]?.count ?? 0;
    const excerptOf = createExcerpts(parseQuery(q));
    const results = found.map(({ count: _, ...item }) => ({ ...item, ...excerptOf(item.content) }));
    const link = new URLSearchParams({ q, ...(status && { status }), page: '2' });
    const next = count > 20 ? `/api/content/items/search/?${link}` : null;
    return { count, next, previous: null, results, corrected: null };
  },
);

/** An item as the API returns it, from a CTE `item`. */
const COLUMNS = builder
  .selectFrom('items')
  .select(itemColumns)
  .compile()
  .sql.replace(/^select /, '')
  .replace(/ from "items"$/, '');

const CREATE = `
  with given as materialized (
    select nextval('posts_id_seq') as post, nextval('items_id_seq') as item
  ), post as (
    insert into posts (id, workspace_id, folder_id, created_by, root_id) select post, $1, $2, $3,
      item from given
  ), item as (
    insert into items (id, post_id, root_id, workspace_id, folder_id, created_by, content)
    select item, post, item, $1, $2, $3, $4 from given returning *
  ), version as (
    insert into item_versions (item_id, version, action, user_id, content, description, status,
      tags)
    select id, version, 'create', created_by, content, description, status, tags from item
  ), entry as (
    insert into audit_log (workspace_id, user_id, action, object_type, object_id, content_item,
      ip_address, changes)
    select workspace_id, created_by, 'create', 'item', id, id, $5, jsonb_build_object(
      'folder', jsonb_build_object('before', null, 'after', folder_id),
      'status', jsonb_build_object('before', null, 'after', status),
      'content', jsonb_build_object('before', null, 'after', content)) from item
  ) select ${COLUMNS} from item as items`;

app.post<{ Body: { folder: number; content: string } }>(
  '/api/content/items/',
  async (request, reply) => {
    const { folder, content } = request.body;
    const values = [workspaceOf(request), folder, userOf(request), content, request.ip];
    const { rows } = await pool.query({ name: 'create', text: CREATE, values });
    return reply.status(201).send(rows[0]);
  },
);

async function inTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const LOCK =
  'select post_id, content from items where workspace_id = $1 and id = $2 and not trashed for update';
const UPDATE = `
  with post as (
    update posts set version = version + 1, updated_at = now() where id = $1
  ), item as (
    update items set content = $3, version = version + 1, updated_at = now() where id = $2
    returning *
  ), version as (
    insert into item_versions (item_id, version, action, user_id, content, description, status,
      tags)
    select id, version, 'update', $4, content, description, status, tags from item
  ), entry as (
    insert into audit_log (workspace_id, user_id, action, object_type, object_id, content_item,
      ip_address, changes)
    select workspace_id, $4, 'update', 'item', id, id, $5,
      jsonb_build_object('content', jsonb_build_object('before', $6::text, 'after', content))
    from item
  ) select ${COLUMNS} from item as items`;

app.put<{ Params: { id: string }; Body: { content: string } }>(
  '/api/content/items/:id/',
  (request) =>
    inTransaction(async (client) => {
      const id = Number(request.params.id);
      const found = await client.query({
        name: 'lock',
        text: LOCK,
        values: [workspaceOf(request), id],
      });
      const { post_id: post, content: before } = found.rows[0];
      const { content } = request.body;
      const values = [post, id, content, userOf(request), request.ip, before];
      return (await client.query({ name: 'update', text: UPDATE, values })).rows[0];
    }),
);

const SET_STATUS = `
  with former as materialized (
    select id, post_id, status from items where workspace_id = $1 and id = any($2)
  ), post as (
    update posts set status = $3, version = version + 1, updated_at = now()
    from former where posts.id = former.post_id
  ), item as (
    update items set status = $3, version = version + 1, updated_at = now()
    from former where items.id = former.id returning items.*
  ), version as (
    insert into item_versions (item_id, version, action, user_id, content, description, status,
      tags)
    select id, version, 'status', $4, content, description, status, tags from item
  ), entry as (
    insert into audit_log (workspace_id, user_id, action, object_type, object_id, content_item,
      ip_address, changes)
    select workspace_id, $4, 'status', 'item', item.id, item.id, $5,
      jsonb_build_object('status', jsonb_build_object('before', former.status, 'after', $3))
    from item join former using (id)
  ), transition as (
    insert into transitions (workspace_id, post_id, from_state, target_state, state, user_id)
    select $1, post_id, status, $3, 'done', $4 from former
  ) select ${COLUMNS} from item as items order by id`;

app.post<{ Body: { item_ids: number[]; params: { status: string } } }>(BULK, (request) =>
  inTransaction(async (client) => {
    // As the product does: foreign keys are checked with one plan.
    await client.query(
      "set local enable_nestloop = off; set local plan_cache_mode = 'force_generic_plan'",
    );
    const { item_ids: ids, params } = request.body;
    const values = [workspaceOf(request), ids, params.status, userOf(request), request.ip];
    const { rows } = await client.query(SET_STATUS, values);
    return { operation: 'status_change', count: rows.length, items: rows };
  }),
);

const links = new Map([[CODE, TARGET]]);
app.get<{ Params: { code: string } }>('/l/:code', ({ params }, reply) =>
  reply
    .code(302)
    .headers({ location: links.get(params.code), 'cache-control': 'private, no-store' })
    .send(),
);

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
// Ends as a program that may be profiled does.
process.once('SIGTERM', () => process.exit());
