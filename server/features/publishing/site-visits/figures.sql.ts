import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** What was measured on the sites of a workspace, of all links or of those on a channel. */

type Of = { workspaceId: number; channel: number | null };

const ofChannel = (channel: unknown) => sql`(${channel}::bigint is null or exists (
  select from tracked_links
  join publications on publications.id = tracked_links.publication_id
  where tracked_links.id = link_id and publications.channel_id = ${channel}::bigint))`;

export type DayRow = {
  day: number;
  visits: number;
  measured: number;
  seconds: number;
  converted: number;
};

/** `starts`: the beginnings of days, and the end of the last one. Days are counted from 0. */
export const sumByDay = statement<Of & { starts: string[] }>()(
  'site_visits.sum_by_day',
  (_db, bind) => sql<DayRow>`
    select width_bucket(hour, ${bind('starts', 'timestamptz[]')}) - 1 as day,
      sum(visits)::float8 as visits, sum(measured)::float8 as measured,
      sum(seconds)::float8 as seconds, sum(converted)::float8 as converted
    from site_hours
    where workspace_id = ${bind('workspaceId', 'bigint')}
      and hour >= (${bind('starts', 'timestamptz[]')})[1]
      and hour < (${bind('starts', 'timestamptz[]')})[array_upper(${bind('starts', 'timestamptz[]')}, 1)]
      and ${ofChannel(bind('channel', 'bigint'))}
    group by 1`,
);

const MAX_NAMES = 10;

export const sumNames = statement<Of & { from: string; until: string }>()(
  'site_visits.sum_names',
  (_db, bind) => sql<{ name: string; converted: number; conversions: number; value: number }>`
    select name, sum(converted)::float8 as converted, sum(conversions)::float8 as conversions,
      sum(value)::float8 as value
    from site_conversions
    where workspace_id = ${bind('workspaceId', 'bigint')}
      and hour >= ${bind('from', 'timestamptz')} and hour < ${bind('until', 'timestamptz')}
      and ${ofChannel(bind('channel', 'bigint'))}
    group by name order by 2 desc, 1 limit ${sql.lit(MAX_NAMES)}`,
);

export const hasNames = statement<{ workspaceId: number }>()(
  'site_visits.has_names',
  (_db, bind) => sql<{ found: boolean }>`
    select exists (select from conversion_names
      where workspace_id = ${bind('workspaceId', 'bigint')}) as found`,
);
