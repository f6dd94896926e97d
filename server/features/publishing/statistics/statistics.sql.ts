import { sql } from 'kysely';
import type { Status } from '#contract/content/workflow.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { postCounts } from '../../../database/fragments/post-counts.ts';
import { statement } from '../../../database/statement.ts';

export const countByStatus = statement<{ workspaceId: number }>()(
  'statistics.by_status',
  (_db, bind) => sql<{ status: Status; count: number; threads: number }>`
    select status, sum(items)::integer as count,
      coalesce(sum(posts) filter (where is_thread), 0)::integer as threads
    from ${postCounts(bind('workspaceId'))} group by status`,
);

/** The number of items created on each of these days; `deleted`: including the trash. */
export const countByDay = statement<{
  workspaceId: number;
  /** JSON: `daysOf` of the contract. */
  days: string;
  deleted: boolean;
}>()(
  'statistics.by_day',
  (_db, bind) => sql<{ date: string; created: number }>`
    select days.day as date, count(items.id)::integer as created
    from jsonb_to_recordset(${bind('days', 'jsonb')}) as days
        (day text, "from" timestamptz, "to" timestamptz)
      left join items on items.workspace_id = ${bind('workspaceId', 'bigint')}
      and items.created_at >= days."from" and items.created_at < days."to"
      and (${bind('deleted', 'boolean')} or ${isLive()})
    group by days.day order by days.day`,
);
