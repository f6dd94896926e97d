import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** Folders that are deleted while posts are in them (migration 0131). */

type InFolders = { workspaceId: number; folders: number[] };

export type Deletion = {
  folders: number[];
  userId: number | null;
  apiKey: number | null;
  ip: string | null;
};

/** The items of some posts in these folders that are not in the trash. */
export const findItemsIn = statement<InFolders & { limit: number }>()(
  'items.find_in_folders',
  (_db, bind) => sql<{ id: number }>`
    select items.id from items where workspace_id = ${bind('workspaceId', 'bigint')}
      and not trashed and post_id in (
        select id from posts where workspace_id = ${bind('workspaceId')}
          and folder_id = any(${bind('folders', 'bigint[]')}) and not trashed and size > 0
        limit ${bind('limit', 'integer')})`,
);

/** Takes these posts, which are in the trash, out of their folder. */
export const leaveFolder = statement<{ workspaceId: number; posts: number[] }>()(
  'posts.leave_folder',
  (_db, bind) => sql<object>`
    update posts set folder_id = null where workspace_id = ${bind('workspaceId', 'bigint')}
      and id = any(${bind('posts', 'bigint[]')}) and trashed`,
);

/** Takes some posts of the trash, and posts without items, out of these folders. */
export const leaveFolders = statement<InFolders & { limit: number }>()(
  'posts.leave_folders',
  (_db, bind) => sql<{ id: number }>`
    update posts set folder_id = null where workspace_id = ${bind('workspaceId', 'bigint')}
      and id in (
        select id from posts where workspace_id = ${bind('workspaceId')}
          and folder_id = any(${bind('folders', 'bigint[]')})
          and (trashed or size = 0)
        limit ${bind('limit', 'integer')})
    returning id`,
);

/** Remembers that these folders are deleted while posts are in them, and who deletes them. */
export const insertDeletedFolders = statement<{ workspaceId: number } & Deletion>()(
  'posts.insert_deleted_folders',
  (_db, bind) => sql<object>`
    insert into deleted_folders (id, workspace_id, user_id, api_key_id, ip_address)
    select id, ${bind('workspaceId', 'bigint')}, ${bind('userId', 'bigint')},
      ${bind('apiKey', 'bigint')}, ${bind('ip', 'inet')}
    from unnest(${bind('folders', 'bigint[]')}) id`,
);

/** The folders that somebody has deleted at one time, of those that are not empty yet. */
export const findDeletion = statement<{ workspaceId: number }>()(
  'posts.find_deletion',
  (_db, bind) => sql<Deletion>`
    select json_agg(id order by id) as folders, user_id as "userId", api_key_id as "apiKey",
      host(ip_address) as ip
    from deleted_folders where workspace_id = ${bind('workspaceId')}
    group by deleted_at, user_id, api_key_id, ip_address
    order by deleted_at, min(id) limit 1`,
);

/** The posts of these items that are in deleted folders and not in the trash yet, by deletion. */
export const findLeftItems = statement<{ workspaceId: number; ids: number[] }>()(
  null,
  (_db, bind) => sql<Deletion & { items: number[] }>`
    select json_agg(distinct deleted_folders.id) as folders, json_agg(items.id) as items,
      user_id as "userId", api_key_id as "apiKey", host(ip_address) as ip
    from items join deleted_folders on deleted_folders.id = items.folder_id
      and deleted_folders.workspace_id = items.workspace_id
    where items.workspace_id = ${bind('workspaceId')} and not trashed and post_id in (
      select post_id from items given where given.workspace_id = ${bind('workspaceId')}
        and given.id = any(${bind('ids', 'bigint[]')}))
    group by deleted_at, user_id, api_key_id, ip_address`,
);

export const removeDeletedFolders = statement<InFolders>()(
  'posts.remove_deleted_folders',
  (_db, bind) => sql<object>`
    delete from deleted_folders where workspace_id = ${bind('workspaceId')}
      and id = any(${bind('folders', 'bigint[]')})`,
);

/** The workspaces with deleted folders that are not empty yet. */
export const listWithDeletions = statement()(
  'posts.list_with_deletions',
  () => sql<{ workspaceId: number }>`
    select distinct workspace_id as "workspaceId" from deleted_folders order by 1`,
);
