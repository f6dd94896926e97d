import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Item } from '#contract/items.ts';
import type { Status } from '#contract/workflow.ts';
import { type Bind, builder, statement } from '../../database/statement.ts';
import type { DB } from '../../database/types.ts';
import type { Changes } from '../audit/audit.service.ts';
import { itemColumns, type Keys } from './items.sql.ts';

export type Author = { workspaceId: number; userId: number; ip: string };

export type ItemRow = Selectable<DB['items']>;

/** Plain SQL as a part of a larger statement, for `with`. */
export const part =
  <Row = object>(text: RawBuilder<unknown>) =>
  () =>
    sql<Row>`(${text})`;

/** Keeps a version of every row of the CTE `item`, by the name of what was done. */
export const keepVersions = (bind: Bind<Author>, action: RawBuilder<unknown>, where = sql`true`) => sql`
  insert into item_versions (item_id, version, action, user_id, content, description, status, tags, is_head)
  select id, version, ${action}, ${bind('userId')}::bigint, content, description, status, tags,
    coalesce(thread_root = id, true)
  from item where ${where}`;

/** Writes an audit entry of every row of `rows`, which has an id and its changes. */
export const keepEntries = (bind: Bind<Author>, rows: RawBuilder<unknown>, action: RawBuilder<unknown>) => sql`
  insert into audit_log (workspace_id, user_id, action, object_type, object_id, content_item, ip_address, changes)
  select ${bind('workspaceId')}::bigint, ${bind('userId')}::bigint, ${action}, 'item', id, id, ${bind('ip')}::inet, changes
  from ${rows}`;

/** What the audit says of an item that comes (`after`) or goes (`before`). */
const allOfIt = (known: 'before' | 'after') => {
  const pair = (column: string) =>
    known === 'after'
      ? sql`jsonb_build_object('before', null, 'after', ${sql.ref(column)})`
      : sql`jsonb_build_object('before', ${sql.ref(column)}, 'after', null)`;
  return sql`(select id, jsonb_build_object(
    'folder', ${pair('folder_id')}, 'status', ${pair('status')}, 'content', ${pair('content')}) as changes from item) entry`;
};

/** An item in the CTE `item` is the one whose transitions count: it stands alone, or is its thread's root. */
const isHead = sql`(thread_root is null or thread_root = id)`;

/** Records the transition of every head in the CTE `item` whose status is no longer the `former` one. */
export const keepTransitions = (bind: Bind<Author>, former: RawBuilder<unknown>, where = sql`true`) => sql`
  insert into transitions (workspace_id, item_id, from_state, target_state, state, user_id)
  select workspace_id, id, ${former}, status, case status when 'review' then 'pending' else 'done' end, ${bind('userId')}::bigint
  from item where status <> ${former} and ${isHead} and ${where}`;

/** `born`: whether these items begin a life of their own, and no thread has one for them. */
export type Insertion = Author & { born: boolean };

export const insertFrom = <Params extends Insertion>(bind: Bind<Params>, rows: RawBuilder<unknown>) => {
  const author = bind as unknown as Bind<Insertion>;
  return (
    builder
      .with('given', part(rows))
      .with(
        'item',
        part<ItemRow>(sql`
        insert into items
          (id, workspace_id, folder_id, created_by, content, description, status, tags, version,
            thread_root, thread_order, thread_size)
        select coalesce(id, nextval('items_id_seq')), ${author('workspaceId')}, folder,
          ${author('userId')}, content, description, status, tags, version, thread_root, thread_order, thread_size
        from given
        returning *`),
      )
      .with('first_version', part(keepVersions(author, sql.lit('create'))))
      // Born with another status than draft, it has made a transition to it; parts of a thread that is there already have not.
      .with('born', part(keepTransitions(author, sql.lit('draft'), sql`${author('born')}`)))
      .with('entry', part(keepEntries(author, allOfIt('after'), sql.lit('create'))))
      .selectFrom('item')
      .select(itemColumns)
      .orderBy('id')
  );
};

/**
 * What an item is made of; an `id` was allotted beforehand, null lets the database choose one. The `version` is 1 but for a new
 * root of a thread that is there already.
 */
export type NewItem = Pick<
  Item,
  'folder' | 'content' | 'description' | 'status' | 'tags' | 'version' | 'thread_root' | 'thread_order' | 'thread_size'
> & { id: number | null };

/** Makes items with their first versions and audit entries, in one statement. `rows`: JSON, a list of NewItem. */
export const insertItems = statement<Insertion & { rows: string }>()('items.insert', (_db, bind) =>
  insertFrom(
    bind,
    sql`select * from json_to_recordset(${bind('rows')}::json) as given(
      id bigint, folder bigint, content text, description text, status text, tags text[], version integer,
      thread_root bigint, thread_order integer, thread_size integer)`,
  ),
);

/** The same for one item, from plain parameters: the hottest of the writes. */
export const insertItem = statement<Insertion & NewItem>()('items.insert_one', (_db, bind) =>
  insertFrom(
    bind,
    sql`select ${bind('id', 'bigint')} as id, ${bind('folder', 'bigint')} as folder, ${bind('content', 'text')} as content,
      ${bind('description', 'text')} as description, ${bind('status', 'text')} as status, ${bind('tags', 'text[]')} as tags,
      ${bind('version', 'integer')} as version, ${bind('thread_root', 'bigint')} as thread_root, ${bind('thread_order', 'integer')} as thread_order,
      ${bind('thread_size', 'integer')} as thread_size`,
  ),
);

/** Ids for items that have yet to be written. */
export const allotIds = statement<{ count: number }>()(
  'items.allot',
  (_db, bind) =>
    sql<{ id: number }>`
      select nextval('items_id_seq') as id from generate_series(1, ${bind('count', 'integer')})`,
);

/** An item as it is to be. With an `action` it gets a version of that name; `changes`, where there are any, go to the audit. */
export type ItemWrite = NewItem & { id: number; action: string | null; changes: Changes | null };

/** Writes items as they are to be, with the versions and the audit entries of that. `rows`: JSON, a list of ItemWrite. */
export const updateItems = statement<Author & { rows: string }>()('items.update', (db, bind) =>
  db
    .with(
      'given',
      part(sql`select * from json_to_recordset(${bind('rows')}::json) as given(
        id bigint, folder bigint, content text, description text, status text, tags text[], version integer,
        thread_root bigint, thread_order integer, thread_size integer, action text, changes jsonb)`),
    )
    .with(
      'item',
      part<ItemRow>(sql`
        update items set folder_id = given.folder, content = given.content, description = given.description,
          status = given.status, tags = given.tags, version = given.version, thread_root = given.thread_root,
          thread_order = given.thread_order, thread_size = given.thread_size,
          updated_at = case when given.action is null then items.updated_at else now() end
        from given where items.workspace_id = ${bind('workspaceId')} and items.id = given.id
        returning items.*, given.action`),
    )
    .with('versions', part(keepVersions(bind, sql.ref('action'), sql`action is not null`)))
    .with(
      'entries',
      part(
        keepEntries(
          bind,
          sql`(select id, action, changes from given where changes is not null) entry`,
          sql.ref('action'),
        ),
      ),
    )
    .selectFrom('item')
    .select(itemColumns),
);

/**
 * Puts items into the trash, each with its audit entry. A reply leaves its thread, whose order has to be closed then
 * (`closeRanks`); a root takes its parts along only where they are named, too.
 */
export const trashItems = statement<Author & { ids: number[] }>()(null, (db, bind) => {
  const stays = sql`thread_root = any(${bind('ids', 'bigint[]')})`;
  return db
    .with(
      'item',
      part<ItemRow>(sql`
        update items set deleted_at = now(),
          thread_root = case when ${stays} then thread_root end,
          thread_order = case when ${stays} then thread_order else 0 end,
          thread_size = case when ${stays} then thread_size else 1 end
        where workspace_id = ${bind('workspaceId')} and id = any(${bind('ids', 'bigint[]')}) and deleted_at is null
        returning *`),
    )
    .with('entries', part(keepEntries(bind, allOfIt('before'), sql.lit('delete'))))
    .selectFrom('item')
    .select(itemColumns)
    .orderBy('id');
});

/**
 * Numbers the parts of threads anew after some of them went to the trash. The root gets a version of that, since its
 * thread is another one; and what was approved as a whole is a draft again, since it is not the same whole.
 * @param lost the statuses that are a draft then
 */
export const closeRanks = statement<Author & { roots: number[]; lost: Status[] }>()(null, (db, bind) => {
  const isLost = sql`(items.status = any(${bind('lost', 'text[]')}))`;
  return db
    .with(
      'item',
      part<ItemRow>(sql`
        update items set thread_order = part.place, thread_size = part.size,
          status = case when ${isLost} then 'draft' else items.status end,
          version = items.version + (part.place = 0 or ${isLost})::integer,
          updated_at = case when part.place = 0 or ${isLost} then now() else items.updated_at end
        from (
          select id, row_number() over (partition by thread_root order by thread_order) - 1 as place,
            count(*) over (partition by thread_root) as size, status as former_status
          from items
          where workspace_id = ${bind('workspaceId')} and thread_root = any(${bind('roots', 'bigint[]')}) and deleted_at is null
        ) part
        where items.id = part.id
        returning items.*, part.former_status`),
    )
    .with(
      'versions',
      part(keepVersions(bind, sql.lit('remove_from_thread'), sql`thread_order = 0 or status <> former_status`)),
    )
    .with('transition', part(keepTransitions(bind, sql.ref('former_status'))))
    .with(
      'entries',
      part(
        keepEntries(
          bind,
          sql`(select id, jsonb_build_object('status', jsonb_build_object('before', former_status, 'after', status)) as changes
          from item where status <> former_status) entry`,
          sql.lit('status'),
        ),
      ),
    )
    .selectFrom('item')
    .select('id');
});

/** Deletes what is in the trash at once and for good. */
export const purgeItems = statement<Keys>()(null, (db, bind) =>
  db
    .deleteFrom('items')
    .where('workspace_id', '=', bind('workspaceId'))
    .where(sql<boolean>`id = any(${bind('ids', 'bigint[]')})`)
    .where('deleted_at', 'is not', null),
);
