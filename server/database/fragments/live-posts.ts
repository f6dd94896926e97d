import { sql } from 'kysely';

/**
 * Whether a row has a folder that was deleted and is still being emptied (migration 0131). Not a
 * join: the planner keeps the order of lists, and reads the few folders once for each statement.
 */
export const isLeft = (folder: string) =>
  sql<boolean>`(${sql.ref(folder)} in (select id from deleted_folders)) is true`;

/**
 * Whether a post or an item, of this alias, is not in the trash: neither it nor its folder was
 * deleted. The only rule of that; a test compares all statements with it.
 */
export const isLive = (alias = 'items') =>
  sql<boolean>`(not ${sql.ref(`${alias}.trashed`)} and not ${isLeft(`${alias}.folder_id`)})`;

/** The folder of a post or an item in the trash; null where it was deleted. */
export const presentFolder = (alias = 'items') =>
  sql<number | null>`(case when not ${isLeft(`${alias}.folder_id`)}
    then ${sql.ref(`${alias}.folder_id`)} end)`;

/**
 * Whether the post of a publication is in such a folder: nothing of it goes out. A value and not an
 * `exists`, for which the planner would read all posts at once.
 */
export const OF_DELETED_FOLDER = sql<boolean>`coalesce((
  select ${isLeft('left_behind.folder_id')} from posts left_behind
  where left_behind.id = publications.post_id
    and left_behind.workspace_id = publications.workspace_id), false)`;
