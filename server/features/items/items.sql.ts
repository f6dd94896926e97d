import { sql } from 'kysely';
import type { Status } from '#contract/workflow.ts';
import { type Bind, builder, statement } from '../../database/statement.ts';

/** An item as the API answers it. */
export const itemColumns = [
  'id',
  sql<number>`folder_id`.as('folder'),
  'title',
  'content',
  'description',
  sql<Status>`status`.as('status'),
  'tags',
  'view_count',
  'version',
  'created_at',
  'updated_at',
  'published_date',
  sql<boolean>`coalesce(thread_root = id, false)`.as('is_thread_root'),
  sql<boolean>`thread_root is not null`.as('is_thread_part'),
  sql<boolean>`thread_root is null`.as('is_standalone'),
  'thread_size',
  'thread_order',
  'thread_root',
] as const;

export type Key = { workspaceId: number; id: number };

export const findItem = statement<Key>()('items.find', (db, bind) =>
  db
    .selectFrom('items')
    .select(itemColumns)
    .where('workspace_id', '=', bind('workspaceId'))
    .where('id', '=', bind('id'))
    .where('deleted_at', 'is', null),
);

/** The parts of the thread that an item is in, in their order; none where it stands alone. */
export const findThread = statement<Key>()('items.thread', (db, bind) =>
  db
    .selectFrom('items')
    .select(itemColumns)
    .where('workspace_id', '=', bind('workspaceId'))
    .where('thread_root', '=', (from) =>
      from
        .selectFrom('items as given')
        .select('given.thread_root')
        .where('given.workspace_id', '=', bind('workspaceId'))
        .where('given.id', '=', bind('id'))
        .where('given.deleted_at', 'is', null),
    )
    .where('deleted_at', 'is', null)
    .orderBy('thread_order'),
);

export type Keys = { workspaceId: number; ids: number[] };

/**
 * The first step of every change: changes of one workspace's content and folders wait in line, so that none waits for another
 * crosswise, and each sees what the one before did. The same lock that keeps folders a tree (migration 0002).
 */
export const lockContent = statement<{ workspaceId: number }>()('items.lock_content', (db, bind) =>
  db.selectNoFrom(
    sql`pg_advisory_xact_lock(hashtextextended('folders', ${bind('workspaceId', 'bigint')}))`.as('locked'),
  ),
);

/** These items and all parts of the threads they are in. */
const whole = (bind: Bind<Keys>) =>
  builder
    .selectFrom('items')
    .where('workspace_id', '=', bind('workspaceId'))
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`id in (
        select unnest(${bind('ids', 'bigint[]')})
        union
        select part.id from items given
        join items part on part.workspace_id = given.workspace_id and part.thread_root = given.thread_root
        where given.workspace_id = ${bind('workspaceId')} and given.id = any(${bind('ids', 'bigint[]')})
          and given.deleted_at is null)`,
    )
    .orderBy(sql`coalesce(thread_root, id)`)
    .orderBy('thread_order');

/** The items and their threads' parts as they are now, thread by thread in their order. */
export const findWhole = statement<Keys>()('items.find_whole', (_db, bind) => whole(bind).select(itemColumns));

/**
 * The same without their texts, for many. Like all that takes many ids it is not prepared: a plan that was made when the table
 * was small takes half a minute where one that knows how many there are takes 20 ms.
 */
export const findWholeIds = statement<Keys>()(null, (_db, bind) =>
  whole(bind).select([
    'id',
    'thread_root',
    sql<Status>`status`.as('status'),
    sql<number>`length(content)`.as('length'),
  ]),
);

/** The items of these, as they are now. */
export const findItems = statement<Keys>()(null, (db, bind) =>
  db
    .selectFrom('items')
    .select(itemColumns)
    .where('workspace_id', '=', bind('workspaceId'))
    .where(sql<boolean>`id = any(${bind('ids', 'bigint[]')})`)
    .where('deleted_at', 'is', null)
    .orderBy('id'),
);

/** All that these folders hold. */
export const findItemsIn = statement<{ workspaceId: number; folders: number[] }>()(
  'items.find_in_folders',
  (db, bind) =>
    db
      .selectFrom('items')
      .select('id')
      .where('workspace_id', '=', bind('workspaceId'))
      .where(sql<boolean>`folder_id = any(${bind('folders', 'bigint[]')})`)
      .where('deleted_at', 'is', null),
);

export const findFolderId = statement<Key>()('items.find_folder', (db, bind) =>
  db.selectFrom('folders').select('id').where('workspace_id', '=', bind('workspaceId')).where('id', '=', bind('id')),
);
