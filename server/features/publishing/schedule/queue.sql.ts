import { sql } from 'kysely';
import type { UserRef } from '#contract/http/fields.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { statement } from '../../../database/statement.ts';
import { IS_WAITING, STATE } from '../publications/publications.service.ts';

/** The statements of the queue. */

type Channel = { workspaceId: number; channel: number };

export type Queued = {
  id: number;
  post: number | null;
  root: number | null;
  due_at: string;
  has_passed: boolean;
  local: string;
  zone: string;
  moved_by: string | null;
};

/** Whether it has a place in a queue: also what has failed and is nowhere, which a pause holds. */
const IS_QUEUED = sql<boolean>`publications.queued
  and (publications.state = 'proposed' or ${IS_WAITING}) and ${STATE} <> 'cancelled'`;

const queued = sql`
  select publications.id, post_id as post, due_at,
    due_at <= clock_timestamp() as has_passed,
    case when posts.size > 0 then posts.root_id end as root,
    to_char(local_time, 'YYYY-MM-DD"T"HH24:MI') as local, zone,
    (select name from users where id = publications.moved_by) as moved_by
  from publications left join posts on posts.id = publications.post_id`;

/** The posts of a queue, the first one first, locked. */
export const lockQueued = statement<Channel>()(
  'queue.lock',
  (_db, bind) => sql<Queued>`${queued}
    where publications.workspace_id = ${bind('workspaceId')}
      and publications.channel_id = ${bind('channel', 'bigint')} and ${IS_QUEUED}
    order by due_at, publications.id for update of publications`,
);

/** The posts of all queues of a workspace that are to come, locked. */
export const lockAllQueued = statement<{ workspaceId: number }>()(
  'queue.lock_all',
  (_db, bind) => sql<Queued>`${queued}
    where publications.workspace_id = ${bind('workspaceId')}
      and publications.queued and publications.state in ('proposed', 'scheduled')
      and due_at > now()
    order by publications.id for update of publications`,
);

/** The ids of the posts of a queue, the first one first. */
export const listQueued = statement<Channel & { limit: number }>()(
  'queue.list',
  (_db, bind) => sql<{ id: number }>`
    select id from publications
    where workspace_id = ${bind('workspaceId')} and channel_id = ${bind('channel', 'bigint')}
      and ${IS_QUEUED}
    order by due_at, id limit ${bind('limit', 'integer')}`,
);

/** The number of posts of each queue. */
export const countQueued = statement<{ workspaceId: number; channels: number[] }>()(
  'queue.count',
  (_db, bind) => sql<{ channel: number; count: number }>`
    select channel_id as channel, count(*)::integer as count from publications
    where workspace_id = ${bind('workspaceId')} and channel_id = any(${bind('channels', 'bigint[]')})
      and ${IS_QUEUED}
    group by channel_id`,
);

/** Gives posts of a queue other slots; what was found too late before is in time again. */
export const setTimes = statement<{ workspaceId: number; userId: number; times: string }>()(
  'queue.set_times',
  (_db, bind) => sql<object>`
    update publications set due_at = given.at, local_time = given.local, zone = given.zone,
      state = case when state = 'proposed' then state else 'scheduled' end,
      next_attempt_at = case when state <> 'proposed' then given.at end,
      late_because = null, checked_at = null, moved_by = ${bind('userId', 'bigint')},
      updated_at = now()
    from jsonb_to_recordset(${bind('times', 'jsonb')}) as given
      (id bigint, at timestamptz, local timestamp, zone text)
    where publications.workspace_id = ${bind('workspaceId')} and publications.id = given.id`,
);

export const pause = statement<Channel & { userId: number; paused: boolean }>()(
  'queue.pause',
  (_db, bind) => sql<object>`
    update channels set
      queue_paused_at = case when ${bind('paused', 'boolean')} then now() end,
      queue_paused_by = case when ${bind('paused', 'boolean')} then ${bind('userId', 'bigint')} end,
      updated_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('channel', 'bigint')}`,
);

/** Who has paused a queue. */
export const findPaused = statement<Channel>()(
  'queue.paused',
  (_db, bind) => sql<{ at: string; by: UserRef | null }>`
    select queue_paused_at as at, ${userRef('users')} as by from channels left join users on users.id = queue_paused_by
    where channels.workspace_id = ${bind('workspaceId')}
      and channels.id = ${bind('channel', 'bigint')} and queue_paused_at is not null`,
);

/**
 * How much a channel has published in each quarter of an hour of the last 90 days: zones differ by
 * quarters.
 */
export const countQuarters = statement<Channel>()(
  'queue.quarters',
  (_db, bind) => sql<{ at: string; posts: number }>`
    select date_bin('15 minutes', published_at, '2000-01-01T00:00Z') as at, count(*)::integer as posts
    from publications
    where workspace_id = ${bind('workspaceId')} and channel_id = ${bind('channel', 'bigint')}
      and state = 'published' and due_at > now() - interval '90 days'
    group by 1`,
);
