import { sql } from 'kysely';
import type { TrashedPost } from '#contract/content/trash.ts';
import { presentFolder } from '../../../database/fragments/live-posts.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { statement } from '../../../database/statement.ts';

/** The beginning of a text in the list. */
const EXCERPT = 300;

type InWorkspace = { workspaceId: number };

export const listTrash = statement<InWorkspace & { days: number; limit: number; offset: number }>()(
  null,
  (_db, bind) => sql<TrashedPost>`
    select root.id, named_mentions(root.title) as title,
      left(named_mentions(root.content), ${sql.lit(EXCERPT)}) as excerpt, root.status,
      post.is_thread, post.size as thread_size, ${presentFolder('post')} as folder, post.deleted_at,
      ${userRef('users')} as deleted_by,
      post.deleted_at + make_interval(days => ${bind('days', 'integer')}) as erased_at
    from posts post
      join items root on root.workspace_id = post.workspace_id and root.id = post.root_id
      left join lateral (
        select user_id from audit_log where workspace_id = ${bind('workspaceId')}
          and content_item = root.id and action = 'delete' order by id desc limit 1
      ) entry on true
      left join users on users.id = entry.user_id
    where post.workspace_id = ${bind('workspaceId')} and post.deleted_at is not null
      and post.size > 0
    order by post.deleted_at desc, post.id desc
    limit ${bind('limit')} offset ${bind('offset')}`,
);

export const countTrash = statement<InWorkspace>()(
  null,
  (_db, bind) => sql<{ count: number }>`
    select count(*) as count from posts
    where workspace_id = ${bind('workspaceId')} and deleted_at is not null and size > 0`,
);

/** Erases some of the posts in the trash: in batches, so that locks are short. */
export const eraseSome = statement<InWorkspace & { limit: number }>()(
  null,
  (_db, bind) => sql<{ id: number }>`
    delete from posts where id in (
      select id from posts where workspace_id = ${bind('workspaceId')} and deleted_at is not null
      order by deleted_at limit ${bind('limit')})
    returning id`,
);
