import { sql } from 'kysely';
import type { Metrics } from '#contract/networks/metrics.ts';
import type { Network } from '#contract/networks/names.ts';
import { statement } from '../../../database/statement.ts';

export type ChannelRow = {
  channel: { id: number; network: Network; handle: string; name: string };
  remote_id: string;
  server: string;
  lacks_permission: boolean;
};

/** The channels of a workspace that are connected, or this one whatever its state. */
export const listChannels = statement<{
  workspaceId: number;
  channel: number | null;
  limit: number;
}>()(
  'times.list_channels',
  (_db, bind) => sql<ChannelRow>`
    select json_build_object('id', channels.id, 'network', network, 'handle', handle, 'name', name) as channel,
      remote_id, server, coalesce(channel_readings.lacks_permission, false) as lacks_permission
    from channels
    left join channel_readings on channel_readings.channel_id = channels.id
    where workspace_id = ${bind('workspaceId', 'bigint')}
      and coalesce(channels.id = ${bind('channel', 'bigint')}, state <> 'disconnected')
    order by channels.id limit ${bind('limit', 'integer')}`,
);

/** What posts of channels had after a day, of each the latest so many. */
export const listPosts = statement<{ channels: number[]; since: string; limit: number }>()(
  'times.list_posts',
  (_db, bind) => sql<{ channel: number; at: string; metrics: Metrics }>`
    select of.id as channel, latest.published_at as at, latest.after_day as metrics
    from unnest(${bind('channels', 'bigint[]')}) as of (id)
    cross join lateral (
      select published_at, after_day from publications
      join publication_figures on publication_id = publications.id
      where channel_id = of.id and state <> 'cancelled' and published_at is not null
        and due_at > ${bind('since', 'timestamptz')} and after_day is not null
      order by due_at desc limit ${bind('limit', 'integer')}
    ) latest`,
);
