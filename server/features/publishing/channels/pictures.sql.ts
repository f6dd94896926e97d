import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

type Key = { workspaceId: number; channel: number };

/** A row where the channel had none, or another one. */
export const storePicture = statement<Key & { hash: Buffer; bytes: Buffer }>()(
  'channel_pictures.store',
  (_db, bind) => sql<{ channel_id: number }>`
    insert into channel_pictures (workspace_id, channel_id, hash, bytes)
    select workspace_id, id, ${bind('hash', 'bytea')}, ${bind('bytes', 'bytea')} from channels
    where workspace_id = ${bind('workspaceId')} and id = ${bind('channel')}
    on conflict (channel_id) do update set hash = excluded.hash, bytes = excluded.bytes
      where channel_pictures.hash <> excluded.hash
    returning channel_id`,
);

/** A row where the channel had one. */
export const removePicture = statement<Key>()(
  'channel_pictures.remove',
  (_db, bind) => sql<{ channel_id: number }>`
    delete from channel_pictures
    where workspace_id = ${bind('workspaceId')} and channel_id = ${bind('channel')}
    returning channel_id`,
);

export const findPicture = statement<{ workspaceId: number; hash: Buffer }>()(
  'channel_pictures.find',
  (_db, bind) => sql<{ bytes: Buffer }>`
    select bytes from channel_pictures
    where workspace_id = ${bind('workspaceId')} and hash = ${bind('hash')} limit 1`,
);
