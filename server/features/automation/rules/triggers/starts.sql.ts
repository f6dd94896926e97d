import { type Expression, type RawBuilder, sql } from 'kysely';
import type { TriggerKind } from '#contract/automation/rules-settings.ts';
import { statement } from '../../../../database/statement.ts';
import type { About } from '../facts.ts';

/**
 * Which events start a rule. Runs ask this of what is new, and dry runs of what is old: they cannot
 * differ. The kinds of events are in migration 0151.
 */

type Value = RawBuilder<unknown> | Expression<unknown>;

type Start = {
  /** The kinds of events that it waits for. */
  kinds: readonly `${string}.${string}`[];
  /** Whether a row `event` of these kinds starts a rule. A change is about what is new of it. */
  when: (trigger: Value) => RawBuilder<unknown>;
  /** What a rule uses up by it, and never takes again; null where it can happen again. */
  source: RawBuilder<unknown>;
};

/** What a feed had before it was read for the first time, or had too much of: dry runs alone see it. */
const FOUND = 'entry.found';

/** What this workspace has published itself is no news of a feed: a rule would answer its own posts for ever. */
const isOwn = sql`exists (select from feed_entries entry
  join publications on publications.workspace_id = entry.workspace_id
    and publications.published_at > event.at - interval '7 days'
  join publication_parts on publication_id = publications.id and publication_parts.url = entry.link
  where entry.id = event.subject_id and entry.workspace_id = event.workspace_id)`;

const ALWAYS = sql`true`;
const subject = (name: string) => sql`${sql.lit(`${name} `)} || event.subject_id`;

/** What starts a rule with each trigger; null: no event does, `due.ts` looks for it. */
const STARTS = {
  post_made: { kinds: ['post.created'], when: () => ALWAYS, source: subject('post') },
  post_moved: {
    kinds: ['post.changed'],
    when: (trigger) => sql`event.about #>> '{status,1}' = ${trigger} ->> 'status'`,
    source: sql`null`,
  },
  post_tagged: {
    kinds: ['post.created', 'post.changed'],
    when: (trigger) => sql`case event.kind
      when 'post.created' then event.about -> 'tags' ? (${trigger} ->> 'tag')
      else event.about #> '{tags,1}' ? (${trigger} ->> 'tag')
        and not event.about #> '{tags,0}' ? (${trigger} ->> 'tag') end`,
    source: sql`null`,
  },
  publication: {
    kinds: ['publication.changed'],
    when: (trigger) => sql`event.about ->> 'post' is not null
      and event.about #>> '{state,1}' = ${trigger} ->> 'became'`,
    source: sql`case when event.about ->> 'is' = 'published' then ${subject('publication')} end`,
  },
  figures: {
    kinds: ['figures.reached'],
    when: (trigger) => sql`event.about ->> 'post' is not null
      and event.about ->> 'seconds' is not null and event.about ->> 'metric' = ${trigger} ->> 'metric'
      and (${trigger} ->> 'at_least')::numeric > (event.about #>> '{figure,0}')::numeric
      and (${trigger} ->> 'at_least')::numeric <= (event.about #>> '{figure,1}')::numeric
      and (${trigger} ->> 'within_hours' is null or (event.about ->> 'seconds')::numeric
        <= (${trigger} ->> 'within_hours')::numeric * 3600)`,
    source: subject('publication'),
  },
  incoming: {
    kinds: ['call.received'],
    when: (trigger) => sql`event.about -> 'address' = ${trigger} -> 'address'`,
    source: subject('call'),
  },
  feed_entry: {
    kinds: ['entry.created', FOUND],
    when: (trigger) => sql`event.about -> 'feed' = ${trigger} -> 'feed' and not ${isOwn}`,
    source: subject('entry'),
  },
  file_added: {
    kinds: ['file.created', 'file.changed'],
    // A rule without a tag sees files as they come.
    when: (trigger) => sql`
      (${trigger} ->> 'folder' is null or event.about #> '{folder,1}' = ${trigger} -> 'folder')
      and (${trigger} ->> 'tag' is null or event.about #> '{tags,1}' ? (${trigger} ->> 'tag'))
      and (event.kind = 'file.created'
        or ${trigger} ->> 'tag' is not null and not event.about #> '{tags,0}' ? (${trigger} ->> 'tag')
        or ${trigger} ->> 'folder' is not null
          and event.about #> '{folder,0}' <> event.about #> '{folder,1}')`,
    source: subject('file'),
  },
  time: null,
  queue_low: null,
  post_idle: null,
  best_post: null,
  day_note: null,
} as const satisfies { readonly [Kind in TriggerKind]: Start | null };

type Starts = typeof STARTS;
type Started = { [Kind in TriggerKind]: Starts[Kind] extends null ? never : Kind }[TriggerKind];

const STARTED = Object.entries<Start | null>(STARTS).flatMap(([kind, start]) =>
  start ? [{ kind, ...start }] : [],
);

export const kindsOf = (kind: Started): readonly string[] => STARTS[kind].kinds;

/** A `case` by the kind of a trigger. */
const byTrigger = (
  trigger: Value,
  of: (start: Start) => RawBuilder<unknown>,
) => sql`case ${trigger} ->> 'kind'
  ${sql.join(
    STARTED.map((start) => sql`when ${sql.lit(start.kind)} then ${of(start)}`),
    sql` `,
  )} end`;

/** Whether a row `event` starts a rule with this trigger. */
const starts = (trigger: Value) =>
  byTrigger(
    trigger,
    ({ kinds, when }) =>
      sql`event.kind = any(${sql.lit(`{${kinds}}`)}::text[]) and (${when(trigger)})`,
  );

const source = (trigger: Value) =>
  sql<string | null>`${byTrigger(trigger, (start) => start.source)}`;

type SubjectOf<Kind> = Kind extends `${infer Subject}.${string}` ? Subject : never;

/** What a run is about, as runs store it, by the first word of the kind of its event. */
const ABOUT: Record<SubjectOf<Starts[Started]['kinds'][number]>, RawBuilder<unknown>> = {
  post: sql`jsonb_build_object('post', event.subject_id)`,
  publication: sql`jsonb_build_object('post', event.about -> 'post', 'publication', event.subject_id)`,
  figures: sql`jsonb_build_object('post', event.about -> 'post', 'publication', event.subject_id,
    'figure', event.about #> '{figure,1}')`,
  call: sql`jsonb_build_object('call', event.subject_id)`,
  entry: sql`jsonb_build_object('entry', event.subject_id)`,
  file: sql`jsonb_build_object('file', event.subject_id)`,
};

const about = sql<About>`case split_part(event.kind, '.', 1)
  ${sql.join(
    Object.entries(ABOUT).map(([name, is]) => sql`when ${sql.lit(name)} then ${is}`),
    sql` `,
  )} end`;

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
        and rules.since_seq < event.seq and trigger_kind = any(${sql.lit(`{${STARTED.map(({ kind }) => kind)}}`)}::text[])
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
