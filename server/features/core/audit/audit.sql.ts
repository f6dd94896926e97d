import { type RawBuilder, sql } from 'kysely';
import type { AuditEntry as Entry } from '#contract/core/audit.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { type Bind, builder, statement } from '../../../database/statement.ts';

export type NewEntry = {
  workspaceId: number;
  userId: number | null;
  action: string;
  objectType:
    | 'folder'
    | 'item'
    | 'user'
    | 'workspace'
    | 'member'
    | 'invitation'
    | 'comment'
    | 'channel'
    | 'channel_set'
    | 'feed'
    | 'link'
    | 'publication'
    | 'report'
    | 'snippet'
    | 'template'
    | 'rule'
    | 'incoming'
    | 'webhook'
    | 'file'
    | 'note'
    | 'api_key'
    | 'app';
  objectId: number;
  contentItem: number | null;
  ip: string | null;
  /** The key by which they acted. */
  apiKey: number | null;
  /** JSON: by field, the values before and after. */
  changes: string;
};

export const insertEntry = statement<NewEntry>()('audit.insert', (db, bind) =>
  db.insertInto('audit_log').values({
    workspace_id: bind('workspaceId'),
    user_id: bind('userId'),
    action: bind('action'),
    object_type: bind('objectType'),
    object_id: bind('objectId'),
    content_item: bind('contentItem'),
    ip_address: bind('ip'),
    api_key_id: bind('apiKey'),
    changes: bind('changes'),
  }),
);

/** The filters of entries; null is no filter. Both instants are inclusive. */
export type EntryFilters = {
  workspaceId: number;
  contentItem: number | null;
  objectId: number | null;
  user: number | null;
  apiKey: number | null;
  action: string | null;
  ip: string | null;
  from: string | null;
  until: string | null;
};

/** Not prepared, so that each combination of filters gets a plan of its own. */
export const matching = (bind: Bind<EntryFilters>) => sql<boolean>`
  audit_log.workspace_id = ${bind('workspaceId')}
  and (${bind('contentItem', 'bigint')} is null or content_item = ${bind('contentItem', 'bigint')})
  and (${bind('objectId', 'bigint')} is null or object_id = ${bind('objectId', 'bigint')})
  and (${bind('user', 'bigint')} is null or user_id = ${bind('user', 'bigint')})
  and (${bind('apiKey', 'bigint')} is null or api_key_id = ${bind('apiKey', 'bigint')})
  and (${bind('action', 'text')} is null or action = ${bind('action', 'text')})
  and (${bind('ip', 'inet')} is null or ip_address = ${bind('ip', 'inet')})
  and (${bind('from', 'timestamptz')} is null
    or audit_log.created_at >= ${bind('from', 'timestamptz')})
  and (${bind('until', 'timestamptz')} is null
    or audit_log.created_at <= ${bind('until', 'timestamptz')})`;

/** Whoever acts has an address: an entry with neither is the server's own. */
const byServer = sql<boolean>`audit_log.user_id is null and audit_log.ip_address is null`;

const entries = builder
  .selectFrom('audit_log')
  .leftJoin('users', 'users.id', 'audit_log.user_id')
  .select([
    'audit_log.id',
    'audit_log.action',
    'audit_log.object_type',
    'audit_log.object_id',
    'audit_log.content_item',
    userRef('users').as('user'),
    byServer.as('by_server'),
    // A subquery instead of a join: few of a million entries are about members.
    sql<Entry['member']>`case audit_log.object_type when 'member' then
      (select json_build_object('id', member.id, 'name', member.name) from users member
        where member.id = audit_log.object_id)
    end`.as('member'),
    sql<Entry['api_key']>`(select json_build_object('id', api_keys.id, 'name', api_keys.name)
      from api_keys where api_keys.id = audit_log.api_key_id
        and api_keys.workspace_id = audit_log.workspace_id)`.as('api_key'),
    sql<string | null>`host(audit_log.ip_address)`.as('ip_address'),
    sql<Entry['changes']>`audit_log.changes`.as('changes'),
    'audit_log.created_at',
  ]);

/**
 * The present title or name of the object, where it still exists. Only for a page: an export of a
 * million entries does not look each one up.
 */
const title = sql<string | null>`case
  when audit_log.object_type in ('item', 'comment', 'publication') then
    (select named_mentions(items.title) from items where items.workspace_id = audit_log.workspace_id
      and items.id = audit_log.content_item)
  when audit_log.object_type = 'folder' then
    (select folders.name from folders where folders.workspace_id = audit_log.workspace_id
      and folders.id = audit_log.object_id)
  when audit_log.object_type = 'channel' then
    (select channels.handle from channels where channels.workspace_id = audit_log.workspace_id
      and channels.id = audit_log.object_id)
  when audit_log.object_type = 'channel_set' then
    (select channel_sets.name from channel_sets
      where channel_sets.workspace_id = audit_log.workspace_id
        and channel_sets.id = audit_log.object_id)
  when audit_log.object_type = 'feed' then
    (select feeds.title from feeds where feeds.workspace_id = audit_log.workspace_id
      and feeds.id = audit_log.object_id)
  when audit_log.object_type = 'report' then
    (select reports.title from reports where reports.workspace_id = audit_log.workspace_id
      and reports.id = audit_log.object_id)
  when audit_log.object_type = 'snippet' then
    (select snippets.name from snippets where snippets.workspace_id = audit_log.workspace_id
      and snippets.id = audit_log.object_id)
  when audit_log.object_type = 'template' then
    (select templates.name from templates where templates.workspace_id = audit_log.workspace_id
      and templates.id = audit_log.object_id)
  when audit_log.object_type = 'rule' then
    (select rules.name from rules where rules.workspace_id = audit_log.workspace_id
      and rules.id = audit_log.object_id)
  when audit_log.object_type = 'webhook' then
    (select webhooks.name from webhooks where webhooks.workspace_id = audit_log.workspace_id
      and webhooks.id = audit_log.object_id)
  when audit_log.object_type = 'incoming' then
    (select incoming_addresses.name from incoming_addresses
      where incoming_addresses.workspace_id = audit_log.workspace_id
        and incoming_addresses.id = audit_log.object_id)
  when audit_log.object_type = 'link' then
    (select coalesce(tracked_links.name, tracked_links.target) from tracked_links
      where tracked_links.workspace_id = audit_log.workspace_id
        and tracked_links.id = audit_log.object_id)
  when audit_log.object_type in ('api_key', 'app') then
    (select api_keys.name from api_keys where api_keys.workspace_id = audit_log.workspace_id
      and api_keys.id = audit_log.object_id)
  when audit_log.object_type = 'file' then coalesce(audit_log.changes #>> '{name,before}', audit_log.changes #>> '{name,after}')
  end`.as('title');

export const listEntries = statement<EntryFilters & { limit: number; offset: number }>()(
  null,
  (_db, bind) =>
    entries
      .select(title)
      .where(matching(bind as Bind<EntryFilters>))
      .orderBy('audit_log.id', 'desc')
      .limit(bind('limit'))
      .offset(bind('offset')),
);

/**
 * Makes the planner follow the index by id until the end of the transaction. With outdated
 * statistics it expects few matching entries, and would read and sort the whole log for each batch.
 */
export const followIndex = statement()(
  'audit.follow_index',
  () => sql<object>`
    select set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_bitmapscan', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`,
);

/** The columns of the CSV export. */
export const CSV_COLUMNS = [
  ...['id', 'created_at', 'action', 'object_type', 'object_id', 'content_item'],
  ...['user_id', 'user_name', 'ip_address', 'changes', 'by_server', 'api_key'],
];

/** As `pool.ts` reads it: every connection uses UTC. */
const instant = sql<string>`replace(left(entry.created_at::text, -3), ' ', 'T') || 'Z'`;

/** Quoted, so that a spreadsheet that splits at semicolons finds no formula behind one. */
const quoted = (text: RawBuilder<unknown>) =>
  sql<string>`coalesce('"' || replace(${text}, '"', '""') || '"', '')`;

/** A quote before it prevents spreadsheets from reading a text as a formula. */
const harmless = (text: RawBuilder<unknown>) =>
  sql`regexp_replace(${text}, '^[=+@\t\r＝＋－＠-]', '''\\&')`;

/** PostgreSQL writes a line, instead of the columns from which Node would write it. */
const LINES = {
  csv: sql<string>`concat_ws(',', entry.id, ${quoted(instant)}, ${quoted(sql`entry.action`)},
    ${quoted(sql`entry.object_type`)}, entry.object_id, coalesce(entry.content_item::text, ''),
    coalesce(entry.user_id::text, ''), ${quoted(harmless(sql`entry.user_name`))}, ${quoted(sql`entry.ip_address`)},
    ${quoted(sql`entry.changes::text`)}, entry.by_server::text,
    ${quoted(harmless(sql`entry.api_key ->> 'name'`))})`,
  json: sql<string>`(select row_to_json(line) from (select entry.id, entry.action,
    entry.object_type, entry.object_id, entry.content_item, entry.user, entry.by_server, entry.member,
    entry.ip_address, entry.api_key, entry.changes, ${instant} as created_at) line)::text`,
};

/**
 * The lines of the entries after one, oldest first, up to the last one at the start of the export:
 * of as many as `limit`, or until their changes have more than `bytes`. With their number, which is 0
 * where there are no more, and the last one.
 */
const readLines = (format: keyof typeof LINES) =>
  statement<
    EntryFilters & { after: number; last: number; limit: number; bytes: number; between: string }
  >()(null, (db, bind) =>
    db
      .selectFrom(
        entries
          .select([
            'users.id as user_id',
            'users.name as user_name',
            sql<number>`sum(octet_length(audit_log.changes::text)) over (
              order by audit_log.id rows between unbounded preceding and 1 preceding)`.as('before'),
          ])
          .where(matching(bind as Bind<EntryFilters>))
          .where('audit_log.id', '>', bind('after'))
          .where('audit_log.id', '<=', bind('last'))
          .orderBy('audit_log.id')
          .limit(bind('limit'))
          .as('entry'),
      )
      .select([
        sql<string>`string_agg(${LINES[format]}, ${bind('between', 'text')} order by id)`.as(
          'lines',
        ),
        sql<number>`max(id)`.as('last'),
        sql<number>`count(*)::integer`.as('count'),
      ])
      .where(sql<boolean>`before is null or before < ${bind('bytes', 'bigint')}`),
  );
export const readCsv = readLines('csv');
export const readJson = readLines('json');

export const countEntries = statement<EntryFilters>()(null, (db, bind) =>
  db
    .selectFrom('audit_log')
    .select([
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`coalesce(max(id), 0)`.as('last'),
    ])
    .where(matching(bind)),
);

export const countByAction = statement<EntryFilters>()(null, (db, bind) =>
  db
    .selectFrom('audit_log')
    .select(['action', sql<number>`count(*)::integer`.as('count')])
    .where(matching(bind))
    .groupBy('action')
    .orderBy('count', 'desc')
    .orderBy('action'),
);

export const countByUser = statement<EntryFilters>()(null, (db, bind) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .select([userRef('users').as('user'), sql<number>`count(*)::integer`.as('count')])
    .where(matching(bind))
    .groupBy(['users.id', 'users.name'])
    .orderBy('count', 'desc'),
);
