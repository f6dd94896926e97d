import { type Expression, type RawBuilder, sql } from 'kysely';
import type { TriggerKind } from '#contract/automation/rules-settings.ts';
import { statement } from '../../../../database/statement.ts';
import type { About } from '../facts.ts';

/**
 * Which events start a rule. Runs ask this of what is new, and dry runs of what is old: they cannot
 * differ. The kinds of events are in migration 0151.
 */

/** The kinds of events that each trigger waits for; the others are no events. */
const KINDS = {
  post_made: ['post.created'],
  post_moved: ['post.changed'],
  post_tagged: ['post.created', 'post.changed'],
  publication: ['publication.changed'],
  figures: ['figures.reached'],
  incoming: ['call.received'],
  feed_entry: ['entry.created', 'entry.found'],
  file_added: ['file.created', 'file.changed'],
} as const satisfies Partial<Record<TriggerKind, readonly string[]>>;

/** What a feed had before it was read for the first time, or had too much of: dry runs alone see it. */
const FOUND = 'entry.found';

export const kindsOf = (kind: keyof typeof KINDS): readonly string[] => KINDS[kind];

type Value = RawBuilder<unknown> | Expression<unknown>;

/** What this workspace has published itself is no news of a feed: a rule would answer its own posts for ever. */
const isOwn = sql`exists (select from feed_entries entry
  join publications on publications.workspace_id = entry.workspace_id
    and publications.published_at > event.at - interval '7 days'
  join publication_parts on publication_id = publications.id and publication_parts.url = entry.link
  where entry.id = event.subject_id and entry.workspace_id = event.workspace_id)`;

/** Whether a row `event` starts a rule with this trigger. A change is about what is new of it. */
const starts = (trigger: Value) => sql`case ${trigger} ->> 'kind'
  when 'post_made' then event.kind = 'post.created'
  when 'post_moved' then event.kind = 'post.changed'
    and event.about #>> '{status,1}' = ${trigger} ->> 'status'
  when 'post_tagged' then case event.kind
    when 'post.created' then event.about -> 'tags' ? (${trigger} ->> 'tag')
    when 'post.changed' then event.about #> '{tags,1}' ? (${trigger} ->> 'tag')
      and not event.about #> '{tags,0}' ? (${trigger} ->> 'tag') end
  when 'publication' then event.kind = 'publication.changed' and event.about ->> 'post' is not null
    and event.about #>> '{state,1}' = ${trigger} ->> 'became'
  when 'figures' then event.kind = 'figures.reached' and event.about ->> 'post' is not null
    and event.about ->> 'seconds' is not null and event.about ->> 'metric' = ${trigger} ->> 'metric'
    and (${trigger} ->> 'at_least')::numeric > (event.about #>> '{figure,0}')::numeric
    and (${trigger} ->> 'at_least')::numeric <= (event.about #>> '{figure,1}')::numeric
    and (${trigger} ->> 'within_hours' is null or (event.about ->> 'seconds')::numeric
      <= (${trigger} ->> 'within_hours')::numeric * 3600)
  when 'incoming' then event.kind = 'call.received' and event.about -> 'address' = ${trigger} -> 'address'
  when 'feed_entry' then event.kind in ('entry.created', ${sql.lit(FOUND)})
    and event.about -> 'feed' = ${trigger} -> 'feed' and not ${isOwn}
  when 'file_added' then event.kind in ('file.created', 'file.changed')
    and (${trigger} ->> 'folder' is null or event.about #> '{folder,1}' = ${trigger} -> 'folder')
    and (${trigger} ->> 'tag' is null or event.about #> '{tags,1}' ? (${trigger} ->> 'tag'))
    -- A rule without a tag sees files as they come.
    and (event.kind = 'file.created'
      or ${trigger} ->> 'tag' is not null and not event.about #> '{tags,0}' ? (${trigger} ->> 'tag')
      or ${trigger} ->> 'folder' is not null and event.about #> '{folder,0}' <> event.about #> '{folder,1}')
  else false end`;

/** What a run of it is about, as runs store it. */
const about = sql<About>`case split_part(event.kind, '.', 1)
  when 'post' then jsonb_build_object('post', event.subject_id)
  when 'publication' then jsonb_build_object('post', event.about -> 'post', 'publication', event.subject_id)
  when 'figures' then jsonb_build_object('post', event.about -> 'post', 'publication', event.subject_id,
    'figure', event.about #> '{figure,1}')
  when 'call' then jsonb_build_object('call', event.subject_id)
  when 'entry' then jsonb_build_object('entry', event.subject_id)
  when 'file' then jsonb_build_object('file', event.subject_id) end`;

/** What a rule uses up by it, and never takes again; null where it can happen again. */
const source = (trigger: Value) => sql<string | null>`case ${trigger} ->> 'kind'
  when 'post_made' then 'post ' || event.subject_id
  when 'publication' then case when event.about ->> 'is' = 'published' then 'publication ' || event.subject_id end
  when 'figures' then 'publication ' || event.subject_id
  when 'incoming' then 'call ' || event.subject_id
  when 'feed_entry' then 'entry ' || event.subject_id
  when 'file_added' then 'file ' || event.subject_id end`;

/**
 * Starts the rules that wait for these events, in their order. A rule is told from the event on at which
 * it was switched on, and not of what it led to itself.
 */
export const startRules = statement<{ after: number; until: number }>()(
  'rules.start',
  (_db, bind) => sql<{ workspace: number }>`
    with event as materialized (
      select * from events where seq > ${bind('after', 'bigint')} and seq <= ${bind('until', 'bigint')}
        and kind <> ${sql.lit(FOUND)}),
    started as materialized (
      select rules.id as rule, event.workspace_id, event.seq, event.at, event.cause,
        ${about} as about, ${source(sql`trigger`)} as source
      from event join rules on rules.workspace_id = event.workspace_id and rules.state = 'on'
        and rules.since_seq < event.seq and trigger_kind = any(${sql.lit(`{${Object.keys(KINDS)}}`)}::text[])
        and rules.id <> all(event.cause) and cardinality(event.cause) < 3 and ${starts(sql`trigger`)}
      -- One that is being deleted starts nothing: a run could not refer to it.
      for key share of rules),
    used as (
      insert into rule_sources (rule_id, source)
      select distinct rule, source from started where source is not null
      on conflict do nothing returning rule_id, source)
    insert into rule_runs (workspace_id, rule_id, about, chain, created_at)
    select workspace_id, rule, about, cause, at
    from (select distinct on (rule, coalesce(source, 'event ' || seq)) * from started
      order by rule, coalesce(source, 'event ' || seq), seq) once
    where source is null
      or exists (select from used where used.rule_id = rule and used.source = once.source)
    order by seq
    returning workspace_id as workspace`,
);

type Past = { about: About; at: string };
type Range = { workspaceId: number; trigger: string; from: string; limit: number };

/** What would have started a rule since then, the latest first; of what it takes once, the first time. */
export const listPast = statement<Range & { kinds: readonly string[] }>()(
  'rules.past_events',
  (_db, bind) => sql<Past>`
    with trigger as materialized (select ${bind('trigger', 'jsonb')} as trigger),
    found as (
      select event.id, event.at, event.about, event.source from trigger, unnest(${bind('kinds', 'text[]')}) of (kind)
        cross join lateral (select event.id, event.at, ${about} as about, ${source(sql`trigger`)} as source
          from events event
          where event.workspace_id = ${bind('workspaceId')} and event.kind = of.kind
            and event.at > ${bind('from', 'timestamptz')} and ${starts(sql`trigger`)}
          order by event.at desc limit ${bind('limit', 'integer')}) event)
    select about, at from (select distinct on (coalesce(source, 'event ' || id)) * from found
      order by coalesce(source, 'event ' || id), at, id) once
    order by at desc, id desc limit ${bind('limit', 'integer')}`,
);

/**
 * The same of figures, which are no events but where a rule waited for them: `reached` is JSON of such
 * events, as the readings say.
 */
export const listReached = statement<Pick<Range, 'trigger' | 'limit'> & { reached: string }>()(
  'rules.past_figures',
  (_db, bind) => sql<Past>`
    with trigger as materialized (select ${bind('trigger', 'jsonb')} as trigger)
    select about, at from (
      select distinct on (event.subject_id) ${about} as about, event.at
      from trigger, jsonb_to_recordset(${bind('reached', 'jsonb')})
        as event (workspace_id bigint, kind text, subject_id bigint, about jsonb, at timestamptz)
      where ${starts(sql`trigger`)} order by event.subject_id, event.at) once
    order by at desc limit ${bind('limit', 'integer')}`,
);
