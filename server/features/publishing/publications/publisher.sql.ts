import { sql } from 'kysely';
import type { Attachment } from '#contract/attachments.ts';
import type { Status } from '#contract/content/workflow.ts';
import type { Network } from '#contract/networks/names.ts';
import type { Limits } from '#contract/networks/rules.ts';
import type { ChannelState } from '#contract/publishing/channels.ts';
import type { AttemptStep, Outcome, StopReason } from '#contract/publishing/publications.ts';
import { type Bind, statement } from '../../../database/statement.ts';

/** The statements of the worker. */

type Leased = { channel: number; lease: string };

export type LeasedChannel = {
  id: number;
  workspace: number;
  network: Network;
  server: string;
  remote_id: string;
  limits: Limits;
  settings: Record<string, string>;
  lease: string;
};

/** What the paused queue of its channel does not hold. */
const NOT_HELD = sql<boolean>`not (publications.queued and publications.state = 'scheduled'
  and exists (select from channels held
    where held.id = publications.channel_id and held.queue_paused_at is not null))`;

/** Whether somebody has the workspace of a channel: the one of a closed account is erased soon. */
const IS_OPEN = sql<boolean>`exists (select from memberships
  join users on users.id = memberships.user_id
  where memberships.workspace_id = channels.workspace_id and users.closed_at is null)`;

/**
 * Leases channels with due publications, the most overdue first. Others skip them. `places`: how many
 * channels of a server and of a workspace a process works on at a time, `busy`: those that it works
 * on now.
 */
export const leaseChannels = statement<{
  limit: number;
  seconds: number;
  places: number;
  busy: number[];
}>()(
  'publisher.lease',
  (_db, bind) => sql<LeasedChannel>`
    with due as (
      select channel_id, min(next_attempt_at) as since from publications
      where next_attempt_at <= now() and ${NOT_HELD} group by channel_id
    ), candidates as (
      select channel_id, since, false as is_busy from due
      where channel_id <> all(${bind('busy', 'bigint[]')})
      union all select channel_id, null, true from unnest(${bind('busy', 'bigint[]')}) channel_id
    ), ranked as (
      select channels.id, since, is_busy,
        row_number() over (partition by network, server order by is_busy desc, since) as of_server,
        row_number() over (partition by workspace_id order by is_busy desc, since) as of_workspace
      from channels join candidates on candidates.channel_id = channels.id
      where is_busy or (leased_until is null or leased_until < now())
        and (paused_until is null or paused_until <= now()) and ${IS_OPEN}
    ), free as (
      select channels.id from channels join ranked on ranked.id = channels.id
      where not is_busy and of_server <= ${bind('places', 'integer')}
        and of_workspace <= 2 * ${bind('places', 'integer')}
        and (leased_until is null or leased_until < now())
      order by since limit ${bind('limit', 'integer')}
      for update of channels skip locked
    )
    update channels set lease = gen_random_uuid(),
      leased_until = now() + make_interval(secs => ${bind('seconds', 'float8')})
    from free where channels.id = free.id
    returning channels.id, workspace_id as workspace, network, server, remote_id, limits,
      settings, lease`,
);

const isLeased = (bind: Bind<Leased>) => sql<boolean>`
  channels.id = ${bind('channel', 'bigint')} and lease = ${bind('lease', 'uuid')}
    and leased_until > now()`;

/** A channel whose lease holds. */
export type Held = {
  state: ChannelState;
  credentials: string | null;
  generation: number;
  /** Whether nothing is sent now: the network accepts nothing more, or the workspace was closed. */
  is_paused: boolean;
};

/**
 * A row where the lease still holds; it cannot be lost until the transaction ends. Does not block
 * references to the channel.
 */
export const holdLease = statement<Leased>()(
  'publisher.hold_lease',
  (_db, bind) => sql<Held>`
    select state, credentials, generation,
      coalesce(paused_until > now(), false) or not ${IS_OPEN} as is_paused
    from channels where ${isLeased(bind)} for no key update`,
);

/** Renews a lease; a row where it still held. */
export const renewLease = statement<Leased & { seconds: number }>()(
  'publisher.renew_lease',
  (_db, bind) => sql<{ id: number }>`
    update channels set leased_until = now() + make_interval(secs => ${bind('seconds', 'float8')})
    where ${isLeased(bind as unknown as Bind<Leased>)} returning id`,
);

/**
 * The same for many: returns those that still hold. One whose channel is locked, by a transaction of
 * its worker for example, is not renewed now, so that it delays no other.
 */
export const renewLeases = statement<{ channels: number[]; leases: string[]; seconds: number }>()(
  'publisher.renew_leases',
  (_db, bind) => sql<{ lease: string; is_renewed: boolean }>`
    with held as (
      select channels.id, channels.lease from channels
        join unnest(${bind('channels', 'bigint[]')}, ${bind('leases', 'uuid[]')}) as given (id, lease)
        on given.id = channels.id and given.lease = channels.lease
      where leased_until > now()
    ), free as (
      select id from channels where id in (select id from held)
      order by id for no key update skip locked
    ), renewed as (
      update channels set leased_until = now() + make_interval(secs => ${bind('seconds', 'float8')})
      from free join held using (id) where channels.id = free.id and channels.lease = held.lease
      returning channels.id
    )
    select held.lease, renewed.id is not null as is_renewed
    from held left join renewed on renewed.id = held.id`,
);

export const releaseLease = statement<Leased>()(
  'publisher.release_lease',
  (_db, bind) => sql<object>`
    update channels set lease = null, leased_until = null
    where id = ${bind('channel', 'bigint')} and lease = ${bind('lease', 'uuid')}`,
);

/** Notes that a worker is running, and says whether none was for a while. */
export const beat = statement<{ silentSeconds: number }>()(
  'publisher.beat',
  (_db, bind) => sql<{ was_silent: boolean }>`
    with before as (
      select seen_at from publisher_heartbeat
    ), beat as (
      insert into publisher_heartbeat (seen_at) values (now())
      on conflict (id) do update set seen_at = excluded.seen_at
    )
    select seen_at < now() - make_interval(secs => ${bind('silentSeconds', 'float8')})
      as was_silent from before`,
);

/** What is too late for its workspace is not sent any more without a person. */
export const markLate = statement()(
  'publisher.mark_late',
  () => sql<object>`
    update publications set late_because = 'worker' from workspaces
    where workspaces.id = publications.workspace_id and publications.state = 'scheduled'
      and next_attempt_at < now() - interval '1 minute'
      and next_attempt_at < now() - make_interval(mins => workspaces.late_minutes)
      and due_at < now() - make_interval(mins => workspaces.late_minutes) and ${NOT_HELD}`,
);

export type Due = {
  id: number;
  post: number | null;
  root: number | null;
  state: 'scheduled' | 'publishing';
  created_by: number | null;
  options: Record<string, string>;
  late_because: 'worker' | 'approval' | null;
  /** Whether the approval of the text that is being sent was taken back. */
  is_withdrawn: boolean;
  /** The time of the backup that it was restored from. */
  copied_at: string | null;
};

export type Soon = Pick<Due, 'id' | 'post' | 'root' | 'created_by' | 'options'> & {
  workspace: number;
  channel: number;
  due_at: string;
};

/** What is due within an hour and was not checked before. */
export const listSoon = statement<{ limit: number }>()(
  'publisher.list_soon',
  (_db, bind) => sql<{ id: number }>`
    select id from publications
    where next_attempt_at between now() and now() + interval '1 hour' and state = 'scheduled'
      and checked_at is null
    order by next_attempt_at limit ${bind('limit', 'integer')}`,
);

/** One of these, marked as checked. */
export const takeSoon = statement<{ id: number }>()(
  'publisher.take_soon',
  (_db, bind) => sql<Soon>`
    update publications set checked_at = now() from posts
    where publications.id = ${bind('id', 'bigint')} and state = 'scheduled' and checked_at is null
      and next_attempt_at > now() and posts.id = post_id
      and posts.workspace_id = publications.workspace_id
    returning publications.id, publications.workspace_id as workspace, channel_id as channel,
      post_id as post, case when posts.size > 0 then posts.root_id end as root,
      publications.created_by, options, due_at`,
);

/** The next publication of a channel that is due: what was begun comes first. */
export const nextDue = statement<{ channel: number }>()(
  'publisher.next_due',
  (_db, bind) => sql<Due>`
    select publications.id, post_id as post, publications.state,
      case when posts.size > 0 and not posts.trashed then posts.root_id end as root,
      publications.created_by, options, late_because, copied_at,
      coalesce(withdrawn and posts.status not in ('approved', 'published'), false) as is_withdrawn
    from publications left join posts on posts.id = post_id
      and posts.workspace_id = publications.workspace_id
    where channel_id = ${bind('channel', 'bigint')} and next_attempt_at <= now() and ${NOT_HELD}
    order by publications.state = 'publishing' desc, due_at, publications.id
    limit 1`,
);

/** Whether the workspace of a publication demands an approval. */
const DEMANDS = sql<boolean>`(workspaces.prevent_self_approval or workspaces.only_approved)`;

/**
 * Whether the approval with which a publication was scheduled was taken back since (migration 0036).
 * A draft with another text was changed, which is judged by who changed it.
 */
export const WITHDRAWN = sql<boolean>`(publications.approved
  and posts.status not in ('approved', 'published')
  and (publications.withdrawn or posts.status <> 'draft'
    or publications.text_hash = post_text_hash(posts.id)))`;

/**
 * Whether the text is the one that was scheduled, or was changed since only by members who may
 * publish, and its approval stands. Where only approved texts are published, it must be an approved
 * one.
 */
export const isAuthorized = statement<{ id: number; roles: string[] }>()(
  'publisher.is_authorized',
  (_db, bind) => sql<{ authorized: boolean }>`
    select case when ${DEMANDS}
        then posts.status in ('approved', 'published') and hash = posts.approved_hash
        else true end
      and not ${WITHDRAWN}
      and (publications.text_hash = hash or hash = posts.approved_hash
        or not ${DEMANDS} and not exists (
          select from item_versions join items on items.id = item_versions.item_id
            left join memberships on memberships.user_id = item_versions.user_id
              and memberships.workspace_id = posts.workspace_id
          where items.post_id = posts.id and item_versions.version > publications.version
            and coalesce(memberships.role <> all(${bind('roles', 'text[]')}), true)))
      as authorized
    from publications join posts on posts.id = publications.post_id
      join workspaces on workspaces.id = publications.workspace_id
      cross join lateral post_text_hash(posts.id) hash
    where publications.id = ${bind('id', 'bigint')}`,
);

/** Who took the approval of a publication back, and what the post became; no row where it stands. */
export const findWithdrawal = statement<{ id: number }>()(
  'publisher.find_withdrawal',
  (_db, bind) => sql<{ name: string | null; status: Status; rejected: boolean }>`
    select posts.status, coalesce(last.rejected, false) as rejected, last.name
    from publications join posts on posts.id = publications.post_id
        and posts.workspace_id = publications.workspace_id
      join workspaces on workspaces.id = publications.workspace_id
      left join lateral (
        select transitions.state = 'rejected' as rejected, coalesce(deciders.name, users.name) as name
        from transitions left join users on users.id = transitions.user_id
          left join users deciders on deciders.id = transitions.decided_by
        where transitions.workspace_id = posts.workspace_id and transitions.post_id = posts.id
          and (transitions.target_state = posts.status or transitions.state = 'rejected')
        order by coalesce(transitions.decided_at, transitions.created_at) desc, transitions.id desc
        limit 1
      ) last on true
    where publications.id = ${bind('id', 'bigint')}
      and (${WITHDRAWN} or ${DEMANDS} and posts.status not in ('approved', 'published')
        and publications.text_hash = post_text_hash(posts.id))`,
);

/** Who changed which item after the post was scheduled, lately. */
export const findChange = statement<{ id: number }>()(
  'publisher.find_change',
  (_db, bind) => sql<{ name: string | null; position: number }>`
    select users.name, items.position
    from publications join items on items.post_id = publications.post_id
        and items.workspace_id = publications.workspace_id
      join item_versions on item_versions.item_id = items.id
        and item_versions.version > publications.version
      left join users on users.id = item_versions.user_id
    where publications.id = ${bind('id', 'bigint')}
    order by item_versions.created_at desc limit 1`,
);

/** The text that is published from now on; its parts are stored beside it. */
export const freeze = statement<{ id: number }>()(
  'publisher.freeze',
  (_db, bind) => sql<object>`
    update publications set state = 'publishing', updated_at = now(),
      text = post_parts(post_id), text_hash = post_text_hash(post_id)
    where id = ${bind('id', 'bigint')}`,
);

export type StoredPart = {
  position: number;
  content: string;
  language: string | null;
  media: Attachment[];
  key: string;
  remote_id: string | null;
  url: string | null;
  extra: unknown;
  prepared: Record<string, unknown> | null;
  /** Whether what was prepared is valid. */
  is_prepared: boolean;
  attempts: {
    step: AttemptStep;
    outcome: Outcome | null;
    code: string | null;
    began_at: string;
    agoMs: number;
  }[];
};

/**
 * The first part, the last published one and those that follow it: parts are sent in order.
 * `limit`: of unpublished ones.
 */
export const nextParts = statement<{ id: number; limit: number }>()(
  'publisher.next_parts',
  (_db, bind) => sql<StoredPart>`
    select position, content, language, media, key, remote_id, url, extra, prepared,
      prepared is not null and (prepared_until is null or prepared_until > now()) as is_prepared,
      coalesce((select json_agg(json_build_object('step', step, 'outcome', outcome, 'code', code,
          'began_at', began_at, 'agoMs', 1000 * extract(epoch from now() - began_at))
          order by attempt.id)
        from publication_attempts attempt
        where attempt.publication_id = part.publication_id and attempt.position = part.position
          -- Those of a text that was replaced say nothing of this one.
          and began_at >= part.made_at),
        '[]') as attempts
    from publication_parts part
    cross join (
      select coalesce(max(position) filter (where remote_id is not null), -1) as sent
      from publication_parts where publication_id = ${bind('id', 'bigint')}
    ) last
    where publication_id = ${bind('id', 'bigint')}
      and (position = 0 or position >= last.sent)
      and position <= last.sent + ${bind('limit', 'integer')}
    order by position`,
);

type PartKey = { id: number; position: number };

/** What a network has of the files of a part, unless it has forgotten them. */
export const findUpload = statement<PartKey & { place: number }>()(
  'publisher.find_upload',
  (_db, bind) => sql<{ upload: Record<string, unknown>; until: string | null }>`
    select upload, expires_at as until from publication_uploads where publication_id = ${bind('id', 'bigint')}
      and position = ${bind('position', 'integer')} and place = ${bind('place', 'integer')}
      and (expires_at is null or expires_at > now() + interval '1 minute')`,
);

export const keepUpload = statement<
  PartKey & { place: number; upload: string; until: string | null }
>()(
  'publisher.keep_upload',
  (_db, bind) => sql<object>`
    insert into publication_uploads (publication_id, position, place, upload, expires_at)
    values (${bind('id', 'bigint')}, ${bind('position', 'integer')}, ${bind('place', 'integer')},
      ${bind('upload', 'jsonb')}, ${bind('until', 'timestamptz')})
    on conflict (publication_id, position, place) do update set upload = excluded.upload,
      expires_at = excluded.expires_at`,
);

/** The network has none of the files of a part any more. */
export const forgetUploads = statement<PartKey>()(
  'publisher.forget_uploads',
  (_db, bind) => sql<object>`
    with forgotten as (
      delete from publication_uploads where publication_id = ${bind('id', 'bigint')}
        and position = ${bind('position', 'integer')})
    update publication_parts set prepared_until = now()
    where publication_id = ${bind('id', 'bigint')} and position = ${bind('position')}`,
);

export const beginAttempts = statement<{ id: number; positions: number[]; step: string }>()(
  'publisher.begin',
  (_db, bind) => sql<{ id: number; position: number; began_at: string }>`
    insert into publication_attempts (publication_id, position, step)
    select ${bind('id', 'bigint')}, position, ${bind('step', 'text')}
    from unnest(${bind('positions', 'integer[]')}) position
    returning id, position, began_at`,
);

/** The code of the attempt that stands for what the original may have done since the backup. */
export const COPIED = 'copied';

/**
 * What was restored is looked for once before it is sent, like a call whose outcome is unknown,
 * whatever has led to it.
 */
export const doubtCopy = statement<{ id: number }>()(
  'publisher.doubt_copy',
  (_db, bind) => sql<object>`
    insert into publication_attempts (publication_id, position, step, ended_at, outcome, code)
    select publication_id, min(position), 'send', now(), 'unknown', ${sql.lit(COPIED)}
    from publication_parts
    where publication_id = ${bind('id', 'bigint')} and remote_id is null
      and not exists (select from publication_attempts
        where publication_id = ${bind('id', 'bigint')} and code = ${sql.lit(COPIED)})
    group by publication_id`,
);

/** Which of these posts this installation has published since then. */
export const listOwn = statement<{ channel: number; since: string; ids: string[] }>()(
  'publisher.list_own',
  (_db, bind) => sql<{ id: string }>`
    select remote_id as id from publication_parts
    where channel_id = ${bind('channel', 'bigint')} and sent_at >= ${bind('since', 'timestamptz')}
      and remote_id = any(${bind('ids', 'text[]')})`,
);

export const endAttempts = statement<{
  attempts: number[];
  outcome: Outcome;
  code: string | null;
  detail: string | null;
  requestId: string | null;
}>()(
  'publisher.end',
  (_db, bind) => sql<object>`
    update publication_attempts set ended_at = now(), outcome = ${bind('outcome', 'text')},
      code = ${bind('code', 'text')}, detail = ${bind('detail', 'text')},
      request_id = ${bind('requestId', 'text')}
    where id = any(${bind('attempts', 'bigint[]')})`,
);

export const storePrepared = statement<PartKey & { prepared: string; until: string | null }>()(
  'publisher.store_prepared',
  (_db, bind) => sql<object>`
    update publication_parts set prepared = ${bind('prepared', 'jsonb')},
      prepared_until = ${bind('until', 'timestamptz')}
    where publication_id = ${bind('id', 'bigint')} and position = ${bind('position', 'integer')}`,
);

/**
 * How long a channel has to wait until it may publish more posts, in milliseconds, where it may
 * publish so many in so many hours; no row where it need not wait.
 */
export const waitForBudget = statement<{ channel: number; spare: number; hours: number }>()(
  'publisher.budget',
  (_db, bind) => sql<{ ms: number }>`
    select 1000 * extract(epoch from sent_at + make_interval(hours => ${bind('hours', 'integer')})
      - now())::float8 as ms
    from publication_parts
    where channel_id = ${bind('channel', 'bigint')}
      and sent_at > now() - make_interval(hours => ${bind('hours', 'integer')})
    order by sent_at desc offset ${bind('spare', 'integer')} limit 1`,
);

/** Continues after a delay; `detail` says what it waits for. */
export const wait = statement<{ id: number; ms: number; detail: string | null }>()(
  'publisher.wait',
  (_db, bind) => sql<object>`
    update publications set detail = ${bind('detail', 'text')}, updated_at = now(),
      next_attempt_at = now() + make_interval(secs => ${bind('ms', 'float8')} / 1000)
    where id = ${bind('id', 'bigint')}`,
);

/** Whether all parts of a publication are sent. */
export const isComplete = statement<{ id: number }>()(
  'publisher.is_complete',
  (_db, bind) => sql<{ is_complete: boolean }>`
    select count(*) > 0 and count(*) = count(sent_at) as is_complete
    from publication_parts where publication_id = ${bind('id', 'bigint')}`,
);

/** Continues at once, after a part was sent. */
export const proceed = statement<{ id: number }>()(
  'publisher.proceed',
  (_db, bind) => sql<object>`
    update publications set detail = null, next_attempt_at = now(), own_failures = 0,
      updated_at = now()
    where id = ${bind('id', 'bigint')}`,
);

/** Counts an error of our own. */
export const countFailure = statement<{ id: number }>()(
  'publisher.count_failure',
  (_db, bind) => sql<{ failures: number }>`
    update publications set own_failures = own_failures + 1 where id = ${bind('id', 'bigint')}
    returning own_failures as failures`,
);

/** Nothing of a channel is sent before, whatever is due. */
export const pauseChannel = statement<{ channel: number; ms: number }>()(
  'publisher.pause',
  (_db, bind) => sql<object>`
    update channels set paused_until = greatest(paused_until,
      now() + make_interval(secs => ${bind('ms', 'float8')} / 1000))
    where id = ${bind('channel', 'bigint')}`,
);

export const stop = statement<{ id: number; reason: StopReason; detail: string }>()(
  'publisher.stop',
  (_db, bind) => sql<object>`
    update publications set state = 'stopped', reason = ${bind('reason', 'text')},
      detail = ${bind('detail', 'text')}, next_attempt_at = null, updated_at = now()
    where id = ${bind('id', 'bigint')}`,
);

/** A row where the channel was connected until now. */
export const disconnect = statement<{ channel: number }>()(
  'publisher.disconnect',
  (_db, bind) => sql<{ id: number }>`
    update channels set state = 'reconnect', state_since = now(), updated_at = now()
    where id = ${bind('channel', 'bigint')} and state = 'connected' returning id`,
);

/**
 * Ends a publication. `is_current`: the text of the post is still the published one; `others`: those
 * of its post that are not published yet.
 */
export const finish = statement<{ id: number }>()(
  'publisher.finish',
  (_db, bind) => sql<{ others: number; is_current: boolean }>`
    with done as (
      update publications set state = 'published', published_at = now(), reason = null,
        detail = null, next_attempt_at = null, updated_at = now()
      where id = ${bind('id', 'bigint')} returning id, post_id, text_hash
    )
    select post_id is not null and post_text_hash(post_id) is not distinct from text_hash
        as is_current, (select count(*) from publications other where other.post_id = done.post_id
      and other.id <> done.id and other.state in ('proposed', 'scheduled', 'publishing', 'stopped')) as others
    from done`,
);
