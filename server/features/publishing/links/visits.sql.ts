import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';
import type { Device } from './visitors.ts';

/** Links as they are followed, and the visits that are counted. */

export type Followed = {
  id: number;
  workspace: number;
  code: string;
  target: string;
  has_ended: boolean;
  /** Of the workspace; null where it has no settings. */
  site_hosts: string[] | null;
};

export const findByCodes = statement<{ codes: string[] }>()(
  'links.find_by_codes',
  (_db, bind) => sql<Followed>`
    select id, tracked_links.workspace_id as workspace, code, target, ended_at is not null as has_ended,
      to_json(site_hosts) as site_hosts
    from tracked_links
    left join link_settings on link_settings.workspace_id = tracked_links.workspace_id
    where code = any(${bind('codes', 'text[]')})`,
);

/** A visit as it is written; `visitor` in hex. */
export type Visit = {
  link: number;
  at: string;
  visitor: string | null;
  is_bot: boolean;
  referrer: string;
  device: Device;
  click: string | null;
};

/** A link has so many different sources a day; what comes after them is counted as 'other'. */
const MAX_SOURCES = 200;

/**
 * Writes visits, and adds them up; those of programs are numbers only. Who follows a link before its publication is out is a program
 * that looks at it. Rows are locked in order, to avoid deadlocks between processes.
 */
export const insertVisits = statement<{ visits: string }>()(
  'links.insert_visits',
  (_db, bind) => sql<object>`
    with given as (
      select link.id, link.workspace_id, visit.at, decode(visit.visitor, 'hex') as visitor,
        visit.is_bot or link.publication_id is not null and not exists (
          select from publication_parts part
          where part.publication_id = link.publication_id and part.sent_at is not null) as is_bot,
        visit.referrer, visit.device, visit.click
      from jsonb_to_recordset(${bind('visits', 'jsonb')}) as visit
        (link bigint, at timestamptz, visitor text, is_bot boolean, referrer text, device text, click uuid)
      join tracked_links link on link.id = visit.link
    ), judged as (
      select *, not is_bot and visitor is not null
        and row_number() over (partition by id, visitor, is_bot order by at) = 1
        and not exists (select from link_visits known
          where known.link_id = given.id and known.visitor = given.visitor and not known.is_bot) as is_new
      from given
    ), written as (
      insert into link_visits (link_id, visited_at, visitor, is_bot, referrer, device)
      select id, at, visitor, is_bot, referrer, device from judged where not is_bot
    ), on_site as (
      insert into site_visits (click, link_id, hour)
      select click, id, date_trunc('hour', at, 'UTC') from judged where click is not null and not is_bot
    ), on_site_by_hour as (
      insert into site_hours (link_id, hour, workspace_id, visits)
      select id, date_trunc('hour', at, 'UTC'), workspace_id, count(*)
      from judged where click is not null and not is_bot group by 1, 2, 3 order by 1, 2
      on conflict (link_id, hour) do update set visits = site_hours.visits + excluded.visits
    ), by_hour as (
      insert into link_hours (link_id, hour, workspace_id, visits, visitors, bots)
      select id, date_trunc('hour', at, 'UTC'), workspace_id, count(*) filter (where not is_bot),
        count(*) filter (where is_new), count(*) filter (where is_bot)
      from judged group by 1, 2, 3 order by 1, 2
      on conflict (link_id, hour) do update set visits = link_hours.visits + excluded.visits,
        visitors = link_hours.visitors + excluded.visitors, bots = link_hours.bots + excluded.bots
    ), known_sources as (
      select id, day, (select count(*) from link_sources
          where link_sources.link_id = days.id and link_sources.day = days.day) as count
      from (select distinct id, (at at time zone 'UTC')::date as day from judged) days
    ), by_source as (
      insert into link_sources (link_id, day, referrer, device, visits)
      select judged.id, day, case when known_sources.count < ${sql.lit(MAX_SOURCES)} then referrer
          else 'other' end, device, count(*)
      from judged join known_sources
        on known_sources.id = judged.id and day = (at at time zone 'UTC')::date
      where not is_bot group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (link_id, day, referrer, device) do update
        set visits = link_sources.visits + excluded.visits
    ), added as (
      select id, count(*) filter (where not is_bot) as visits, count(*) filter (where is_new) as visitors,
        count(*) filter (where is_bot) as bots, max(at) filter (where not is_bot) as last_at
      from judged group by id
    ), locked as (
      select id from tracked_links where id in (select id from added) order by id for no key update
    )
    update tracked_links set visits = tracked_links.visits + added.visits,
      visitors = tracked_links.visitors + added.visitors, bots = tracked_links.bots + added.bots,
      last_visit_at = greatest(last_visit_at, added.last_at)
    from added join locked on locked.id = added.id
    where tracked_links.id = added.id`,
);

/** The salt of a day, which the first process that needs it makes. */
export const keepSalt = statement<{ day: string; salt: Buffer }>()(
  'links.keep_salt',
  (_db, bind) => sql<object>`
    insert into visit_salts (day, salt) values (${bind('day', 'date')}, ${bind('salt', 'bytea')})
    on conflict (day) do nothing`,
);

export const findSalt = statement<{ day: string }>()(
  'links.find_salt',
  (_db, bind) => sql<{ salt: Buffer }>`
    select salt from visit_salts where day = ${bind('day', 'date')}`,
);

/** A salt is deleted when the day after its own has ended: 48 hours after it was made, at the latest. */
export const removeOldSalts = statement<{ today: string }>()(
  'links.remove_old_salts',
  (_db, bind) => sql<object>`
    delete from visit_salts where day < ${bind('today', 'date')} - 1`,
);

const REMOVED_AT_ONCE = 5000;

/** Some of the visits from before so many days. */
export const removeOldVisits = statement<{ days: number }>()(
  'links.remove_old_visits',
  (_db, bind) => sql<object>`
    delete from link_visits where ctid = any(array(
      select ctid from link_visits
      where visited_at < now() - make_interval(days => ${bind('days', 'integer')})
      order by visited_at limit ${sql.lit(REMOVED_AT_ONCE)}))
    returning 1`,
);

/** Of those that got a click id, with what was sent of them. */
export const removeOldSiteVisits = statement<{ days: number }>()(
  'links.remove_old_site_visits',
  (_db, bind) => sql<object>`
    delete from site_visits where click = any(array(
      select click from site_visits
      where hour < now() - make_interval(days => ${bind('days', 'integer')})
      order by hour limit ${sql.lit(REMOVED_AT_ONCE)}))
    returning 1`,
);
