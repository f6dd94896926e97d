import { sql } from 'kysely';
import type { Known } from '#contract/authority/missing.ts';
import {
  type AttemptStep,
  NO_FAILURES,
  type Outcome,
  type OverdueDraft,
  type Publication,
  type StopReason,
} from '#contract/publishing/publications.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { type Bind, builder, statement } from '../../../database/statement.ts';
import { AFTERWARDS_OF } from './afterwards/afterwards.sql.ts';
import { KNOWN, OFFERS_SOURCE } from './clearance/clearance.sql.ts';
import { IS_HELD, STATE } from './holds.sql.ts';
import { REMOVAL_FAILURE } from './removal.sql.ts';

/** How publications are read. */

type Key = { workspaceId: number; id: number };

/** The same as `mayBeThere` of `looked.ts`. */
const MAY_BE_THERE = sql<boolean>`(publications.state = 'stopped' and (publications.reason = 'unknown'
  or publications.reason = 'late' and publications.cause is not distinct from 'copied'
  or whereabouts(publications.id) = 'maybe'))`;

/** Publications as the API returns them. */
const publications = builder
  .selectFrom('publications')
  .innerJoin('channels', 'channels.id', 'publications.channel_id')
  .leftJoin('posts', 'posts.id', 'publications.post_id')
  .leftJoin('users', 'users.id', 'publications.created_by')
  .leftJoin('users as enders', 'enders.id', 'publications.ended_by')
  .select([
    'publications.id',
    sql<number | null>`case when posts.size > 0 then posts.root_id end`.as('item'),
    sql<string>`left(named_mentions(coalesce(
      publications.text -> 0 -> 'network_texts' ->> channels.network,
      publications.text -> 0 ->> 'content', '')), 200)`.as('excerpt'),
    sql<Publication['channel']>`json_build_object('id', channels.id, 'network', channels.network,
      'handle', channels.handle, 'name', channels.name, 'url', channels.url)`.as('channel'),
    STATE.as('state'),
    sql<Publication['reason']>`publications.reason`.as('reason'),
    sql<Publication['cause']>`case when publications.state = 'stopped'
      then publications.cause end`.as('cause'),
    sql<Known | null>`case when publications.state = 'stopped' then ${KNOWN} end`.as('known'),
    sql<boolean>`publications.post_id is not null`.as('hasPost'),
    OFFERS_SOURCE.as('offersSource'),
    MAY_BE_THERE.as('may_be_there'),
    'publications.detail',
    'publications.due_at',
    sql<string | null>`to_char(publications.local_time, 'YYYY-MM-DD"T"HH24:MI')`.as('local_time'),
    'publications.zone',
    'publications.queued',
    IS_HELD.as('held'),
    sql<Record<string, string>>`publications.options`.as('options'),
    'publications.next_attempt_at',
    'publications.published_at',
    sql<number>`coalesce(nullif((select count(*) from publication_parts
      where publication_id = publications.id), 0), jsonb_array_length(publications.text))`.as(
      'parts',
    ),
    sql<number>`(select count(sent_at) from publication_parts
      where publication_id = publications.id)`.as('sent'),
    sql<number>`(select count(removed_at) from publication_parts
      where publication_id = publications.id)`.as('removed'),
    REMOVAL_FAILURE.as('removal_failure'),
    sql<string | null>`(select url from publication_parts
      where publication_id = publications.id and position = 0 and removed_at is null)`.as('url'),
    userRef('enders').as('ended_by'),
    'publications.ended_at',
    userRef('users').as('created_by'),
    'publications.created_at',
    AFTERWARDS_OF.as('afterwards'),
  ]);

export const findPublication = statement<Key>()('publications.find', (_db, bind) =>
  publications
    .where('publications.workspace_id', '=', bind('workspaceId'))
    .where('publications.id', '=', bind('id')),
);

export const findPublications = statement<{ workspaceId: number; ids: number[] }>()(
  'publications.find_many',
  (_db, bind) =>
    publications
      .where('publications.workspace_id', '=', bind('workspaceId'))
      .where(sql<boolean>`publications.id = any(${bind('ids', 'bigint[]')})`),
);

/** What an approval of posts lets go out: proposed, or scheduled before. In the order of the times. */
export const listProposals = statement<{ workspaceId: number; posts: number[] }>()(
  'publications.proposals',
  (_db, bind) =>
    publications
      .select('publications.post_id as post')
      .where('publications.workspace_id', '=', bind('workspaceId'))
      .where('publications.state', 'in', ['proposed', 'scheduled'])
      .where(sql<boolean>`publications.post_id = any(${bind('posts', 'bigint[]')})`)
      .orderBy('publications.due_at')
      .orderBy('publications.id'),
);

/** The publications of posts, the latest of each first, and at most so many of each. */
export const listOfPosts = statement<{ workspaceId: number; posts: number[]; limit: number }>()(
  null,
  (_db, bind) =>
    publications
      .select('publications.post_id as post')
      .where('publications.workspace_id', '=', bind('workspaceId'))
      .where(
        sql<boolean>`publications.id in (
          select latest.id from unnest(${bind('posts', 'bigint[]')}) given (post) cross join lateral (
            select id from publications of_post where of_post.post_id = given.post
              and of_post.workspace_id = ${bind('workspaceId')}
            order by due_at desc, id desc limit ${bind('limit', 'integer')}) latest)`,
      )
      .orderBy('publications.due_at', 'desc')
      .orderBy('publications.id', 'desc'),
);

export type ListFilters = {
  from: string | null;
  to: string | null;
  states: string[] | null;
  channel: number | null;
  item: number | null;
};

const filtered = (bind: Bind<ListFilters & { workspaceId: number }>) =>
  publications.where('publications.workspace_id', '=', bind('workspaceId')).where(
    sql<boolean>`(${bind('from', 'timestamptz')} is null
        or publications.due_at >= ${bind('from', 'timestamptz')})
      and (${bind('to', 'timestamptz')} is null
        or publications.due_at < ${bind('to', 'timestamptz')})
      and (${bind('states', 'text[]')} is null
        or ${STATE} = any(${bind('states', 'text[]')}))
      and (${bind('channel', 'bigint')} is null
        or publications.channel_id = ${bind('channel', 'bigint')})
      and (${bind('item', 'bigint')} is null or publications.post_id = (
        select post_id from items where id = ${bind('item', 'bigint')}
          and items.workspace_id = ${bind('workspaceId')}))`,
  );

type Walk = ListFilters & { workspaceId: number; time: number; id: number; limit: number };

/** The publications before a key, the latest first. `time`: milliseconds since 1970. */
export const listBefore = statement<Walk>()(null, (_db, bind) =>
  filtered(bind as unknown as Bind<Walk>)
    .where(
      sql<boolean>`(publications.due_at, publications.id)
        < (to_timestamp(${bind('time', 'float8')} / 1000), ${bind('id', 'bigint')})`,
    )
    .orderBy('publications.due_at', 'desc')
    .orderBy('publications.id', 'desc')
    .limit(bind('limit')),
);

/** The publications after a key, the nearest first. */
export const listAfter = statement<Walk>()(null, (_db, bind) =>
  filtered(bind as unknown as Bind<Walk>)
    .where(
      sql<boolean>`(publications.due_at, publications.id)
        > (to_timestamp(${bind('time', 'float8')} / 1000), ${bind('id', 'bigint')})`,
    )
    .orderBy('publications.due_at')
    .orderBy('publications.id')
    .limit(bind('limit')),
);

export const countPublications = statement<ListFilters & { workspaceId: number }>()(
  null,
  (_db, bind) =>
    builder
      .selectFrom(filtered(bind as unknown as Bind<Walk>).as('found'))
      .select(({ fn }) => fn.countAll<number>().as('count')),
);

/** The parts of a publication with their attempts. */
export const listParts = statement<Key>()(
  'publications.parts',
  (_db, bind) => sql<{
    position: number;
    content: string;
    url: string | null;
    sent_at: string | null;
    removed_at: string | null;
    attempts: {
      step: AttemptStep;
      began_at: string;
      ended_at: string | null;
      outcome: Outcome | null;
      code: string | null;
      detail: string | null;
      request_id: string | null;
      user: { id: number; name: string } | null;
    }[];
  }>`
    select part.position, part.content, part.url, part.sent_at, part.removed_at,
      coalesce((select json_agg(json_build_object('step', step, 'began_at', began_at,
          'ended_at', ended_at, 'outcome', outcome, 'code', code, 'detail', detail,
          'request_id', request_id, 'user', ${userRef('users')}) order by attempt.id)
        from publication_attempts attempt left join users on users.id = attempt.user_id
        where attempt.publication_id = part.publication_id and attempt.position = part.position),
        '[]') as attempts
    from publication_parts part join publications on publications.id = part.publication_id
    where publications.workspace_id = ${bind('workspaceId')} and publications.id = ${bind('id')}
    order by part.position`,
);

/** What has stopped, by cause: what one deed mends is one thing. */
const THINGS = sql`
  select reason, channel_id, max(updated_at) as since, count(*) as count,
    (array_agg(id order by updated_at desc, id desc))[1:100] as ids
  from publications`;

const BY_CAUSE = sql`
  group by reason, channel_id,
    case when reason in ('reconnect', 'operator') then 0 else id end`;

type ThingFilters = { workspaceId: number; channel: number | null; reason: string | null };

export const listThings = statement<ThingFilters & { limit: number }>()(
  'publications.things',
  (_db, bind) => sql<{
    reason: StopReason;
    since: string;
    count: number;
    ids: number[];
    part: number;
    attempts: number;
  }>`
    select reason, since, count, to_json(ids) as ids, (select count(sent_at)::integer from publication_parts
        where publication_id = thing.ids[1]) as part,
      (select count(*)::integer from publication_attempts
        where publication_id = thing.ids[1] and position = (select count(sent_at)
            from publication_parts where publication_id = thing.ids[1])
          and coalesce(outcome, 'unknown') not in (${sql.join(NO_FAILURES.map((name) => sql.lit(name)))})) as attempts
    from (
      ${THINGS}
      where workspace_id = ${bind('workspaceId')} and state = 'stopped'
        and (${bind('channel', 'bigint')} is null or channel_id = ${bind('channel', 'bigint')})
        and (${bind('reason', 'text')} is null or reason = ${bind('reason', 'text')})
      ${BY_CAUSE}
      order by since desc limit ${bind('limit', 'integer')}
    ) thing order by since desc`,
);

/** How many things there are to do, by reason. */
export const countThings = statement<{ workspaceId: number }>()(
  'publications.count_things',
  (_db, bind) => sql<{ reason: StopReason; count: number; publications: number }>`
    select reason, count(*)::integer as count, sum(count)::integer as publications from (
      ${THINGS}
      where workspace_id = ${bind('workspaceId')} and state = 'stopped'
      ${BY_CAUSE}
    ) thing group by reason order by reason`,
);

/** The length of the beginning of a text. */
const EXCERPT = 200;

/** Drafts with a time that has passed. */
const OVERDUE = sql`
  from draft_times
    join posts on posts.id = draft_times.post_id
      and (posts.workspace_id = draft_times.workspace_id) is true
    join items on items.id = posts.root_id
      and (items.workspace_id = draft_times.workspace_id) is true
  where due_at < now() and ${isLive('posts')} and posts.size > 0
    and posts.status not in ('published', 'archived')`;

export const listOverdue = statement<{ workspaceId: number; limit: number }>()(
  'publications.overdue_drafts',
  (_db, bind) => sql<OverdueDraft>`
    select posts.root_id as item, left(named_mentions(items.content), ${sql.lit(EXCERPT)}) as excerpt,
      posts.size as parts, to_json(draft_times.channels) as channels, due_at
    ${OVERDUE} and draft_times.workspace_id = ${bind('workspaceId')}
    order by due_at desc limit ${bind('limit', 'integer')}`,
);

export const countOverdue = statement<{ workspaceId: number }>()(
  'publications.count_overdue_drafts',
  (_db, bind) => sql<{ count: number }>`
    select count(*)::integer as count
    ${OVERDUE} and draft_times.workspace_id = ${bind('workspaceId')}`,
);

/** What the workspace of a channel wants of files, and its zone. */
export const findMediaSettings = statement<{ channel: number }>()(
  'publications.media_settings',
  (_db, bind) => sql<{ requiresAltTexts: boolean; zone: string }>`
    select requires_alt_texts as "requiresAltTexts", time_zone as zone from workspaces
    where id = (select workspace_id from channels where id = ${bind('channel', 'bigint')})`,
);
