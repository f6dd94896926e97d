import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** Visits of all links of a workspace, or of those on a channel. */

type Of = { workspaceId: number; channel: number | null };

/** 0 is no account (migration 0120). */
const ofChannel = (channel: unknown) => sql`
  (${channel}::bigint is null or channel_id = ${channel}::bigint)`;

/** `starts`: the beginnings of days, and the end of the last one. Days are counted from 0. */
export const sumByDay = statement<Of & { starts: string[] }>()(
  'links.sum_by_day',
  (_db, bind) => sql<{ day: number; visits: string; visitors: string; bots: string }>`
    select width_bucket(hour, ${bind('starts', 'timestamptz[]')}) - 1 as day, sum(visits) as visits,
      sum(visitors) as visitors, sum(bots) as bots
    from link_totals
    where workspace_id = ${bind('workspaceId', 'bigint')}
      and hour >= (${bind('starts', 'timestamptz[]')})[1]
      and hour < (${bind('starts', 'timestamptz[]')})[array_upper(${bind('starts', 'timestamptz[]')}, 1)]
      and ${ofChannel(bind('channel', 'bigint'))}
    group by 1`,
);

export const hasVisits = statement<{ workspaceId: number }>()(
  'links.has_visits',
  (_db, bind) => sql<{ found: boolean }>`
    select exists (select from link_totals
      where workspace_id = ${bind('workspaceId', 'bigint')}) as found`,
);

const MAX_SOURCES = 10;

export type SourceRow = { kind: 'network' | 'referrer' | 'device'; name: string; visits: number };

/** The most frequent sources of each kind. Days of sources are those of UTC. */
export const listSources = statement<Of & { from: string; to: string }>()(
  'links.list_sources',
  (_db, bind) => sql<SourceRow>`
    with visited as materialized (
      select channel_id, kind, name, sum(visits) as visits from source_totals
      where workspace_id = ${bind('workspaceId', 'bigint')}
        and day >= ${bind('from', 'date')} and day <= ${bind('to', 'date')}
        and ${ofChannel(bind('channel', 'bigint'))}
      group by 1, 2, 3
    ), named as (
      select kind, name, sum(visits)::float8 as visits,
        row_number() over (partition by kind order by sum(visits) desc, name) as rank
      from (
        select kind, name, visits from visited
        -- Each visit has one device.
        union all select 'network', coalesce(network, ''), visits
        from visited left join channels on channels.id = channel_id where kind = 'device') given
      group by kind, name
    )
    select kind, name, visits from named where rank <= ${sql.lit(MAX_SOURCES)}
    order by kind, rank`,
);
