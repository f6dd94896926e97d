import { sql } from 'kysely';
import type { Publication } from '#contract/publishing/publications.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { statement } from '../../../database/statement.ts';
import type { When } from '../publications/publications.service.ts';

/**
 * Schedules a post, or proposes it; a post that is on its way to the channel already is not
 * scheduled again. With the text as it is now. Where a restored one was cancelled for it, the
 * original may have sent that.
 */
export const insertPublication = statement<
  When & {
    workspaceId: number;
    userId: number;
    post: number;
    channel: number;
    state: 'proposed' | 'scheduled';
    options: string;
    version: number;
  }
>()(
  'publications.insert',
  (_db, bind) => sql<{ id: number }>`
    insert into publications (workspace_id, post_id, channel_id, state, due_at, local_time, zone,
      queued, next_attempt_at, options, version, text, text_hash, created_by, copied_at)
    select ${bind('workspaceId')}, ${bind('post', 'bigint')}, ${bind('channel')},
      ${bind('state', 'text')}, due, ${bind('local', 'timestamp')}, ${bind('zone', 'text')},
      ${bind('queued', 'boolean')}, case when ${bind('state', 'text')} = 'scheduled' then greatest(due, now()) end, ${bind('options', 'jsonb')},
      ${bind('version')}, post_parts(${bind('post', 'bigint')}),
      hash, ${bind('userId')},
      (select max(former.copied_at) from publications former
        where former.post_id = ${bind('post', 'bigint')} and former.channel_id = ${bind('channel')}
          and former.workspace_id = ${bind('workspaceId')} and former.state = 'cancelled'
          and not exists (select from publication_parts
            where publication_id = former.id and sent_at is not null))
    from post_text_hash(${bind('post', 'bigint')}) hash, date_trunc('milliseconds', coalesce(${bind('at', 'timestamptz')}, now())) due
    on conflict (post_id, channel_id)
      where state in ('proposed', 'scheduled', 'publishing', 'stopped') do nothing
    returning id`,
);

/** How many posts a channel publishes in the hours before an instant, as far as it is known now. */
export const countPlanned = statement<{
  channel: number;
  post: number;
  at: string;
  hours: number;
  isJoined: boolean;
}>()(
  'publications.count_planned',
  (_db, bind) => sql<{ count: number }>`
    select (select count(*) from publication_parts where channel_id = ${bind('channel', 'bigint')}
        and sent_at > ${bind('at', 'timestamptz')}
          - make_interval(hours => ${bind('hours', 'integer')}))
      + (select coalesce(sum(case when ${bind('isJoined', 'boolean')} then 1
          else jsonb_array_length(text) end), 0) from publications
        where channel_id = ${bind('channel', 'bigint')} and state in ('scheduled', 'publishing')
          and post_id is distinct from ${bind('post', 'bigint')}
          and due_at > ${bind('at', 'timestamptz')}
            - make_interval(hours => ${bind('hours', 'integer')})
          and due_at <= ${bind('at', 'timestamptz')}) as count`,
);

/** When other posts of the channel are due, or were published, around an instant. */
export const listDueAround = statement<{ channel: number; post: number; at: string }>()(
  'publications.due_around',
  (_db, bind) => sql<{ due_at: string }>`
    select distinct due_at from publications
    where channel_id = ${bind('channel', 'bigint')}
      and state in ('proposed', 'scheduled', 'publishing', 'published')
      and post_id is distinct from ${bind('post', 'bigint')}
      and due_at > ${bind('at', 'timestamptz')} - interval '1 hour'
      and due_at < ${bind('at', 'timestamptz')} + interval '1 day'
    order by 1 limit 200`,
);

/**
 * When the channel has had the same text in the last 30 days, or will have it, the nearest time
 * first.
 */
export const findSameText = statement<{ channel: number; post: number; at: string }>()(
  'publications.same_text',
  (_db, bind) => sql<{ due_at: string }>`
    select due_at from publications
    where channel_id = ${bind('channel', 'bigint')}
      and (state not in ('cancelled', 'stopped') or exists (select from publication_parts
        where publication_id = publications.id and sent_at is not null and removed_at is null))
      and text_key = publication_text_key(post_parts(${bind('post', 'bigint')}), (
        select network from channels where id = ${bind('channel', 'bigint')}))
      and due_at > ${bind('at', 'timestamptz')} - interval '30 days'
      and due_at < ${bind('at', 'timestamptz')} + interval '30 days'
      and not (post_id = ${bind('post', 'bigint')} and state in ('proposed', 'scheduled'))
    order by abs(extract(epoch from due_at - ${bind('at', 'timestamptz')})) limit 1`,
);

/** The post of an item. */
export const findPostOf = statement<{ workspaceId: number; item: number }>()(
  'publications.post_of',
  (_db, bind) => sql<{ post: number }>`
    select post_id as post from items
    where workspace_id = ${bind('workspaceId')} and id = ${bind('item')} and ${isLive()}`,
);

/**
 * The channels of the latest posts of the folder of a post, but for itself; `is_latest`: also of the
 * one that was scheduled last.
 */
export const listUsedChannels = statement<{ workspaceId: number; post: number; posts: number }>()(
  'publications.used_channels',
  (_db, bind) => sql<{ channel: number; is_latest: boolean }>`
    with recent as materialized (
      select post_id from items
      where folder_id = (select folder_id from posts
          where workspace_id = ${bind('workspaceId')} and id = ${bind('post', 'bigint')})
        and workspace_id = ${bind('workspaceId')} and ${isLive()} and position = 0
        and post_id <> ${bind('post', 'bigint')}
      order by updated_at desc, id desc limit ${bind('posts', 'integer')}),
    used as materialized (
      select publications.id, channel_id, publications.post_id
      from recent join publications on publications.post_id = recent.post_id
      where publications.workspace_id = ${bind('workspaceId')} and state <> 'cancelled')
    select channel_id as channel, bool_or(post_id = (select post_id from used
      where id = (select max(id) from used))) as is_latest
    from used group by channel_id order by max(id) desc`,
);

/** The connected channels that the template of a post names, and the options of their networks. */
export const listSuggested = statement<{ workspaceId: number; post: number }>()(
  'publications.suggested_channels',
  (_db, bind) => sql<{ channel: number; options: Record<string, string> }>`
    select channels.id as channel, coalesce(suggested -> 'options' -> network, '{}') as options
    from posts left join channel_sets on channel_sets.id = (suggested ->> 'channel_set')::bigint
        and channel_sets.workspace_id = posts.workspace_id
      cross join lateral unnest(coalesce(channel_sets.channels,
        array(select value::bigint from jsonb_array_elements_text(suggested -> 'channels'))))
        with ordinality named (id, place)
      join channels on channels.id = named.id and channels.workspace_id = posts.workspace_id
        and channels.state = 'connected'
    where posts.workspace_id = ${bind('workspaceId')} and posts.id = ${bind('post')}
      and suggested is not null and not exists (select from publications
        where post_id = posts.id and publications.state <> 'cancelled')
    order by place`,
);

/** The publication of a post on a channel that has not ended. */
export const findOpen = statement<{ post: number; channel: number }>()(
  'publications.open',
  (_db, bind) => sql<{ state: Publication['state'] }>`
    select state from publications
    where post_id = ${bind('post', 'bigint')} and channel_id = ${bind('channel', 'bigint')}
      and state in ('proposed', 'scheduled', 'publishing', 'stopped')`,
);

/** What a workspace has spent at a network since an instant, in thousandths of a US dollar. */
export const sumPrices = statement<{ workspaceId: number; network: string; since: string }>()(
  null,
  (_db, bind) => sql<{ spent: number }>`
    with accounts as (
      select id from channels
      where workspace_id = ${bind('workspaceId')} and network = ${bind('network')}
    )
    select coalesce(sum(price), 0)::integer as spent from (
      select price from publication_parts join accounts on accounts.id = channel_id
      where price > 0 and sent_at >= ${bind('since', 'timestamptz')}
      union all
      select price from afterwards join accounts on accounts.id = channel_id
      where price > 0 and ended_at >= ${bind('since', 'timestamptz')}
    ) billed`,
);

/** The time of a draft. */
export const findDraftTime = statement<{ workspaceId: number; post: number }>()(
  'publications.draft_time',
  (_db, bind) => sql<{ local: string; zone: string }>`
    select to_char(local_time, 'YYYY-MM-DD"T"HH24:MI') as local, zone from draft_times
    where workspace_id = ${bind('workspaceId')} and post_id = ${bind('post', 'bigint')}`,
);

export type WallTime = { id: number; local: string; zone: string; due_at: string };

/** Scheduled publications with a wall time, page by page. */
export const listWallTimes = statement<{ after: number; limit: number }>()(
  'publications.wall_times',
  (_db, bind) => sql<WallTime>`
    select id, to_char(local_time, 'YYYY-MM-DD"T"HH24:MI') as local, zone, due_at
    from publications where state in ('proposed', 'scheduled') and local_time is not null
      and due_at > now() and id > ${bind('after', 'bigint')}
    order by id limit ${bind('limit', 'integer')}`,
);

/** The times of drafts that are to come, page by page; their id is that of the post. */
export const listDraftTimes = statement<{ after: number; limit: number }>()(
  'publications.draft_times',
  (_db, bind) => sql<WallTime>`
    select post_id as id, to_char(local_time, 'YYYY-MM-DD"T"HH24:MI') as local, zone, due_at
    from draft_times where due_at > now() and post_id > ${bind('after', 'bigint')}
    order by post_id limit ${bind('limit', 'integer')}`,
);

export type Correction = { id: number; former: string; at: string; zone: string };

export const correctDraftTime = statement<Correction>()(
  'publications.correct_draft_time',
  (_db, bind) => sql<{ id: number }>`
    update draft_times set due_at = ${bind('at', 'timestamptz')}, zone = ${bind('zone', 'text')},
      updated_at = now()
    where post_id = ${bind('id', 'bigint')} and due_at = ${bind('former', 'timestamptz')}
    returning post_id as id`,
);

/** Corrects the instant of a wall time, where it was not changed meanwhile. */
export const correctInstant = statement<Correction>()(
  'publications.correct_instant',
  (_db, bind) => sql<{ id: number }>`
    update publications set due_at = ${bind('at', 'timestamptz')}, zone = ${bind('zone', 'text')},
      next_attempt_at = case when state = 'scheduled' then ${bind('at', 'timestamptz')} end,
      updated_at = now()
    where id = ${bind('id', 'bigint')} and due_at = ${bind('former', 'timestamptz')}
      and state in ('proposed', 'scheduled') returning id`,
);

/** A row where all publishing of the workspace of a channel is paused at a time. */
export const findPauseAt = statement<{ channel: number; at: string }>()(
  'schedule.pause_at',
  (_db, bind) => sql<object>`
    select from pauses join channels using (workspace_id)
    where channels.id = ${bind('channel', 'bigint')}
      and (ends_at is null or ends_at > greatest(now(), ${bind('at', 'timestamptz')}))`,
);
