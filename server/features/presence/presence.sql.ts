import { sql } from 'kysely';
import { statement } from '../../database/statement.ts';

type Tab = { item: number; userId: number; tab: string; seconds: number };

/** Says that a tab has an item open; `came` where it had not said so for a while. */
export const come = statement<Tab>()(
  'presence.come',
  (_db, bind) => sql<{ came: boolean }>`
    with before as (
      select seen_at from presence
      where item_id = ${bind('item', 'bigint')} and user_id = ${bind('userId', 'bigint')} and tab = ${bind('tab', 'text')}
        and seen_at > now() - make_interval(secs => ${bind('seconds', 'integer')})
    )
    insert into presence (item_id, user_id, tab)
    values (${bind('item', 'bigint')}, ${bind('userId', 'bigint')}, ${bind('tab', 'text')})
    on conflict (item_id, user_id, tab) do update set seen_at = now()
    returning not exists (select from before) as came`,
);

export const leave = statement<Omit<Tab, 'seconds'>>()('presence.leave', (db, bind) =>
  db
    .deleteFrom('presence')
    .where('item_id', '=', bind('item'))
    .where('user_id', '=', bind('userId'))
    .where('tab', '=', bind('tab'))
    .returning('tab'),
);

/** Who else has an item open, in the order in which they came; members of its workspace alone. */
export const listOthers = statement<Tab & { workspaceId: number }>()('presence.others', (db, bind) =>
  db
    .selectFrom('presence')
    .innerJoin('users', 'users.id', 'presence.user_id')
    .innerJoin('memberships', 'memberships.user_id', 'presence.user_id')
    .select(['users.id', 'users.name'])
    .distinct()
    .where('memberships.workspace_id', '=', bind('workspaceId'))
    .where('presence.item_id', '=', bind('item'))
    .where(sql<boolean>`presence.seen_at > now() - make_interval(secs => ${bind('seconds', 'integer')})`)
    .where(sql<boolean>`(presence.user_id, presence.tab) <> (${bind('userId', 'bigint')}, ${bind('tab', 'text')})`)
    .orderBy('users.name')
    .orderBy('users.id'),
);
