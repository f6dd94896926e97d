import { sql } from 'kysely';
import type { Feed, FeedFormat } from '#contract/automation/feeds.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { givingBack, takingDue } from '../../../database/lease.ts';
import { statement } from '../../../database/statement.ts';

type Key = { workspaceId: number; id: number };

/** What its server says of its next reading. */
type Validators = { etag: string | null; lastModified: string | null };

const shown = sql`feeds.id, url, feeds.title, site, format, feeds.state, error, read_at, next_read_at, interval_minutes,
  (select count(*) from feed_entries where feed_id = feeds.id and feed_entries.state = 'new')::integer as new_entries,
  (select ${userRef('users')} from users where users.id = feeds.created_by) as created_by,
  drafts_folder_id as drafts_folder, drafts_error,
  (select ${userRef('users')} from users where users.id = feeds.drafts_by) as drafts_by`;

export const listFeeds = statement<{ workspaceId: number; limit: number }>()(
  'feeds.list',
  (_db, bind) => sql<Feed>`
    select ${shown} from feeds where workspace_id = ${bind('workspaceId')}
    order by lower(feeds.title), feeds.id limit ${bind('limit', 'integer')}`,
);

export const findFeed = statement<Key>()(
  'feeds.find',
  (_db, bind) => sql<Feed>`
    select ${shown} from feeds
    where workspace_id = ${bind('workspaceId')} and feeds.id = ${bind('id')}`,
);

export type FeedFields = Validators & {
  workspaceId: number;
  url: string;
  title: string;
  site: string | null;
  format: FeedFormat;
  interval: number;
};

/** No row where the workspace has so many already. */
export const insertFeed = statement<FeedFields & { userId: number; max: number }>()(
  'feeds.insert',
  (_db, bind) => sql<{ id: number }>`
    insert into feeds (workspace_id, url, title, site, format, etag, last_modified,
      interval_minutes, read_at, next_read_at, created_by)
    select ${bind('workspaceId', 'bigint')}, ${bind('url', 'text')}, ${bind('title', 'text')},
      ${bind('site', 'text')}, ${bind('format', 'text')}, ${bind('etag', 'text')},
      ${bind('lastModified', 'text')}, ${bind('interval', 'integer')},
      now(), now() + make_interval(mins => ${bind('interval', 'integer')}),
      ${bind('userId', 'bigint')}
    where (select count(*) from feeds where workspace_id = ${bind('workspaceId', 'bigint')})
      < ${bind('max', 'integer')}
    returning id`,
);

export const deleteFeed = statement<Key>()(
  'feeds.delete',
  (_db, bind) => sql<{ url: string; title: string }>`
    delete from feeds where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
    returning url, title`,
);

export type DueFeed = Validators & {
  id: number;
  workspace: number;
  url: string;
  failures: number;
  interval: number;
};

const due = sql`id, workspace_id as workspace, url, etag, last_modified as "lastModified", failures,
  interval_minutes as "interval"`;

const QUEUE = { table: 'feeds', key: 'id', time: 'next_read_at' };

/** Takes feeds whose time has come, so that no other process reads them for so long. */
export const takeDue = statement<{ seconds: number; limit: number }>()(
  'feeds.take_due',
  (_db, bind) =>
    takingDue<DueFeed>(QUEUE, due, {
      seconds: bind('seconds', 'float8'),
      limit: bind('limit', 'integer'),
    }),
);

/** Those that were taken `until` then, and not read. */
export const giveBack = statement<{ ids: number[]; until: string }>()(
  'feeds.give_back',
  (_db, bind) =>
    givingBack(QUEUE, { keys: bind('ids', 'bigint[]'), until: bind('until', 'timestamptz') }),
);

/** Takes a feed that somebody wants to be read; no row where that was less than a minute ago. */
export const takeAsked = statement<Key>()(
  'feeds.take_asked',
  (_db, bind) => sql<DueFeed>`
    update feeds set asked_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
      and coalesce(asked_at <= now() - interval '1 minute', true)
    returning ${due}`,
);

/** Before its entries are compared: those who read it at the same time come one after the other. */
export const lockFeed = statement<{ id: number }>()(
  'feeds.lock',
  (_db, bind) => sql<{ makes_drafts: boolean }>`
    select drafts_folder_id is not null as makes_drafts from feeds
    where id = ${bind('id')} for update`,
);

/** Begins or, without a folder, ends drafts that are made by themselves: what is new waits for a person. */
export const setDrafts = statement<
  Key & { folder: number | null; userId: number | null; error: string | null }
>()(
  'feeds.set_drafts',
  (_db, bind) => sql<object>`
    with left_to_people as (
      update feed_entries set wanted_at = null
      where feed_id = ${bind('id')} and state = 'new' and wanted_at is not null
        and ${bind('folder', 'bigint')} is null)
    update feeds set drafts_folder_id = ${bind('folder', 'bigint')}, drafts_by = ${bind('userId')},
      drafts_error = ${bind('error')}
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

export const markRead = statement<
  Validators & {
    id: number;
    title: string | null;
    site: string | null;
    format: FeedFormat | null;
    interval: number;
    isUnchanged: boolean;
  }
>()(
  'feeds.mark_read',
  (_db, bind) => sql<object>`
    update feeds set state = 'fine', error = null, failures = 0,
      title = coalesce(${bind('title', 'text')}, title),
      site = coalesce(${bind('site', 'text')}, site),
      format = coalesce(${bind('format', 'text')}, format),
      etag = case when ${bind('isUnchanged', 'boolean')} then etag else ${bind('etag', 'text')} end,
      last_modified = case when ${bind('isUnchanged', 'boolean')} then last_modified
        else ${bind('lastModified', 'text')} end,
      interval_minutes = ${bind('interval', 'integer')}, read_at = now(),
      next_read_at = now() + make_interval(mins => ${bind('interval', 'integer')})
    where id = ${bind('id')}`,
);

/** `waitSeconds`: until it is read again; null where it never is. */
export const markFailed = statement<{ id: number; error: string; waitSeconds: number | null }>()(
  'feeds.mark_failed',
  (_db, bind) => sql<object>`
    update feeds set error = ${bind('error')}, failures = failures + 1,
      state = case when ${bind('waitSeconds', 'float8')} is null then 'gone' else 'failing' end,
      next_read_at = now() + make_interval(secs => ${bind('waitSeconds', 'float8')})
    where id = ${bind('id')}`,
);
