import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

type Tab = { workspaceId: number; post: number; userId: number; tab: string; seconds: number };

/** Stores a heartbeat of a tab for a post; `is_new` where there was no recent one. */
export const come = statement<Tab>()(
  'presence.come',
  (_db, bind) => sql<{ is_new: boolean }>`
    with before as (
      select seen_at from presence
      where post_id = ${bind('post', 'bigint')} and user_id = ${bind('userId', 'bigint')}
        and tab = ${bind('tab', 'text')}
        and seen_at > now() - make_interval(secs => ${bind('seconds', 'integer')})
    )
    insert into presence (post_id, user_id, tab)
    select id, ${bind('userId', 'bigint')}, ${bind('tab', 'text')} from posts
    where workspace_id = ${bind('workspaceId')} and id = ${bind('post', 'bigint')}
    on conflict (post_id, user_id, tab) do update set seen_at = now()
    returning not exists (select from before) as is_new`,
);

export const leave = statement<Omit<Tab, 'seconds'>>()('presence.leave', (db, bind) =>
  db
    .deleteFrom('presence')
    .where('post_id', 'in', (from) =>
      from
        .selectFrom('posts')
        .select('id')
        .where('workspace_id', '=', bind('workspaceId'))
        .where('id', '=', bind('post')),
    )
    .where('user_id', '=', bind('userId'))
    .where('tab', '=', bind('tab'))
    .returning('tab'),
);

/** The other members who have a post open, in the order of their arrival. */
export const listOthers = statement<Tab>()('presence.others', (db, bind) =>
  db
    .selectFrom('presence')
    .innerJoin('users', 'users.id', 'presence.user_id')
    .innerJoin('memberships', 'memberships.user_id', 'presence.user_id')
    .select(['users.id', 'users.name'])
    .distinct()
    .where('memberships.workspace_id', '=', bind('workspaceId'))
    .where('presence.post_id', '=', bind('post'))
    .where(
      sql<boolean>`presence.seen_at > now() - make_interval(secs => ${bind('seconds', 'integer')})`,
    )
    .where(
      sql<boolean>`(presence.user_id, presence.tab) <> (${bind('userId', 'bigint')}, ${bind('tab', 'text')})`,
    )
    .orderBy('users.name')
    .orderBy('users.id'),
);
