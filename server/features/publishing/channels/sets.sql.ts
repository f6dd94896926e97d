import { sql } from 'kysely';
import type { ChannelSet } from '#contract/publishing/channel-sets.ts';
import { statement } from '../../../database/statement.ts';

type Key = { workspaceId: number; id: number };
type Fields = {
  workspaceId: number;
  name: string;
  channels: number[];
  folder: number | null;
};

const shown = sql`id, name, channels, folder_id as folder`;

export const listSets = statement<{ workspaceId: number }>()(
  'channel_sets.list',
  (_db, bind) => sql<ChannelSet>`
    select ${shown} from channel_sets where workspace_id = ${bind('workspaceId')}
    order by lower(name)`,
);

export const lockSet = statement<Key>()(
  'channel_sets.lock',
  (_db, bind) => sql<ChannelSet>`
    select ${shown} from channel_sets
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} for update`,
);

/** No row where the workspace has so many already. */
export const insertSet = statement<Fields & { userId: number; max: number }>()(
  'channel_sets.insert',
  (_db, bind) => sql<ChannelSet>`
    insert into channel_sets (workspace_id, name, channels, folder_id, created_by)
    select ${bind('workspaceId', 'bigint')}, ${bind('name', 'text')},
      ${bind('channels', 'bigint[]')}, ${bind('folder', 'bigint')}, ${bind('userId', 'bigint')}
    where (select count(*) from channel_sets where workspace_id = ${bind('workspaceId', 'bigint')})
      < ${bind('max', 'integer')}
    returning ${shown}`,
);

export const updateSet = statement<Fields & Pick<Key, 'id'>>()(
  'channel_sets.update',
  (_db, bind) => sql<ChannelSet>`
    update channel_sets set name = ${bind('name')}, channels = ${bind('channels', 'bigint[]')},
      folder_id = ${bind('folder', 'bigint')}
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
    returning ${shown}`,
);

export const deleteSet = statement<Key>()(
  'channel_sets.delete',
  (_db, bind) => sql<object>`
    delete from channel_sets
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);
