import { sql } from 'kysely';
import { DEFAULT_DAY_TOKENS, DEFAULT_MONTH_TOKENS } from '#contract/assistant/limits.ts';
import type { UserRef } from '#contract/http/fields.ts';
import { statement } from '../../database/statement.ts';

/** Tokens that were used and are reserved. Days and months are of the zone of the workspace. */

/** `month`: its first day. */
type Period = { workspaceId: number; day: string; month: string };

export type UsageRow = {
  dayUsed: number;
  dayLimit: number;
  monthUsed: number;
  monthLimit: number;
  /** Runs of the person that are under way. */
  underWay: number;
};

export const readUsage = statement<Period & { userId: number }>()(
  'assistant.read_usage',
  (_db, bind) => sql<UsageRow>`
    with used as (
      select user_id, day, tokens from assistant_use
      where workspace_id = ${bind('workspaceId', 'bigint')} and day >= ${bind('month', 'date')}
      union all
      select user_id, day, tokens from assistant_runs
      where workspace_id = ${bind('workspaceId', 'bigint')} and day >= ${bind('month', 'date')}
    )
    select
      coalesce((select sum(tokens) from used where user_id = ${bind('userId', 'bigint')}
        and day = ${bind('day', 'date')}), 0)::float8 as "dayUsed",
      coalesce(limits.day_tokens, ${sql.lit(DEFAULT_DAY_TOKENS)}) as "dayLimit",
      coalesce((select sum(tokens) from used), 0)::float8 as "monthUsed",
      coalesce(limits.month_tokens, ${sql.lit(DEFAULT_MONTH_TOKENS)}) as "monthLimit",
      (select count(*) from assistant_runs
        where workspace_id = ${bind('workspaceId', 'bigint')}
          and user_id = ${bind('userId', 'bigint')}
          and ends_at > now())::integer as "underWay"
    from (select) nothing left join assistant_limits limits
      on limits.workspace_id = ${bind('workspaceId', 'bigint')}`,
);

export const insertRun = statement<{
  workspaceId: number;
  userId: number;
  day: string;
  tokens: number;
  /** After which it has ended, whatever became of its process. */
  seconds: number;
}>()(
  'assistant.insert_run',
  (_db, bind) => sql<{ id: number }>`
    insert into assistant_runs (workspace_id, user_id, day, tokens, ends_at)
    values (${bind('workspaceId')}, ${bind('userId')}, ${bind('day', 'date')},
      ${bind('tokens', 'integer')}, now() + make_interval(secs => ${bind('seconds', 'float8')}))
    returning id`,
);

export const extendRun = statement<{ id: number; tokens: number }>()(
  'assistant.extend_run',
  (_db, bind) => sql<object>`
    update assistant_runs set tokens = tokens + ${bind('tokens', 'integer')}
    where id = ${bind('id', 'bigint')}`,
);

/** Counts what a run has used in place of what was reserved for it. */
export const settleRun = statement<{ id: number; tokens: number }>()(
  'assistant.settle_run',
  (_db, bind) => sql<object>`
    with run as (
      delete from assistant_runs where id = ${bind('id', 'bigint')}
      returning workspace_id, user_id, day
    )
    insert into assistant_use (workspace_id, user_id, day, tokens)
    select workspace_id, user_id, day, ${bind('tokens', 'integer')} from run
    where ${bind('tokens', 'integer')} > 0
    on conflict (workspace_id, day, user_id) do update
      set tokens = assistant_use.tokens + excluded.tokens`,
);

/** Runs whose process died: what was reserved for them counts as used. */
export const settleLost = statement()(
  'assistant.settle_lost',
  () => sql<object>`
    with lost as (
      delete from assistant_runs where ends_at < now()
      returning workspace_id, user_id, day, tokens
    )
    insert into assistant_use (workspace_id, user_id, day, tokens)
    select workspace_id, user_id, day, sum(tokens) from lost group by 1, 2, 3
    on conflict (workspace_id, day, user_id) do update
      set tokens = assistant_use.tokens + excluded.tokens`,
);

export const removeOldUse = statement<{ before: string }>()(
  'assistant.remove_old_use',
  (_db, bind) => sql<object>`
    delete from assistant_use where day < ${bind('before', 'date')}`,
);

/** What each person has used today and this month, those with most first. */
export const listUse = statement<Period & { limit: number }>()(
  'assistant.list_use',
  (_db, bind) => sql<{ user: UserRef; day: number; month: number }>`
    with used as (
      select user_id, sum(tokens) filter (where day = ${bind('day', 'date')}) as day,
        sum(tokens) as month
      from assistant_use
      where workspace_id = ${bind('workspaceId', 'bigint')} and day >= ${bind('month', 'date')}
      group by user_id
    )
    select json_build_object('id', users.id, 'name', users.name) as user,
      coalesce(used.day, 0)::float8 as day, coalesce(used.month, 0)::float8 as month
    from memberships join users on users.id = memberships.user_id
    left join used on used.user_id = memberships.user_id
    where memberships.workspace_id = ${bind('workspaceId', 'bigint')}
      and memberships.role <> 'viewer'
    order by coalesce(used.month, 0) desc, users.name limit ${bind('limit', 'integer')}`,
);

export const setLimits = statement<{ workspaceId: number; day: number; month: number }>()(
  'assistant.set_limits',
  (_db, bind) => sql<object>`
    insert into assistant_limits (workspace_id, day_tokens, month_tokens)
    values (${bind('workspaceId')}, ${bind('day')}, ${bind('month')})
    on conflict (workspace_id) do update
      set day_tokens = excluded.day_tokens, month_tokens = excluded.month_tokens`,
);
