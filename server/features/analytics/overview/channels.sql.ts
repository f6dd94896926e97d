import { sql } from 'kysely';
import type { Network } from '#contract/networks/names.ts';
import { engagementsIn, metricIn } from '../../../database/fragments/engagements.ts';
import { type Bind, statement } from '../../../database/statement.ts';
import { type Filters, publishedIn } from './published.sql.ts';

/** Channels, and what is typical of their posts. */

type Of = Pick<Filters, 'workspaceId' | 'channels' | 'networks'>;

export type ChannelRow = {
  id: number;
  network: Network;
  handle: string;
  name: string;
  remote_id: string;
  server: string;
  lacks_permission: boolean;
  /** Whether posts, and the account itself, were read. */
  is_read: boolean;
  has_followers: boolean;
};

/** Channels that are connected, or were published to since an instant. */
export const listChannels = statement<Of & { first: string }>()(
  'analytics.channels',
  (_db, bind) => sql<ChannelRow>`
    select channels.id, network, handle, name, remote_id, server,
      coalesce(lacks_permission, false) as lacks_permission,
      exists (select from publications
        join publication_figures on publication_id = publications.id
        where channel_id = channels.id and published_at >= ${bind('first', 'timestamptz')}) as is_read,
      exists (select from channel_days where channel_id = channels.id and followers is not null)
        as has_followers
    from channels left join channel_readings on channel_readings.channel_id = channels.id
    where channels.workspace_id = ${bind('workspaceId', 'bigint')}
      and (${bind('channels', 'bigint[]')} is null
        or channels.id = any(${bind('channels', 'bigint[]')}))
      and (${bind('networks', 'text[]')} is null or network = any(${bind('networks', 'text[]')}))
      and (channels.state <> 'disconnected' or exists (select from publications
        where channel_id = channels.id and published_at >= ${bind('first', 'timestamptz')}))
    order by network, handle, channels.id`,
);

/** Followers by day, the first one first. */
export const listFollowers = statement<Of & { from: string; to: string }>()(
  'analytics.followers',
  (_db, bind) => sql<{ channel: number; days: string[]; followers: number[] }>`
    select channel_id as channel, array_agg(day::text order by day) as days,
      array_agg(followers::float8 order by day) as followers
    from channel_days join channels on channels.id = channel_id
    where channels.workspace_id = ${bind('workspaceId', 'bigint')} and followers is not null
      and day between ${bind('from', 'date')} and ${bind('to', 'date')}
      and (${bind('channels', 'bigint[]')} is null
        or channels.id = any(${bind('channels', 'bigint[]')}))
      and (${bind('networks', 'text[]')} is null or network = any(${bind('networks', 'text[]')}))
    group by channel_id`,
);

export type Typical = {
  channel: number;
  posts: number;
  posts_before: number;
  engagements: number | null;
  views: number | null;
  of: number;
  viewed: number | null;
  all_views: number | null;
};

/** Of publications since an instant; those since `middle` are of the range, the others before it. */
export const listTypical = statement<Filters & { middle: string }>()(
  null,
  (_db, bind) => sql<Typical>`
    with chosen as (
      select publications.channel_id, published_at >= ${bind('middle', 'timestamptz')} as is_now,
        publication_figures.after_week as figures, publication_figures.latest as latest
      from publication_figures right join (select publications.* from ${publishedIn(bind as unknown as Bind<Filters>)})
        publications on publication_id = publications.id
    )
    select channel_id as channel, count(*) filter (where is_now)::integer as posts,
      count(*) filter (where not is_now)::integer as posts_before,
      percentile_cont(0.5) within group (order by ${engagementsIn('figures')}) filter (where is_now)
        as engagements,
      percentile_cont(0.5) within group (order by ${metricIn('figures', 'views')}) filter (where is_now)
        as views,
      count(${engagementsIn('figures')}) filter (where is_now)::integer as of,
      sum(${engagementsIn('latest')}) filter (where is_now and latest ? 'views')::float8 as viewed,
      sum(${metricIn('latest', 'views')}) filter (where is_now)::float8 as all_views
    from chosen group by channel_id`,
);
