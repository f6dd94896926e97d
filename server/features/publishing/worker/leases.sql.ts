import { sql } from 'kysely';
import type { Network } from '#contract/networks/names.ts';
import type { Limits } from '#contract/networks/network-rules.ts';
import type { ChannelState } from '#contract/publishing/channels.ts';
import { inSeconds, isFree, leasing, RELEASED } from '../../../database/lease.ts';
import { type Bind, statement } from '../../../database/statement.ts';
import { NOT_HELD } from '../publications/publications.service.ts';

/** The channels as workers lease them. */

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

/** Whether a person has the workspace of a channel: the one of a closed account is erased soon. */
const IS_OPEN = sql<boolean>`exists (select from memberships
  join users on users.id = memberships.user_id
  where memberships.workspace_id = channels.workspace_id and users.closed_at is null
    and users.kind = 'person')`;

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
      where is_busy or ${isFree()}
        and (paused_until is null or paused_until <= now()) and ${IS_OPEN}
    ), free as (
      select channels.id from channels join ranked on ranked.id = channels.id
      where not is_busy and of_server <= ${bind('places', 'integer')}
        and of_workspace <= 2 * ${bind('places', 'integer')}
        and ${isFree()}
      order by since limit ${bind('limit', 'integer')}
      for update of channels skip locked
    )
    update channels set ${leasing(bind('seconds', 'float8'))}
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
    update channels set leased_until = ${inSeconds(bind('seconds', 'float8'))}
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
      update channels set leased_until = ${inSeconds(bind('seconds', 'float8'))}
      from free join held using (id) where channels.id = free.id and channels.lease = held.lease
      returning channels.id
    )
    select held.lease, renewed.id is not null as is_renewed
    from held left join renewed on renewed.id = held.id`,
);

export const releaseLease = statement<Leased>()(
  'publisher.release_lease',
  (_db, bind) => sql<object>`
    update channels set ${RELEASED}
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

/** Nothing of a channel is sent before, whatever is due. */
export const pauseChannel = statement<{ channel: number; ms: number }>()(
  'publisher.pause',
  (_db, bind) => sql<object>`
    update channels set paused_until = greatest(paused_until,
      now() + make_interval(secs => ${bind('ms', 'float8')} / 1000))
    where id = ${bind('channel', 'bigint')}`,
);

/** A row where the channel was connected until now. */
export const disconnect = statement<{ channel: number }>()(
  'publisher.disconnect',
  (_db, bind) => sql<{ id: number }>`
    update channels set state = 'reconnect', state_since = now(), updated_at = now()
    where id = ${bind('channel', 'bigint')} and state = 'connected' returning id`,
);
