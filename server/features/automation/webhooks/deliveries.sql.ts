import { sql } from 'kysely';
import type { EventType } from '#contract/automation/event-names.ts';
import type { Delivery, DeliveryDetails, DeliveryState } from '#contract/automation/webhooks.ts';
import { statement } from '../../../database/statement.ts';

type Workspace = { workspaceId: number };
type Key = Workspace & { id: number };

/** Deliveries as the API returns them. */
const shown = sql`webhook_deliveries.id, 'msg_' || replace(webhook_events.key::text, '-', '') as key, type,
  left(coalesce(sent::jsonb #>> '{data,title}', sent::jsonb #>> '{data,excerpt}',
    sent::jsonb #>> '{data,publication,excerpt}', sent::jsonb #>> '{data,name}',
    sent::jsonb #>> '{data,text}', ''), 100) as title,
  state, attempts, last.status, last.error, occurred_at,
  case when isfinite(next_at) then next_at end as next_at`;
const from = sql`from webhook_deliveries
  join webhook_events on webhook_events.id = webhook_deliveries.event_id
  cross join lateral (select case when is_gone then gone else body end as sent) read
  left join lateral (select status, error from webhook_attempts
    where delivery_id = webhook_deliveries.id order by id desc limit 1) last on true`;

export const listDeliveries = statement<
  Key & { before: number | null; state: DeliveryState | null; until: string | null; limit: number }
>()(
  'webhook_deliveries.list',
  (_db, bind) => sql<Delivery>`
    select ${shown} ${from}
    where webhook_deliveries.workspace_id = ${bind('workspaceId', 'bigint')}
      and webhook_id = ${bind('id', 'bigint')}
      and (${bind('before', 'bigint')} is null or webhook_deliveries.id < ${bind('before', 'bigint')})
      and (${bind('state', 'text')} is null or state = ${bind('state', 'text')})
      and (${bind('until', 'timestamptz')} is null or occurred_at < ${bind('until', 'timestamptz')})
    order by webhook_deliveries.id desc limit ${bind('limit', 'integer')}`,
);

export const countDeliveries = statement<Key>()(
  'webhook_deliveries.count',
  (_db, bind) => sql<{ failed: number; waiting: number }>`
    select (select count(*)::integer from webhook_deliveries where webhook_id = webhooks.id
        and webhook_deliveries.state = 'failed') as failed,
      (select count(*)::integer from webhook_deliveries where webhook_id = webhooks.id
        and webhook_deliveries.state = 'waiting') as waiting
    from webhooks where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

export const findDelivery = statement<Key>()(
  'webhook_deliveries.find',
  (_db, bind) => sql<Delivery>`
    select ${shown} ${from}
    where webhook_deliveries.workspace_id = ${bind('workspaceId', 'bigint')}
      and webhook_deliveries.id = ${bind('id', 'bigint')}`,
);

export const findDetails = statement<Key & { tries: number }>()(
  'webhook_deliveries.details',
  (_db, bind) => sql<DeliveryDetails>`
    select ${shown}, sent as body, coalesce((select json_agg(json_build_object('began_at', began_at, 'ms', ms,
        'status', tried.status, 'error', tried.error, 'type', tried.type, 'size', size, 'text', text)
        order by tried.id)
      from (select * from webhook_attempts where delivery_id = webhook_deliveries.id
        order by id desc limit ${bind('tries', 'integer')}) tried), '[]') as tries
    ${from} where webhook_deliveries.workspace_id = ${bind('workspaceId', 'bigint')}
      and webhook_deliveries.id = ${bind('id', 'bigint')}`,
);

/** Calls an endpoint now, whatever its receiver has asked for. */
export const liftHold = statement<Key>()(
  'webhooks.lift_hold',
  (_db, bind) => sql<object>`
    update webhooks set held_until = null
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** Tries it once more; what waits keeps its tries. */
export const sendAgain = statement<Key>()(
  'webhook_deliveries.again',
  (_db, bind) => sql<{ id: number; webhook: number }>`
    update webhook_deliveries set next_at = case next_at when 'infinity' then next_at else now() end,
      tries_left = case state when 'waiting' then tries_left else 1 end,
      state = 'waiting', ended_at = null
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
    returning id, webhook_id as webhook`,
);

export const sendFailedAgain = statement<Key & { since: string; limit: number }>()(
  'webhook_deliveries.failed_again',
  (_db, bind) => sql<{ id: number }>`
    update webhook_deliveries set state = 'waiting', next_at = now(), tries_left = 1, ended_at = null
    where id in (select id from webhook_deliveries
      where workspace_id = ${bind('workspaceId', 'bigint')} and webhook_id = ${bind('id', 'bigint')}
        and state = 'failed' and ended_at >= ${bind('since', 'timestamptz')}
      order by id desc limit ${bind('limit', 'integer')})
    returning id`,
);

/** `body`: JSON. It is tried once. */
export const insertExample = statement<Key & { type: EventType; body: string }>()(
  'webhook_deliveries.insert_example',
  (_db, bind) => sql<{ id: number }>`
    with event as (
      insert into webhook_events (workspace_id, type, subject_id, about, due_at, taken_at, body)
      values (${bind('workspaceId', 'bigint')}, ${bind('type', 'text')}, 0, '{}', now(), now(),
        ${bind('body', 'text')})
      returning id)
    insert into webhook_deliveries (workspace_id, webhook_id, event_id, next_at, tries_left)
    select ${bind('workspaceId', 'bigint')}, ${bind('id', 'bigint')}, event.id, now(), 1 from event
    returning id`,
);

/** What happened so long ago, with what was sent of it. */
export const removeOld = statement<{ days: number; limit: number }>()(
  'webhook_events.remove_old',
  (_db, bind) => sql<object>`
    delete from webhook_events where id = any(array(select id from webhook_events
      where occurred_at < now() - make_interval(days => ${bind('days', 'integer')})
      order by occurred_at limit ${bind('limit', 'integer')}))
    returning id`,
);
