import { sql } from 'kysely';
import { METRICS, type Metrics } from '#contract/networks/metrics.ts';
import type { Network } from '#contract/networks/names.ts';
import { inSeconds, isFree } from '../../../database/lease.ts';
import { statement } from '../../../database/statement.ts';

/** When parts are read, and what was read. */

const TODAY = sql`(now() at time zone 'UTC')::date`;

/** The time, which all processes share (decision 42). */
export const findNow = statement()('figures.now', () => sql<{ now: string }>`select now() as now`);

const columns = sql.join(METRICS.map((metric) => sql.ref(metric)));
const typed = sql.join(METRICS.map((metric) => sql`${sql.ref(metric)} bigint`));
/** The metrics of a reading that the network said. */
const said = sql<Metrics>`jsonb_strip_nulls(jsonb_build_object(${sql.join(
  METRICS.map((metric) => sql`${sql.lit(metric)}, readings.${sql.ref(metric)}`),
)}))`;

/** What was read last of the part of a plan. */
const latestOfPlan = sql`(select ${said} from readings
      where readings.publication_id = plan.publication_id and readings.position = plan.position
      order by read_at desc limit 1)`;

/** `failures`: so many turns before this one, without one that went well between. */
export type DueChannel = {
  id: number;
  workspace: number;
  failures: number;
  /** When the turn ends; by that it is known who has it. */
  until: string;
  /** Today (UTC), where the account is read as well. */
  accountDay: string | null;
};

/**
 * Takes the channel of these networks that has waited longest for a reading, for so many seconds.
 * `paid`: networks that charge, whose accounts are read every `paidDays`: their channels have a turn
 * only where the budget of the month is not used up.
 */
export const takeChannel = statement<{
  networks: string[];
  seconds: number;
  paid: string[];
  paidDays: number;
}>()(
  'figures.take_channel',
  (_db, bind) => sql<DueChannel>`
    with due as (
      select channels.id, channels.workspace_id, channels.network, first.next_at
      from channels
      cross join lateral (
        select next_at from reading_plans
        where channel_id = channels.id and next_at <= now()
        order by next_at limit 1
      ) first
      left join channel_readings on channel_readings.channel_id = channels.id
      where channels.network = any(${bind('networks', 'text[]')}) and channels.state = 'connected'
        and ${isFree('channel_readings')}
        and coalesce(channel_readings.paused_until <= now(), true)
        and (channels.network <> all(${bind('paid', 'text[]')}) or exists (
          select from reading_budgets budget
          left join reading_costs cost on cost.workspace_id = budget.workspace_id
            and cost.month = date_trunc('month', ${TODAY})::date
          where budget.workspace_id = channels.workspace_id and cost.stopped_at is null))
      order by first.next_at limit 1
    ), taken as (
      insert into channel_readings (channel_id, leased_until)
      select id, ${inSeconds(bind('seconds', 'float8'))} from due
      on conflict (channel_id) do update set leased_until = excluded.leased_until
        where ${isFree('channel_readings')}
      returning channel_id, failures, leased_until
    )
    select due.id, due.workspace_id as workspace, failures, taken.leased_until as until, case when not exists (
        select from channel_days where channel_id = due.id and day > ${TODAY} -
          case when due.network = any(${bind('paid', 'text[]')}) then ${bind('paidDays', 'integer')} else 1 end
      ) then ${TODAY}::text end as "accountDay"
    from due join taken on taken.channel_id = due.id`,
);

/** Ends a turn of a channel, which has none for so many seconds; unless another one has begun. */
export const release = statement<{
  channel: number;
  until: string;
  pauseSeconds: number;
  failures: number;
  lacksPermission: boolean;
}>()(
  'figures.release',
  (_db, bind) => sql<object>`
    update channel_readings set leased_until = null,
      paused_until = ${inSeconds(bind('pauseSeconds', 'float8'))},
      failures = ${bind('failures', 'integer')}, lacks_permission = ${bind('lacksPermission', 'boolean')}
    where channel_id = ${bind('channel', 'bigint')}
      and leased_until = ${bind('until', 'timestamptz')}`,
);

/** The connection lacks the permission: it is tried again after so many seconds. */
export const markLacking = statement<{ channel: number; pauseSeconds: number }>()(
  'figures.mark_lacking',
  (_db, bind) => sql<object>`
    insert into channel_readings (channel_id, lacks_permission, failures, paused_until)
    values (${bind('channel', 'bigint')}, true, 1,
      now() + make_interval(secs => ${bind('pauseSeconds', 'float8')}))
    on conflict (channel_id) do update set lacks_permission = true,
      paused_until = excluded.paused_until`,
);

export type PlannedPart = {
  publication: number;
  position: number;
  id: string;
  url: string | null;
  extra: unknown;
  sent_at: string;
  is_removed: boolean;
  missing_since: string | null;
  /** What was read last, and when. */
  before: Metrics | null;
  read_at: string | null;
};

const planned = sql<PlannedPart>`
  select plan.publication_id as publication, plan.position, part.remote_id as id, part.url,
    part.extra, part.sent_at, part.removed_at is not null or part.remote_id is null as is_removed, plan.missing_since,
    ${latestOfPlan} as before, (select max(read_at) from readings
      where readings.publication_id = plan.publication_id and readings.position = plan.position) as read_at
  from reading_plans plan
  join publication_parts part
    on part.publication_id = plan.publication_id and part.position = plan.position`;

/**
 * All parts of publications of a channel of which one is due, or will be in so many seconds;
 * `limit`: of publications.
 */
export const listDue = statement<{ channel: number; seconds: number; limit: number }>()(
  'figures.list_due',
  (_db, bind) => sql<PlannedPart>`
    ${planned}
    where plan.gone_at is null and plan.publication_id in (
      select publication_id from reading_plans
      where channel_id = ${bind('channel', 'bigint')}
        and next_at <= now() + make_interval(secs => ${bind('seconds', 'float8')})
      group by publication_id order by min(next_at) limit ${bind('limit', 'integer')})
    order by plan.publication_id, plan.position`,
);

/** Nothing of a channel is read any more. */
export const endPlans = statement<{ channel: number }>()(
  'figures.end_plans',
  (_db, bind) => sql<object>`
    update reading_plans set next_at = null
    where channel_id = ${bind('channel', 'bigint')} and next_at is not null`,
);

/** The parts of publications that the network may have, whenever they are due. */
export const listParts = statement<{ publications: number[] }>()(
  'figures.list_parts',
  (_db, bind) => sql<PlannedPart>`
    ${planned}
    where plan.publication_id = any(${bind('publications', 'bigint[]')})
      and part.remote_id is not null and part.removed_at is null and plan.gone_at is null
    order by plan.publication_id, plan.position`,
);

/**
 * `readings`: JSON of rows with the metrics as columns; `plans`: when each part is read next. That is
 * never at once: a turn of a channel ends.
 */
export const store = statement<{ readings: string; plans: string; at: string }>()(
  'figures.store',
  (_db, bind) => sql<object>`
    with read as (
      insert into readings (publication_id, position, read_at, ${columns})
      select publication, position, ${bind('at', 'timestamptz')}, ${columns}
      from jsonb_to_recordset(${bind('readings', 'jsonb')})
        as row (publication bigint, position integer, ${typed})
      on conflict (publication_id, position, read_at) do nothing
    )
    update reading_plans set next_at = case when plan.next_at is not null
        then greatest(plan.next_at, now() + interval '20 minutes') end, missing_since = plan.missing_since,
      gone_at = plan.gone_at
    from jsonb_to_recordset(${bind('plans', 'jsonb')})
      as plan (publication bigint, position integer, next_at timestamptz,
        missing_since timestamptz, gone_at timestamptz)
    where reading_plans.publication_id = plan.publication
      and reading_plans.position = plan.position`,
);

/** The latest reading of each part of publications, in order. */
export const listLatest = statement<{ publications: number[] }>()(
  'figures.list_latest',
  (_db, bind) => sql<{ publication: number; metrics: Metrics | null }>`
    select plan.publication_id as publication, ${latestOfPlan} as metrics
    from reading_plans plan
    where plan.publication_id = any(${bind('publications', 'bigint[]')})
    order by plan.publication_id, plan.position`,
);

/** Stores the figures of publications; what they were at an age is stored once. */
export const storeTotals = statement<{ totals: string; at: string }>()(
  'figures.store_totals',
  (_db, bind) => sql<object>`
    insert into publication_figures (publication_id, read_at, latest, after_day, after_week,
      after_four_weeks)
    select publication, ${bind('at', 'timestamptz')}, latest, after_day, after_week, after_four_weeks
    from jsonb_to_recordset(${bind('totals', 'jsonb')})
      as row (publication bigint, latest jsonb, after_day jsonb, after_week jsonb,
        after_four_weeks jsonb)
    on conflict (publication_id) do update set read_at = excluded.read_at, latest = excluded.latest,
      after_day = coalesce(publication_figures.after_day, excluded.after_day),
      after_week = coalesce(publication_figures.after_week, excluded.after_week),
      after_four_weeks = coalesce(publication_figures.after_four_weeks, excluded.after_four_weeks)`,
);

/** A number that the network did not say is as it was. */
export const storeDay = statement<{
  channel: number;
  day: string;
  followers: number | null;
  posts: number | null;
}>()(
  'figures.store_day',
  (_db, bind) => sql<object>`
    insert into channel_days (channel_id, day, followers, posts)
    values (${bind('channel', 'bigint')}, ${bind('day', 'date')}, ${bind('followers', 'bigint')},
      ${bind('posts', 'bigint')})
    on conflict (channel_id, day) do update set
      followers = coalesce(excluded.followers, channel_days.followers),
      posts = coalesce(excluded.posts, channel_days.posts)`,
);

export type PublicationRow = {
  publication: number;
  channel: { id: number; network: Network; handle: string; name: string };
  remote_id: string;
  server: string;
  published_at: string;
  parts: number;
  /** How many of them are, or were, read. */
  planned: number;
  gone: number;
  lacks_permission: boolean;
  /** Whether its channel is given a pause after a failure. */
  is_paused: boolean;
  next_at: string | null;
  /** The time of the database. */
  now: string;
};

/** The publications of the post of an item that are published, the oldest first. */
export const listPublications = statement<{ workspaceId: number; item: number; limit: number }>()(
  'figures.list_publications',
  (_db, bind) => sql<PublicationRow>`
    select publications.id as publication,
      json_build_object('id', channels.id, 'network', channels.network, 'handle', channels.handle,
        'name', channels.name) as channel,
      channels.remote_id, channels.server, publications.published_at,
      (select count(*)::integer from publication_parts where publication_id = publications.id) as parts,
      plans.planned, plans.gone, plans.next_at,
      coalesce(channel_readings.lacks_permission, false) as lacks_permission,
      coalesce(channel_readings.failures > 0 and channel_readings.paused_until > now(), false)
        as is_paused,
      now() as now
    from publications
    join channels on channels.id = publications.channel_id
    left join channel_readings on channel_readings.channel_id = channels.id
    cross join lateral (
      select count(*)::integer as planned, count(gone_at)::integer as gone, min(next_at) as next_at
      from reading_plans where publication_id = publications.id
    ) plans
    where publications.workspace_id = ${bind('workspaceId', 'bigint')}
      and publications.published_at is not null
      and publications.post_id = (select post_id from items
        where id = ${bind('item', 'bigint')} and workspace_id = ${bind('workspaceId', 'bigint')})
    order by publications.published_at, publications.id limit ${bind('limit', 'integer')}`,
);

export type Counted = {
  publication: number;
  post: number;
  channel: number;
  published_at: string;
  parts: number;
};

/** Publications since then that have so much of a metric, the latest first. */
export const listCounted = statement<{
  workspaceId: number;
  from: string;
  metric: string;
  atLeast: number;
  limit: number;
}>()(
  'figures.list_counted',
  (_db, bind) => sql<Counted>`
    select publications.id as publication, post_id as post, channel_id as channel, published_at,
      (select count(*)::integer from publication_parts where publication_id = publications.id) as parts
    from publications join publication_figures on publication_id = publications.id
    where workspace_id = ${bind('workspaceId')} and due_at > ${bind('from', 'timestamptz')}
      and post_id is not null and published_at is not null
      and (latest ->> ${bind('metric', 'text')})::bigint >= ${bind('atLeast', 'bigint')}
    order by due_at desc, publications.id desc limit ${bind('limit', 'integer')}`,
);

/** The latest readings of parts of publications, by time; `limit`: of each publication. */
export const listReadings = statement<{ publications: number[]; limit: number }>()(
  'figures.list_readings',
  (_db, bind) => sql<{ publication: number; position: number; read_at: string; metrics: Metrics }>`
    select latest.* from unnest(${bind('publications', 'bigint[]')}) as of (id)
    cross join lateral (
      select publication_id as publication, position, read_at, ${said} as metrics
      from readings where readings.publication_id = of.id
      order by read_at desc, position limit ${bind('limit', 'integer')}
    ) latest
    order by latest.read_at, latest.position`,
);

/** The connected channels of these networks whose connection lacks the permission for figures. */
export const listLackingPermission = statement<{ workspaceId: number; networks: string[] }>()(
  'figures.list_lacking_permission',
  (_db, bind) => sql<{ channel: number }>`
    select channels.id as channel from channels
    join channel_readings on channel_readings.channel_id = channels.id
    where channels.workspace_id = ${bind('workspaceId', 'bigint')}
      and channels.network = any(${bind('networks', 'text[]')}) and channels.state = 'connected'
      and channel_readings.lacks_permission
    order by channels.id`,
);
