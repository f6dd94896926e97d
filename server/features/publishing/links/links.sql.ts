import { sql } from 'kysely';
import type { Link, LinkKind } from '#contract/publishing/links.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { statement } from '../../../database/statement.ts';

/** Links as people see them. */

type Key = { workspaceId: number; id: number };
/** Instants; the second one is excluded. */
type Period = { from: string; until: string };

const userRef = (column: string) => sql<Link['created_by']>`(
  select json_build_object('id', users.id, 'name', users.name) from users
  where users.id = ${sql.ref(column)})`;

/** A link with what was counted in a period, which `counted` has. */
export type LinkRow = Omit<Link, 'url' | 'visits' | 'visitors' | 'bots'> & {
  visits: string;
  visitors: string;
  bots: string;
};

const columns = sql`link.id, link.code, link.target, link.address, link.name, link.is_manual,
  link.created_at, ${userRef('link.created_by')} as created_by, link.ended_at,
  ${userRef('link.ended_by')} as ended_by, link.last_visit_at,
  (select json_build_object('id', channels.id, 'network', channels.network, 'handle', channels.handle)
    from publications join channels on channels.id = publications.channel_id
    where publications.id = link.publication_id) as channel`;

/** Links by id, with what was counted of each in a period. */
export const findLinks = statement<Period & { workspaceId: number; ids: number[] }>()(
  'links.find',
  (_db, bind) => sql<LinkRow>`
    select ${columns}, coalesce(counted.visits, 0) as visits,
      coalesce(counted.visitors, 0) as visitors, coalesce(counted.bots, 0) as bots
    from tracked_links link left join lateral (
      select sum(visits) as visits, sum(visitors) as visitors, sum(bots) as bots from link_hours
      where link_id = link.id
        and hour >= ${bind('from', 'timestamptz')}
        and hour < ${bind('until', 'timestamptz')}
    ) counted on true
    where link.workspace_id = ${bind('workspaceId')} and link.id = any(${bind('ids', 'bigint[]')})
    order by link.id`,
);

/** The visits of links by day. `starts`: the first instant of each day, and that after the last one. */
export const listDays = statement<{ ids: number[]; starts: string[] }>()(
  'links.list_days',
  (_db, bind) => sql<{ id: number; day: number; visits: string }>`
    select link_id as id, width_bucket(hour, ${bind('starts', 'timestamptz[]')}) - 1 as day,
      sum(visits) as visits
    from link_hours where link_id = any(${bind('ids', 'bigint[]')})
      and hour >= (${bind('starts', 'timestamptz[]')})[1]
      and hour < (${bind('starts', 'timestamptz[]')})[cardinality(${bind('starts', 'timestamptz[]')})]
    group by 1, 2`,
);

type Filters = Period & {
  workspaceId: number;
  kind: LinkKind;
  channel: number | null;
  /** A pattern of `ilike`. */
  pattern: string | null;
};

/** Of a page without groups, one row has the sums alone: its `ids` are null. */
type GroupRow = {
  ids: number[] | null;
  address: string;
  name: string | null;
  last_visit_at: string | null;
  item: number | null;
  beginning: string | null;
  visits: string;
  visitors: string;
  bots: string;
  groups: string;
  all_links: string;
  all_visits: string;
  all_visitors: string;
  all_bots: string;
};

/** Links of a group that are shown one by one. */
const MAX_IN_GROUP = 50;
const BEGINNING = 120;

/** Groups of links, most visits first. Not prepared: each combination of filters has its plan. */
export const listGroups = statement<Filters & { limit: number; offset: number }>()(
  null,
  (_db, bind) => sql<GroupRow>`
    with counted as (
      select link_id, sum(visits) as visits, sum(visitors) as visitors, sum(bots) as bots
      from link_hours where workspace_id = ${bind('workspaceId')}
        and hour >= ${bind('from', 'timestamptz')}
        and hour < ${bind('until', 'timestamptz')}
      group by link_id
    ), chosen as (
      select link.id, link.address, link.name, link.last_visit_at, publication.post_id,
        counted.visits, counted.visitors, counted.bots,
        case when publication.post_id is null then link.id end as single
      from tracked_links link
      left join publications publication on publication.id = link.publication_id
      left join counted on counted.link_id = link.id
      where link.workspace_id = ${bind('workspaceId')}
        and (${bind('kind', 'text')} = 'all' or ${bind('kind', 'text')} = 'posts' and not link.is_manual
          or ${bind('kind', 'text')} = 'manual' and link.is_manual
          or ${bind('kind', 'text')} = 'ended' and link.ended_at is not null)
        and (${bind('channel', 'bigint')} is null or publication.channel_id = ${bind('channel', 'bigint')})
        and (${bind('pattern', 'text')} is null or link.address ilike ${bind('pattern', 'text')}
          or link.target ilike ${bind('pattern', 'text')} or link.name ilike ${bind('pattern', 'text')}
          or link.code like ${bind('pattern', 'text')})
    ), grouped as (
      select (array_agg(id order by id))[1:${sql.lit(MAX_IN_GROUP)}] as ids, count(*) as links, address,
        max(name) as name, post_id, max(last_visit_at) as last_visit_at, coalesce(sum(visits), 0) as visits,
        coalesce(sum(visitors), 0) as visitors, coalesce(sum(bots), 0) as bots
      from chosen group by post_id, address, single
    ), summed as (
      select count(*) as groups, coalesce(sum(links), 0) as all_links,
        coalesce(sum(visits), 0) as all_visits, coalesce(sum(visitors), 0) as all_visitors,
        coalesce(sum(bots), 0) as all_bots
      from grouped
    ), paged as (
      select * from grouped order by visits desc, ids[1] desc
      limit ${bind('limit', 'integer')} offset ${bind('offset', 'integer')}
    )
    select array_to_json(ids) as ids, address, paged.name, last_visit_at, posts.root_id as item,
      left(named_mentions(items.content), ${sql.lit(BEGINNING)}) as beginning, visits, visitors, bots, groups, all_links,
      all_visits, all_visitors, all_bots
    from summed left join paged on true left join posts on posts.id = paged.post_id
      and posts.workspace_id = ${bind('workspaceId')} and ${isLive('posts')}
    left join items on items.id = posts.root_id and items.workspace_id = ${bind('workspaceId')}
    order by visits desc, paged.ids[1] desc`,
);

export const countKinds = statement<{ workspaceId: number }>()(
  'links.count_kinds',
  (_db, bind) => sql<Record<LinkKind, number>>`
    select count(*)::integer as "all", (count(*) filter (where not is_manual))::integer as posts,
      (count(*) filter (where is_manual))::integer as manual,
      (count(*) filter (where ended_at is not null))::integer as ended
    from tracked_links where workspace_id = ${bind('workspaceId')}`,
);

const MAX_SOURCES = 20;

/** Days of sources are those of UTC. */
const sources = (column: 'referrer' | 'device') =>
  statement<{ id: number; from: string; to: string }>()(
    `links.list_${column}s`,
    (_db, bind) => sql<{ name: string; visits: number }>`
      select ${sql.ref(column)} as name, sum(visits)::float8 as visits from link_sources
      where link_id = ${bind('id', 'bigint')} and day >= ${bind('from', 'date')}
        and day <= ${bind('to', 'date')}
      group by 1 order by 2 desc, 1 limit ${sql.lit(MAX_SOURCES)}`,
  );
export const listReferrers = sources('referrer');
export const listDevices = sources('device');

/** What came of the visits of a link on the site that it leads to. */
export const sumSite = statement<Period & { id: number }>()(
  'links.sum_site',
  (_db, bind) => sql<{ visits: number; converted: number; conversions: number; value: number }>`
    select coalesce(sum(visits), 0)::float8 as visits, coalesce(sum(converted), 0)::float8 as converted,
      coalesce(sum(conversions), 0)::float8 as conversions, coalesce(sum(value), 0)::float8 as value
    from site_hours where link_id = ${bind('id', 'bigint')}
      and hour >= ${bind('from', 'timestamptz')} and hour < ${bind('until', 'timestamptz')}`,
);

const MAX_HISTORY = 20;

export const listHistory = statement<Key>()(
  'links.list_history',
  (_db, bind) => sql<{
    at: string;
    user: Link['created_by'];
    action: string;
    changes: Record<string, { before: unknown; after: unknown }>;
  }>`
    select audit_log.created_at as at, ${userRef('audit_log.user_id')} as user, action, changes
    from audit_log where workspace_id = ${bind('workspaceId')} and object_id = ${bind('id', 'bigint')}
      and object_type = 'link'
    order by audit_log.id desc limit ${sql.lit(MAX_HISTORY)}`,
);

/** No row where there are as many as may be, or the code is taken. */
export const insertManual = statement<{
  workspaceId: number;
  userId: number;
  code: string;
  target: string;
  name: string | null;
  max: number;
}>()(
  'links.insert_manual',
  (_db, bind) => sql<{ id: number }>`
    insert into tracked_links (workspace_id, code, target, address, name, is_manual, created_by)
    select ${bind('workspaceId', 'bigint')}, ${bind('code', 'text')}, ${bind('target', 'text')},
      ${bind('target', 'text')}, ${bind('name', 'text')}, true, ${bind('userId', 'bigint')}
    where (select count(*) from tracked_links
      where workspace_id = ${bind('workspaceId', 'bigint')} and is_manual) < ${bind('max', 'integer')}
    on conflict (code) do nothing
    returning id`,
);

export type Locked = {
  is_manual: boolean;
  target: string;
  name: string | null;
  ended: boolean;
};

export const lockLink = statement<Key>()(
  'links.lock',
  (_db, bind) => sql<Locked>`
    select is_manual, target, name, ended_at is not null as ended from tracked_links
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} for no key update`,
);

export const updateLink = statement<
  Key & { userId: number; target: string; name: string | null; ended: boolean }
>()(
  'links.update',
  (_db, bind) => sql<object>`
    update tracked_links set target = ${bind('target', 'text')}, address = ${bind('target', 'text')},
      name = ${bind('name', 'text')},
      ended_at = case when ${bind('ended', 'boolean')} then coalesce(ended_at, now()) end,
      ended_by = case when ${bind('ended', 'boolean')} then coalesce(ended_by, ${bind('userId', 'bigint')}) end
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);
