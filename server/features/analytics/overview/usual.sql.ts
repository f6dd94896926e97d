import { sql } from 'kysely';
import type { Age } from '#contract/analytics/overview.ts';
import type { Metric } from '#contract/networks/metrics.ts';
import { engagementsBy, engagementsIn } from '../../../database/fragments/engagements.ts';
import { statement } from '../../../database/statement.ts';

/** What is usual for the channel of a publication: its posts of the 90 days before. */

/** So many others are compared with at most: the latest. */
const MAX_OTHERS = 500;

const others = sql`
  select id from publications other
  where other.channel_id = publications.channel_id
    and other.workspace_id = publications.workspace_id
    and other.published_at >= publications.published_at - interval '90 days'
    and other.published_at < publications.published_at and other.id <> publications.id
  order by published_at desc limit ${sql.lit(MAX_OTHERS)}`;

export type UsualRow = {
  publication: number;
  age: Exclude<Age, 'latest'>;
  engagements: number;
  median: number | null;
  posts: number;
};

/**
 * The engagements of publications at the highest age that was read, or at the given one, with the
 * median of the others at that age.
 */
export const listUsual = statement<{
  workspaceId: number;
  publications: number[];
  age: Age;
}>()(
  'analytics.usual',
  (_db, bind) => sql<UsualRow>`
    with own as (
      select distinct on (publication_id) publication_id as id, age, ${engagementsIn('figures')} as engagements
      from publication_figures cross join lateral (values (3, 'four_weeks', after_four_weeks),
        (2, 'week', after_week), (1, 'day', after_day)) ages (rank, age, figures)
      where publication_id = any(${bind('publications', 'bigint[]')}) and figures is not null
        and (${bind('age', 'text')} = 'latest' or age = ${bind('age', 'text')})
      order by publication_id, rank desc
    )
    select own.id as publication, age, engagements, median, posts
    from own join publications on publications.id = own.id
      and publications.workspace_id = ${bind('workspaceId', 'bigint')}
      cross join lateral (
        select percentile_cont(0.5) within group (order by ${engagementsIn('figures')}) as median,
          count(${engagementsIn('figures')})::integer as posts
        from publication_figures cross join lateral (select case own.age
          when 'four_weeks' then after_four_weeks when 'week' then after_week else after_day end as figures) at_age
        where publication_id in (${others})
      ) usual
    where engagements is not null`,
);

/** A column of readings; the reply of a thread to itself is no comment of a reader. */
const ofReaders = (metric: Metric) =>
  metric === 'comments'
    ? sql`comments - least(comments, (readings.position < last)::integer)`
    : sql.ref(metric);

export type QuartileRow = {
  publication: number;
  rung: number;
  posts: number;
  views: [number, number, number] | null;
  engagements: [number, number, number] | null;
};

/** Quartiles at each age of the ladder, which is in hours: the first reading of each part there. */
export const listQuartiles = statement<{
  workspaceId: number;
  publications: number[];
  ladder: number[];
}>()(
  'analytics.quartiles',
  (_db, bind) => sql<QuartileRow>`
    select publications.id as publication, rung, count(*)::integer as posts,
      percentile_cont(array[0.25, 0.5, 0.75]) within group (order by views) as views,
      percentile_cont(array[0.25, 0.5, 0.75]) within group (order by engagements) as engagements
    from publications cross join lateral (
      select id, rung, max(views) as views, sum(engagements)::bigint as engagements
      from (
        select distinct on (other.id, readings.position, rung) other.id, rung,
          case when readings.position = 0 then views end as views,
          ${engagementsBy(ofReaders)} as engagements
        from (${others}) chosen join publications other on other.id = chosen.id
          join readings on readings.publication_id = other.id
          cross join lateral (select width_bucket((extract(epoch from read_at - other.published_at) / 3600
            + 0.2)::float8, ${bind('ladder', 'float8[]')}) as rung) at_age
          cross join lateral (select max(position) as last from publication_parts
            where publication_id = other.id) parts
        where rung > 0
        order by other.id, readings.position, rung, read_at
      ) first group by id, rung
    ) counted
    where publications.workspace_id = ${bind('workspaceId', 'bigint')}
      and publications.id = any(${bind('publications', 'bigint[]')})
    group by publications.id, rung order by publications.id, rung`,
);
