import { sql } from 'kysely';
import type { Channel } from '#contract/channels.ts';
import { type Bind, builder, statement } from '../../database/statement.ts';
import { userRef } from '../../database/user-ref.ts';

type Key = { workspaceId: number; id: number };

const channels = builder
  .selectFrom('channels')
  .leftJoin('users', 'users.id', 'channels.connected_by')
  .select([
    'channels.id',
    sql<Channel['network']>`channels.network`.as('network'),
    'channels.server',
    'channels.handle',
    'channels.name',
    'channels.url',
    sql<Channel['state']>`channels.state`.as('state'),
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

const account = (bind: Bind<Key>) =>
  builder
    .selectFrom('channels')
    .select(['id', sql<Channel['network']>`network`.as('network'), 'server', 'remote_id', 'handle'])
    .select(sql<Channel['state']>`state`.as('state'))
    .where('workspace_id', '=', bind('workspaceId'))
    .where('id', '=', bind('id'));

/** The account of a channel. */
export const findAccount = statement<Key>()('channels.account', (_db, bind) => account(bind));

/** The same, locked. */
export const lockAccount = statement<Key>()('channels.lock', (_db, bind) =>
  account(bind).forUpdate(),
);

/** The channel of an account, created where there is none; `is_new` where it was. */
export const upsertChannel = statement<{
  workspaceId: number;
  userId: number;
  network: string;
  server: string;
  remoteId: string;
  handle: string;
  name: string;
  url: string | null;
}>()(
  'channels.upsert',
  (_db, bind) => sql<{ id: number; is_new: boolean }>`
    insert into channels (workspace_id, network, server, remote_id, handle, name, url, connected_by,
      state)
    values (${bind('workspaceId')}, ${bind('network')}, ${bind('server')}, ${bind('remoteId')},
      ${bind('handle')}, ${bind('name')}, ${bind('url')}, ${bind('userId')}, 'disconnected')
    on conflict on constraint channels_account do update set handle = excluded.handle,
      name = excluded.name, url = excluded.url, connected_by = excluded.connected_by,
      updated_at = now()
    returning id, xmax = 0 as is_new`,
);

export const setCredentials = statement<Key & { credentials: string | null; state: string }>()(
  'channels.set_credentials',
  (_db, bind) => sql<object>`
    update channels set credentials = ${bind('credentials', 'text')}, state = ${bind('state')},
      updated_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** Continues the publications that stopped because the access was revoked; returns their ids. */
export const continueStopped = statement<Key>()(
  'channels.continue_stopped',
  (_db, bind) => sql<{ id: number }>`
    update publications set state = case
        when exists (select from publication_parts where publication_id = publications.id)
        then 'publishing' else 'scheduled' end,
      reason = null, detail = null, next_attempt_at = now(), updated_at = now()
    where workspace_id = ${bind('workspaceId')} and channel_id = ${bind('id')}
      and state = 'stopped' and reason = 'reconnect'
    returning id`,
);
