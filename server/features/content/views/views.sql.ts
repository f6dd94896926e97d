import { sql } from 'kysely';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { statement } from '../../../database/statement.ts';

/**
 * Counts a view, unless the last counted one of this person is less than an hour ago. The item is
 * locked first, in the same order as for a deletion. No row where it does not exist.
 */
export const countView = statement<{ workspaceId: number; id: number; userId: number }>()(
  'views.count',
  (_db, bind) => sql<{ view_count: number }>`
    with item as (
      select id, view_count from items
      where workspace_id = ${bind('workspaceId', 'bigint')} and id = ${bind('id', 'bigint')}
        and ${isLive()}
      for no key update
    ), counted as (
      insert into item_viewers as known (item_id, user_id) select id, ${bind('userId', 'bigint')}
        from item
      on conflict (item_id, user_id) do update set counted_at = now()
        where known.counted_at <= now() - interval '1 hour'
      returning item_id
    ), day as (
      insert into item_views as known (item_id, day, count)
      select item_id, (now() at time zone 'UTC')::date, 1 from counted
      on conflict (item_id, day) do update set count = known.count + 1
    ), changed as (
      update items set view_count = items.view_count + 1 from counted
      where items.workspace_id = ${bind('workspaceId')} and items.id = counted.item_id
      returning items.view_count
    )
    select coalesce((select view_count from changed), item.view_count) as view_count from item`,
);

export const trending = statement<{ workspaceId: number; days: number; limit: number }>()(
  'views.trending',
  (db, bind) =>
    db
      .selectFrom('item_views')
      .innerJoin('items', 'items.id', 'item_views.item_id')
      .select(['items.id', sql<number>`sum(item_views.count)::integer`.as('views')])
      .where('items.workspace_id', '=', bind('workspaceId'))
      .where(isLive())
      .where(
        'item_views.day',
        '>',
        sql<Date>`(now() at time zone 'UTC')::date - ${bind('days', 'integer')}`,
      )
      .groupBy('items.id')
      .orderBy('views', 'desc')
      .orderBy('items.id', 'desc')
      .limit(bind('limit')),
);
