import { sql } from 'kysely';
import type { Age, PostRow, Sort } from '#contract/analytics/overview.ts';
import { METRICS, type Metric } from '#contract/networks/metrics.ts';
import type { Network } from '#contract/networks/names.ts';
import { engagementsIn, metricIn } from '../../../database/fragments/engagements.ts';
import { type Bind, statement } from '../../../database/statement.ts';
import { excerpt, type Filters, MIN_VIEWS, publishedIn } from './published.sql.ts';

/** Posts with their figures. */

/** What is stored of each age. */
const STORED: Record<Age, string> = {
  latest: 'latest',
  day: 'after_day',
  week: 'after_week',
  four_weeks: 'after_four_weeks',
};

const figuresAt = (age: ReturnType<Bind<{ age: Age }>>) =>
  sql`case ${age} ${sql.join(
    Object.entries(STORED).map(
      ([name, column]) =>
        sql`when ${sql.lit(name)} then ${sql.ref(`publication_figures.${column}`)}`,
    ),
    sql` `,
  )} end`;

/** Each channel has readers of its own, of whom some are the same: reach is not summed. */
const sumOf = (metric: Metric) =>
  metric === 'reach'
    ? sql`case when count(reach) = 1 then max(reach) end as reach`
    : sql`sum(${sql.ref(metric)})::bigint as ${sql.ref(metric)}`;

export type Grouped = {
  publications: number[];
  published_at: string;
  total: number;
  engagements: number | null;
  engagement_rate: number | null;
} & Record<Metric, number | null>;

type Listing = Filters & {
  age: Age;
  byPublication: boolean;
  sort: Sort;
  descending: boolean;
  limit: number;
  offset: number;
};

/** Sums over the publications of each post; what is absent comes last in either order. */
export const listGrouped = statement<Listing>()(
  null,
  (_db, bind) => sql<Grouped>`
    with chosen as (
      select publications.id, publications.post_id, publications.published_at,
        ${figuresAt(bind('age', 'text') as never)} as figures
      from publication_figures right join (select publications.*
        from ${publishedIn(bind as unknown as Bind<Filters>)}) publications
        on publication_id = publications.id
    ), counted as (
      select id, published_at, ${engagementsIn('figures')} as engagements,
        case when ${bind('byPublication', 'boolean')} then id else coalesce(post_id, -id) end as key,
        ${sql.join(METRICS.map((metric) => sql`${metricIn('figures', metric)} as ${sql.ref(metric)}`))}
      from chosen
    ), grouped as (
      select key, json_agg(id order by published_at, id) as publications,
        min(published_at) as published_at, ${sql.join(METRICS.map(sumOf))},
        sum(engagements)::bigint as engagements,
        case when sum(views) >= ${sql.lit(MIN_VIEWS)}
          then (sum(engagements) filter (where views is not null) / sum(views))::float8 end
          as engagement_rate
      from counted group by key
    ), sorted as (
      select grouped.*, case ${bind('sort', 'text')} when 'published' then extract(epoch from published_at)::float8
        when 'engagement_rate' then engagement_rate when 'engagements' then engagements
        ${sql.join(
          METRICS.map((metric) => sql`when ${sql.lit(metric)} then ${sql.ref(metric)}`),
          sql` `,
        )} end as value
      from grouped
    )
    select sorted.*, count(*) over ()::integer as total from sorted
    order by case when ${bind('descending', 'boolean')} then -value else value end nulls last,
      published_at desc, key desc
    limit ${bind('limit', 'integer')} offset ${bind('offset', 'integer')}`,
);

export type Detail = {
  id: number;
  channel: { id: number; network: Network; handle: string; name: string };
  remote_id: string;
  server: string;
  item: number | null;
  excerpt: string;
  parts: number;
  picture: PostRow['picture'];
  lacks_permission: boolean;
  is_read: boolean;
  next_at: string | null;
};

/** What is shown of publications beside their figures. */
export const listDetails = statement<{ workspaceId: number; publications: number[] }>()(
  'analytics.details',
  (_db, bind) => sql<Detail>`
    select publications.id, json_build_object('id', channels.id, 'network', network, 'handle', handle,
        'name', channels.name) as channel, remote_id, server,
      case when posts.size > 0 then posts.root_id end as item, ${excerpt} as excerpt,
      jsonb_array_length(publications.text) as parts,
      case when file is not null then jsonb_build_object('hash', file ->> 'hash', 'kind', file ->> 'kind',
        'focus', file -> 'focus') end as picture,
      coalesce(lacks_permission, false) as lacks_permission, publication_id is not null as is_read,
      (select min(next_at) from reading_plans where publication_id = publications.id) as next_at
    from publications join channels on channels.id = publications.channel_id
      cross join lateral (select publications.text -> 0 -> 'media' -> 0 as file) first
      left join posts on posts.id = publications.post_id
        and (posts.workspace_id = publications.workspace_id) is true
      left join channel_readings on channel_readings.channel_id = channels.id
      left join publication_figures on publication_id = publications.id
    where publications.workspace_id = ${bind('workspaceId', 'bigint')}
      and publications.id = any(${bind('publications', 'bigint[]')})
    order by publications.published_at, publications.id`,
);
