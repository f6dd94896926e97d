import { type Expression, sql } from 'kysely';
import { isLive } from '../../../database/live-posts.ts';
import { statement } from '../../../database/statement.ts';
import type { About } from './facts.ts';

/** What has happened in the past, as dry runs read it: the latest first. */

type Range = { workspaceId: number; from: string; limit: number };
type Row = { about: About; at: string };

export const listEntries = statement<Range & { feed: number }>()(
  'rules.past_entries',
  (_db, bind) => sql<Row>`
    select jsonb_build_object('entry', id) as about, coalesce(published_at, seen_at) as at
    from feed_entries
    where workspace_id = ${bind('workspaceId')} and feed_id = ${bind('feed')}
      and coalesce(published_at, seen_at) > ${bind('from', 'timestamptz')}
    order by id desc limit ${bind('limit', 'integer')}`,
);

/** Posts that came into a status: by a transition, or a decision on one. */
export const listMoved = statement<Range & { status: string }>()(
  'rules.past_moves',
  (_db, bind) => sql<Row>`
    select jsonb_build_object('post', post_id) as about,
      case when state in ('approved', 'rejected') and target_state <> ${bind('status')}
        then decided_at else created_at end as at
    from transitions
    where workspace_id = ${bind('workspaceId')} and created_at > ${bind('from', 'timestamptz')}
      and (target_state = ${bind('status')}
        or (state = 'approved' and ${bind('status')} = 'approved')
        or (state = 'rejected' and ${bind('status')} = 'draft'))
    order by id desc limit ${bind('limit', 'integer')}`,
);

export const listMade = statement<Range & { tag: string | null }>()(
  'rules.past_posts',
  (_db, bind) => sql<Row>`
    select jsonb_build_object('post', items.post_id) as about,
      case when ${bind('tag', 'text')}::text is null then items.created_at else items.updated_at end as at
    from items
    where items.workspace_id = ${bind('workspaceId')} and ${isLive()} and items.position = 0
      and case when ${bind('tag', 'text')}::text is null then items.created_at > ${bind('from', 'timestamptz')}
        else items.updated_at > ${bind('from', 'timestamptz')}
          and items.tags @> array[${bind('tag', 'text')}::text] end
    order by items.updated_at desc, items.id desc limit ${bind('limit', 'integer')}`,
);

export const listPublications = statement<Range & { became: string }>()(
  'rules.past_publications',
  (_db, bind) => sql<Row>`
    select jsonb_build_object('post', post_id, 'publication', id) as about,
      coalesce(published_at, updated_at) as at
    from publications
    where workspace_id = ${bind('workspaceId')} and state = ${bind('became')}
      and due_at > ${bind('from', 'timestamptz')} and post_id is not null
    order by due_at desc, id desc limit ${bind('limit', 'integer')}`,
);

export const listMarks = statement<
  Range & { metric: string; atLeast: number; hours: number | null }
>()(
  'rules.past_marks',
  (_db, bind) => sql<Row>`
    select jsonb_build_object('post', post_id, 'publication', publications.id,
        'figure', (latest ->> ${bind('metric', 'text')})::bigint) as about, read_at as at
    from publications join publication_figures on publication_id = publications.id
    where workspace_id = ${bind('workspaceId')} and due_at > ${bind('from', 'timestamptz')}
      and post_id is not null and published_at is not null
      and (latest ->> ${bind('metric', 'text')})::bigint >= ${bind('atLeast', 'bigint')}
      and (${bind('hours', 'integer')}::integer is null
        or read_at <= published_at + make_interval(hours => ${bind('hours', 'integer')}))
    order by due_at desc, publications.id desc limit ${bind('limit', 'integer')}`,
);

export const listCalls = statement<Range & { address: number }>()(
  'rules.past_calls',
  (_db, bind) => sql<Row>`
    select jsonb_build_object('call', id) as about, received_at as at from incoming_calls
    where workspace_id = ${bind('workspaceId')} and address_id = ${bind('address')}
      and received_at > ${bind('from', 'timestamptz')}
    order by received_at desc, id desc limit ${bind('limit', 'integer')}`,
);

/** The notes of days, in their order. `days`: as YYYY-MM-DD. */
export const listNotes = statement<{ workspaceId: number; days: string[]; limit: number }>()(
  'rules.notes_of_days',
  (_db, bind) => sql<{ note: number; day: string; text: string }>`
    select id as note, day::text as day, text from day_notes
    where workspace_id = ${bind('workspaceId')} and day = any(${bind('days', 'text[]')}::date[])
    order by day_notes.day, id limit ${bind('limit', 'integer')}`,
);

/** Queues that are low now. */
export const listLowQueues = statement<{
  workspaceId: number;
  set: number;
  fewer: number;
}>()(
  'rules.low_queues',
  (_db, bind) => sql<Row>`
    select jsonb_build_object('channel', channels.id, 'left', waiting.queued) as about,
      now() as at
    from channel_sets join channels on channels.id = any(channel_sets.channels)
    cross join lateral (select count(*) as queued from publications
      where channel_id = channels.id and next_attempt_at is not null and state = 'scheduled'
        and publications.queued) waiting
    where channel_sets.workspace_id = ${bind('workspaceId')} and channel_sets.id = ${bind('set')}
      and waiting.queued < ${bind('fewer', 'integer')}
    order by channels.id`,
);

export const listFiles = statement<Range & { folder: number | null; tag: string | null }>()(
  'rules.past_files',
  (_db, bind) => sql<Row>`
    select jsonb_build_object('file', id) as about, created_at as at from media_files
    where workspace_id = ${bind('workspaceId')} and trashed_at is null
      and created_at > ${bind('from', 'timestamptz')}
      and (${bind('folder', 'bigint')} is null or folder_id = ${bind('folder', 'bigint')})
      and (${bind('tag', 'text')}::text is null or ${bind('tag', 'text')} = any(tags))
    order by id desc limit ${bind('limit', 'integer')}`,
);

/** Drafts that nobody has changed between these instants, nor later. */
const idle = (values: {
  workspaceId: Expression<number>;
  from: Expression<string>;
  until: Expression<string>;
}) => sql`items where items.workspace_id = ${values.workspaceId} and ${isLive()}
    and items.position = 0 and items.status = 'draft'
    and items.updated_at > ${values.from} and items.updated_at <= ${values.until}
    and not exists (select from items part where part.post_id = items.post_id
      and part.position > 0 and part.updated_at > ${values.until})`;

export const listIdle = statement<Range & { until: string; days: number }>()(
  'rules.idle_posts',
  (_db, bind) => sql<Row>`
    select jsonb_build_object('post', post_id) as about,
      updated_at + make_interval(days => ${bind('days', 'integer')}) as at
    from ${idle({
      workspaceId: bind('workspaceId', 'bigint'),
      from: bind('from', 'timestamptz'),
      until: bind('until', 'timestamptz'),
    })}
    order by updated_at desc, id desc limit ${bind('limit', 'integer')}`,
);

/** Starts a rule for such drafts, the longest idle first, each text once. */
export const startIdle = statement<Range & { until: string; rule: number }>()(
  'rules.start_idle',
  (_db, bind) => sql<object>`
    select add_rule_run(${bind('rule', 'bigint')}, ${bind('workspaceId', 'bigint')}, source,
      jsonb_build_object('post', post_id), false)
    from (select items.post_id, source from (select * from ${idle({
      workspaceId: bind('workspaceId', 'bigint'),
      from: bind('from', 'timestamptz'),
      until: bind('until', 'timestamptz'),
    })}) items
      cross join lateral (select 'idle ' || items.post_id || ' ' || md5(string_agg(content, E'\\n' order by position)) as source
        from items part where part.post_id = items.post_id) text
      where not exists (select from rule_sources used
        where used.rule_id = ${bind('rule', 'bigint')} and used.source = text.source)
      order by items.updated_at limit ${bind('limit', 'integer')}) found`,
);

/** The post with the most of what was published between these instants, by all its publications. */
export const findBest = statement<{
  workspaceId: number;
  from: string;
  until: string;
  metric: string;
}>()(
  'rules.best_post',
  (_db, bind) => sql<{ post: number; publication: number; figure: number }>`
    select post_id as post, (array_agg(publications.id order by figure desc, publications.id))[1] as publication,
      sum(figure)::float8 as figure
    from publications join publication_figures on publication_id = publications.id
      join posts on posts.id = post_id and ${isLive('posts')}
      cross join lateral (select (latest ->> ${bind('metric', 'text')})::bigint as figure) counted
    where publications.workspace_id = ${bind('workspaceId')} and figure > 0
      and published_at > ${bind('from', 'timestamptz')} and published_at <= ${bind('until', 'timestamptz')}
    group by post_id order by sum(figure) desc, min(published_at) limit 1`,
);
