import { sql } from 'kysely';
import type { Network } from '#contract/networks/names.ts';
import { type Bind, statement } from '../../../database/statement.ts';
import { excerpt, type Filters, publishedIn } from './published.sql.ts';

/** What was counted on the days of a range. */

/** `days`: the beginnings of the days, and the end of the last one. */
type InDays = Filters & { days: string[] };

/** Engagements are those of all parts, less our own replies; `viewed` those of posts whose views are counted. */
const KINDS = ['views', 'engagements', 'viewed'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * What changes on a day, numbered from 1: by how much per second the counts of a network grow faster
 * or slower from then on, and the moment of it, which is the sum of each change times its seconds
 * since the first day began; null where the network did not count it. `last_at`: of the last change.
 */
export type Change = { day: number; network: Network; last_at: string } & Record<
  `${Kind}_${'rate' | 'moment'}`,
  number | null
>;

const changeOf = (kind: Kind, beginning: ReturnType<Bind<{ bounds: number[] }>>) => sql`
  sum(change.${sql.ref(kind)}) as ${sql.ref(`${kind}_rate`)},
  sum(change.${sql.ref(kind)} * (date_part('epoch', change.at) - ${beginning}))
    as ${sql.ref(`${kind}_moment`)}`;

/**
 * `bounds`: the beginnings of the days, and the end of the last one, in seconds. What changed before
 * them is of day 0, what changed later of the day after the last one; of publications that grew
 * between them.
 */
export const listChanges = statement<Filters & { bounds: number[] }>()(null, (_db, bind) => {
  const bounds = bind('bounds', 'float8[]');
  return sql<Change>`
      select network, width_bucket(date_part('epoch', change.at), ${bounds}) as day,
        max(change.at) as last_at, ${sql.join(KINDS.map((kind) => changeOf(kind, sql`(${bounds})[1]`)))}
      from (select publications.id, network from ${publishedIn(bind as unknown as Bind<Filters>)}) chosen
        join publication_growth growth on publication_id = chosen.id
        cross join lateral unnest(growth.at, growth.views, growth.engagements, growth.viewed)
          as change (at, views, engagements, viewed)
      where growth.at[cardinality(growth.at)] > to_timestamp((${bounds})[1])
      group by network, day`;
});

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
