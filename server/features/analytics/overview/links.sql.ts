import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** Visits of a link on a day, and what came of them on the site that it leads to. */
export type LinkDayRow = {
  /** From 0. */
  day: number;
  link: number;
  code: string;
  address: string;
  name: string | null;
  channel: string | null;
  visits: number;
  visitors: number;
  bots: number;
  site_visits: number;
  measured_visits: number;
  read_seconds: number;
  converted_visits: number;
  conversions: number;
  value: number;
};

/** Links after one, by id. */
export const listLinks = statement<{
  workspaceId: number;
  channels: number[] | null;
  after: number;
  limit: number;
}>()(
  null,
  (_db, bind) => sql<{ id: number }>`
    select link.id from tracked_links link
    left join publications on publications.id = link.publication_id
    where link.workspace_id = ${bind('workspaceId', 'bigint')} and link.id > ${bind('after', 'bigint')}
      and (${bind('channels', 'bigint[]')} is null or channel_id = any(${bind('channels', 'bigint[]')}))
    order by link.id limit ${bind('limit', 'integer')}`,
);

/** `starts`: the beginnings of days, and the end of the last one. Days without visits have no row. */
export const listLinkDays = statement<{
  workspaceId: number;
  links: number[];
  starts: string[];
}>()(
  null,
  (_db, bind) => sql<LinkDayRow>`
    with hours as (
      select link_id, hour, visits, visitors, bots, 0 as site_visits, 0 as measured, 0 as seconds,
        0 as converted, 0 as conversions, 0 as value
      from link_hours where link_id = any(${bind('links', 'bigint[]')})
      union all
      select link_id, hour, 0, 0, 0, visits, measured, seconds, converted, conversions, value
      from site_hours where link_id = any(${bind('links', 'bigint[]')})
    )
    select width_bucket(hour, ${bind('starts', 'timestamptz[]')}) - 1 as day, link.id as link, code, address,
      link.name, network || ':' || handle as channel, sum(hours.visits)::float8 as visits,
      sum(hours.visitors)::float8 as visitors, sum(hours.bots)::float8 as bots,
      sum(site_visits)::float8 as site_visits, sum(measured)::float8 as measured_visits,
      sum(seconds)::float8 as read_seconds, sum(converted)::float8 as converted_visits,
      sum(conversions)::float8 as conversions, sum(value)::float8 as value
    from hours
    join tracked_links link on link.id = link_id and link.workspace_id = ${bind('workspaceId', 'bigint')}
    left join publications on publications.id = link.publication_id
    left join channels on channels.id = publications.channel_id
    where hour >= (${bind('starts', 'timestamptz[]')})[1]
      and hour < (${bind('starts', 'timestamptz[]')})[array_upper(${bind('starts', 'timestamptz[]')}, 1)]
    group by 1, 2, 3, 4, 5, 6 order by link.id, day`,
);
