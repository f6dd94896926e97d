import { sql } from 'kysely';
import type { Limits } from '#contract/networks/network-rules.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { type Bind, builder, statement } from '../../../database/statement.ts';

type Key = { workspaceId: number; id: number };

const channels = builder
  .selectFrom('channels')
  .leftJoin('users', 'users.id', 'channels.connected_by')
  .leftJoin('channel_pictures', (join) =>
    join
      .onRef('channel_pictures.workspace_id', '=', 'channels.workspace_id')
      .onRef('channel_pictures.channel_id', '=', 'channels.id'),
  )
  .select([
    'channels.id',
    sql<Channel['network']>`channels.network`.as('network'),
    'channels.server',
    'channels.handle',
    'channels.name',
    'channels.url',
    sql<string | null>`encode(channel_pictures.hash, 'hex')`.as('picture'),
    sql<Channel['state']>`channels.state`.as('state'),
    'channels.state_since',
    'channels.expires_at',
    sql<Channel['limits']>`channels.limits`.as('limits'),
    sql<Channel['settings']>`channels.settings`.as('settings'),
    'channels.queue_paused_at',
    sql<number>`(select count(*) from publications where channel_id = channels.id
        and state in ('scheduled', 'publishing'))
      + (select count(*) from publications where workspace_id = channels.workspace_id
        and channel_id = channels.id and state = 'stopped' and reason = 'reconnect')`.as('waiting'),
    userRef('users').as('connected_by'),
    'channels.created_at',
  ]);

export const listChannels = statement<{ workspaceId: number }>()('channels.list', (_db, bind) =>
  channels.where('channels.workspace_id', '=', bind('workspaceId')).orderBy('channels.id'),
);

export const findChannel = statement<Key>()('channels.find', (_db, bind) =>
  channels
    .where('channels.workspace_id', '=', bind('workspaceId'))
    .where('channels.id', '=', bind('id')),
);

export type AccountRow = {
  id: number;
  workspace: number;
  network: Channel['network'];
  server: string;
  remote_id: string;
  handle: string;
  state: Channel['state'];
  credentials: string | null;
};

const account = (bind: Bind<Key>) => sql<AccountRow>`
  select id, workspace_id as workspace, network, server, remote_id, handle, state, credentials
  from channels where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`;

/** The account of a channel. */
export const findAccount = statement<Key>()('channels.account', (_db, bind) => account(bind));

/** The same, locked. */
export const lockAccount = statement<Key>()(
  'channels.lock',
  (_db, bind) => sql<AccountRow>`${account(bind)} for update`,
);

type Described = {
  handle: string;
  name: string;
  url: string | null;
  limits: Limits;
};

/** The channel of an account, created where there is none; `is_new` where it was. */
export const upsertChannel = statement<
  Omit<Described, 'limits'> & {
    workspaceId: number;
    userId: number;
    network: string;
    server: string;
    remoteId: string;
    limits: string;
  }
>()(
  'channels.upsert',
  (_db, bind) => sql<{ id: number; is_new: boolean }>`
    insert into channels (workspace_id, network, server, remote_id, handle, name, url, limits,
      connected_by, state)
    values (${bind('workspaceId')}, ${bind('network')}, ${bind('server')}, ${bind('remoteId')},
      ${bind('handle')}, ${bind('name')}, ${bind('url')}, ${bind('limits', 'jsonb')},
      ${bind('userId')}, 'disconnected')
    on conflict on constraint channels_account do update set handle = excluded.handle,
      name = excluded.name, url = excluded.url, limits = excluded.limits,
      connected_by = excluded.connected_by, checked_at = now(), updated_at = now()
    returning id, xmax = 0 as is_new`,
);

/** Stores what the network says of an account now. */
export const describe = statement<
  Omit<Described, 'limits'> & Pick<Key, 'id'> & { limits: string }
>()(
  'channels.describe',
  (_db, bind) => sql<object>`
    update channels set handle = ${bind('handle')}, name = ${bind('name')}, url = ${bind('url')},
      limits = ${bind('limits', 'jsonb')}, checked_at = now(), updated_at = now()
    where id = ${bind('id')}`,
);

export const setSettings = statement<Key & { settings: string }>()(
  'channels.set_settings',
  (_db, bind) => sql<object>`
    update channels set settings = ${bind('settings', 'jsonb')}, updated_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

export const setCredentials = statement<
  Key & { credentials: string | null; state: string; expiresAt: Date | null }
>()(
  'channels.set_credentials',
  (_db, bind) => sql<object>`
    update channels set credentials = ${bind('credentials', 'text')}, state = ${bind('state')},
      state_since = case when state = ${bind('state')} then state_since else now() end,
      expires_at = ${bind('expiresAt', 'timestamptz')}, renewing_until = null, paused_until = null,
      warned_days = null, generation = generation + 1, updated_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/**
 * A row where this process is the one that renews the credentials. `lapsed`: the claim of another
 * process that has not ended it, and may have new credentials: it lapsed within `doubtSeconds`.
 */
export const claimRenewal = statement<{ id: number; seconds: number; doubtSeconds: number }>()(
  'channels.claim_renewal',
  (_db, bind) => sql<{ credentials: string | null; claim: string; lapsed: string | null }>`
    update channels set renewing_until = now() + make_interval(secs => ${bind('seconds', 'float8')})
    from (select id, case when renewing_until > now()
          - make_interval(secs => ${bind('doubtSeconds', 'float8')}) then renewing_until::text end as lapsed
      from channels where id = ${bind('id')} for no key update) former
    where channels.id = former.id and (renewing_until is null or renewing_until < now())
    returning credentials, renewing_until::text as claim, lapsed`,
);

/**
 * Ends a claim, unless it has become that of another process. `lapsed`: the one before, which is
 * remembered.
 */
export const endRenewal = statement<{ id: number; claim: string; lapsed: string | null }>()(
  'channels.end_renewal',
  (_db, bind) => sql<object>`
    update channels set renewing_until = ${bind('lapsed', 'timestamptz')}
    where id = ${bind('id')} and renewing_until = ${bind('claim', 'timestamptz')}`,
);

/**
 * Stores renewed credentials; a row where the former ones were still there: a channel that was
 * disconnected, or connected again, meanwhile is left alone.
 */
export const replaceCredentials = statement<{
  id: number;
  former: string;
  credentials: string;
  expiresAt: Date | null;
}>()(
  'channels.replace_credentials',
  (_db, bind) => sql<{ id: number }>`
    update channels set credentials = ${bind('credentials', 'text')}, renewing_until = null,
      expires_at = ${bind('expiresAt', 'timestamptz')},
      warned_days = case when ${bind('expiresAt', 'timestamptz')} < expires_at + interval '1 day'
        then warned_days end
    where id = ${bind('id')} and credentials = ${bind('former', 'text')} returning id`,
);

/** Connected accounts that were not read from their network for a while, the oldest first. */
export const listUnchecked = statement<{ hours: number; limit: number }>()(
  'channels.unchecked',
  (_db, bind) => sql<AccountRow>`
    select id, workspace_id as workspace, network, server, remote_id, handle, state, credentials
    from channels where state = 'connected'
      and checked_at < now() - make_interval(hours => ${bind('hours', 'integer')})
    order by checked_at limit ${bind('limit')}`,
);

/** An attempt to read an account: the next one is later. */
export const markChecked = statement<{ id: number }>()(
  'channels.mark_checked',
  (_db, bind) => sql<object>`
    update channels set checked_at = now() where id = ${bind('id')}`,
);

/** The same credentials, sealed again; not while they are being renewed. */
export const resealCredentials = statement<{ id: number; former: string; credentials: string }>()(
  'channels.reseal',
  (_db, bind) => sql<{ id: number }>`
    update channels set credentials = ${bind('credentials', 'text')}
    where id = ${bind('id')} and credentials = ${bind('former', 'text')}
      and (renewing_until is null or renewing_until < now()) returning id`,
);

/** Sealed credentials, page by page, for another SECRET. */
export const listSealed = statement<{ after: number; limit: number }>()(
  null,
  (_db, bind) => sql<{ id: number; credentials: string }>`
    select id, credentials from channels where credentials is not null and id > ${bind('after')}
    order by id limit ${bind('limit')}`,
);

export type Ending = { id: number; workspace: number; days: number };

/**
 * Connections that end within some days, where nobody was warned since the last of these days.
 * `days`: in descending order.
 */
export const takeEnding = statement<{ days: number[] }>()(
  null,
  (_db, bind) => sql<Ending>`
    update channels set warned_days = left_over.days
    from (
      select channels.id as channel, (select min(day) from unnest(${bind('days', 'integer[]')}) day
          where expires_at <= now() + make_interval(days => day)) as days
      from channels
      where state = 'connected' and expires_at > now()
        and expires_at <= now() + make_interval(days => (${bind('days', 'integer[]')})[1])
    ) left_over
    where id = left_over.channel and (warned_days is null or warned_days > left_over.days)
    returning id, workspace_id as workspace, left_over.days`,
);
