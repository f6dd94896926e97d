import { type Expression, sql } from 'kysely';
import { isLive } from '../../../../database/fragments/live-posts.ts';
import { statement } from '../../../../database/statement.ts';
import type { About } from '../facts.ts';

/** What rules find when their time comes, and dry runs in the past: what is no event. */

type Range = { workspaceId: number; from: string; limit: number };
type Row = { about: About; at: string };

/** The notes of days, in their order. `days`: as YYYY-MM-DD. */
export const listNotes = statement<{ workspaceId: number; days: string[]; limit: number }>()(
  'rules.notes_of_days',
  (_db, bind) => sql<{ note: number; day: string; text: string }>`
    select id as note, day::text as day, text from day_notes
    where workspace_id = ${bind('workspaceId')} and day = any(${bind('days', 'text[]')}::date[])
    order by day_notes.day, id limit ${bind('limit', 'integer')}`,
);

/** The accounts of a set whose queue has fewer posts than that: `channels.id`, and `queued`. */
const lowQueues = (fewer: Expression<unknown>) => sql`
  join channels on channels.id = any(channel_sets.channels)
  cross join lateral (select count(*) as queued from publications
    where channel_id = channels.id and next_attempt_at is not null and state = 'scheduled'
      and publications.queued) waiting
  where waiting.queued < ${fewer}`;

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
    from channel_sets ${lowQueues(bind('fewer', 'integer'))}
      and channel_sets.workspace_id = ${bind('workspaceId')} and channel_sets.id = ${bind('set')}
    order by channels.id`,
);

/** Starts the rules that wait for low queues; one run a day in UTC of each account. */
export const startLowQueues = statement()(
  'rules.start_low_queues',
  () => sql<object>`
    select add_rule_run(rules.id, rules.workspace_id,
      'queue ' || channels.id || ' ' || (now() at time zone 'UTC')::date,
      jsonb_build_object('channel', channels.id, 'left', waiting.queued), false)
    from rules join channel_sets on channel_sets.id = (trigger ->> 'set')::bigint
      and channel_sets.workspace_id = rules.workspace_id
    ${lowQueues(sql`(trigger ->> 'fewer_than')::integer`)}
      and rules.state = 'on' and trigger_kind = 'queue_low'`,
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
