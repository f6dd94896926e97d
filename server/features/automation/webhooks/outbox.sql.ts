import { sql } from 'kysely';
import type { EventType } from '#contract/automation/event-names.ts';
import { inTurns } from '../../../database/in-turns.ts';
import { inSeconds, isFree, leasing, RELEASED } from '../../../database/lease.ts';
import { statement } from '../../../database/statement.ts';

/** What waits to be read and sent. */

/** Ids, and what cannot be read any more (migration 0090). */
type About = {
  post?: number;
  item?: number | null;
  folder?: number | null;
  title?: string | null;
  publication?: number;
  metric?: string;
  value?: number;
  milestone?: number;
  channel?: number;
  network?: string;
  handle?: string;
  name?: string;
  comment?: number;
  file?: number;
  member?: number;
  rule?: number;
  text?: string;
};

export type TakenEvent = {
  id: number;
  workspace: number;
  type: EventType;
  about: About;
  occurred_at: string;
};

/**
 * Takes events to be read: so many of each workspace, so that none waits for all of another. Those
 * that a process took and left are taken again.
 */
export const takeEvents = statement<{ each: number; limit: number; leftSeconds: number }>()(
  'webhook_events.take',
  (_db, bind) => sql<TakenEvent>`
    update webhook_events set taken_at = now()
    where id in (${inTurns('webhook_events', {
      open: sql`body is null`,
      free: sql`due_at <= now() and (taken_at is null
        or taken_at < now() - make_interval(secs => ${bind('leftSeconds', 'integer')}))`,
      each: bind('each', 'integer'),
      limit: bind('limit', 'integer'),
    })})
    returning id, workspace_id as workspace, type, about, occurred_at`,
);

/** Where the subject of an event is; 0 where it is in no folder, null where it has none, or is gone. */
const folderNow = sql`case type when 'post.deleted' then (about ->> 'folder')::bigint else coalesce(
  (select coalesce(folder_id, 0) from items
    where items.workspace_id = webhook_events.workspace_id and items.id = (about ->> 'item')::bigint),
  (select coalesce(folder_id, 0) from posts join publications on publications.post_id = posts.id
    where publications.workspace_id = webhook_events.workspace_id
      and publications.id = (about ->> 'publication')::bigint),
  (select coalesce(folder_id, 0) from posts join comments on comments.post_id = posts.id
    where comments.workspace_id = webhook_events.workspace_id
      and comments.id = (about ->> 'comment')::bigint),
  (select coalesce(folder_id, 0) from media_files
    where media_files.workspace_id = webhook_events.workspace_id
      and media_files.id = (about ->> 'file')::bigint)) end`;
const channelNow = sql`coalesce((about ->> 'channel')::bigint,
  (select channel_id from publications where publications.workspace_id = webhook_events.workspace_id
    and publications.id = (about ->> 'publication')::bigint))`;

/** From then on it is sent; `gone` to endpoints that are limited to other folders or accounts. */
export const setBody = statement<{ id: number; body: string; gone: string }>()(
  'webhook_events.set_body',
  (_db, bind) => sql<object>`
    with event as (
      update webhook_events set body = ${bind('body', 'text')}, gone = ${bind('gone', 'text')},
        folder = ${folderNow}, channel = ${channelNow}
      where id = ${bind('id', 'bigint')} and body is null returning id)
    update webhook_deliveries set next_at = now()
    from event where event_id = event.id and state = 'waiting' and not isfinite(next_at)`,
);

export type LeasedWebhook = { id: number; workspace: number; lease: string };

/**
 * Endpoints with something to be sent, those that waited longest first. Of a workspace, `each` at most
 * are leased at a time.
 */
export const leaseWebhooks = statement<{
  isSlow: boolean;
  limit: number;
  seconds: number;
  each: number;
}>()(
  'webhooks.lease',
  (_db, bind) => sql<LeasedWebhook>`
    update webhooks set ${leasing(bind('seconds', 'integer'))}
    where id in (select webhooks.id from webhooks join (
        select id, row_number() over (partition by workspace_id order by served_at nulls first)
          + (select count(*) from webhooks busy where busy.workspace_id = due.workspace_id
            and busy.is_slow = due.is_slow and busy.leased_until >= now()) as place
        from webhooks due where state = 'on' and is_slow = ${bind('isSlow', 'boolean')}
          and ${isFree()}
          and (held_until is null or held_until <= now())
          and exists (select from webhook_deliveries where webhook_id = due.id
            and webhook_deliveries.state = 'waiting' and next_at <= now())) due using (id)
      where place <= ${bind('each', 'integer')}
      order by served_at nulls first limit ${bind('limit', 'integer')} for update of webhooks skip locked)
    returning id, workspace_id as workspace, lease`,
);

/** An endpoint as it is called: `folders` and `channels` are those that it is limited to. */
export type Endpoint = {
  url: string;
  secret: string;
  former: string | null;
  folders: number[] | null;
  channels: number[] | null;
};

/** Renews the lease; no row where it is not held any more, or nothing may be sent now. */
export const confirm = statement<{ id: number; lease: string; seconds: number }>()(
  'webhooks.confirm',
  (_db, bind) => sql<Endpoint>`
    update webhooks set leased_until = ${inSeconds(bind('seconds', 'integer'))}
    where id = ${bind('id', 'bigint')} and lease = ${bind('lease', 'uuid')} and state = 'on'
      and (held_until is null or held_until <= now())
    returning url, secret, case when former_until > now() then former_secret end as former,
      folders, channels`,
);

export const release = statement<{ id: number; lease: string; isSlow: boolean }>()(
  'webhooks.release',
  (_db, bind) => sql<object>`
    update webhooks set ${RELEASED}, served_at = now(),
      is_slow = ${bind('isSlow', 'boolean')}
    where id = ${bind('id', 'bigint')} and lease = ${bind('lease', 'uuid')}`,
);

export type DueDelivery = {
  id: number;
  key: string;
  type: string;
  body: string;
  /** What is sent in place of the body where the endpoint is limited to other places than these. */
  gone: string | null;
  folder: number | null;
  channel: number | null;
  tries_left: number;
  /** When it was due, to the microsecond: who asks for it meanwhile moves it. */
  due: string;
};

export const listDue = statement<{ webhook: number; limit: number }>()(
  'webhook_deliveries.due',
  (_db, bind) => sql<DueDelivery>`
    select webhook_deliveries.id, key, type, body, gone, folder, channel, tries_left,
      next_at::text as due
    from webhook_deliveries join webhook_events on webhook_events.id = event_id
    where webhook_id = ${bind('webhook', 'bigint')} and state = 'waiting' and next_at <= now()
    order by next_at, webhook_deliveries.id limit ${bind('limit', 'integer')}`,
);

type Attempt = {
  delivery: number;
  beganAt: string;
  ms: number;
  status: number | null;
  error: string | null;
  type: string | null;
  size: number | null;
  text: string | null;
};

/**
 * `kept`: how many of the latest ones are, with this one. Returns whether the endpoint still has the
 * address that was called.
 */
export const insertAttempt = statement<Attempt & { isGone: boolean; url: string; kept: number }>()(
  'webhook_attempts.insert',
  (_db, bind) => sql<{ is_present: boolean }>`
    with counted as (
      update webhook_deliveries set attempts = attempts + 1, is_gone = ${bind('isGone', 'boolean')}
      where id = ${bind('delivery', 'bigint')} returning id, webhook_id),
    forgotten as (
      delete from webhook_attempts where id = any(array(select id from webhook_attempts
        where delivery_id = ${bind('delivery', 'bigint')}
        order by id desc offset ${bind('kept', 'integer')} - 1)))
    insert into webhook_attempts (delivery_id, began_at, ms, status, error, type, size, text)
    select id, ${bind('beganAt', 'timestamptz')}, ${bind('ms', 'integer')}, ${bind('status', 'integer')},
      ${bind('error', 'text')}, ${bind('type', 'text')}, ${bind('size', 'integer')}, ${bind('text', 'text')}
    from counted
    returning (select url = ${bind('url', 'text')} from webhooks
      where webhooks.id = (select webhook_id from counted)) as is_present`,
);

/**
 * `delay`: before the next attempt, in seconds; null where there is none. What a person has asked for
 * since it was `due` is done all the same.
 */
export const endAttempt = statement<{
  delivery: number;
  due: string;
  isAccepted: boolean;
  delay: number | null;
}>()('webhook_deliveries.end_attempt', (_db, bind) => {
  const accepted = bind('isAccepted', 'boolean');
  const delay = bind('delay', 'double precision');
  const isAsked = sql`next_at <> ${bind('due', 'text')}::timestamptz`;
  return sql<object>`
    update webhook_deliveries set
      tries_left = greatest(tries_left - 1, case when ${isAsked} then 1 else 0 end),
      state = case when ${accepted} then 'accepted'
        when ${delay} is null and not ${isAsked} then 'failed' else 'waiting' end,
      next_at = case when ${accepted} then null when ${isAsked} then next_at
        else now() + make_interval(secs => ${delay}) end,
      ended_at = case when ${accepted} or (${delay} is null and not ${isAsked}) then now() end
    where id = ${bind('delivery', 'bigint')} and state = 'waiting'`;
});

/** Of the address that was called: an endpoint that has another one by now began anew. */
type Called = { id: number; url: string };

export const noteAccepted = statement<Called>()(
  'webhooks.note_accepted',
  (_db, bind) => sql<object>`
    update webhooks set failures = 0, failing_since = null, told_at = null, held_until = null
    where id = ${bind('id', 'bigint')} and url = ${bind('url', 'text')}
      and (failures > 0 or failing_since is not null or held_until is not null)`,
);

/**
 * A receiver that fails again and again is asked more rarely, at least each minute. `hold`: what it
 * asked for, in seconds.
 */
export const noteFailed = statement<Called & { hold: number | null }>()(
  'webhooks.note_failed',
  (_db, bind) => sql<{ state: string; failing_days: number; told_days: number | null }>`
    update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, now()),
      held_until = greatest(held_until,
        now() + make_interval(secs => ${bind('hold', 'double precision')}),
        case when failures >= 3 then now() + make_interval(secs => least(60, 2 ^ least(failures, 6))) end)
    where id = ${bind('id', 'bigint')} and url = ${bind('url', 'text')}
    returning state, (extract(epoch from now() - failing_since) / 86400)::float as failing_days,
      (extract(epoch from now() - told_at) / 86400)::float as told_days`,
);

export const noteTold = statement<{ id: number }>()(
  'webhooks.note_told',
  (_db, bind) => sql<object>`
    update webhooks set told_at = now() where id = ${bind('id', 'bigint')}`,
);

export const turnOff = statement<{ id: number; reason: 'gone' | 'failures' }>()(
  'webhooks.turn_off',
  (_db, bind) => sql<{ id: number }>`
    update webhooks set state = 'off', off_reason = ${bind('reason', 'text')}
    where id = ${bind('id', 'bigint')} and state <> 'off'
    returning id`,
);
