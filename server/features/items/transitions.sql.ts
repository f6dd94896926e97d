import { sql } from 'kysely';
import type { Status } from '#contract/workflow.ts';
import { statement } from '../../database/statement.ts';
import type { Key } from './items.sql.ts';

/** Records a change of status. What was waiting for a decision no longer does. */
export const insertTransition = statement<
  Key & { userId: number; from: Status; target: Status; comment: string | null }
>()('transitions.insert', (db, bind) =>
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
      comment: bind('comment'),
      state: sql`case ${bind('target', 'text')} when 'review' then 'pending' else 'done' end`,
      user_id: bind('userId'),
    })
    .returning('id'),
);

/** The request for review that waits on `from` waits on `to`, too; it ends where it was if `from` is no longer a head. */
export const copyPending = statement<{ from: number; to: number[] }>()(
  'transitions.copy_pending',
  (_db, bind) =>
    sql<object>`
    insert into transitions (workspace_id, item_id, from_state, target_state, comment, state, user_id, created_at)
    select workspace_id, heir.id, from_state, target_state, comment, 'pending', user_id, created_at
    from transitions, unnest(${bind('to', 'bigint[]')}) heir(id)
    where item_id = ${bind('from')} and state = 'pending'`,
);

/** What happened to a thread, what waits, what was said of it and who was told is of its root, whichever that is. */
export const moveStory = statement<{ from: number; to: number }>()(
  'transitions.move_story',
  (_db, bind) => sql<object>`
    with said as (update comments set item_id = ${bind('to', 'bigint')} where item_id = ${bind('from', 'bigint')}),
    told as (update notifications set item_id = ${bind('to', 'bigint')} where item_id = ${bind('from', 'bigint')})
    update transitions set item_id = ${bind('to', 'bigint')} where item_id = ${bind('from', 'bigint')}`,
);

/** What waits for a decision on these items no longer does. */
export const withdrawPending = statement<{ ids: number[] }>()(
  'transitions.withdraw',
  (_db, bind) =>
    sql<object>`update transitions set state = 'done' where state = 'pending' and item_id = any(${bind('ids', 'bigint[]')})`,
);

/**
 * A row where authors may not approve in this workspace and this person wrote a version of one of the items, or, where `ids` is
 * null, writes a new one now.
 */
export const findOwnText = statement<{ workspaceId: number; userId: number; ids: number[] | null }>()(
  'transitions.own_text',
  (_db, bind) => sql<object>`
    select 1 as own from workspaces
    where id = ${bind('workspaceId', 'bigint')} and authors_may_not_approve
      and (${bind('ids', 'bigint[]')} is null or exists (
        select from item_versions
        where item_id = any(${bind('ids', 'bigint[]')}) and user_id = ${bind('userId', 'bigint')} and action <> 'status'))`,
);
