import { sql } from 'kysely';
import { type Bind, statement } from '../../../database/statement.ts';
import { type Filters, publishedIn } from './published.sql.ts';

/** Reading the figures of a range at once. */

/** `networks`: those that are read; `paid`: those of them that charge by the day (UTC). */
type Readable = Filters & {
  networks: string[];
  paid: string[];
  /** Not read again within so many minutes. */
  minutes: number;
  limit: number;
};

/** The latest publications whose figures can be read, and when they can be again. */
const readable = (bind: Bind<Readable>) => sql`
  with latest as (
    select publications.id, coalesce(publications.post_id, -publications.id) as post,
      publications.channel_id, channels.network
    from ${publishedIn(bind as unknown as Bind<Filters>)}
      and channels.state = 'connected' and channels.network = any(${bind('networks', 'text[]')})
    order by publications.published_at desc limit ${bind('limit', 'integer')}
  ), readable as (
    select latest.*, read_at, is_due, case when network = any(${bind('paid', 'text[]')})
        then (date_trunc('day', read_at at time zone 'UTC') + interval '1 day') at time zone 'UTC'
        else read_at + make_interval(mins => ${bind('minutes', 'integer')}) end as again_at
    from latest
    cross join lateral (select count(*) as planned, bool_or(next_at <= now()) is true as is_due
      from reading_plans where publication_id = latest.id and gone_at is null) plans
    left join publication_figures on publication_id = latest.id
    left join channel_readings on channel_readings.channel_id = latest.channel_id
    where planned > 0 and lacks_permission is not true
      and (failures > 0 and paused_until > now()) is not true
  )`;

export type Refreshing = {
  posts: number;
  channels: number;
  read_at: string | null;
  refreshable_at: string | null;
};

/** What is due of them. */
export const findRefreshing = statement<Readable>()(
  null,
  (_db, bind) => sql<Refreshing>`
    ${readable(bind)}
    select count(distinct post) filter (where is_due)::integer as posts,
      count(distinct channel_id) filter (where is_due)::integer as channels, max(read_at) as read_at,
      case when bool_and(again_at > now()) then min(again_at) end as refreshable_at
    from readable`,
);

/** Makes due what was not read a moment ago. */
export const makeDue = statement<Readable>()(
  null,
  (_db, bind) => sql<object>`
    ${readable(bind)}
    update reading_plans set next_at = now()
    from readable
    where publication_id = readable.id and gone_at is null and coalesce(again_at <= now(), true)
      and coalesce(next_at > now(), true)`,
);
