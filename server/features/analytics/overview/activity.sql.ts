import { sql } from 'kysely';
import type { Network } from '#contract/networks/names.ts';
import { type Bind, statement } from '../../../database/statement.ts';
import { excerpt, type Filters, publishedIn } from './published.sql.ts';

/** What was counted on the days of a range. */

/** `days`: the beginnings of the days, and the end of the last one. */
type InDays = Filters & { days: string[] };

/**
 * What changes on a day, numbered from 1: by how much per second the counts of a network grow faster
 * or slower from then on, and what the change comes to until the end of that day. Null where the
 * network did not count it.
 */
export type Change = {
  day: number;
  network: Network;
  views_rate: number | null;
  views_of_day: number | null;
  engagements_rate: number | null;
  engagements_of_day: number | null;
  viewed_rate: number | null;
  viewed_of_day: number | null;
};

/** The growth of a metric per second begins or ends, and what that comes to until the end of the day. */
const changeOf = (metric: 'views' | 'engagements') => sql`
  sum(${sql.ref(metric)} * sign) as ${sql.ref(`${metric}_rate`)},
  sum(${sql.ref(metric)} * sign * (bounds[day + 1] - at)) as ${sql.ref(`${metric}_of_day`)}`;

/** How much more a part has than ever before: a number that falls and rises again is counted once. */
const gained = (metric: string) => sql`
  case when ${sql.raw(metric)} is not null
    then greatest(${sql.raw(metric)} - coalesce(max(${sql.raw(metric)}) over before, 0), 0) end`;

/**
 * `bounds`: the beginnings of the days, and the end of the last one, in seconds.
 *
 * The growth between two readings is spread evenly over the time between them; before the first one
 * a post had nothing. Engagements are those of all parts, less our own replies to them; `viewed` are
 * those of posts whose views are counted.
 */
export const listChanges = statement<Filters & { bounds: number[] }>()(
  null,
  (_db, bind) => sql<Change>`
    with period as (select ${bind('bounds', 'float8[]')} as bounds),
    chosen as materialized (
      select publications.id, channels.network, published_at,
        (select max(position) from publication_parts where publication_id = publications.id) as last
      from ${publishedIn(bind as unknown as Bind<Filters>)}
    ), counted as (
      select network, publication_id, readings.position, read_at, published_at,
        views is not null as is_viewed, case when readings.position = 0 then views end as views,
        case when coalesce(reactions, comments, shares, saves) is not null
          then coalesce(reactions, 0) + coalesce(shares, 0) + coalesce(saves, 0)
            + greatest(coalesce(comments, 0) - (readings.position < last)::integer, 0) end as engagements
      from chosen join readings on readings.publication_id = chosen.id
    ), steps as (
      select network, is_viewed, date_part('epoch', read_at) as read,
        date_part('epoch', lag(read_at, 1, published_at) over before) as since_read,
        ${gained('views')} as views, ${gained('engagements')} as engagements
      from counted
      window before as (partition by publication_id, position order by read_at
        rows between unbounded preceding and 1 preceding)
    ), events as (
      select network, is_viewed, sign, at, bounds, width_bucket(at, bounds) as day,
        views / (read - since) as views, engagements / (read - since) as engagements
      from steps cross join period
        cross join lateral (select least(since_read, read - 1) as since) beginning
        cross join lateral (values (1, greatest(since, bounds[1])), (-1, read)) event (sign, at)
      where read > bounds[1] and at < bounds[array_length(bounds, 1)]
    )
    select day, network, ${changeOf('views')}, ${changeOf('engagements')},
      sum(engagements * sign) filter (where is_viewed) as viewed_rate,
      sum(engagements * sign * (bounds[day + 1] - at)) filter (where is_viewed) as viewed_of_day
    from events group by day, network`,
);

/** Posts by the day of their first publication; `some`: so many publications of each day. */
export const countPosts = statement<InDays & { some: number }>()(
  null,
  (_db, bind) => sql<{
    day: number;
    count: number;
    some: { item: number | null; excerpt: string }[];
  }>`
    with firsts as (
      select distinct on (coalesce(publications.post_id, -publications.id)) publications.id,
        width_bucket(published_at, ${bind('days', 'timestamptz[]')}) as day, published_at
      from ${publishedIn(bind as unknown as Bind<Filters>)}
      order by coalesce(publications.post_id, -publications.id), published_at, publications.id
    ), placed as (
      select day, id, row_number() over (partition by day order by published_at, id) as place from firsts
    )
    select day, count(*)::integer as count, coalesce(json_agg(
        json_build_object('item', post.item, 'excerpt', post.excerpt) order by place)
        filter (where post.id is not null), '[]') as some
    from placed left join lateral (
      select publications.id, ${excerpt} as excerpt,
        case when posts.size > 0 then posts.root_id end as item
      from publications join channels on channels.id = publications.channel_id
        left join posts on posts.id = publications.post_id
          and (posts.workspace_id = publications.workspace_id) is true
      where publications.id = placed.id and place <= ${bind('some', 'integer')}
        and publications.workspace_id = ${bind('workspaceId', 'bigint')}
    ) post on true
    group by day order by day`,
);

/** Whether anything was read of the latest publications of a workspace, and tags of some of them. */
export const describe = statement<{ workspaceId: number; latest: number; tags: number }>()(
  'analytics.describe',
  (_db, bind) => sql<{ has_figures: boolean; tags: string[] }>`
    with latest as (
      select id, post_id from publications
      where workspace_id = ${bind('workspaceId', 'bigint')} and published_at is not null
      order by published_at desc limit ${bind('latest', 'integer')}
    )
    select exists (select from latest join publication_figures on publication_id = latest.id)
        as has_figures,
      coalesce((select array_agg(tag order by tag) from (
        select tag from latest join posts on posts.id = latest.post_id
            and (posts.workspace_id = ${bind('workspaceId', 'bigint')}) is true
          join items on items.id = posts.root_id
            and (items.workspace_id = ${bind('workspaceId', 'bigint')}) is true
          cross join unnest(items.tags) tag
        group by tag order by count(*) desc, tag limit ${bind('tags', 'integer')}) most), '{}') as tags`,
);

/** When figures of the publications were read last. */
export const findLastReading = statement<Filters>()(
  null,
  (_db, bind) => sql<{ at: string | null }>`
    select max(read_at) as at from publication_figures where publication_id in (
      select publications.id from ${publishedIn(bind)})`,
);
