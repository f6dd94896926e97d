import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

export type SlotRow = { channel: number; weekday: number; time: string };

type Channels = { workspaceId: number; channels: number[] };

/** The slots of channels, in the order of the week. */
export const listSlots = statement<Channels>()(
  'slots.list',
  (_db, bind) => sql<SlotRow>`
    select channel_id as channel, weekday, to_char(local_time, 'HH24:MI') as time
    from channel_slots where workspace_id = ${bind('workspaceId')}
      and channel_id = any(${bind('channels', 'bigint[]')})
    order by channel_id, weekday, local_time`,
);

export const replaceSlots = statement<{ workspaceId: number; channel: number; slots: string }>()(
  'slots.replace',
  (_db, bind) => sql<object>`
    with given as (
      select weekday, time::time as local_time
      from jsonb_to_recordset(${bind('slots', 'jsonb')}) as slot (weekday smallint, time text)
    ), removed as (
      delete from channel_slots where workspace_id = ${bind('workspaceId')}
        and channel_id = ${bind('channel', 'bigint')}
        and (weekday, local_time) not in (select weekday, local_time from given)
    )
    insert into channel_slots (workspace_id, channel_id, weekday, local_time)
    select ${bind('workspaceId', 'bigint')}, ${bind('channel', 'bigint')}, weekday, local_time
    from given on conflict do nothing`,
);

/** Nobody else takes their slots until the transaction ends. In the order of their ids. */
export const lockChannels = statement<Channels>()(
  'slots.lock',
  (_db, bind) => sql<{ id: number }>`
    select id from channels where workspace_id = ${bind('workspaceId')}
      and id = any(${bind('channels', 'bigint[]')})
    order by id for no key update`,
);

/** The times that channels have taken from now on, in minutes since 1970. */
export const listTaken = statement<{ channels: number[] }>()(
  'slots.taken',
  (_db, bind) => sql<{ channel: number; minute: number }>`
    select distinct channel_id as channel, floor(extract(epoch from due_at) / 60)::float8 as minute
    from publications
    where channel_id = any(${bind('channels', 'bigint[]')}) and state <> 'cancelled'
      and due_at > now() - interval '1 minute'`,
);

/** The zone of a workspace. */
export const findZone = statement<{ workspaceId: number }>()(
  'slots.zone',
  (_db, bind) => sql<{ time_zone: string }>`
    select time_zone from workspaces where id = ${bind('workspaceId')}`,
);
