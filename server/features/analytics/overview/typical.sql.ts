import { sql } from 'kysely';
import { MAX_TYPICAL } from '#contract/analytics/overview.ts';
import { engagementsIn, metricIn } from '../../../database/fragments/engagements.ts';
import { type Bind, statement } from '../../../database/statement.ts';
import { type Filters, publishedIn } from './published.sql.ts';

export type Typical = {
  posts: number;
  channels: number;
  most: { views: number | null; engagements: number | null };
  engagements: number[];
};

/** Sums over the publications of each post: its engagements at 7 days, and the most of all posts. */
export const findTypical = statement<Filters>()(
  null,
  (_db, bind) => sql<Typical>`
    with chosen as (
      select publications.id, coalesce(publications.post_id, -publications.id) as key,
        publications.channel_id, publications.published_at
      from ${publishedIn(bind as unknown as Bind<Filters>)}
    ), grouped as (
      select min(published_at) as published_at,
        sum(${engagementsIn('after_week')})::bigint as at_week,
        sum(${engagementsIn('latest')})::bigint as engagements,
        sum(${metricIn('latest', 'views')})::bigint as views
      from chosen left join publication_figures on publication_id = chosen.id
      group by key
    ), latest as (
      select at_week from grouped where at_week is not null
      order by published_at desc limit ${sql.lit(MAX_TYPICAL)}
    )
    select count(*)::integer as posts,
      (select count(distinct channel_id)::integer from chosen) as channels,
      json_build_object('views', max(views), 'engagements', max(engagements)) as most,
      (select coalesce(json_agg(at_week order by at_week), '[]') from latest) as engagements
    from grouped`,
);
