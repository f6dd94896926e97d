import { sql } from 'kysely';
import type { Entry, Note } from '#contract/publishing/calendar.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { type Bind, statement } from '../../../database/statement.ts';
import { IS_HELD, NOT_HELD, STATE } from '../publications/publications.service.ts';

export type Filters = {
  workspaceId: number;
  from: string;
  to: string;
  channels: number[] | null;
  folders: number[] | null;
  states: string[] | null;
  authors: number[] | null;
};

/** The rest of an excerpt is in the post. */
const EXCERPT = 160;

/** What a page shows of a file. */
const picture = (media: string) => sql`case when ${sql.raw(media)} is not null
  then jsonb_build_object('hash', ${sql.raw(media)} ->> 'hash', 'kind', ${sql.raw(media)} ->> 'kind',
    'focus', ${sql.raw(media)} -> 'focus') end`;

const text = (column: string) => sql`to_char(${sql.raw(column)}, 'YYYY-MM-DD"T"HH24:MI')`;

/**
 * Whether a joined row is of this workspace, as a filter alone: as a condition of an index it is a
 * plan that reads the whole workspace for each row, which the planner chooses after an import,
 * before there are statistics of it.
 */
const sameWorkspace = (joined: string, table: string) =>
  sql`(${sql.ref(`${joined}.workspace_id`)} = ${sql.ref(`${table}.workspace_id`)}) is true`;

/** An entry as an event of other programs, which know it again by its id. */
export type EventEntry = Entry & { uid: string; changed_at: string };

/**
 * The id of an event, of the post and the channel: a draft that is scheduled stays the same event. A
 * post that is published again there is another one.
 */
const EVENT = {
  publication: sql`, coalesce(
      post_id || '-' || channel_id || '-' || (select count(*) from publications earlier
        where earlier.post_id = publications.post_id and earlier.channel_id = publications.channel_id
          and earlier.id < publications.id),
      'publication-' || publications.id) as uid,
    publications.updated_at as changed_at`,
  draft: sql`, draft_times.post_id || '-' || coalesce(draft_times.channels[1], 0) || '-' || (
      select count(*) from publications earlier
      where earlier.post_id = draft_times.post_id and earlier.channel_id = draft_times.channels[1]),
    draft_times.updated_at`,
};

/** Publications of a period, and drafts with a time, in the order of their times. */
const entries = (bind: Bind<Filters>, { asEvents = false } = {}) => sql<Entry>`
  select publications.id as publication, case when posts.size > 0 then posts.root_id end as item,
    json_build_array(channel_id) as channels, ${STATE} as state, reason, due_at,
    ${text('publications.local_time')} as local_time, publications.zone, queued,
    ${IS_HELD} as held,
    left(named_mentions(coalesce(text -> 0 -> 'network_texts' ->> network, text -> 0 ->> 'content', '')),
      ${sql.lit(EXCERPT)}) as excerpt,
    jsonb_array_length(text) as parts, ${picture("(text -> 0 -> 'media' -> 0)")} as picture,
    publications.created_by as author${asEvents ? EVENT.publication : sql``}
  from publications join channels on channels.id = channel_id
    left join posts on posts.id = post_id and ${sameWorkspace('posts', 'publications')}
  where publications.workspace_id = ${bind('workspaceId')}
    and due_at >= ${bind('from', 'timestamptz')} and due_at < ${bind('to', 'timestamptz')}
    and (${bind('channels', 'bigint[]')} is null or channel_id = any(${bind('channels', 'bigint[]')}))
    and (${bind('folders', 'bigint[]')} is null
      or posts.folder_id = any(${bind('folders', 'bigint[]')}))
    and (${bind('states', 'text[]')} is null
      or ${STATE} = any(${bind('states', 'text[]')}))
    and (${bind('authors', 'bigint[]')} is null
      or publications.created_by = any(${bind('authors', 'bigint[]')}))
  union all
  select null, posts.root_id, to_json(draft_times.channels), 'draft', null, due_at,
    ${text('draft_times.local_time')}, draft_times.zone, false, false,
    left(named_mentions(items.content), ${sql.lit(EXCERPT)}), posts.size,
    ${picture('(items.media -> 0)')}, items.created_by${asEvents ? EVENT.draft : sql``}
  from draft_times
    join posts on posts.id = draft_times.post_id and ${sameWorkspace('posts', 'draft_times')}
    join items on items.id = posts.root_id and ${sameWorkspace('items', 'draft_times')}
  where draft_times.workspace_id = ${bind('workspaceId')}
    and due_at >= ${bind('from', 'timestamptz')} and due_at < ${bind('to', 'timestamptz')}
    and ${isLive('posts')} and posts.size > 0
    and posts.status not in ('published', 'archived')
    and (${bind('channels', 'bigint[]')} is null
      or draft_times.channels && ${bind('channels', 'bigint[]')})
    and (${bind('folders', 'bigint[]')} is null
      or posts.folder_id = any(${bind('folders', 'bigint[]')}))
    and (${bind('states', 'text[]')} is null or 'draft' = any(${bind('states', 'text[]')}))
    and (${bind('authors', 'bigint[]')} is null
      or items.created_by = any(${bind('authors', 'bigint[]')}))`;

export const listEntries = statement<Filters & { limit: number }>()(
  'calendar.entries',
  (_db, bind) => sql<Entry>`
    select * from (${entries(bind as unknown as Bind<Filters>)}) entry
    order by due_at, publication, item limit ${bind('limit', 'integer')}`,
);

/** The same as events. */
export const listEvents = statement<Filters & { limit: number }>()(
  'calendar.events',
  (_db, bind) => sql<EventEntry>`
    select * from (${entries(bind as unknown as Bind<Filters>, { asEvents: true })}) entry
    order by due_at, publication, item limit ${bind('limit', 'integer')}`,
);

/** The entries after a key, for an export. */
export const readEntries = statement<
  Filters & { limit: number; time: string; publication: number; item: number }
>()(
  null,
  (_db, bind) => sql<EventEntry>`
    select * from (${entries(bind as unknown as Bind<Filters>, { asEvents: true })}) entry
    where (due_at, coalesce(publication, 0), coalesce(item, 0)) > (${bind('time', 'timestamptz')},
      ${bind('publication', 'bigint')}, ${bind('item', 'bigint')})
    order by due_at, coalesce(publication, 0), coalesce(item, 0) limit ${bind('limit', 'integer')}`,
);

export type TextRow = { texts: string[]; folder: number | null; tags: string[] };

/** What is sent of publications, and the texts of drafts by their first items. */
export const readTexts = statement<{
  workspaceId: number;
  publications: number[];
  items: number[];
}>()(
  'calendar.texts',
  (_db, bind) => sql<TextRow & { publication: number | null; item: number | null }>`
    select publications.id as publication, null::bigint as item,
      (select json_agg(coalesce(part -> 'network_texts' ->> network, part ->> 'content', '') order by place)
        from jsonb_array_elements(text) with ordinality as parts (part, place)) as texts,
      posts.folder_id as folder, coalesce(items.tags, '{}') as tags
    from publications join channels on channels.id = channel_id
      left join posts on posts.id = post_id and ${sameWorkspace('posts', 'publications')}
      left join items on items.id = posts.root_id and ${sameWorkspace('items', 'publications')}
    where publications.workspace_id = ${bind('workspaceId')}
      and publications.id = any(${bind('publications', 'bigint[]')})
    union all
    select null, root.id,
      (select json_agg(content order by position) from items where items.post_id = root.post_id
        and ${sameWorkspace('items', 'root')}),
      root.folder_id, root.tags
    from items root where root.workspace_id = ${bind('workspaceId')}
      and root.id = any(${bind('items', 'bigint[]')})`,
);

type Days = { workspaceId: number; first: string; last: string };

export const listNotes = statement<Days>()(
  'calendar.notes',
  (_db, bind) => sql<Note>`
    select id, day::text as day, text from day_notes where workspace_id = ${bind('workspaceId')}
      and day between ${bind('first', 'date')} and ${bind('last', 'date')}
    order by day, id limit 1000`,
);

/** No row where the day has so many already. */
export const insertNote = statement<{
  workspaceId: number;
  userId: number;
  day: string;
  text: string;
  max: number;
}>()(
  'calendar.insert_note',
  (_db, bind) => sql<Note>`
    insert into day_notes (workspace_id, day, text, created_by)
    select ${bind('workspaceId', 'bigint')}, ${bind('day', 'date')}, ${bind('text', 'text')},
      ${bind('userId', 'bigint')}
    where (select count(*) from day_notes where workspace_id = ${bind('workspaceId', 'bigint')}
      and day = ${bind('day', 'date')}) < ${bind('max', 'integer')}
    returning id, day::text as day, text`,
);

export const lockNote = statement<{ workspaceId: number; id: number }>()(
  'calendar.lock_note',
  (_db, bind) => sql<Note>`
    select id, day::text as day, text from day_notes
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} for update`,
);

export const updateNote = statement<{ workspaceId: number; id: number; text: string }>()(
  'calendar.update_note',
  (_db, bind) => sql<Note>`
    update day_notes set text = ${bind('text')}
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
    returning id, day::text as day, text`,
);

export const deleteNote = statement<{ workspaceId: number; id: number }>()(
  'calendar.delete_note',
  (_db, bind) => sql<Note>`
    delete from day_notes where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
    returning id, day::text as day, text`,
);

type OfPost = { workspaceId: number; post: number };
export type TimeRow = {
  local_time: string;
  zone: string;
  due_at: string;
  channels: number[];
  moved_by: string | null;
};

export const findTime = statement<OfPost>()(
  'calendar.time',
  (_db, bind) => sql<TimeRow>`
    select ${text('draft_times.local_time')} as local_time, zone, due_at,
      to_json(channels) as channels, (select name from users where id = moved_by) as moved_by
    from draft_times where workspace_id = ${bind('workspaceId')}
      and post_id = ${bind('post', 'bigint')}`,
);

/** A row where a post is scheduled, or on its way. */
export const findOpen = statement<OfPost>()(
  'calendar.open',
  (_db, bind) => sql<object>`
    select from publications where workspace_id = ${bind('workspaceId')}
      and post_id = ${bind('post', 'bigint')}
      and state in ('proposed', 'scheduled', 'publishing') limit 1`,
);

/** Gives drafts their times; without channels, those that a draft has stay. */
export const setTimes = statement<{ workspaceId: number; userId: number; times: string }>()(
  'calendar.set_times',
  (_db, bind) => sql<object>`
    insert into draft_times (workspace_id, post_id, local_time, zone, due_at, channels, moved_by)
    select items.workspace_id, items.post_id, given.local, given.zone, given.at,
      coalesce((select array_agg(value::bigint) from jsonb_array_elements_text(given.channels)), '{}'),
      ${bind('userId', 'bigint')}
    from jsonb_to_recordset(${bind('times', 'jsonb')}) as given
        (item bigint, local timestamp, zone text, at timestamptz, channels jsonb)
      join items on items.id = given.item and items.workspace_id = ${bind('workspaceId')}
    on conflict (post_id) do update set local_time = excluded.local_time, zone = excluded.zone,
      due_at = excluded.due_at, channels = excluded.channels, moved_by = excluded.moved_by,
      updated_at = now()`,
);

export const deleteTime = statement<OfPost>()(
  'calendar.delete_time',
  (_db, bind) => sql<object>`
    delete from draft_times where workspace_id = ${bind('workspaceId')}
      and post_id = ${bind('post', 'bigint')}`,
);

/** The publication that is due next, of what is scheduled. */
export const findNext = statement<{ workspaceId: number }>()(
  'calendar.next',
  (_db, bind) => sql<{ id: number }>`
    select id from publications where workspace_id = ${bind('workspaceId')}
      and ${STATE} = 'scheduled' and state = 'scheduled'
      and due_at > now() and ${NOT_HELD}
    order by due_at, id limit 1`,
);

/**
 * How much is planned on each of these days, which are JSON: `daysOf` of the contract; and whether
 * anything is, or was published.
 */
export const countDays = statement<{ workspaceId: number; days: string }>()(
  'calendar.days',
  (_db, bind) => sql<{ day: string; planned: number; total: number }>`
    select day, count(id)::integer as total,
      count(id) filter (where state in ('proposed', 'scheduled'))::integer as planned
    from jsonb_to_recordset(${bind('days', 'jsonb')}) as days
        (day text, "from" timestamptz, "to" timestamptz)
      left join publications on workspace_id = ${bind('workspaceId', 'bigint')}
        and state <> 'cancelled' and due_at >= days."from" and due_at < days."to"
    group by day order by day`,
);

type OfPerson = { workspaceId: number; userId: number };

export const findFeed = statement<OfPerson>()(
  'calendar.feed',
  (_db, bind) => sql<{ created_at: string; read_at: string | null }>`
    select created_at, read_at from calendar_feeds
    where workspace_id = ${bind('workspaceId')} and user_id = ${bind('userId')}`,
);

export const setFeed = statement<OfPerson & { hash: Buffer }>()(
  'calendar.set_feed',
  (_db, bind) => sql<{ created_at: string; read_at: string | null }>`
    insert into calendar_feeds (workspace_id, user_id, token_hash)
    values (${bind('workspaceId')}, ${bind('userId')}, ${bind('hash', 'bytea')})
    on conflict (workspace_id, user_id) do update set token_hash = excluded.token_hash,
      created_at = now(), read_at = null
    returning created_at, read_at`,
);

export const deleteFeed = statement<OfPerson>()(
  'calendar.delete_feed',
  (_db, bind) => sql<object>`
    delete from calendar_feeds
    where workspace_id = ${bind('workspaceId')} and user_id = ${bind('userId')}`,
);

/** The workspace of an address, where its person is a member still; noted as read. */
export const readFeed = statement<{ hash: Buffer }>()(
  'calendar.read_feed',
  (_db, bind) => sql<{ workspace: number; name: string }>`
    update calendar_feeds set read_at = now() from workspaces
    where token_hash = ${bind('hash', 'bytea')} and workspaces.id = workspace_id
      and exists (select from memberships where memberships.user_id = calendar_feeds.user_id
        and memberships.workspace_id = calendar_feeds.workspace_id)
    returning workspaces.id as workspace, workspaces.name`,
);

export type FolderRow = { id: number; name: string; parent: number | null };

export const listFolders = statement<{ workspaceId: number }>()(
  'calendar.folders',
  (_db, bind) => sql<FolderRow>`
    select id, name, parent_id as parent from folders where workspace_id = ${bind('workspaceId')}`,
);
