import { sql } from 'kysely';
import type { Attachment } from '#contract/attachments.ts';
import type { Status } from '#contract/content/workflow.ts';
import type { Role } from '#contract/roles.ts';
import { itemColumns } from '../../../database/fragments/item-columns.ts';
import { isLive, presentFolder } from '../../../database/fragments/live-posts.ts';
import { type ActsAs, principalOf } from '../../../database/fragments/principal.ts';
import { type Bind, builder, statement } from '../../../database/statement.ts';
import { contentLock } from './content-lock.sql.ts';

type Key = { workspaceId: number; id: number };
type Keys = { workspaceId: number; ids: number[] };

export const findItem = statement<Key>()('items.find', (db, bind) =>
  db
    .selectFrom('items')
    .select(itemColumns)
    .where('workspace_id', '=', bind('workspaceId'))
    .where('id', '=', bind('id'))
    .where(isLive()),
);

/** The items of the post of an item, in order. */
export const findThread = statement<Key>()('items.thread', (db, bind) =>
  db
    .selectFrom('items')
    .select(itemColumns)
    .where('workspace_id', '=', bind('workspaceId'))
    .where('post_id', '=', (from) =>
      from
        .selectFrom('items as given')
        .select('given.post_id')
        .where('given.workspace_id', '=', bind('workspaceId'))
        .where('given.id', '=', bind('id')),
    )
    .where(isLive())
    .orderBy('position'),
);

/** The present state of these items. */
export const findItems = statement<Keys>()(null, (db, bind) =>
  db
    .selectFrom('items')
    .select(itemColumns)
    .where('workspace_id', '=', bind('workspaceId'))
    .where(sql<boolean>`id = any(${bind('ids', 'bigint[]')})`)
    .where(isLive())
    .orderBy('id'),
);

/** The post of an item. */
export const findPost = statement<Key>()('posts.find', (db, bind) =>
  db
    .selectFrom('items')
    .select(['post_id as post', 'root_id as root', sql<Status>`status`.as('status')])
    .where('workspace_id', '=', bind('workspaceId'))
    .where('id', '=', bind('id'))
    .where(isLive()),
);

/**
 * Serializes changes of content and folders in a workspace: it prevents deadlocks, and each change
 * sees the result of the one before.
 */
export const lockContent = statement<{ workspaceId: number }>()('items.lock_content', (db, bind) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(${contentLock(bind)})`.as('locked')),
);

const FOR_FEW = [
  sql`set_config('plan_cache_mode', 'force_generic_plan', true)`.as('planned_once'),
  sql`set_config('enable_seqscan', 'off', true)`.as('by_index'),
  sql`set_config('enable_hashjoin', 'off', true)`.as('one_by_one'),
] as const;

/**
 * The same before a change of a few posts. Until the end of the transaction the statements with
 * names are planned once, and not each time: to plan the write of a post takes five times as long as
 * to run it. What is changed is looked up by index, one by one: a plan from when the tables were
 * small, or of the average workspace, would read all of a large one.
 */
export const lockForFew = statement<{ workspaceId: number }>()('items.lock_for_few', (db, bind) =>
  db.selectNoFrom([sql`pg_advisory_xact_lock(${contentLock(bind)})`.as('locked'), ...FOR_FEW]),
);

/** The same for what only reads a post, and needs that nobody changes it meanwhile. */
export const holdForFew = statement<{ workspaceId: number }>()('items.hold_for_few', (db, bind) =>
  db.selectNoFrom([
    sql`pg_advisory_xact_lock_shared(${contentLock(bind)})`.as('locked'),
    ...FOR_FEW,
  ]),
);

/** All items of the posts of these items, ordered by post and position. */
const whole = (bind: Bind<Keys>, isThere = isLive()) =>
  builder
    .selectFrom('items')
    .where('items.workspace_id', '=', bind('workspaceId'))
    .where(isThere)
    .where(
      sql<boolean>`items.post_id in (
        select post_id from items given where given.workspace_id = ${bind('workspaceId')}
          and given.id = any(${bind('ids', 'bigint[]')}))`,
    )
    .orderBy('items.root_id')
    .orderBy('items.position')
    .select(['items.post_id as post', 'items.is_thread']);

/**
 * The present version is an autosave of this person that the next save replaces: by the same
 * principal, so that a key keeps what it wrote; of the same ten minutes of the clock, so that the text of
 * each ten minutes can be restored.
 */
const isAutosaved = (bind: Bind<OfPerson>) =>
  sql<boolean>`items.status = 'draft' and exists (
    select from item_versions
    where item_id = items.id and item_versions.version = items.version
      and action = 'autosave' and user_id = ${bind('userId', 'bigint')}
      and principal_id = ${principalOf(bind)}
      and date_bin('10 minutes', item_versions.created_at, 'epoch')
        = date_bin('10 minutes', now(), 'epoch'))`.as('is_autosaved');

type OfPerson = { workspaceId: number; userId: number | null } & ActsAs;

export const findWhole = statement<Keys & OfPerson>()('items.find_whole', (_db, bind) =>
  whole(bind as unknown as Bind<Keys>).select([
    ...itemColumns,
    isAutosaved(bind as unknown as Bind<OfPerson>),
  ]),
);

/**
 * The same, so that nobody changes them until the transaction ends: saves of drafts share the lock
 * of the workspace.
 */
export const findHeld = statement<Keys>()('items.find_held', (_db, bind) =>
  whole(bind).select(itemColumns).forShare('items'),
);

/** A single draft, and its post. */
export const findDraft = statement<Key & OfPerson & { role: Role | null }>()(
  'items.find_draft',
  (db, bind) =>
    db
      .selectFrom('items')
      .select(['post_id as post', ...itemColumns, isAutosaved(bind as unknown as Bind<OfPerson>)])
      .where('workspace_id', '=', bind('workspaceId'))
      .where('id', '=', bind('id'))
      .where(sql<boolean>`${isLive()} and not is_thread and status = 'draft'`)
      // A change of what is scheduled may cover it, or not; asked again by `takes_unlocked_save`.
      .where(
        sql<boolean>`not exists (select from publications open where open.post_id = items.post_id
          and open.state in ('proposed', 'scheduled', 'publishing', 'stopped'))`,
      )
      .where(
        // Whose role has just changed waits for the lock, under which it is asked.
        sql<boolean>`exists (select from memberships where user_id = ${bind('userId', 'bigint')}
        and memberships.workspace_id = items.workspace_id and role = ${bind('role', 'text')})`,
      ),
);

const refColumns = <Folder>(folder = sql<Folder>`items.folder_id`) =>
  [
    'items.id',
    'items.version',
    'items.position as thread_order',
    'items.description',
    folder.as('folder'),
    sql<Status>`items.status`.as('status'),
    sql<number>`length(items.content)
      + case when items.network_texts = '{}' then 0 else length(items.network_texts::text) end`.as(
      'length',
    ),
  ] as const;

/**
 * The same without texts, for many. Not prepared, like every statement with many ids: a plan from
 * when the table was small takes half a minute instead of 20 ms.
 */
export const findWholeIds = statement<Keys>()(null, (_db, bind) =>
  whole(bind).select(refColumns<number>()),
);

/** The same of posts in deleted folders, too, as long as they are not in the trash. */
export const findLeftWholeIds = statement<Keys>()(null, (_db, bind) =>
  whole(bind, sql<boolean>`not items.trashed`).select(refColumns<number>()),
);

/** Locks posts in the trash, so that they are not erased meanwhile. */
export const lockTrashed = statement<Keys>()(
  null,
  (_db, bind) => sql<object>`
    select from posts where workspace_id = ${bind('workspaceId')} and trashed and id in (
      select post_id from items where workspace_id = ${bind('workspaceId')}
        and id = any(${bind('ids', 'bigint[]')}))
    order by id for update`,
);

/** The same in the trash, where a folder may be gone. */
export const findTrashed = statement<Keys>()(null, (_db, bind) =>
  whole(bind, sql<boolean>`items.trashed`).select(refColumns(presentFolder())),
);

/** The posts without items that belong to these items; for each item the one that it left last. */
export const findHomes = statement<Keys>()(
  null,
  (_db, bind) => sql<{ item: number; id: number; version: number }>`
    select distinct on (root_id) root_id as item, id, version from posts
    where workspace_id = ${bind('workspaceId', 'bigint')} and size = 0
      and root_id = any(${bind('ids', 'bigint[]')})
    order by root_id, updated_at desc, id desc`,
);

/** The items of a post; for a post without items, the item that it belongs to. */
export const findItemIds = statement<{ workspaceId: number; post: number }>()(
  'posts.item_ids',
  (_db, bind) => sql<{ id: number }>`
    select id from items where post_id = (
      select coalesce(items.post_id, posts.id) from posts left join items
        on items.id = posts.root_id
      where posts.workspace_id = ${bind('workspaceId', 'bigint')}
        and posts.id = ${bind('post', 'bigint')})`,
);

export const findFolderId = statement<Key>()('items.find_folder', (db, bind) =>
  db
    .selectFrom('folders')
    .select('id')
    .where('workspace_id', '=', bind('workspaceId'))
    .where('id', '=', bind('id')),
);

/** Files of the library, as they are attached. */
/** `folders`: those that a key is for; null: all. */
export const findAttachments = statement<Keys & { folders: readonly number[] | null }>()(
  'posts.find_attachments',
  (_db, bind) => sql<Attachment>`
    select alt, id as file, encode(hash, 'hex') as hash, media_kind(type, facts) as kind, name,
      size, type, facts ->> 'video' as codec, json_build_array(focus_x, focus_y) as focus, width,
      height, duration
    from media_files join media_blobs using (hash)
    where media_files.workspace_id = ${bind('workspaceId', 'bigint')}
      and id = any(${bind('ids', 'bigint[]')}) and trashed_at is null
      and (${bind('folders', 'bigint[]')} is null or folder_id = any(${bind('folders', 'bigint[]')}))
    for share of media_files`,
);

/** The items that have a file, but for published ones and those in the trash. */
export const findItemsWith = statement<{ workspaceId: number; file: number }>()(
  'posts.find_items_with',
  (_db, bind) => sql<{ id: number }>`
    select id from items join item_media on item_id = items.id
    where items.workspace_id = ${bind('workspaceId', 'bigint')}
      and file_id = ${bind('file', 'bigint')} and ${isLive()} and status <> 'published'`,
);

export const findSettings = statement<{ workspaceId: number }>()('posts.settings', (db, bind) =>
  db
    .selectFrom('workspaces')
    .select(['prevent_self_approval', 'only_approved'])
    .where('id', '=', bind('workspaceId')),
);

/** What is proposed for the posts of items, by whom, and who has written the replies to it. */
export const findProposals = statement<Keys>()(
  'posts.proposals',
  (_db, bind) => sql<{ proposed_by: number | null; replies_by: number[] }>`
    select publications.created_by as proposed_by,
      array(select unnest(worded_by) from afterwards
        where publication_id = publications.id and afterwards.state = 'waiting') as replies_by
    from items join publications
      on publications.post_id = items.post_id and publications.workspace_id = items.workspace_id
    where items.workspace_id = ${bind('workspaceId')} and items.id = any(${bind('ids', 'bigint[]')})
      and publications.state = 'proposed'`,
);

/** The service accounts that these people made, or of which they made or know a key. */
export const findPrograms = statement<{ workspaceId: number; people: readonly number[] }>()(
  'posts.programs',
  (_db, bind) => sql<{ id: number }>`
    select id from users where made_by = any(${bind('people', 'bigint[]')}) and kind = 'service'
    union
    select user_id from api_keys where workspace_id = ${bind('workspaceId', 'bigint')}
      and (created_by = any(${bind('people', 'bigint[]')})
        or rolled_by = any(${bind('people', 'bigint[]')}) or old_by = any(${bind('people', 'bigint[]')}))`,
);

/** A row where one of these wrote a version of one of the items, or words that came in with it. */
export const findOwnVersion = statement<Keys & { authors: readonly number[] }>()(
  null,
  (_db, bind) => sql<object>`
    select from item_versions join items on items.id = item_id
    where items.workspace_id = ${bind('workspaceId')} and item_id = any(${bind('ids', 'bigint[]')})
      and (user_id = any(${bind('authors', 'bigint[]')}) and action <> 'status'
        or exists (select from principals where id = any(carried)
          and person_id = any(${bind('authors', 'bigint[]')})))
    limit 1`,
);

type Keyed = { workspaceId: number; userId: number; key: string };

/** The item that a request with this key has created, unless it was deleted since. */
export const findCreated = statement<Keyed>()(
  'posts.find_created',
  (_db, bind) => sql<{ id: number }>`
    select items.id from idempotency_keys
      join items on items.id = (response ->> 'created')::bigint
        and items.workspace_id = idempotency_keys.workspace_id
    where idempotency_keys.workspace_id = ${bind('workspaceId', 'bigint')}
      and user_id = ${bind('userId', 'bigint')} and key = ${bind('key')} and ${isLive()}`,
);

/** A row where a post will be published without anybody's doing. */
export const isPlanned = statement<{ workspaceId: number; post: number }>()(
  'posts.is_planned',
  (_db, bind) => sql<object>`
    select from publications where workspace_id = ${bind('workspaceId', 'bigint')}
      and post_id = ${bind('post', 'bigint')}
      and state in ('proposed', 'scheduled', 'publishing') limit 1`,
);

/**
 * Deletes these versions where a later one exists that was written with the same rights. Else a save
 * by hand keeps them: it names them a change, which no autosave replaces.
 */
export const foldAutosaved = statement<Keys & { versions: number[]; autosave: boolean }>()(
  'posts.fold_autosaved',
  (_db, bind) => sql<object>`
    with given as (
      select items.id, given.version, items.version > given.version as is_replaced
      from unnest(${bind('ids', 'bigint[]')}, ${bind('versions', 'integer[]')})
          as given(id, version)
        join items on items.id = given.id and items.workspace_id = ${bind('workspaceId')}
        join item_versions old on old.item_id = items.id and old.version = given.version
        join item_versions present on present.item_id = items.id
          and present.version = items.version
      where (old.principal_id, old.carried)
        is not distinct from (present.principal_id, present.carried)),
    kept as (
      update item_versions set action = 'update' from given
      where item_id = given.id and item_versions.version = given.version
        and not is_replaced and not ${bind('autosave', 'boolean')})
    delete from item_versions using given
    where item_id = given.id and item_versions.version = given.version and is_replaced`,
);

export const newIds = statement<{ posts: number; items: number }>()(
  'posts.new_ids',
  (_db, bind) => sql<{ post: number | null; item: number | null }>`
    select nextval('posts_id_seq') as post, null::bigint as item
      from generate_series(1, ${bind('posts', 'integer')})
    union all select null, nextval('items_id_seq')
      from generate_series(1, ${bind('items', 'integer')})`,
);

/** Deletes from the trash permanently. */
export const purgePosts = statement<Keys>()(null, (db, bind) =>
  db
    .deleteFrom('posts')
    .where('workspace_id', '=', bind('workspaceId'))
    .where(
      sql<boolean>`id in (select post_id from items where id = any(${bind('ids', 'bigint[]')}))`,
    )
    .where('trashed', '=', true),
);
