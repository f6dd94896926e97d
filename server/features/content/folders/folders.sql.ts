import { sql } from 'kysely';
import { postCounts } from '../../../database/fragments/post-counts.ts';
import { type Bind, builder, statement } from '../../../database/statement.ts';

/** All folders of a workspace, with the numbers of their items and posts. */
const foldersOf = (workspaceId: ReturnType<Bind<{ workspaceId: number }>>) =>
  builder
    .with(
      'counted',
      () => sql<{ folder_id: number; items: number; posts: number }>`(
        select folder_id, sum(items) as items, sum(posts) as posts from ${postCounts(workspaceId)} group by folder_id)`,
    )
    .selectFrom('folders')
    .leftJoin('counted', 'counted.folder_id', 'folders.id')
    .select([
      'folders.id',
      'folders.name',
      'folders.description',
      'folders.parent_id as parent',
      'folders.created_at',
      'folders.updated_at',
      sql<number>`coalesce(counted.items, 0)`.as('content_items_count'),
      sql<number>`coalesce(counted.posts, 0)`.as('posts_count'),
    ])
    .where('folders.workspace_id', '=', workspaceId);

export const listFolders = statement<{ workspaceId: number }>()('folders.list', (_db, bind) =>
  foldersOf(bind('workspaceId'))
    .orderBy(sql`lower(folders.name) collate "und-x-icu"`)
    .orderBy('folders.id'),
);

export const findFolder = statement<{ workspaceId: number; id: number }>()(
  'folders.find',
  (_db, bind) => foldersOf(bind('workspaceId')).where('folders.id', '=', bind('id')),
);

/** Folders whose name or description matches a `tsquery`, the best first. */
export const findMatchingFolders = statement<{ workspaceId: number; match: string }>()(
  'folders.search',
  (_db, bind) => {
    const document = sql`search_document(
      folders.workspace_id, folders.name, '{}', coalesce(folders.description, ''))`;
    return foldersOf(bind('workspaceId'))
      .where(sql<boolean>`${document} @@ ${bind('match', 'tsquery')}`)
      .orderBy(sql`ts_rank_cd(${document}, ${bind('match', 'tsquery')}, 1)`, 'desc')
      .orderBy(sql`lower(folders.name) collate "und-x-icu"`)
      .orderBy('folders.id');
  },
);

/** Locks the folder: nobody can change or delete it, or add to it, until the transaction ends. */
export const lockFolder = statement<{ workspaceId: number; id: number }>()(
  'folders.lock',
  (db, bind) =>
    db
      .selectFrom('folders')
      .select(['id', 'name', 'description', 'parent_id as parent'])
      .where('workspace_id', '=', bind('workspaceId'))
      .where('id', '=', bind('id'))
      .forUpdate(),
);

export const countFolders = statement<{ workspaceId: number }>()('folders.count', (db, bind) =>
  db
    .selectFrom('folders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', bind('workspaceId')),
);

type FolderFields = {
  workspaceId: number;
  name: string;
  description: string | null;
  parent: number | null;
};

export const insertFolder = statement<FolderFields>()('folders.insert', (db, bind) =>
  db
    .insertInto('folders')
    .values({
      workspace_id: bind('workspaceId'),
      name: bind('name'),
      description: bind('description'),
      parent_id: bind('parent'),
    })
    .returning('id'),
);

export const updateFolder = statement<FolderFields & { id: number }>()(
  'folders.update',
  (db, bind) =>
    db
      .updateTable('folders')
      .set({
        name: bind('name'),
        description: bind('description'),
        parent_id: bind('parent'),
        updated_at: sql`now()`,
      })
      .where('workspace_id', '=', bind('workspaceId'))
      .where('id', '=', bind('id')),
);

/**
 * The folder and its descendants, locked. The caller holds the lock of the content, so that the
 * tree does not change.
 */
export const lockSubtree = statement<{ workspaceId: number; id: number }>()(
  'folders.lock_subtree',
  (db, bind) =>
    db
      .withRecursive('subtree', (cte) =>
        cte
          .selectFrom('folders')
          .select('id')
          .where('workspace_id', '=', bind('workspaceId'))
          .where('id', '=', bind('id'))
          .union(
            cte
              .selectFrom('folders')
              .innerJoin('subtree', 'folders.parent_id', 'subtree.id')
              .select('folders.id'),
          ),
      )
      .selectFrom('folders')
      .select(['id', 'name', 'description', 'parent_id as parent'])
      .where('id', 'in', (from) => from.selectFrom('subtree').select('id'))
      .orderBy('id')
      .forUpdate(),
);

export const removeFolder = statement<{ workspaceId: number; id: number }>()(
  'folders.remove',
  (db, bind) =>
    db
      .deleteFrom('folders')
      .where('workspace_id', '=', bind('workspaceId'))
      .where('id', '=', bind('id')),
);
