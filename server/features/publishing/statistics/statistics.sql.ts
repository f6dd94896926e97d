import { sql } from 'kysely';
import type { Status } from '#contract/content/workflow.ts';
import { postCounts } from '../../../database/post-counts.ts';
import { statement } from '../../../database/statement.ts';

export const countByStatus = statement<{ workspaceId: number }>()(
  'statistics.by_status',
  (_db, bind) => sql<{ status: Status; count: number; threads: number }>`
    select status, sum(items)::integer as count,
      coalesce(sum(posts) filter (where is_thread), 0)::integer as threads
    from ${postCounts(bind('workspaceId'))} group by status`,
);

/**
 * The number of items created on each of the last days in a time zone; `deleted`: including the
 * trash.
 */
export const countByDay = statement<{
  workspaceId: number;
  days: number;
  deleted: boolean;
  tz: string;
}>()(
  'statistics.by_day',
  (_db, bind) => sql<{ date: string; created: number }>`
    with days as (
      select day::date from generate_series(
        (now() at time zone ${bind('tz', 'text')})::date - (${bind('days', 'integer')} - 1),
        (now() at time zone ${bind('tz', 'text')})::date, interval '1 day') day
    )
    select to_char(days.day, 'YYYY-MM-DD') as date, count(items.id)::integer as created
    from days left join items on items.workspace_id = ${bind('workspaceId', 'bigint')}
      and items.created_at >= (days.day::timestamp at time zone ${bind('tz', 'text')})
      and items.created_at < ((days.day + 1)::timestamp at time zone ${bind('tz', 'text')})
      and (${bind('deleted', 'boolean')} or not items.trashed)
    group by days.day order by days.day`,
);
