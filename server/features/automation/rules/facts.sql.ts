import { sql } from 'kysely';
import type { Network } from '#contract/networks/names.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { statement } from '../../../database/statement.ts';

/** What conditions ask about, and what texts of rules take. */

type Workspace = { workspaceId: number };

export type PostFacts = {
  post: number;
  item: number;
  title: string;
  text: string;
  tags: string[];
  folder: number | null;
  folder_name: string | null;
  author: number | null;
  author_name: string | null;
  has_picture: boolean;
  created_at: string;
  published_at: string | null;
  views: number;
  reactions: number;
  words: number[];
};

/** Posts that are not in the trash; figures are those of all their publications. */
export const findPosts = statement<Workspace & { ids: number[] }>()(
  'rules.facts_of_posts',
  (_db, bind) => sql<PostFacts>`
    select posts.id as post, items.id as item, named_mentions(items.title) as title, items.content as text,
      to_json(items.tags) as tags, posts.folder_id as folder, folders.name as folder_name,
      items.created_by as author, users.name as author_name, posts.created_at,
      exists (select from jsonb_array_elements(items.media) file where file ->> 'kind' = 'image')
        as has_picture,
      published_at, coalesce(views, 0)::float8 as views, coalesce(reactions, 0)::float8 as reactions,
      to_json(words_of(array(select part.id from items part where part.post_id = posts.id))) as words
    from posts
    join items on items.post_id = posts.id and items.position = 0
    left join folders on folders.id = posts.folder_id
    left join users on users.id = items.created_by
    left join lateral (
      select min(published_at) as published_at, sum((latest ->> 'views')::bigint) as views,
        sum((latest ->> 'reactions')::bigint) as reactions
      from publications left join publication_figures on publication_id = publications.id
      where publications.post_id = posts.id and publications.state = 'published'
    ) published on true
    where posts.workspace_id = ${bind('workspaceId')} and posts.id = any(${bind('ids', 'bigint[]')})
      and ${isLive('posts')}`,
);

export type PublicationFacts = {
  publication: number;
  channel: number;
  network: Network;
  handle: string;
  address: string | null;
  published_at: string | null;
  views: number;
  reactions: number;
};

export const findPublications = statement<Workspace & { ids: number[] }>()(
  'rules.facts_of_publications',
  (_db, bind) => sql<PublicationFacts>`
    select publications.id as publication, channels.id as channel, network, handle, published_at,
      (select url from publication_parts where publication_id = publications.id and position = 0)
        as address,
      coalesce((latest ->> 'views')::float8, 0) as views,
      coalesce((latest ->> 'reactions')::float8, 0) as reactions
    from publications join channels on channels.id = channel_id
    left join publication_figures on publication_id = publications.id
    where publications.workspace_id = ${bind('workspaceId')}
      and publications.id = any(${bind('ids', 'bigint[]')})`,
);

export type EntryFacts = {
  entry: number;
  title: string | null;
  text: string | null;
  link: string | null;
  author: string | null;
  picture: string | null;
  published_at: string | null;
  seen_at: string;
  is_used: boolean;
  looks_known: boolean;
  feed: string;
  words: number[];
};

export const findEntries = statement<Workspace & { ids: number[] }>()(
  'rules.facts_of_entries',
  (_db, bind) => sql<EntryFacts>`
    select entry.id as entry, entry.title, text, link, author, picture, published_at, seen_at,
      entry.state in ('made', 'left_out') as is_used, looks_known, feeds.title as feed,
      to_json(words_of_strangers(entry.workspace_id, 'feed', feed_id)) as words
    from feed_entries entry join feeds on feeds.id = feed_id
    where entry.workspace_id = ${bind('workspaceId')} and entry.id = any(${bind('ids', 'bigint[]')})`,
);

export type CallFacts = {
  call: number;
  title: string;
  text: string;
  link: string | null;
  tags: string[];
  received_at: string;
  source: string;
  words: number[];
};

export const findCalls = statement<Workspace & { ids: number[] }>()(
  'rules.facts_of_calls',
  (_db, bind) => sql<CallFacts>`
    select call.id as call, title, text, link, to_json(tags) as tags, received_at, address.name as source,
      to_json(words_of_strangers(call.workspace_id, 'incoming', address_id)) as words
    from incoming_calls call join incoming_addresses address on address.id = address_id
    where call.workspace_id = ${bind('workspaceId')} and call.id = any(${bind('ids', 'bigint[]')})`,
);

export type NoteFacts = { note: number; day: string; text: string; words: number[] };

export const findNotes = statement<Workspace & { ids: number[] }>()(
  'rules.facts_of_notes',
  (_db, bind) => sql<NoteFacts>`
    select id as note, day::text as day, text,
      to_json(words_in(workspace_id, 'note', id)) as words
    from day_notes
    where workspace_id = ${bind('workspaceId')} and id = any(${bind('ids', 'bigint[]')})`,
);

export type FileFacts = {
  file: number;
  name: string;
  alt: string;
  tags: string[];
  folder: number | null;
  folder_name: string | null;
  is_picture: boolean;
  created_at: string;
  words: number[];
};

/** Files that are not in the trash. */
export const findFiles = statement<Workspace & { ids: number[] }>()(
  'rules.facts_of_files',
  (_db, bind) => sql<FileFacts>`
    select file.id as file, file.name, alt, to_json(tags) as tags, folder_id as folder,
      folders.name as folder_name, type like 'image/%' as is_picture, file.created_at,
      to_json(words_in(file.workspace_id, 'file', file.id)) as words
    from media_files file join media_blobs using (hash)
      left join folders on folders.id = folder_id
    where file.workspace_id = ${bind('workspaceId')} and file.id = any(${bind('ids', 'bigint[]')})
      and trashed_at is null`,
);

export type ChannelFacts = { channel: number; network: Network; handle: string };

export const findChannels = statement<Workspace & { ids: number[] }>()(
  'rules.facts_of_channels',
  (_db, bind) => sql<ChannelFacts>`
    select id as channel, network, handle from channels
    where workspace_id = ${bind('workspaceId')} and id = any(${bind('ids', 'bigint[]')})`,
);

/** The names that sentences take. `wanted`: JSON of lists of ids, by what they are of. */
export const findNames = statement<Workspace & { wanted: string }>()('rules.names', (_db, bind) => {
  const ids = (kind: string) =>
    sql`select value::bigint from jsonb_array_elements_text(${bind('wanted', 'jsonb')} -> ${sql.lit(kind)})`;
  return sql<{ kind: string; id: number; name: string }>`
      select 'feed' as kind, id, title as name from feeds
        where workspace_id = ${bind('workspaceId', 'bigint')} and id in (${ids('feed')})
      union all select 'template', id, name from templates
        where workspace_id = ${bind('workspaceId', 'bigint')} and id in (${ids('template')})
      union all select 'set', id, name from channel_sets
        where workspace_id = ${bind('workspaceId', 'bigint')} and id in (${ids('set')})
      union all select 'folder', id, name from folders
        where workspace_id = ${bind('workspaceId', 'bigint')} and id in (${ids('folder')})
      union all select 'channel', id, handle from channels
        where workspace_id = ${bind('workspaceId', 'bigint')} and state <> 'disconnected'
          and id in (${ids('channel')})
      union all select 'snippet', id, name from snippets
        where workspace_id = ${bind('workspaceId', 'bigint')} and id in (${ids('snippet')})
      union all select 'own_action', id, name from assistant_actions
        where workspace_id = ${bind('workspaceId', 'bigint')} and id in (${ids('own_action')})
      union all select 'address', id, name from incoming_addresses
        where workspace_id = ${bind('workspaceId', 'bigint')} and id in (${ids('address')})
      union all select 'person', users.id, users.name from memberships
        join users on users.id = user_id
        where workspace_id = ${bind('workspaceId', 'bigint')} and users.id in (${ids('person')})`;
});

/** The channels of a set that are connected, or need to be connected anew. */
export const findSet = statement<Workspace & { id: number }>()(
  'rules.set',
  (_db, bind) => sql<{ name: string; channels: number[]; networks: Network[] }>`
    select name, to_json(channels) as channels, coalesce((
      select json_agg(distinct network) from channels given where given.id = any(channel_sets.channels)), '[]')
      as networks
    from channel_sets where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);
