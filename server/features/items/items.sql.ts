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

type Key = { workspaceId: number; id: number };

const live = (bind: Bind<Key>) =>
  builder
    .selectFrom('items')
    .select(itemColumns)
    .where('workspace_id', '=', bind('workspaceId'))
    .where('id', '=', bind('id'))
    .where('deleted_at', 'is', null);

export const findItem = statement<Key>()('items.find', (_db, bind) => live(bind));

/** Nobody else changes the item until the transaction ends. */
export const lockItem = statement<Key>()('items.lock', (_db, bind) => live(bind).forUpdate());

type Version = 'item_id' | 'version' | 'action' | 'user_id' | 'content' | 'description' | 'status' | 'tags';
const VERSION_COLUMNS: readonly Version[] = [
  'item_id',
  'version',
  'action',
  'user_id',
  'content',
  'description',
  'status',
  'tags',
];

export type ItemInsert = {
  workspaceId: number;
  userId: number;
  ip: string;
  folder: number;
  content: string;
  description: string | null;
  status: Status;
  tags: string[];
};

/** Makes an item with its first version and its audit entry, in one statement: the hottest of the writes. */
export const insertItem = statement<ItemInsert>()('items.insert', (db, bind) =>
  db
    .with('item', (cte) =>
      cte
        .insertInto('items')
        .values({
          workspace_id: bind('workspaceId'),
          folder_id: bind('folder'),
          created_by: bind('userId'),
          content: bind('content'),
          description: bind('description'),
          status: bind('status'),
          tags: bind('tags'),
        })
        .returningAll(),
    )
    .with('first_version', (cte) =>
      cte
        .insertInto('item_versions')
        .columns([...VERSION_COLUMNS])
        .expression((from) =>
          from
            .selectFrom('item')
            .select([
              'id',
              'version',
              sql.lit('create').as('action'),
              'created_by',
              'content',
              'description',
              'status',
              'tags',
            ]),
        ),
    )
    .with('entry', (cte) =>
      cte
        .insertInto('audit_log')
        .columns([
          'workspace_id',
          'user_id',
          'action',
          'object_type',
          'object_id',
          'content_item',
          'ip_address',
          'changes',
        ])
        .expression((from) =>
          from.selectFrom('item').select([
            'workspace_id',
            'created_by',
            sql.lit('create').as('action'),
            sql.lit('item').as('object_type'),
            'id',
            'id as content_item',
            sql<string>`${bind('ip')}::inet`.as('ip_address'),
            sql<string>`jsonb_build_object(
                'folder', jsonb_build_object('before', null, 'after', folder_id),
                'status', jsonb_build_object('before', null, 'after', status),
                'content', jsonb_build_object('before', null, 'after', content))`.as('changes'),
          ]),
        ),
    )
    .selectFrom('item')
    .select(itemColumns),
);

export type ItemUpdate = Key & {
  userId: number;
  action: string;
  folder: number;
  content: string;
  description: string | null;
  status: Status;
  tags: string[];
};

/** Changes an item and keeps the version that this makes. */
export const updateItem = statement<ItemUpdate>()('items.update', (db, bind) =>
  db
    .with('item', (cte) =>
      cte
        .updateTable('items')
        .set({
          folder_id: bind('folder'),
          content: bind('content'),
          description: bind('description'),
          status: bind('status'),
          tags: bind('tags'),
          version: sql`version + 1`,
          updated_at: sql`now()`,
        })
        .where('workspace_id', '=', bind('workspaceId'))
        .where('id', '=', bind('id'))
        .returningAll(),
    )
    .with('next_version', (cte) =>
      cte
        .insertInto('item_versions')
        .columns([...VERSION_COLUMNS])
        .expression((from) =>
          from
            .selectFrom('item')
            .select([
              'id',
              'version',
              sql<string>`${bind('action')}::text`.as('action'),
              sql<number>`${bind('userId')}::bigint`.as('user_id'),
              'content',
              'description',
              'status',
              'tags',
            ]),
        ),
    )
    .selectFrom('item')
    .select(itemColumns),
);

/** Records a change of status. What was waiting for a decision no longer does. */
export const insertTransition = statement<Key & { userId: number; from: Status; target: Status }>()(
  'transitions.insert',
  (db, bind) =>
    db
      .with('withdrawn', (cte) =>
        cte
          .updateTable('transitions')
          .set({ state: 'done' })
          .where('item_id', '=', bind('id'))
          .where('state', '=', 'pending'),
      )
      .insertInto('transitions')
      .values({
        workspace_id: bind('workspaceId'),
        item_id: bind('id'),
        from_state: bind('from'),
        target_state: bind('target'),
        state: sql`case ${bind('target', 'text')} when 'review' then 'pending' else 'done' end`,
        user_id: bind('userId'),
      }),
);

/** Puts an item into the trash. */
export const trashItem = statement<Key>()('items.trash', (db, bind) =>
  db
    .updateTable('items')
    .set({ deleted_at: sql`now()` })
    .where('workspace_id', '=', bind('workspaceId'))
    .where('id', '=', bind('id'))
    .where('deleted_at', 'is', null)
    .returning(['id', 'folder_id as folder', 'status', 'content']),
);

/** Puts all that these folders hold into the trash, each with its audit entry. */
export const trashItemsInFolders = statement<{ workspaceId: number; userId: number; ip: string; folders: number[] }>()(
  'items.trash_in_folders',
  (db, bind) =>
    db
      .with('gone', (cte) =>
        cte
          .updateTable('items')
          .set({ deleted_at: sql`now()` })
          .where('workspace_id', '=', bind('workspaceId'))
          .where(sql<boolean>`folder_id = any(${bind('folders', 'bigint[]')})`)
          .where('deleted_at', 'is', null)
          .returning(['id', 'workspace_id', 'folder_id', 'status', 'content']),
      )
      .insertInto('audit_log')
      .columns([
        'workspace_id',
        'user_id',
        'action',
        'object_type',
        'object_id',
        'content_item',
        'ip_address',
        'changes',
      ])
      .expression((from) =>
        from.selectFrom('gone').select([
          'workspace_id',
          sql<number>`${bind('userId')}::bigint`.as('user_id'),
          sql.lit('delete').as('action'),
          sql.lit('item').as('object_type'),
          'id',
          'id as content_item',
          sql<string>`${bind('ip')}::inet`.as('ip_address'),
          sql<string>`jsonb_build_object(
            'folder', jsonb_build_object('before', folder_id, 'after', null),
            'status', jsonb_build_object('before', status, 'after', null),
            'content', jsonb_build_object('before', content, 'after', null))`.as('changes'),
        ]),
      ),
);
