import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { features } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { useApp, workspaceOf, writer } from './app.ts';
import { COUNT_POSTS } from './posts.ts';

/**
 * The plans of all statements that lists, searches and sweeps run, with 100,000 items and a million
 * publications: none reads a large table from its beginning to its end, and none sorts more than a
 * page.
 */
const app = useApp();

const ITEMS = 100_000;
const PUBLICATIONS = 1_000_000;
const WORKSPACES = 400;
/** Links of ours. */
const LINKS = 2000;
/** Of ours there are so many items, of the others the rest. */
const OWN = 20_000;
/** A table with fewer rows is small. */
const LARGE = 5000;
/** The largest page. */
const PAGE = 101;

type Asked = { text: string; values?: unknown[] };
type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Node[];
};

let me: Awaited<ReturnType<typeof writer>>;
let ids: Record<'item' | 'thread' | 'folder' | 'channel' | 'file' | 'publication', number>;
let large: Set<string>;
let sweeps: string[];

beforeAll(async () => {
  me = await writer(app);
  const workspace = await workspaceOf(app, me.folder);
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    // No sweep runs while the statements of a request are listened to.
    const schedule = await client.query<{ name: string }>(
      'delete from jobs.schedule returning name',
    );
    sweeps = schedule.rows.map(({ name }) => name);
    await client.query('set session_replication_role = replica');
    for (const statement of rowsOf(workspace, me.id, me.folder)) await client.query(statement);
    await client.query("set session_replication_role = origin; set timezone = 'UTC'");
    await client.query('vacuum analyze');
    const one = async (text: string) => (await client.query(text)).rows[0].id as number;
    const own = `workspace_id = ${workspace}`;
    ids = {
      item: await one(`select min(id) as id from items where ${own} and not is_thread`),
      thread: await one(`select min(id) as id from items where ${own} and is_thread`),
      folder: me.folder,
      channel: await one(`select min(id) as id from channels where ${own}`),
      file: await one(`select min(id) as id from media_files where ${own}`),
      publication: await one(`select min(id) as id from publications where ${own}`),
    };
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where reltuples >= ${LARGE} and relkind = 'r'
       and relnamespace = 'public'::regnamespace`,
    );
    large = new Set(rows.map(({ name }) => name));
    // A sweep of this file deletes most of a table: its statistics stay those of a large one.
    for (const name of large)
      await client.query(`alter table ${name} set (autovacuum_enabled = off)`);
  } finally {
    await client.end();
  }
}, 300_000);

/** Rows without what triggers and foreign keys would do: it is written below. */
const rowsOf = (workspace: number, user: number, folder: number) => [
  `insert into workspaces (id, name) overriding system value select 1000000 + n, 'W' from generate_series(1, ${WORKSPACES}) n`,
  `insert into users (id, email, name, password_hash) overriding system value select 1000000 + n, 'o' || n || '@example.org', 'O', 'none'
   from generate_series(1, ${WORKSPACES}) n`,
  `insert into memberships (workspace_id, user_id, role) select 1000000 + n, 1000000 + n, 'owner'
   from generate_series(1, ${WORKSPACES}) n`,
  `insert into folders (id, workspace_id, name) overriding system value select 1000000 + n, ${workspace}, 'Folder ' || n
   from generate_series(1, 300) n`,
  // Every fourth item is in a thread of four, and the rest stands alone.
  `create temporary table parts as
   select 10000000 + n as id, 10000000 + case when n % 16 < 4 then n - n % 4 else n end as root,
     n % 16 < 4 as is_thread, case when n % 16 < 4 then n % 4 else 0 end as position,
     case when n < ${OWN} then ${workspace} else 1000000 + 1 + n % ${WORKSPACES} end as workspace,
     case when n < ${OWN} then ${user} else 1000000 + 1 + n % ${WORKSPACES} end as author,
     case when n % 5 = 0 then ${folder} else 1000001 + n / 16 % 300 end as folder,
     (array['draft', 'review', 'approved', 'published', 'archived'])[1 + n / 16 % 5] as status,
     now() - n * interval '1 minute' as at, n
   from generate_series(0, ${ITEMS - 1}) n`,
  `insert into posts (id, workspace_id, folder_id, created_by, status, is_thread, root_id, size, created_at,
     updated_at, deleted_at) overriding system value
   select id, workspace, folder, author, status, is_thread, id, case when is_thread then 4 else 1 end, at, at,
     case when n % 50 = 49 then at end
   from parts where position = 0`,
  `insert into items (id, workspace_id, folder_id, created_by, content, status, tags, language, view_count,
     post_id, root_id, is_thread, position, size, trashed, has_activity, created_at, updated_at, published_date) overriding system value
   select id, workspace, folder, author, 'Text ' || n || ' about topic' || n % 1000
       || case when n % 20 = 0 then ' newsletter' else '' end, status,
     array['tag' || n % 100], (array['en', 'de', null])[1 + n % 3], n % 1000, root, root, is_thread, position,
     case when is_thread then 4 else 1 end, n % 50 = 49, n % 10 = 0, at, at,
     case status when 'published' then at end
   from parts`,
  COUNT_POSTS,
  `insert into search_documents (item_id, workspace_id, created_at, document)
   select id, workspace_id, created_at, item_document(items) from items where not trashed`,
  `insert into search_vocabulary (workspace_id, word)
   select case when n % 10 = 0 then ${workspace} else 1000001 + n % ${WORKSPACES} end, 'word' || md5(n::text)
   from generate_series(1, 50000) n`,
  `insert into audit_log (workspace_id, user_id, action, object_type, object_id, content_item, ip_address,
     created_at)
   select workspace, author, (array['create', 'update', 'status'])[1 + n % 3], 'item', id, id, '203.0.113.7', at
   from parts order by n desc`,
  `insert into transitions (workspace_id, post_id, from_state, target_state, state, user_id, created_at)
   select workspace, id, 'draft', status, case when status = 'review' and n % 2000 = 16 then 'pending'
     else 'done' end, author, at
   from parts where position = 0`,
  `insert into comments (workspace_id, post_id, user_id, text, created_at)
   select workspace, root, author, 'A comment', at from parts where n % 10 = 0`,
  `insert into notifications (user_id, workspace_id, kind, post_id, in_app, by_mail, read_at, created_at)
   select author, workspace, 'approved', root, true, n % 2 = 0, case when n % 100 > 0 then at end, at
   from parts where n % 2 = 0 order by n desc`,
  `insert into sessions (user_id, refresh_hash, expires_at, revoked_at)
   select 1000001 + n % ${WORKSPACES}, sha256(n::text::bytea), now() + interval '20 days',
     case when n % 10 = 0 then now() end
   from parts where n % 5 = 1`,
  `insert into rate_limits (key, attempts, window_ends_at)
   select 'login ' || n, 1, now() + interval '1 hour' from generate_series(1, 20000) n`,
  `insert into idempotency_keys (workspace_id, user_id, key, request_hash, response)
   select workspace, author, n::text, '', '{}' from parts where n % 5 = 1`,
  `insert into media_blobs (hash, size, type) select sha256(n::text::bytea), 1000, 'image/png'
   from generate_series(1, ${ITEMS}) n`,
  `insert into media_files (id, workspace_id, hash, source_hash, name, tags, uploaded_by, created_at, updated_at,
     trashed_at) overriding system value
   select 10000000 + n, case when n % 50 = 0 then ${workspace} else 1000001 + n % ${WORKSPACES} end,
     sha256(n::text::bytea), sha256(n::text::bytea), 'File ' || n, array['tag' || n % 100], ${user},
     now() - n * interval '1 minute', now() - n * interval '1 minute', case when n % 200 = 0 then now() end
   from generate_series(1, 20000) n`,
  `insert into draft_times (post_id, workspace_id, local_time, zone, due_at)
   select id, workspace, at::timestamp, 'UTC', now() + n * interval '1 minute' from parts
   where position = 0 and status = 'draft' and n % 2 = 0`,
  `insert into channels (id, workspace_id, network, remote_id, handle, name, state) overriding system value
   select 1000000 + n, case when n <= 8 then ${workspace} else 1000000 + n end, 'practice', 'r' || n, '@c' || n,
     'C', 'disconnected' from generate_series(1, ${WORKSPACES}) n`,
  // Published in the last years, and scheduled for the next ones.
  `insert into publications (workspace_id, channel_id, post_id, state, due_at, next_attempt_at, version, text_hash,
     published_at)
   select channels.workspace_id, channels.id, case when channels.workspace_id = ${workspace}
       and n % 4 > 0 then (select id from posts where workspace_id = ${workspace} and id = 10000000 + n % ${OWN} / 16 * 16) end,
     case when n % 4 = 0 then 'scheduled' else 'published' end, due,
     case when n % 4 = 0 then due end, 1, sha256('text'), case when n % 4 > 0 then due end
   from generate_series(1, ${PUBLICATIONS}) n
     join channels on channels.id = 1000001 + n % ${WORKSPACES}
     cross join lateral (select now() + case when n % 4 = 0 then 1 else -1 end * (interval '1 day'
       + n * interval '1 minute') as due) at`,
  `insert into publication_parts (publication_id, position, channel_id, content, remote_id, sent_at)
   select id, 0, channel_id, 'Text', 'r' || id, published_at from publications
   where state = 'published' and id % 10 = 1`,
  `insert into reading_plans (publication_id, position, channel_id, next_at)
   select publication_id, position, channel_id, case when publication_id % 100 = 1 then now() end
   from publication_parts`,
  `insert into publication_figures (publication_id, read_at, latest)
   select publication_id, sent_at, jsonb_build_object('views', publication_id % 1000) from publication_parts`,
  `insert into readings (publication_id, position, read_at, views)
   select publication_id, position, sent_at + n * interval '1 day', n
   from publication_parts, generate_series(1, 3) n`,
  `insert into publication_growth
   select growth.* from growth_of(array(select publication_id from publication_parts)) growth`,
  // Links of ours and of others, with their visits.
  `insert into tracked_links (id, workspace_id, code, target, address, is_manual, publication_id) overriding system value
   select 10000000 + n, case when n <= ${LINKS} then ${workspace} else 1000001 + n % ${WORKSPACES} end,
     translate(lpad(n::text, 7, 'A'), '0', 'z'), 'https://example.org/' || n, 'https://example.org/' || n, n % 10 = 0,
     case when n % 10 > 0 then (select min(id) from publications) + n end
   from generate_series(1, ${ITEMS}) n`,
  `insert into link_hours (link_id, hour, workspace_id, visits, visitors, bots)
   select tracked_links.id, date_trunc('hour', now(), 'UTC') - n * interval '7 hours', workspace_id, n, n, 1
   from tracked_links, generate_series(1, 5) n`,
  `insert into link_sources (link_id, day, referrer, device, visits)
   select id, current_date, 'r' || n, 'phone', n from tracked_links, generate_series(1, 2) n`,
  // As triggers keep them.
  `insert into link_totals
   select link_hours.workspace_id, hour, coalesce(channel_id, 0), sum(link_hours.visits), sum(link_hours.visitors),
     sum(link_hours.bots)
   from link_hours join tracked_links link on link.id = link_id left join publications on publications.id = publication_id
   group by 1, 2, 3`,
  `insert into source_totals
   select link.workspace_id, day, coalesce(channel_id, 0), kind, source.name, sum(link_sources.visits)
   from link_sources join tracked_links link on link.id = link_id left join publications on publications.id = publication_id
   cross join lateral (values ('referrer', referrer), ('device', device)) source (kind, name)
   group by 1, 2, 3, 4, 5`,
  `insert into link_visits (link_id, visited_at, visitor, is_bot, referrer, device)
   select id, now() - (id % 80) * interval '1 day', sha256(id::text::bytea), false, '', 'phone' from tracked_links`,
  `insert into site_visits (click, link_id, hour)
   select gen_random_uuid(), id, date_trunc('hour', now(), 'UTC') - (id % 80) * interval '1 day' from tracked_links`,
  `insert into site_hours (link_id, hour, workspace_id, visits)
   select link_id, hour, workspace_id, visits from link_hours`,
  `insert into site_conversions (link_id, hour, workspace_id, name, converted, conversions, value)
   select link_id, hour, workspace_id, 'signup', 1, 1, 0 from link_hours`,
  // Feeds of ours and of others, of which a hundred are due.
  `insert into feeds (id, workspace_id, url, title, format, interval_minutes, read_at, next_read_at) overriding system value
   select 10000000 + n, case when n <= 50 then ${workspace} else 1000001 + n % ${WORKSPACES} end,
     'http://127.0.0.1:9/' || n, 'Feed ' || n, 'rss', 60, now(),
     case when n <= 100 then now() else now() + n * interval '1 minute' end
   from generate_series(1, 20000) n`,
  `insert into feed_entries (workspace_id, feed_id, id_key, link_key, title_key, title, seen_at, state, looks_known)
   select workspace_id, feeds.id, decode(md5(n::text), 'hex'), decode(md5(n::text), 'hex'), decode(md5((n % 10)::text), 'hex'),
     'Entry', now(), case when n % 10 = 0 then 'new' else 'earlier' end, false
   from feeds, generate_series(1, case feeds.id when 10000001 then ${OWN} else 10 end) n`,
  // What came in, and notes of days.
  `insert into incoming_addresses (id, workspace_id, name, hash, ending, makes_drafts, mapping, maker_id) overriding system value
   select 10000000 + n, case when n <= 20 then ${workspace} else 1000001 + n % ${WORKSPACES} end, 'Address ' || n,
     sha256(n::text::bytea), 'abcd', false, '{"title": null, "text": null, "tags": null, "link": null}', ${user}
   from generate_series(1, 20000) n`,
  `insert into incoming_calls (workspace_id, address_id, key, title, text, tags, received_at)
   select workspace_id, address.id, sha256(n::text::bytea), 'A call', '', '{}', now() - n * interval '1 minute'
   from incoming_addresses address, generate_series(1, case address.id when 10000001 then ${OWN} else 4 end) n`,
  `insert into day_notes (workspace_id, day, text)
   select case when n <= 1000 then ${workspace} else 1000001 + n % ${WORKSPACES} end, current_date - n % 1000, 'A note'
   from generate_series(1, 20000) n`,
  // Rules of ours and of others: some wait for a time that has come, some for a low queue.
  `insert into rules (id, workspace_id, name, trigger, conditions, actions, becomes, state, tried_version, maker_id,
     maker_role, next_at, updated_at) overriding system value
   select 10000000 + n, case when n <= 50 then ${workspace} else 1000001 + n % ${WORKSPACES} end, 'Rule ' || n,
     case n % 4 when 0 then '{"kind": "time", "every": "day", "weekday": null, "day": null, "at": "09:00"}'
       when 1 then '{"kind": "queue_low", "set": 1, "fewer_than": 3}' when 2 then '{"kind": "post_made"}'
       else '{"kind": "feed_entry", "feed": 10000001}' end::jsonb,
     '[]', '[{"kind": "notify", "people": [], "author": false, "webhooks": false, "text": null}]', '{"kind": "draft"}',
     case when n % 4 <> 1 or n <= 200 then 'on' else 'off' end, 1, ${user}, 'owner',
     case when n % 4 = 0 then now() + n * interval '1 minute' - interval '1 hour' end, now()
   from generate_series(1, 20000) n`,
  `insert into rule_runs (workspace_id, rule_id, number, state, about, title, created_at, began_at)
   select workspace_id, rules.id, n, case n % 20 when 0 then 'failed' when 1 then 'waits' else 'done' end,
     '{}', 'A run', now() - n * interval '10 minutes', now() - n * interval '10 minutes'
   from rules, generate_series(1, case rules.id when 10000002 then ${OWN} else 4 end) n`,
  `insert into rule_runs (workspace_id, rule_id, about)
   select workspace_id, id, '{"post": 1}' from rules where id <= 10000010`,
  // What happened to posts, the last of it unread.
  `insert into events (seq, workspace_id, kind, subject_id, about, at)
   select 1000 + row_number() over (order by n desc), workspace,
     case when n % 2 = 0 and n > 2000 then 'post.created' else 'post.changed' end, root,
     jsonb_build_object('item', root, 'in', folder, 'tags', case when n % 2 = 0 then to_jsonb(array['tag' || n % 100])
       else jsonb_build_array('[]'::jsonb, to_jsonb(array['tag' || n % 100])) end), at
   from parts`,
  `insert into event_readers (name, seq) select name, 1000 + ${ITEMS} - case name when 'sealer' then 0 else 2000 end
   from unnest('{sealer,rules,webhooks}'::text[]) name on conflict (name) do update set seq = excluded.seq`,
  `insert into link_settings (workspace_id, utm, site_hosts)
   select id, '{"source": "", "medium": "", "campaign": "", "content": "", "term": ""}', array['site-' || id || '.example'] from workspaces`,
  // Who can act, and whose words the texts are.
  'select renew_principals(id) from workspaces',
  `insert into item_versions (item_id, version, action, user_id, content, status, tags, principal_id)
   select parts.id, 1, 'create', parts.author, 'Text', status, '{}', principal.id
   from parts join principals principal on workspace_id = workspace and kind = 'member' and subject_id = parts.author`,
];

/** The statements that run while `work` does, each once. */
async function askedDuring(work: () => Promise<unknown>): Promise<Asked[]> {
  const asked = new Map<string, Asked>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, given: Asked, ...rest: unknown[]) {
    const isOurs = typeof given?.text === 'string' && !/\bjobs\./i.test(given.text);
    if (isOurs && /^\s*(with|select|update|delete)\b/i.test(given.text))
      asked.set(given.text, { text: given.text, ...(given.values && { values: given.values }) });
    return (query as (...all: unknown[]) => unknown).call(this, given, ...rest);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return [...asked.values()];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** What is wrong with the plan of a statement, as it runs. */
async function faultsOf({ text, values }: Asked, sorted: number): Promise<string[]> {
  const client = await app.database.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query({
      text: `explain (analyze, timing off, format json) ${text}`,
      ...(values && { values }),
    });
    const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(
      (entry) => entry['Actual Loops'] > 0,
    );
    return nodes.flatMap((node) => {
      const { 'Node Type': type, 'Relation Name': relation = '', Plans: [input] = [] } = node;
      if (type === 'Seq Scan' && large.has(relation))
        return [`reads all ${relation}: ${text.trim()}`];
      const count = input && input['Actual Rows'] * input['Actual Loops'];
      if (type === 'Sort' && count !== undefined && count > sorted)
        return [`sorts ${count} rows: ${text.trim()}`];
      return [];
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** What is wrong with the plans of what a request runs. */
async function faultsOfRequest(path: string, sorted = PAGE) {
  const asked = await askedDuring(async () => {
    const { status } = await app.get(path, me.token);
    if (status === 500)
      throw new Error(
        `${path} responded with ${status}: ${app.lines.filter((line) => line.includes('err')).at(-1)}`,
      );
  });
  return (await Promise.all(asked.map((entry) => faultsOf(entry, sorted)))).flat();
}

const idFor = (path: string) => {
  const collection = /\/(channels|media|publications|folders|links|feeds|rules|rule-runs)\/:/.exec(
    path,
  )?.[1];
  if (collection === 'rule-runs') return 1;
  if (collection === 'links' || collection === 'feeds' || collection === 'rules') return 10_000_001;
  if (collection === 'channels') return ids.channel;
  if (collection === 'media') return ids.file;
  if (collection === 'publications') return ids.publication;
  return collection === 'folders' ? ids.folder : path.includes('thread') ? ids.thread : ids.item;
};

const reads: Endpoint[] = Object.values(features)
  .flat()
  .filter(({ method, path }) => method === 'GET' && !path.includes('/live/'));

/**
 * The list of folders is one page. Figures of a range, and the visits of a period that links are
 * ordered by, are added up.
 */
const WHOLE: Record<string, number> = {
  '/api/content/folders/': 301,
  '/api/analytics/': 50_000,
  '/api/analytics/posts/': 10_000,
  '/api/analytics/typical/': 10_000,
  '/api/analytics/channels/': 10_000,
  '/api/analytics/export/': 50_000,
  '/api/analytics/links/': LINKS + 1,
  // The publications of the posts of a page, of each the latest.
  '/api/posts/': 400,
  // The best posts of 90 days.
  '/api/settings/assistant/examples/': 10_000,
};

test.each(reads.map(({ path }) => path))('GET %s', async (path) => {
  const day = new Date().toISOString().slice(0, 10);
  const query = path.includes('/calendar/') ? `?from=${day}&to=${day}&start=${day}&end=${day}` : '';
  const asked = path.replace(/:\w+/g, () => String(idFor(path))) + query;
  expect(await faultsOfRequest(asked, WHOLE[path])).toEqual([]);
});

/** Matches are ordered, and 1,000 are ranked. */
const MATCHES = OWN / 5;

const ITEM_LIST = '/api/content/items/';

test.each([
  'status=draft',
  'status=draft&status=review',
  'tags=tag7',
  'language=de',
  'updated_after=2020-01-01T00:00:00Z',
  'is_thread_root=true',
  'delivery=scheduled',
  'delivery=none',
  'has_time=true',
  'assignee=none',
  'posts=true',
  'posts=true&status=draft&tags=tag7',
  'search=topic7',
  'page=50',
  ...[
    'created_at',
    '-created_at',
    'updated_at',
    'title',
    '-title',
    'view_count',
    '-view_count',
  ].map((field) => `ordering=${field}`),
])('the list with %s', async (query) => {
  // Tags are looked for like words.
  const sorted = query.includes('tags=') ? MATCHES : PAGE;
  expect(await faultsOfRequest(`${ITEM_LIST}?${query}`, sorted)).toEqual([]);
  const { body } = await app.get(`${ITEM_LIST}?${query}`, me.token);
  if (body.next) expect(await faultsOfRequest(body.next, sorted)).toEqual([]);
});

/** The figures of a workspace are added up by post; the rest is read for a page alone. */
test.each(['', '&posts=true&status=draft', '&language=de', '&tags=tag0', '&page=3'])(
  'the list by views on networks%s',
  async (query) => {
    const path = `${ITEM_LIST}?ordering=-network_views${query}`;
    expect(await faultsOfRequest(path, MATCHES)).toEqual([]);
    const { body } = await app.get(path as typeof ITEM_LIST, me.token);
    expect(body.results.some((item) => Number(item.network_views) > 0)).toBe(true);
    expect(await faultsOfRequest(body.next ?? '', MATCHES)).toEqual([]);
    // Behind all that have views.
    const cursor = Buffer.from(
      JSON.stringify(['-network_views', false, new Date().toISOString(), ids.item + OWN]),
    ).toString('base64url');
    expect(await faultsOfRequest(`${path}&cursor=${cursor}`, MATCHES)).toEqual([]);
  },
);

test('the list of a folder', async () => {
  const path = `${ITEM_LIST}?folder=${ids.folder}` as const;
  expect(await faultsOfRequest(path)).toEqual([]);
  expect(await faultsOfRequest((await app.get(path, me.token)).body.next ?? '')).toEqual([]);
});

test.each([
  'q=newsletter',
  'q=newsletter&status=draft',
  'q=newsletter&content_type=thread',
  'q=newsletter&ordering=-created_at',
  'q=newsletter&page=20',
  'q=topic7',
  'q=newsleter',
  'q=🦦',
  'q=text&type=folder',
])('a search with %s', async (query) => {
  expect(await faultsOfRequest(`${ITEM_LIST}search/?${query}`, MATCHES)).toEqual([]);
});

test('suggestions', async () => {
  expect(await faultsOfRequest(`${ITEM_LIST}autocomplete/?q=newsl`, MATCHES)).toEqual([]);
});

test.each([
  { kind: 'feed_entry', feed: 10_000_001 },
  { kind: 'post_moved', status: 'approved' },
  { kind: 'post_made' },
  { kind: 'post_tagged', tag: 'tag7' },
  { kind: 'publication', became: 'published' },
  { kind: 'figures', metric: 'views', at_least: 10, within_hours: null },
  { kind: 'incoming', address: 10_000_001 },
  { kind: 'day_note', words: ['note'], at: '09:00' },
  { kind: 'file_added', folder: null, tag: 'tag7' },
  { kind: 'post_idle', days: 1, at: '09:00' },
  { kind: 'best_post', every: 'week', weekday: 1, at: '09:00', metric: 'views' },
])('a dry run of a rule: %j', async (trigger) => {
  const rule = { name: 'A', trigger, actions: [{ kind: 'notify', people: [me.id] }] };
  const asked = await askedDuring(async () => {
    const { status } = await app.post('/api/rules/try/', rule, me.token);
    expect(status).toBe(200);
  });
  expect(asked.length).toBeGreaterThan(2);
  expect((await Promise.all(asked.map((entry) => faultsOf(entry, MATCHES)))).flat()).toEqual([]);
});

test('sweeps, and the publisher', async () => {
  expect(sweeps.length).toBeGreaterThan(8);
  const asked = await askedDuring(async () => {
    for (const name of sweeps) {
      const { rows } = await app.database.query(
        'insert into jobs.job (name) values ($1) returning id',
        [name],
      );
      const isDone = async () =>
        (
          await app.database.query(
            "select from jobs.job where id = $1 and state in ('completed', 'failed')",
            [rows[0].id],
          )
        ).rowCount === 1;
      await expect.poll(isDone, { timeout: 60_000 }).toBe(true);
    }
  });
  expect(asked.length).toBeGreaterThan(15);
  const faults = (await Promise.all(asked.map((entry) => faultsOf(entry, 1000)))).flat();
  // Once an hour, each stored file is compared with what refers to it.
  expect(
    faults.filter((fault) => !/^reads all media_blobs: +update media_blobs/.test(fault)),
  ).toEqual([]);
});
