import { sql } from 'kysely';
import type { Published } from '#contract/people/notifications.ts';
import type { Publication, StopCause, StopReason } from '#contract/publishing/publications.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { statement } from '../../../database/statement.ts';

/** How publications are changed by people, and ended. */

type Key = { workspaceId: number; id: number };

/** A publication, locked. */
export const lockPublication = statement<Key>()(
  'publications.lock',
  (_db, bind) => sql<{
    id: number;
    post: number | null;
    root: number | null;
    channel: number;
    state: Publication['state'];
    reason: StopReason | null;
    cause: StopCause | null;
    due_at: string;
    queued: boolean;
    moved_by: string | null;
    created_by: number | null;
  }>`
    select publications.id, post_id as post, channel_id as channel, publications.created_by,
      case when posts.size > 0 then posts.root_id end as root,
      publications.state, reason, cause, publications.due_at, publications.queued,
      (select name from users where id = publications.moved_by) as moved_by
    from publications left join posts on posts.id = publications.post_id
    where publications.workspace_id = ${bind('workspaceId')} and publications.id = ${bind('id')}
    for update of publications`,
);

/**
 * The channels of publications, locked: no step of them begins or ends meanwhile, and nobody takes
 * their slots. Locked before the content, as the publisher does.
 */
export const lockChannelsOf = statement<{ workspaceId: number; ids: number[] }>()(
  'publications.lock_channels',
  (_db, bind) => sql<{ id: number }>`
    select id from channels where workspace_id = ${bind('workspaceId')} and id in (
      select channel_id from publications
      where workspace_id = ${bind('workspaceId')} and id = any(${bind('ids', 'bigint[]')}))
    order by id for no key update`,
);

/** When a publication is due: an instant with the wall time that was chosen, or now. */
export type When = {
  at: string | null;
  local: string | null;
  zone: string | null;
  /** Whether it is a slot of the queue. */
  queued: boolean;
};

export const move = statement<Key & When & { userId: number | null }>()(
  'publications.move',
  (_db, bind) => sql<object>`
    update publications set state = case when state = 'proposed' then state else 'scheduled' end,
      reason = null, detail = null, late_because = null, checked_at = null,
      due_at = date_trunc('milliseconds', coalesce(${bind('at', 'timestamptz')}, now())),
      local_time = ${bind('local', 'timestamp')}, zone = ${bind('zone', 'text')},
      queued = ${bind('queued', 'boolean')}, moved_by = ${bind('userId', 'bigint')},
      next_attempt_at = case when state <> 'proposed'
        then greatest(${bind('at', 'timestamptz')}, now()) end,
      updated_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** Whether its original has published it since the backup is known: a person has looked. */
export const endDoubt = statement<Key>()(
  'publications.end_doubt',
  (_db, bind) => sql<object>`
    update publications set copied_at = null
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

export const cancel = statement<Key & { userId: number | null }>()(
  'publications.cancel',
  (_db, bind) => sql<object>`
    update publications set state = 'cancelled', reason = null, next_attempt_at = null,
      published_at = null, ended_by = ${bind('userId', 'bigint')}, ended_at = now(),
      updated_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** What may be there goes on with the text that was sent, or waits for a person to say whether it is. */
export const goOnUnknown = statement<Key & { goes: boolean }>()(
  'publications.go_on_unknown',
  (_db, bind) => sql<object>`
    update publications set updated_at = now(),
      next_attempt_at = case when ${bind('goes', 'boolean')} then now() end,
      state = case when ${bind('goes', 'boolean')} then state else 'stopped' end,
      reason = case when not ${bind('goes', 'boolean')} then 'unknown' end,
      detail = case when not ${bind('goes', 'boolean')}
        then 'It isn’t known whether it was published.' end
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** The text of the post as it is now is the one to publish. */
export const setText = statement<Key & { version: number }>()(
  'publications.set_text',
  (_db, bind) => sql<object>`
    update publications set version = ${bind('version')}, as_scheduled = false,
      source_id = null, source_hash = null,
      text_hash = post_text_hash(post_id), text = post_parts(post_id),
      names = post_names(workspace_id, post_id)
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** The text that was scheduled is the one to publish, whatever the post says now. */
export const keepScheduled = statement<Key>()(
  'publications.keep_scheduled',
  (_db, bind) => sql<object>`
    update publications set as_scheduled = true
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** Continues at once: a stopped publication with parts, or one that was never begun. */
export const resume = statement<Key>()(
  'publications.resume',
  (_db, bind) => sql<object>`
    update publications set state = case
        when exists (select from publication_parts where publication_id = publications.id)
        then 'publishing' else 'scheduled' end,
      reason = null, detail = null, next_attempt_at = now(), own_failures = 0, updated_at = now(),
      due_at = case when reason = 'late' then now() else due_at end, late_because = null,
      -- It is sent now: a paused queue does not hold it.
      queued = queued and reason is distinct from 'late'
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** The same for all of a channel that stopped because the access was revoked; returns their posts. */
export const resumeChannel = statement<{ workspaceId: number; channel: number }>()(
  'publications.resume_channel',
  (_db, bind) => sql<{ post: number | null }>`
    update publications set state = case
        when exists (select from publication_parts where publication_id = publications.id)
        then 'publishing' else 'scheduled' end,
      reason = null, detail = null, next_attempt_at = now(), updated_at = now()
    where workspace_id = ${bind('workspaceId')} and channel_id = ${bind('channel')}
      and state = 'stopped' and reason = 'reconnect'
      and exists (select from posts where id = post_id and ${isLive('posts')} and size > 0)
    returning post_id as post`,
);

/**
 * Ends a publication. `is_current`: the text of the post is still the published one; `others`: those
 * of its post that are not published yet.
 */
export const finish = statement<{ id: number }>()(
  'publisher.finish',
  (_db, bind) => sql<Published & { channel: number; others: number; is_current: boolean }>`
    with done as (
      update publications set state = 'published', published_at = now(), reason = null,
        detail = null, next_attempt_at = null, updated_at = now()
      where id = ${bind('id', 'bigint')} returning id, post_id, text_hash, channel_id
    )
    select post_id is not null and post_text_hash(post_id) is not distinct from text_hash
        as is_current, (select count(*) from publications other where other.post_id = done.post_id
      and other.id <> done.id and other.state in ('proposed', 'scheduled', 'publishing', 'stopped')) as others,
      channel_id as channel,
      (select network from channels where channels.id = channel_id) as network,
      (select url from publication_parts where publication_id = done.id and position = 0
        and removed_at is null) as url
    from done`,
);
