import type { Database } from '../../server/database/pool.ts';

/** The times of a post that people see, and how a row leads to the post. The audit log is final. */
const TIMES: readonly [table: string, times: readonly string[], post: string][] = [
  ['posts', ['created_at', 'updated_at'], 'id'],
  ['items', ['created_at', 'updated_at', 'published_date'], 'post_id'],
  ['item_versions', ['created_at'], '(select post_id from items where id = item_id)'],
  ['search_documents', ['created_at'], '(select post_id from items where id = item_id)'],
  ['transitions', ['created_at', 'decided_at'], 'post_id'],
  ['comments', ['created_at'], 'post_id'],
  ['notifications', ['created_at'], 'post_id'],
  ['publications', ['created_at', 'updated_at', 'due_at', 'published_at'], 'post_id'],
  [
    'publication_parts',
    ['sent_at'],
    '(select post_id from publications where id = publication_id)',
  ],
  [
    'publication_attempts',
    ['began_at', 'ended_at'],
    '(select post_id from publications where id = publication_id)',
  ],
  [
    'practice_posts',
    ['created_at'],
    `(select post_id from publications join publication_parts on publication_id = publications.id
      where remote_id = changed.id::text limit 1)`,
  ],
];

/**
 * Moves what has happened to posts back, as if it had happened so much earlier; what is still to
 * come stays. For the demo alone: it has no past of its own.
 * @param moved milliseconds, by an item of the post
 */
export async function movePostsBack(database: Database, moved: ReadonlyMap<number, number>) {
  const values = [[...moved.keys()], [...moved.values()]];
  for (const [table, times, post] of TIMES) {
    const set = times.map(
      (time) => `${time} = case when ${time} < now() then ${time} - by else ${time} end`,
    );
    await database.query(
      `update ${table} changed set ${set.join(', ')}
       from (select post_id as moved_id, ms * interval '1 ms' as by
             from unnest($1::bigint[], $2::float8[]) as given(item, ms) join items on id = item) moved
       where ${post} = moved_id`,
      values,
    );
  }
}

/** Moves the beginnings of a workspace back: its people, folders, channels and files. */
export async function moveWorkspaceBack(database: Database, workspace: number, days: number) {
  const values = [workspace, days];
  for (const table of ['folders', 'channels', 'media_files', 'memberships'])
    await database.query(
      `update ${table} set created_at = created_at - $2 * interval '1 day' where workspace_id = $1`,
      values,
    );
  await database.query(
    `update users set created_at = created_at - $2 * interval '1 day'
     where id in (select user_id from memberships where workspace_id = $1)`,
    values,
  );
}
