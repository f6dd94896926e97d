import { sql } from 'kysely';
import type { AfterwardKind } from '#contract/networks/afterward-kinds.ts';
import type { Network } from '#contract/networks/names.ts';
import type { Limits } from '#contract/networks/network-rules.ts';
import type { ChannelState } from '#contract/publishing/channels.ts';
import type { AttemptStep, Outcome } from '#contract/publishing/publications.ts';
import { isLive } from '../../../../database/fragments/live-posts.ts';
import { inSeconds, isFree, leasing, RELEASED } from '../../../../database/lease.ts';
import { statement } from '../../../../database/statement.ts';
import { AFTERWARD_HELD } from '../../publications/publications.service.ts';

/** What is done with publications afterwards, as workers take it further. */

type Leased = { id: number; lease: string };
export type Taken = Leased & { workspace: number };

/** Of a workspace, so many servers may hang before others of it wait. */
const SERVERS = 10;

/**
 * Leases what is due, the most overdue first. Others skip it. `places`: how many of a server a process
 * works on at a time, `busy`: those that it works on now.
 */
export const takeAfterwards = statement<{
  limit: number;
  seconds: number;
  places: number;
  busy: number[];
}>()(
  'afterwards.take',
  (_db, bind) => sql<Taken>`
    with due as (
      select distinct channel_id from afterwards where next_attempt_at <= now()
    ), candidates as (
      select first.id, channel_id, first.next_attempt_at as since, false as is_busy
      from due join channels on channels.id = channel_id
      cross join lateral (
        select afterwards.id, next_attempt_at from afterwards
        where afterwards.channel_id = due.channel_id and next_attempt_at <= now()
          and afterwards.id <> all(${bind('busy', 'bigint[]')})
          and ${isFree('afterwards')}
          and not ${AFTERWARD_HELD}
          and exists (select from memberships join users on users.id = memberships.user_id
            where memberships.workspace_id = afterwards.workspace_id and users.closed_at is null
              and users.kind = 'person')
        order by next_attempt_at limit ${bind('places', 'integer')}
      ) first
      where paused_until is null or paused_until <= now()
      union all select id, channel_id, null, true from afterwards
      where id = any(${bind('busy', 'bigint[]')})
    ), ranked as (
      select candidates.id, since, is_busy,
        row_number() over (partition by network, server order by is_busy desc, since) as of_server,
        row_number() over (partition by workspace_id order by is_busy desc, since) as of_workspace
      from candidates join channels on channels.id = channel_id
    ), free as (
      select afterwards.id from afterwards join ranked on ranked.id = afterwards.id
      where not is_busy and of_server <= ${bind('places', 'integer')}
        and of_workspace <= ${sql.lit(SERVERS)} * ${bind('places', 'integer')}
        and next_attempt_at <= now()
        and ${isFree('afterwards')}
      order by since limit ${bind('limit', 'integer')}
      for update of afterwards skip locked
    )
    update afterwards set ${leasing(bind('seconds', 'float8'))}
    from free where afterwards.id = free.id
    returning afterwards.id, workspace_id as workspace, lease`,
);

/** Renews a lease; a row where it still held. */
export const renewAfterward = statement<Leased & { seconds: number }>()(
  'afterwards.renew',
  (_db, bind) => sql<{ id: number }>`
    update afterwards set leased_until = ${inSeconds(bind('seconds', 'float8'))}
    where id = ${bind('id', 'bigint')} and lease = ${bind('lease', 'uuid')}
      and leased_until > now() and state in ('waiting', 'running')
    returning id`,
);

export const releaseAfterward = statement<Leased>()(
  'afterwards.release',
  (_db, bind) => sql<object>`
    update afterwards set ${RELEASED}
    where id = ${bind('id', 'bigint')} and lease = ${bind('lease', 'uuid')}`,
);

type SentPart = {
  position: number;
  id: string;
  url: string | null;
  extra: unknown;
  is_removed: boolean;
};

export type FrozenReply = { text: string; links: Record<string, string> };

export type DueAfterward = {
  id: number;
  kind: AfterwardKind;
  content: string | null;
  /** A reply as it is sent, once that was decided. */
  frozen: FrozenReply | null;
  key: string;
  due_at: string;
  state: 'waiting' | 'running';
  prepared: Record<string, unknown> | null;
  is_prepared: boolean;
  publication: number;
  is_published: boolean;
  /** How many parts it has. */
  parts: number;
  post: number | null;
  /** Whether its post is in the trash, or was deleted for good. */
  is_trashed: boolean;
  created_by: number | null;
  options: Record<string, string>;
  /** The account that does it. */
  channel: {
    id: number;
    workspace: number;
    network: Network;
    server: string;
    remote_id: string;
    limits: Limits;
    settings: Record<string, string>;
    state: ChannelState;
    credentials: string | null;
    generation: number;
  };
  /** The account of the publication. */
  from: { remoteId: string; server: string };
  /** What was sent, the first part first. */
  sent: SentPart[];
  attempts: {
    step: AttemptStep;
    outcome: Outcome | null;
    code: string | null;
    began_at: string;
    agoMs: number;
  }[];
};

/** One whose lease holds, locked, unless it is held by a pause. */
export const lockDue = statement<Leased>()(
  'afterwards.lock_due',
  (_db, bind) => sql<DueAfterward>`
    select afterwards.id, afterwards.kind, content, frozen, key, afterwards.due_at, afterwards.state, prepared,
      prepared is not null and (prepared_until is null or prepared_until > now()) as is_prepared,
      publications.id as publication, publications.state = 'published' as is_published,
      (select count(*)::integer from publication_parts
        where publication_id = publications.id) as parts,
      posts.id as post, posts.id is null or not ${isLive('posts')} or posts.size = 0 as is_trashed,
      coalesce(afterwards.created_by, publications.created_by) as created_by, options,
      json_build_object('id', actor.id, 'workspace', actor.workspace_id, 'network', actor.network,
        'server', actor.server, 'remote_id', actor.remote_id, 'limits', actor.limits,
        'settings', actor.settings, 'state', actor.state, 'credentials', actor.credentials,
        'generation', actor.generation) as channel,
      json_build_object('remoteId', origin.remote_id, 'server', origin.server) as "from",
      coalesce((select json_agg(json_build_object('position', position, 'id', remote_id, 'url', url,
          'extra', extra, 'is_removed', removed_at is not null) order by position)
        from publication_parts where publication_id = publications.id and sent_at is not null),
        '[]') as sent,
      coalesce((select json_agg(json_build_object('step', step, 'outcome', outcome, 'code', code,
          'began_at', began_at, 'agoMs', 1000 * extract(epoch from now() - began_at))
          order by attempt.id)
        from afterward_attempts attempt where attempt.afterward_id = afterwards.id), '[]') as attempts
    from afterwards join publications on publications.id = publication_id
      join channels origin on origin.id = publications.channel_id
      join channels actor on actor.id = afterwards.channel_id
      left join posts on posts.id = publications.post_id
        and posts.workspace_id = publications.workspace_id
    where afterwards.id = ${bind('id', 'bigint')} and afterwards.lease = ${bind('lease', 'uuid')}
      and afterwards.leased_until > now() and afterwards.next_attempt_at <= now() and not ${AFTERWARD_HELD}
    for update of afterwards`,
);

/** One whose lease this still is, locked, whatever became of its publication. */
export const holdAfterward = statement<Leased>()(
  'afterwards.hold',
  (_db, bind) => sql<{ generation: number }>`
    select generation from afterwards join channels on channels.id = channel_id
    where afterwards.id = ${bind('id', 'bigint')} and afterwards.lease = ${bind('lease', 'uuid')}
    for update of afterwards`,
);

export const beginAttempt = statement<{ id: number; step: AttemptStep }>()(
  'afterwards.begin',
  (_db, bind) => sql<{ id: number; began_at: string }>`
    with running as (
      update afterwards set state = 'running' where id = ${bind('id', 'bigint')} returning id
    )
    insert into afterward_attempts (afterward_id, step)
    select id, ${bind('step', 'text')} from running
    returning id, began_at`,
);

export const endAttempt = statement<{
  attempt: number;
  outcome: Outcome;
  code: string | null;
  detail: string | null;
  requestId: string | null;
}>()(
  'afterwards.end',
  (_db, bind) => sql<object>`
    update afterward_attempts set ended_at = now(), outcome = ${bind('outcome', 'text')},
      code = ${bind('code', 'text')}, detail = ${bind('detail', 'text')},
      request_id = ${bind('requestId', 'text')}
    where id = ${bind('attempt', 'bigint')}`,
);

export const storePrepared = statement<{ id: number; prepared: string; until: string | null }>()(
  'afterwards.store_prepared',
  (_db, bind) => sql<object>`
    update afterwards set prepared = ${bind('prepared', 'jsonb')},
      prepared_until = ${bind('until', 'timestamptz')}
    where id = ${bind('id', 'bigint')}`,
);

/** What the network has of it; nothing forgets it. */
export const keepUpload = statement<{ id: number; upload: string | null }>()(
  'afterwards.keep_upload',
  (_db, bind) => sql<object>`
    update afterwards set upload = ${bind('upload', 'jsonb')}, prepared = null
    where id = ${bind('id', 'bigint')}`,
);

export const findUpload = statement<{ id: number }>()(
  'afterwards.find_upload',
  (_db, bind) => sql<{ upload: Record<string, unknown> }>`
    select upload from afterwards where id = ${bind('id', 'bigint')} and upload is not null
      and coalesce((upload ->> 'until')::timestamptz > now(), true)`,
);

/** The address that is sent stays the same when it is tried again. */
export const freezeReply = statement<{ id: number; frozen: string }>()(
  'afterwards.freeze',
  (_db, bind) => sql<object>`
    update afterwards set frozen = ${bind('frozen', 'jsonb')} where id = ${bind('id', 'bigint')}`,
);

export const markDone = statement<{
  id: number;
  price: number;
  remoteId: string | null;
  url: string | null;
  extra: string | null;
}>()(
  'afterwards.mark_done',
  (_db, bind) => sql<object>`
    update afterwards set state = 'done', remote_id = ${bind('remoteId', 'text')},
      url = ${bind('url', 'text')}, extra = ${bind('extra', 'jsonb')}, price = ${bind('price', 'integer')}, reason = null, detail = null,
      next_attempt_at = null, ended_at = now()
    where id = ${bind('id', 'bigint')}`,
);

export const waitAfterward = statement<{ id: number; ms: number; detail: string | null }>()(
  'afterwards.wait',
  (_db, bind) => sql<object>`
    update afterwards set detail = ${bind('detail', 'text')},
      next_attempt_at = now() + make_interval(secs => ${bind('ms', 'float8')} / 1000)
    where id = ${bind('id', 'bigint')}`,
);

export const countFailure = statement<{ id: number }>()(
  'afterwards.count_failure',
  (_db, bind) => sql<{ failures: number }>`
    update afterwards set own_failures = own_failures + 1 where id = ${bind('id', 'bigint')}
    returning own_failures as failures`,
);

export const stopAfterward = statement<{ id: number; reason: string; detail: string }>()(
  'afterwards.stop',
  (_db, bind) => sql<object>`
    update afterwards set state = 'stopped', reason = ${bind('reason', 'text')},
      detail = ${bind('detail', 'text')}, next_attempt_at = null
    where id = ${bind('id', 'bigint')}`,
);

export const cancelGone = statement<{ id: number; detail: string }>()(
  'afterwards.cancel_gone',
  (_db, bind) => sql<object>`
    update afterwards set state = 'cancelled', detail = ${bind('detail', 'text')},
      next_attempt_at = null, ended_at = now()
    where id = ${bind('id', 'bigint')}`,
);
