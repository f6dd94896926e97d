import { sql } from 'kysely';
import type { Network } from '#contract/networks/names.ts';
import { statement } from '../../../database/statement.ts';

/** Accounts that are being connected. */

export const insertConnection = statement<{
  id: string;
  workspaceId: number;
  userId: number;
  network: string;
  channel: number | null;
  state: string;
}>()(
  'connections.insert',
  (_db, bind) => sql<object>`
    insert into channel_connections (id, workspace_id, user_id, network, channel_id, state)
    values (${bind('id', 'uuid')}, ${bind('workspaceId')}, ${bind('userId')}, ${bind('network')},
      ${bind('channel', 'bigint')}, ${bind('state')})`,
);

/** The state of a connection that its person began lately; it is used once. */
export const takeConnection = statement<{ id: string; userId: number; workspaceId: number }>()(
  'connections.take',
  (_db, bind) => sql<{ network: Network; channel: number | null; state: string }>`
    delete from channel_connections
    where id = ${bind('id', 'uuid')} and user_id = ${bind('userId')}
      and workspace_id = ${bind('workspaceId')} and created_at > now() - interval '15 minutes'
    returning network, channel_id as channel, state`,
);
