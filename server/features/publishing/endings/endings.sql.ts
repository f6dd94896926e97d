import { sql } from 'kysely';
import type { SnippetPattern } from '#contract/content/snippet-text.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { statement } from '../../../database/statement.ts';

/** A snippet as it ends the posts of a channel (migration 0083). */
export type StoredEnding = SnippetPattern & { snippet: number; name: string };

type Workspace = { workspaceId: number };

/** What a post ends with on each channel: as on a publication that is open, else as a new one would. */
export const listEndings = statement<Workspace & { post: number | null }>()(
  'endings.list',
  (_db, bind) => sql<{ channel: number; ending: StoredEnding }>`
    select channels.id as channel, case when open.id is null
        then post_endings(${bind('workspaceId', 'bigint')}, ${bind('post', 'bigint')})
          -> channels.id::text
        else open.ending end as ending
    from channels left join publications open on open.channel_id = channels.id
      and open.post_id = ${bind('post', 'bigint')}
      and open.state in ('proposed', 'scheduled', 'publishing', 'stopped')
    where channels.workspace_id = ${bind('workspaceId', 'bigint')} and channels.state <> 'disconnected'
    order by channels.id`,
);

export const findEnding = statement<Workspace & { id: number }>()(
  'endings.of_publication',
  (_db, bind) => sql<{ post: number | null; ending: StoredEnding | null }>`
    select post_id as post, ending from publications
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

export const findPost = statement<Workspace & { item: number }>()(
  'endings.post',
  (_db, bind) => sql<{ post: number }>`
    select post_id as post from items
    where workspace_id = ${bind('workspaceId')} and id = ${bind('item')} and ${isLive()}`,
);

export const findChannels = statement<Workspace & { channels: number[] }>()(
  'endings.channels',
  (_db, bind) => sql<{ id: number; handle: string; snippet: number | null; name: string | null }>`
    select channels.id, handle, snippet_id as snippet, snippets.name
    from channels left join snippet_channels on channel_id = channels.id
      left join snippets on snippets.id = snippet_id
    where channels.workspace_id = ${bind('workspaceId')}
      and channels.id = any(${bind('channels', 'bigint[]')})
      and channels.state <> 'disconnected'`,
);

/** It stays until the transaction ends. */
export const holdSnippet = statement<Workspace & { id: number }>()(
  'endings.hold_snippet',
  (_db, bind) => sql<object>`
    select from snippets
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} for key share`,
);

export const listChannelsOf = statement<Workspace & { id: number }>()(
  'endings.channels_of',
  (_db, bind) => sql<{ channels: number[] }>`
    select coalesce(array_agg(channel_id order by channel_id), '{}') as channels
    from snippet_channels
    where workspace_id = ${bind('workspaceId')} and snippet_id = ${bind('id')}`,
);

export const deleteOthers = statement<Workspace & { id: number; channels: number[] }>()(
  'endings.delete_others',
  (_db, bind) => sql<object>`
    delete from snippet_channels
    where workspace_id = ${bind('workspaceId')} and snippet_id = ${bind('id')}
      and channel_id <> all(${bind('channels', 'bigint[]')})`,
);

export const insertChannels = statement<Workspace & { id: number; channels: number[] }>()(
  'endings.insert',
  (_db, bind) => sql<object>`
    insert into snippet_channels (workspace_id, snippet_id, channel_id)
    select ${bind('workspaceId', 'bigint')}, ${bind('id', 'bigint')}, channel
    from unnest(${bind('channels', 'bigint[]')}) channel
    on conflict (channel_id) do nothing`,
);
