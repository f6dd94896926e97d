import { sql } from 'kysely';
import type { AfterwardKind } from '#contract/networks/afterward-kinds.ts';
import type { Afterward, AfterwardState } from '#contract/publishing/afterwards.ts';
import type { AttentionAfterward } from '#contract/publishing/publications.ts';
import { userRef } from '../../../../database/fragments/user-ref.ts';
import { statement } from '../../../../database/statement.ts';
import { ENDS } from '../unknown-id.ts';

/** What is done with publications afterwards, as people read and change it. */

type Key = { workspaceId: number; id: number };

/**
 * Nothing of it is done, or may be: what may be is looked for, whatever is paused (whereabouts.ts). A
 * deletion is not looked for: it is repeated, and deletes what is left.
 */
const IS_WAITING = sql`(afterwards.state in ('waiting', 'running')
  and (afterwards.kind = 'remove' or afterward_whereabouts(afterwards.id) = 'nowhere'))`;

/** What became due during a pause of all publishing: after it, it waits for a decision (holds.sql.ts). */
const HELD_BY_PAUSE = sql<boolean>`(
  exists (select from pauses where pauses.workspace_id = afterwards.workspace_id
    and afterwards.next_attempt_at < least(pauses.ends_at, now() + interval '1 second'))
  and ${IS_WAITING})`;

/** Held by a pause of all publishing, or of the channel. */
export const AFTERWARD_HELD = sql<boolean>`(${HELD_BY_PAUSE}
  or exists (select from channels held where held.id = afterwards.channel_id
    and held.queue_paused_at is not null) and ${IS_WAITING})`;

/** Why its last call has failed. */
const LAST_CODE = sql<string | null>`(select code from afterward_attempts
  where afterward_id = afterwards.id order by afterward_attempts.id desc limit 1)`;

const FIELDS = sql`'id', afterwards.id, 'kind', afterwards.kind, 'state', afterwards.state,
  'reason', afterwards.reason, 'detail', afterwards.detail,
  'can_continue', afterwards.state = 'proposed' or afterwards.state = 'stopped'
    and coalesce(${LAST_CODE} not in (${sql.join(Object.keys(ENDS).map((code) => sql.lit(code)))}), true),
  'hours', afterwards.hours,
  'text', afterwards.content, 'channel', afterwards.channel_id,
  'handle', (select handle from channels actor where actor.id = afterwards.channel_id),
  'due_at', afterwards.due_at,
  'held', coalesce(afterwards.due_at < now() + interval '1 second', false) and ${AFTERWARD_HELD},
  'url', afterwards.url, 'ended_at', afterwards.ended_at,
  'created_by', (select ${userRef('users')} from users where users.id = afterwards.created_by)`;

/** The same, with the post that it belongs to. */
const WITH_POST = sql<AttentionAfterward>`json_build_object(${FIELDS}, 'publication', publications.id,
  'item', case when posts.size > 0 then posts.root_id end,
  'excerpt', left(coalesce(publications.text -> 0 ->> 'content', ''), 200),
  'network', (select network from channels where channels.id = publications.channel_id))`;
const AND_POSTS = sql`afterwards join publications on publications.id = afterwards.publication_id
  left join posts on posts.id = publications.post_id`;

/** Those of the publication of a row of `publications`. */
export const AFTERWARDS_OF = sql<Afterward[]>`coalesce((
  select json_agg(json_build_object(${FIELDS}) order by afterwards.hours, afterwards.id)
  from afterwards where afterwards.publication_id = publications.id), '[]')`;

export const countAfterwards = statement<{ publication: number }>()(
  'afterwards.count',
  (_db, bind) => sql<{ count: number }>`
    select count(*)::integer as count from afterwards
    where publication_id = ${bind('publication', 'bigint')} and state <> 'cancelled'`,
);

/** Of what is out already they are due at once, where their time has passed. */
export const insertAfterward = statement<{
  workspaceId: number;
  publication: number;
  channel: number;
  kind: string;
  hours: number;
  content: string | null;
  state: AfterwardState;
  userId: number | null;
  /** Whose the words of a reply are. */
  wordedBy: readonly number[];
}>()(
  'afterwards.insert',
  (_db, bind) => sql<{ id: number }>`
    insert into afterwards (workspace_id, publication_id, channel_id, kind, hours, content, state,
      created_by, worded_by, due_at, next_attempt_at)
    select ${bind('workspaceId', 'bigint')}, publications.id, ${bind('channel', 'bigint')},
      ${bind('kind', 'text')}, ${bind('hours', 'integer')}, ${bind('content', 'text')},
      ${bind('state', 'text')}, ${bind('userId', 'bigint')}, ${bind('wordedBy', 'bigint[]')}, due,
      case when ${bind('state', 'text')} = 'waiting' then due end
    from publications, lateral (select greatest(now(),
      published_at + make_interval(hours => ${bind('hours', 'integer')})) as due) times
    where publications.id = ${bind('publication', 'bigint')}
      and publications.workspace_id = ${bind('workspaceId', 'bigint')}
      and published_at is not null
    union all
    select ${bind('workspaceId', 'bigint')}, publications.id, ${bind('channel', 'bigint')},
      ${bind('kind', 'text')}, ${bind('hours', 'integer')}, ${bind('content', 'text')},
      ${bind('state', 'text')}, ${bind('userId', 'bigint')}, ${bind('wordedBy', 'bigint[]')}, null, null
    from publications where publications.id = ${bind('publication', 'bigint')}
      and publications.workspace_id = ${bind('workspaceId', 'bigint')}
      and published_at is null
    returning id`,
);

export const findAfterwards = statement<{ workspaceId: number; ids: number[] }>()(
  'afterwards.find',
  (_db, bind) => sql<{ afterward: Afterward }>`
    select json_build_object(${FIELDS}) as afterward from afterwards
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = any(${bind('ids', 'bigint[]')})
    order by id`,
);

/** Its publication, to lock that first. */
export const findPublicationOf = statement<Key>()(
  'afterwards.publication_of',
  (_db, bind) => sql<{ publication: number }>`
    select publication_id as publication from afterwards
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = ${bind('id', 'bigint')}`,
);

export type LockedAfterward = {
  id: number;
  kind: Afterward['kind'];
  state: AfterwardState;
  reason: string | null;
  code: string | null;
  /** Whose the words of a reply are. */
  worded_by: number[];
  /** Whether a network is being called for it. */
  is_called: boolean;
  /** Whether it may be at the network unbeknown. */
  is_unknown: boolean;
};

export const lockAfterward = statement<Key>()(
  'afterwards.lock',
  (_db, bind) => sql<LockedAfterward>`
    select id, kind, state, reason, worded_by,
      coalesce(leased_until > now(), false) and exists (select from afterward_attempts
        where afterward_id = afterwards.id and outcome is null) as is_called,
      afterward_may_be_out(id) as is_unknown,
      ${LAST_CODE} as code
    from afterwards
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = ${bind('id', 'bigint')}
    for update`,
);

export const cancelAfterward = statement<Key>()(
  'afterwards.cancel',
  (_db, bind) => sql<object>`
    update afterwards set state = 'cancelled', next_attempt_at = null, ended_at = now()
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = ${bind('id', 'bigint')}`,
);

/** All of these kinds that are open, unless they may be at the network (migration 0111). */
export const cancelAfterwardsOf = statement<{ publication: number; kinds: AfterwardKind[] }>()(
  'afterwards.cancel_open',
  (_db, bind) => sql<object>`
    select cancel_afterwards(${bind('publication', 'bigint')}, ${bind('kinds', 'text[]')})`,
);

/**
 * Goes on: what was proposed, at its time; what has stopped, at once. Before its publication is out, it
 * has no time.
 */
export const resumeAfterward = statement<Key>()(
  'afterwards.resume',
  (_db, bind) => sql<object>`
    update afterwards set state = 'waiting', reason = null, detail = null, own_failures = 0,
      next_attempt_at = case when due_at is null then null
        when state = 'proposed' then greatest(due_at, now()) else now() end
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = ${bind('id', 'bigint')}`,
);

/** All of a channel that have stopped because the access was revoked. */
export const resumeAfterwardsOf = statement<{ workspaceId: number; channel: number }>()(
  'afterwards.resume_channel',
  (_db, bind) => sql<object>`
    update afterwards set state = 'waiting', reason = null, detail = null,
      next_attempt_at = case when due_at is not null then now() end
    where workspace_id = ${bind('workspaceId', 'bigint')}
      and channel_id = ${bind('channel', 'bigint')} and state = 'stopped' and reason = 'reconnect'`,
);

/** Only a person knows whether it is at the network. */
export const stopUnknown = statement<Key>()(
  'afterwards.stop_unknown',
  (_db, bind) => sql<object>`
    update afterwards set state = 'stopped', reason = 'unknown', next_attempt_at = null,
      detail = 'It isn’t known whether it is at the network.'
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = ${bind('id', 'bigint')}`,
);

/** What a person has seen at the network. */
export const reportAfterward = statement<{ id: number; outcome: string }>()(
  'afterwards.report',
  (_db, bind) => sql<object>`
    insert into afterward_attempts (afterward_id, step, ended_at, outcome)
    values (${bind('id', 'bigint')}, 'find', now(), ${bind('outcome', 'text')})`,
);

export const finishAfterward = statement<Key>()(
  'afterwards.finish',
  (_db, bind) => sql<object>`
    update afterwards set state = 'done', reason = null, detail = null, next_attempt_at = null,
      ended_at = now()
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = ${bind('id', 'bigint')}`,
);

/** What needs a person, the latest first. */
export const listOpenAfterwards = statement<{ workspaceId: number; limit: number }>()(
  'afterwards.open',
  (_db, bind) => sql<{ afterward: AttentionAfterward }>`
    select ${WITH_POST} as afterward from ${AND_POSTS}
    where afterwards.workspace_id = ${bind('workspaceId', 'bigint')}
      and afterwards.state in ('proposed', 'stopped')
    order by afterwards.id desc limit ${bind('limit', 'integer')}`,
);

export const countOpenAfterwards = statement<{ workspaceId: number }>()(
  'afterwards.count_open',
  (_db, bind) => sql<{ count: number }>`
    select count(*)::integer as count from afterwards
    where workspace_id = ${bind('workspaceId', 'bigint')} and state in ('proposed', 'stopped')`,
);

export const countHeldAfterwards = statement<{ workspaceId: number }>()(
  'afterwards.count_held',
  (_db, bind) => sql<{ count: number }>`
    select count(*)::integer as count from afterwards
    where workspace_id = ${bind('workspaceId', 'bigint')} and next_attempt_at is not null
      and ${HELD_BY_PAUSE}`,
);

/** What a pause of all publishing holds, the first due first. */
export const listHeldAfterwards = statement<{ workspaceId: number; limit: number }>()(
  'afterwards.list_held',
  (_db, bind) => sql<{ afterward: AttentionAfterward }>`
    select ${WITH_POST} as afterward from ${AND_POSTS}
    where afterwards.workspace_id = ${bind('workspaceId', 'bigint')}
      and afterwards.next_attempt_at is not null and ${HELD_BY_PAUSE}
    order by afterwards.next_attempt_at, afterwards.id limit ${bind('limit', 'integer')}`,
);

/** Of these, those that a pause holds, locked. */
export const lockHeldAfterwards = statement<{ workspaceId: number; ids: number[] }>()(
  'afterwards.lock_held',
  (_db, bind) => sql<Pick<LockedAfterward, 'id' | 'kind' | 'is_unknown'> & { publication: number }>`
    select id, kind, publication_id as publication, afterward_may_be_out(id) as is_unknown
    from afterwards
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = any(${bind('ids', 'bigint[]')})
      and next_attempt_at is not null and ${HELD_BY_PAUSE}
    order by id for update`,
);
