// Fills a database of the schema before migration 0104.
import type pg from 'pg';
import { copyTexts } from './seed.ts';

/** The first migration that is to be applied. */
export const FROM = '0104';

const WORKSPACES = 200;
const FOLDERS_EACH = 5;

/** Of a workspace n: the owner n, an editor and an approver. */
const [OWNER, EDITOR, APPROVER] = [
  'workspace',
  `workspace + ${WORKSPACES}`,
  `workspace + ${2 * WORKSPACES}`,
];

const PEOPLE = [
  `insert into users (email, name, password_hash)
   select 'u' || n || '@example.org', 'Person ' || n, 'none' from generate_series(1, ${3 * WORKSPACES}) n`,
  `insert into workspaces (name) select 'W' || n from generate_series(1, ${WORKSPACES}) n`,
  `insert into memberships (workspace_id, user_id, role)
   select 1 + (n - 1) % ${WORKSPACES}, n, (array['owner', 'editor', 'approver'])[1 + (n - 1) / ${WORKSPACES}]
   from generate_series(1, ${3 * WORKSPACES}) n`,
  `insert into folders (workspace_id, name)
   select 1 + n % ${WORKSPACES}, 'F' || n from generate_series(0, ${WORKSPACES * FOLDERS_EACH - 1}) n`,
  `insert into channels (workspace_id, network, server, remote_id, handle, name, credentials)
   select n, 'practice', '', 'p' || n, 'p' || n, 'Practice', 'sealed' from generate_series(1, ${WORKSPACES}) n`,
  `insert into channel_sets (workspace_id, name, channels) select n, 'All', array[n] from generate_series(1, ${WORKSPACES}) n`,
  `insert into api_keys (workspace_id, user_id, created_by, name, lookup, hash, scopes, drafts_only, kind)
   select n, n, n, 'A script', lpad(n::text, 8, 'a'), sha256(n::text::bytea), '{read,write}', true, 'key' from generate_series(1, ${WORKSPACES}) n`,
  `insert into rules (workspace_id, name, trigger, conditions, actions, becomes, state, maker_id, maker_role, updated_at)
   select n, 'Tell', '{"kind": "post_made"}', '[]',
     jsonb_build_array(jsonb_build_object('kind', 'notify', 'people', jsonb_build_array(n), 'author', false, 'webhooks', false, 'text', null)),
     '{"kind": "draft"}', 'on', n, 'owner', now() from generate_series(1, ${WORKSPACES}) n`,
  `insert into webhooks (workspace_id, name, url, types, secret, created_by)
   select n, 'A program', 'https://example.org/' || n, '{post.created}', 'sealed', n from generate_series(1, ${WORKSPACES}) n`,
];

/** How many of a hundred posts have each status. */
const STATUSES = [
  ['draft', 40],
  ['review', 50],
  ['approved', 75],
  ['published', 90],
  ['archived', 100],
] as const;
const STATUS = `case ${STATUSES.map(([status, below]) => `when place < ${below} then '${status}'`).join(' ')} end`;
/** Of a post n; in each workspace there are all. */
const PLACE = `((n + n / ${WORKSPACES}) % 100)`;
/** Each has a state by its place among a hundred; the others are published. */
const PUBLICATION = `case when status = 'published' then 'published'
  when place % 25 = 0 then 'stopped' when place % 25 = 1 then 'cancelled' else 'scheduled' end`;

const POSTS = [
  `create temporary table made as
   select n as id, 1 + n % ${WORKSPACES} as workspace, 1 + n % ${WORKSPACES * FOLDERS_EACH} as folder,
     ${PLACE} as place, ${STATUS.replaceAll('place', PLACE)} as status,
     -- None is of 30 days ago: how many are younger does not depend on the moment of the upgrade.
     now() - n * interval '2 minutes' - (n / (29 * 720)) * interval '2 days' as at
   from (select n + 1 as n from texts) given`,
  'create unique index on made (id)',
  'analyze made',
  `insert into posts (id, workspace_id, folder_id, created_by, status, version, root_id, created_at, updated_at)
   overriding system value select id, workspace, folder, ${EDITOR}, status, 3, id, at, at from made`,
  `insert into items (id, workspace_id, folder_id, created_by, content, description, status, tags, version,
     post_id, root_id, created_at, updated_at, published_date) overriding system value
   select id, workspace, folder, ${EDITOR}, content, description, status, tags, 3, id, id, at, at,
     case status when 'published' then at end
   from made join texts on n = id - 1`,
  `insert into item_versions (item_id, version, action, user_id, content, description, status, tags, created_at,
     is_head, network_texts, media, endings_off, variations, by_limited_key)
   select made.id, number, case number when 1 then 'create' when 2 then 'update' else 'status' end,
     case number when 3 then ${APPROVER} when 2 then ${OWNER} else ${EDITOR} end,
     case number when 1 then 'Before: ' else '' end || content, description,
     case number when 3 then made.status else 'draft' end, tags, at - (4 - number) * interval '1 hour',
     true, '{}', '[]', '[]', '[]', made.id % 20 = 0
   from made join items using (id) cross join generate_series(1, 3) number`,
  `insert into audit_log (workspace_id, user_id, action, object_type, object_id, content_item, changes, created_at, api_key_id)
   select workspace, case number when 3 then ${APPROVER} when 2 then ${OWNER} else ${EDITOR} end,
     case number when 1 then 'create' else 'update' end, 'item', id, id,
     jsonb_build_object('content', jsonb_build_object('before', number, 'after', 'A text of a hundred characters, about')),
     at - (4 - number) * interval '1 hour', case when id % 20 = 0 then workspace end
   from made cross join generate_series(1, 3) number`,
  `insert into audit_log (workspace_id, user_id, action, object_type, object_id, changes)
   select workspace_id, workspace_id, 'create', 'folder', id,
     jsonb_build_object('name', jsonb_build_object('before', null, 'after', name)) from folders`,
  `insert into transitions (workspace_id, post_id, from_state, target_state, state, user_id, decided_by, created_at,
     decided_at, approved_hash)
   select workspace, id, 'draft', 'review', case status when 'review' then 'pending' else 'approved' end, ${EDITOR},
     case when status <> 'review' then ${APPROVER} end, at, case when status <> 'review' then at end,
     case when status <> 'review' then post_text_hash(id) end
   from made where status <> 'draft'`,
  `update posts set approved_hash = post_text_hash(id) where status in ('approved', 'published')`,
  `insert into publications (workspace_id, post_id, channel_id, state, reason, due_at, version, text_hash, text,
     created_by, created_at, published_at, ended_at, next_attempt_at, approved)
   select workspace, id, workspace, state, case state when 'stopped' then 'changed' end,
     case state when 'published' then at else now() + id * interval '1 minute' end, 3, post_text_hash(id),
     post_parts(id), ${APPROVER}, at, case state when 'published' then at end,
     case when state = 'cancelled' then at end,
     case when state = 'scheduled' then now() + id * interval '1 minute' end, true
   from (select *, ${PUBLICATION} as state from made where status in ('approved', 'published')) due`,
  `insert into publication_parts (publication_id, position, content, channel_id, remote_id, url, sent_at)
   select publications.id, 0, content, channel_id, 'r' || publications.id, 'https://example.org/' || publications.id,
     published_at from publications join items using (post_id) where state = 'published'`,
  `insert into publication_attempts (publication_id, position, step, began_at, ended_at, outcome)
   select id, 0, 'send', published_at, published_at, 'sent' from publications where state = 'published'`,
  `insert into readings (publication_id, position, read_at, views, reactions)
   select id, 0, published_at + hour * interval '1 hour', id % 1000 * hour, id % 50 * hour
   from publications cross join generate_series(1, 3) hour where state = 'published'`,
  `insert into comments (workspace_id, post_id, user_id, text) select workspace, id, ${OWNER}, 'A thought' from made where id % 10 = 0`,
  `insert into rule_runs (workspace_id, rule_id, number, state, about, chain, created_at, began_at, ended_at)
   select workspace, workspace, id, 'done', jsonb_build_object('post', id), '{}', at, at, at from made where id % 30 = 0`,
  `insert into webhook_events (workspace_id, type, subject_id, about, occurred_at, due_at, taken_at)
   select workspace, 'post.created', id, '{}', at, at, at from made where id % 30 = 0`,
  `insert into search_documents (item_id, workspace_id, created_at, document)
   select id, workspace_id, created_at, item_document(items) from items`,
];

/** Writes posts with three versions each, reviews and publications. */
export async function fillBefore(client: pg.ClientBase, posts: number) {
  await client.query(
    "begin; set local session_replication_role = replica; set local work_mem = '256MB'",
  );
  await copyTexts(client, posts);
  for (const statement of [...PEOPLE, ...POSTS]) await client.query(statement);
  await client.query(`select setval('posts_id_seq', $1), setval('items_id_seq', $1)`, [posts]);
  await client.query('drop table made; commit');
  await client.query('vacuum analyze');
}
