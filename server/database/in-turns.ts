import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * The ids of open rows, locked: the first of each workspace, then the second ones, so that none waits
 * for all of another. However many rows are open, it reads an index on (workspace_id, id) where `open`.
 * @param open the condition of that index
 * @param free which of them can be taken now
 * @param each of a workspace, and `limit` of all, at most
 */
export const inTurns = (
  table: 'rule_runs' | 'webhook_events',
  parts: {
    open: RawBuilder<unknown>;
    free: RawBuilder<unknown>;
    each: Expression<number>;
    limit: Expression<number>;
  },
) => {
  const rows = sql.table(table);
  return sql`
    with recursive waiting (workspace) as (
      (select workspace_id from ${rows} where ${parts.open} order by workspace_id limit 1)
      union all
      select (select workspace_id from ${rows}
        where ${parts.open} and workspace_id > workspace order by workspace_id limit 1)
      from waiting where workspace is not null)
    select taken.id from waiting cross join lateral (
      select id, workspace_id from ${rows}
      where workspace_id = workspace and ${parts.open} and ${parts.free}
      order by id limit ${parts.each} for update skip locked) taken
    order by row_number() over (partition by taken.workspace_id order by taken.id), taken.id
    limit ${parts.limit}`;
};
