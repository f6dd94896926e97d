import { sql } from 'kysely';
import type { FeedEntry } from '#contract/automation/feeds.ts';
import type { Role } from '#contract/roles.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { statement } from '../../../database/statement.ts';

type Key = { workspaceId: number; id: number };

/** Entries of a feed that have one of these keys. */
export const findKnown = statement<{
  feed: number;
  ids: Buffer[];
  links: Buffer[];
  titles: Buffer[];
}>()(
  'feed_entries.known',
  (_db, bind) => sql<{ row: number; id: Buffer; link: Buffer | null; title: Buffer | null }>`
    select id as row, id_key as id, link_key as link, title_key as title from feed_entries
    where feed_id = ${bind('feed')} and (id_key = any(${bind('ids', 'bytea[]')})
      or link_key = any(${bind('links', 'bytea[]')}) or title_key = any(${bind('titles', 'bytea[]')}))
    order by id`,
);

/**
 * `entries`: JSON of rows with keys in hexadecimal; in this order. `event`: what is told of them; what was
 * there before is as old as it says.
 */
export const insertEntries = statement<{
  workspaceId: number;
  feed: number;
  entries: string;
  event: 'entry.created' | 'entry.found';
}>()(
  'feed_entries.insert',
  (_db, bind) => sql<object>`
    with added as (
    insert into feed_entries (workspace_id, feed_id, id_key, link_key, title_key, title, link, text,
      author, picture, published_at, seen_at, state, looks_known)
    select ${bind('workspaceId', 'bigint')}, ${bind('feed', 'bigint')}, decode(id_key, 'hex'),
      decode(link_key, 'hex'), decode(title_key, 'hex'), title, link, text, author, picture,
      published_at, now(), state, looks_known
    from jsonb_to_recordset(${bind('entries', 'jsonb')}) as given(id_key text, link_key text,
      title_key text, title text, link text, text text, author text, picture text,
      published_at timestamptz, state text, looks_known boolean)
    returning id, workspace_id, feed_id, published_at, seen_at)
    insert into events (workspace_id, kind, subject_id, about, at)
    select workspace_id, ${bind('event', 'text')}, id, jsonb_build_object('feed', feed_id),
      case ${bind('event', 'text')} when 'entry.created' then seen_at
        else least(coalesce(published_at, seen_at), seen_at) end
    from added order by id`,
);

/** Decides that drafts are made of what has just come, as many as the day has left. */
export const wantDrafts = statement<{ feed: number; max: number }>()(
  'feed_entries.want',
  (_db, bind) => sql<object>`
    update feed_entries set wanted_at = now()
    where id in (select id from feed_entries
      where feed_id = ${bind('feed')} and state = 'new' and not looks_known
        and seen_at = now()
      order by id
      limit greatest(0, ${bind('max', 'integer')} - (select count(*) from feed_entries
        where feed_id = ${bind('feed')}
          and wanted_at > now() - interval '1 day')))`,
);

export type WantedEntry = {
  id: number;
  feed: number;
  workspace: number;
  folder: number;
  user: number;
  name: string;
  /** Null where the person is no member any more. */
  role: Role | null;
};

/** Entries of one feed, or of all, of which drafts are made; in the order in which they came. */
export const listWanted = statement<{ feed: number | null; limit: number }>()(
  'feed_entries.wanted',
  (_db, bind) => sql<WantedEntry>`
    select entry.id, feeds.id as feed, feeds.workspace_id as workspace,
      drafts_folder_id as folder, users.id as user, users.name, memberships.role
    from feed_entries entry join feeds on feeds.id = feed_id
    join users on users.id = drafts_by
    left join memberships on memberships.user_id = users.id
      and memberships.workspace_id = feeds.workspace_id
    where entry.state = 'new' and wanted_at is not null and drafts_folder_id is not null
      and (${bind('feed', 'bigint')} is null or feed_id = ${bind('feed', 'bigint')})
    order by entry.id limit ${bind('limit', 'integer')}`,
);

/** Leaves an entry to a person. */
export const unwant = statement<{ id: number }>()(
  'feed_entries.unwant',
  (_db, bind) => sql<object>`
    update feed_entries set wanted_at = null where id = ${bind('id')}`,
);

/** Removes the oldest beyond so many, but none that the feed still has. */
export const trim = statement<{ feed: number; max: number; present: number[] }>()(
  'feed_entries.trim',
  (_db, bind) => sql<object>`
    delete from feed_entries where feed_id = ${bind('feed')}
      and id <= (select id from feed_entries where feed_id = ${bind('feed')}
        order by id desc offset ${bind('max', 'integer')} limit 1)
      and not (id = any(${bind('present', 'bigint[]')}))`,
);

const shown = sql`entry.id, entry.title, link, text, author, picture is not null as has_picture, published_at,
  seen_at, state, looks_known,
  (select items.id from items join posts on posts.id = items.post_id
    where items.id = item_id and ${isLive('posts')}) as item`;

export const listEntries = statement<
  Key & { before: number | null; state: string | null; limit: number }
>()(
  'feed_entries.list',
  (_db, bind) => sql<FeedEntry>`
    select ${shown} from feed_entries entry
    where entry.workspace_id = ${bind('workspaceId')} and feed_id = ${bind('id')}
      and (${bind('before', 'bigint')} is null or entry.id < ${bind('before', 'bigint')})
      and (${bind('state', 'text')} is null or state = ${bind('state', 'text')})
    order by entry.id desc limit ${bind('limit', 'integer')}`,
);

export const countEntries = statement<Key & { state: string | null }>()(
  'feed_entries.count',
  (_db, bind) => sql<{ count: number }>`
    select count(*)::integer as count from feed_entries
    where workspace_id = ${bind('workspaceId')} and feed_id = ${bind('id')}
      and (${bind('state', 'text')} is null or state = ${bind('state', 'text')})`,
);

/** Those that are new, or all of them. */
export const leaveOut = statement<Key & { entries: number[] | null }>()(
  'feed_entries.leave_out',
  (_db, bind) => sql<object>`
    update feed_entries set state = 'left_out'
    where workspace_id = ${bind('workspaceId')} and feed_id = ${bind('id')} and state = 'new'
      and (${bind('entries', 'bigint[]')} is null or id = any(${bind('entries', 'bigint[]')}))
    returning id`,
);

export type EntryRow = Pick<FeedEntry, 'title' | 'link' | 'text' | 'item'> & {
  feed: number;
  picture: string | null;
  words: number[];
};

/** Read it afterwards: this statement does not see the draft that another one made meanwhile. */
export const lockEntry = statement<Key>()(
  'feed_entries.lock',
  (_db, bind) => sql<object>`
    select id from feed_entries
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} for update`,
);

export const findEntry = statement<Key>()(
  'feed_entries.find',
  (_db, bind) => sql<EntryRow>`
    select feed_id as feed, picture, ${shown},
      to_json(words_of_strangers(entry.workspace_id, 'feed', feed_id)) as words
    from feed_entries entry
    where entry.workspace_id = ${bind('workspaceId')} and entry.id = ${bind('id')}`,
);

export const markMade = statement<{ id: number; item: number }>()(
  'feed_entries.mark_made',
  (_db, bind) => sql<object>`
    update feed_entries set state = 'made', item_id = ${bind('item')} where id = ${bind('id')}`,
);
