import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** What was sent of visits on sites. */

/** A visit that is locked until the end of the transaction. */
export type VisitRow = {
  click: string;
  workspace: number;
  /** The hosts that its workspace has named. */
  hosts: string[];
  times: number;
  conversions: number;
};

/** Locked in order, to avoid deadlocks between processes. */
export const lockVisits = statement<{ clicks: string[] }>()(
  'site_visits.lock',
  (_db, bind) => sql<VisitRow>`
    select visit.click, link.workspace_id as workspace, to_json(coalesce(site_hosts, '{}')) as hosts,
      visit.times, visit.conversions
    from site_visits visit
    join tracked_links link on link.id = visit.link_id
    left join link_settings on link_settings.workspace_id = link.workspace_id
    where visit.click = any(${bind('clicks', 'uuid[]')})
    order by visit.click for update of visit`,
);

/** Names that are new, as long as a workspace has fewer than `max`. */
export const addNames = statement<{ names: string; max: number }>()(
  'site_visits.add_names',
  (_db, bind) => sql<object>`
    with missing as (
      select workspace, name, row_number() over (partition by workspace order by name) as number
      from (select distinct workspace, name
        from jsonb_to_recordset(${bind('names', 'jsonb')}) as given (workspace bigint, name text)) given
      where not exists (select from conversion_names known
        where known.workspace_id = workspace and known.name = given.name)
    )
    insert into conversion_names (workspace_id, name)
    select workspace, name from missing
    where number + (select count(*) from conversion_names known
      where known.workspace_id = workspace) <= ${bind('max', 'integer')}
    order by 1, 2
    on conflict do nothing`,
);

/** An event as it is written: `name` of a conversion, `seconds` of a time. */
export type EventRow = {
  click: string;
  id: string;
  name: string | null;
  value: number | null;
  seconds: number | null;
};

/** What the names of a workspace that are too many are counted as. */
const OTHER = 'other';

/** Writes the events of locked visits that are not known yet, and adds them up. */
export const insertEvents = statement<{ events: string; maxSeconds: number }>()(
  'site_visits.insert_events',
  (_db, bind) => sql<object>`
    with given as (
      select event.click, event.id, event.seconds, event.value, visit.link_id, link.workspace_id,
        visit.hour, visit.seconds as former_seconds,
        visit.conversions as former_conversions,
        case when event.name is not null then coalesce(known.name, ${sql.lit(OTHER)}) end as name
      from jsonb_to_recordset(${bind('events', 'jsonb')}) as event
        (click uuid, id text, name text, value numeric, seconds integer)
      join site_visits visit on visit.click = event.click
      join tracked_links link on link.id = visit.link_id
      left join conversion_names known
        on known.workspace_id = link.workspace_id and known.name = event.name
    ), fresh as (
      insert into site_events (click, id, name) select click, id, name from given order by click, id
      on conflict do nothing returning click, id
    ), counted as (
      select given.*, given.name is not null and not exists (select from site_events known
        where known.click = given.click and known.name = given.name) as is_first
      from given join fresh on fresh.click = given.click and fresh.id = given.id
    ), by_visit as (
      select click, link_id, workspace_id, hour, former_seconds, former_conversions,
        count(seconds) as times, count(name) as conversions, coalesce(sum(value), 0) as value,
        case when count(seconds) > 0 then least(coalesce(former_seconds, 0) + sum(seconds),
          ${bind('maxSeconds', 'integer')}) else former_seconds end as seconds
      from counted group by 1, 2, 3, 4, 5, 6
    ), updated as (
      update site_visits set seconds = by_visit.seconds, times = site_visits.times + by_visit.times,
        conversions = site_visits.conversions + by_visit.conversions
      from by_visit where by_visit.click = site_visits.click
    ), by_name as (
      insert into site_conversions (link_id, hour, name, workspace_id, converted, conversions, value)
      select link_id, hour, name, workspace_id, count(distinct click) filter (where is_first),
        count(*), coalesce(sum(value), 0)
      from counted where name is not null group by 1, 2, 3, 4 order by 1, 2, 3
      on conflict (link_id, hour, name) do update set
        converted = site_conversions.converted + excluded.converted,
        conversions = site_conversions.conversions + excluded.conversions,
        value = site_conversions.value + excluded.value
    )
    insert into site_hours (link_id, hour, workspace_id, measured, seconds, converted, conversions, value)
    select link_id, hour, workspace_id, count(*) filter (where former_seconds is null and times > 0),
      coalesce(sum(seconds - coalesce(former_seconds, 0)), 0),
      count(*) filter (where former_conversions = 0 and conversions > 0), sum(conversions), sum(value)
    from by_visit group by 1, 2, 3 order by 1, 2
    on conflict (link_id, hour) do update set
      measured = site_hours.measured + excluded.measured,
      seconds = site_hours.seconds + excluded.seconds,
      converted = site_hours.converted + excluded.converted,
      conversions = site_hours.conversions + excluded.conversions,
      value = site_hours.value + excluded.value`,
);

/** The shortest of these hosts that a workspace has named. */
export const findNamed = statement<{ hosts: string[] }>()(
  'site_visits.find_named',
  (_db, bind) => sql<{ host: string }>`
    select host from link_settings, unnest(site_hosts) host
    where site_hosts && ${bind('hosts', 'text[]')} and host = any(${bind('hosts', 'text[]')})
    order by length(host) limit 1`,
);

export const setSecret = statement<{ workspaceId: number; userId: number; hash: Buffer }>()(
  'site_visits.set_secret',
  (_db, bind) => sql<object>`
    insert into site_secrets (workspace_id, hash, created_by)
    values (${bind('workspaceId', 'bigint')}, ${bind('hash', 'bytea')}, ${bind('userId', 'bigint')})
    on conflict (workspace_id) do update set hash = excluded.hash, created_at = now(),
      created_by = excluded.created_by`,
);

export const endSecret = statement<{ workspaceId: number }>()(
  'site_visits.end_secret',
  (_db, bind) => sql<{ workspace_id: number }>`
    delete from site_secrets where workspace_id = ${bind('workspaceId', 'bigint')}
    returning workspace_id`,
);

export const findBySecret = statement<{ hash: Buffer }>()(
  'site_visits.find_by_secret',
  (_db, bind) => sql<{ workspace: number }>`
    select workspace_id as workspace from site_secrets where hash = ${bind('hash', 'bytea')}`,
);
