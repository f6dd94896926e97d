import { type Expression, type RawBuilder, sql } from 'kysely';
import { isLeft } from './live-posts.ts';

/**
 * How many posts and items a workspace has outside the trash and deleted folders, as a table of `folder_id, status,
 * is_thread, posts, items` with several rows for the same: they are added up. Kept by a trigger on
 * `posts` (migration 0029).
 */
export const postCounts = (workspaceId: Expression<number>): RawBuilder<unknown> => {
  const columns = sql.raw('folder_id, status, is_thread, posts, items');
  return sql`(
    select ${columns} from post_counts
    where workspace_id = ${workspaceId} and not ${isLeft('folder_id')}
    union all
    select ${columns} from post_count_changes
    where workspace_id = ${workspaceId} and not ${isLeft('folder_id')}) as post_counts`;
};
