import { sql } from 'kysely';
import type { EventType } from '#contract/automation/event-names.ts';
import type { Webhook, WebhookState } from '#contract/automation/webhooks.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { statement } from '../../../database/statement.ts';
import { SEALED } from '../events/events.service.ts';

type Workspace = { workspaceId: number };
type Key = Workspace & { id: number };

const ofWebhook = sql`webhook_deliveries.webhook_id = webhooks.id`;

/** Endpoints as the API returns them. */
const shown = sql`webhooks.id, webhooks.name, url, types as events, folders, channels, state, off_reason,
  failing_since, version, webhooks.created_at,
  (select ${userRef('users')} from users where users.id = webhooks.created_by) as created_by,
  case when former_until > now() then former_until end as former_secret_until,
  case when state = 'on' then (select greatest(held_until, min(next_at)) from webhook_deliveries
    where ${ofWebhook} and webhook_deliveries.state = 'waiting' and isfinite(next_at)) end as next_at,
  waiting.count as waiting, waiting.since as waiting_since,
  json_build_object('accepted', coalesce(sent.accepted, 0), 'retried', coalesce(sent.retried, 0),
    'failed', coalesce(sent.failed, 0)) as sent,
  array(select case when latest.state = 'accepted' and latest.attempts > 1 then 'retried' else latest.state end
    from (select * from webhook_deliveries where ${ofWebhook}
      order by webhook_deliveries.id desc limit 40) latest order by latest.id) as latest`;

const counted = sql`cross join lateral (
    select count(*)::integer as count, min(created_at) as since from webhook_deliveries
    where ${ofWebhook} and webhook_deliveries.state = 'waiting') waiting
  cross join lateral (
    select count(*) filter (where webhook_deliveries.state = 'accepted' and attempts = 1)::integer as accepted,
      count(*) filter (where webhook_deliveries.state = 'accepted' and attempts > 1)::integer as retried,
      count(*) filter (where webhook_deliveries.state = 'failed')::integer as failed
    from webhook_deliveries where ${ofWebhook} and ended_at > now() - interval '7 days') sent`;

export const listWebhooks = statement<Workspace & { limit: number }>()(
  'webhooks.list',
  (_db, bind) => sql<Webhook>`
    select ${shown} from webhooks ${counted} where webhooks.workspace_id = ${bind('workspaceId')}
    order by lower(webhooks.name), webhooks.id limit ${bind('limit', 'integer')}`,
);

export const findWebhook = statement<Key>()(
  'webhooks.find',
  (_db, bind) => sql<Webhook>`
    select ${shown} from webhooks ${counted}
    where webhooks.workspace_id = ${bind('workspaceId')} and webhooks.id = ${bind('id')}`,
);

/** The lock of deliveries that are being added is weaker: nobody waits who is told of something. */
export const lockWebhook = statement<Key>()(
  'webhooks.lock',
  (_db, bind) => sql<{ id: number; secret: string }>`
    select id, secret from webhooks
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} for no key update`,
);

type Fields = {
  name: string;
  url: string;
  types: EventType[];
  folders: number[] | null;
  channels: number[] | null;
};

/** No row where the workspace has so many already. Its secret is written with its id. */
export const insertWebhook = statement<Workspace & Fields & { userId: number; max: number }>()(
  'webhooks.insert',
  (_db, bind) => sql<{ id: number }>`
    insert into webhooks (workspace_id, name, url, types, folders, channels, secret, created_by, since_seq)
    select ${bind('workspaceId', 'bigint')}, ${bind('name', 'text')}, ${bind('url', 'text')},
      ${bind('types', 'text[]')}, ${bind('folders', 'bigint[]')}, ${bind('channels', 'bigint[]')}, '',
      ${bind('userId', 'bigint')}, ${SEALED}
    where (select count(*) from webhooks where workspace_id = ${bind('workspaceId', 'bigint')})
      < ${bind('max', 'integer')}
    returning id`,
);

/** Another address is a new beginning. */
export const updateWebhook = statement<Key & Fields & { userId: number }>()(
  'webhooks.update',
  (_db, bind) => sql<object>`
    update webhooks set name = ${bind('name', 'text')}, types = ${bind('types', 'text[]')},
      folders = ${bind('folders', 'bigint[]')}, channels = ${bind('channels', 'bigint[]')},
      failing_since = case when url = ${bind('url', 'text')} then failing_since end,
      failures = case when url = ${bind('url', 'text')} then failures else 0 end,
      told_at = case when url = ${bind('url', 'text')} then told_at end,
      held_until = case when url = ${bind('url', 'text')} then held_until end,
      url_by = case when url = ${bind('url', 'text')} then url_by else ${bind('userId', 'bigint')} end,
      url = ${bind('url', 'text')}, version = version + 1
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** Who switches on what nobody has made any more makes it theirs. */
export const setState = statement<Key & { state: WebhookState; userId: number }>()(
  'webhooks.set_state',
  (_db, bind) => sql<object>`
    update webhooks set state = ${bind('state', 'text')},
      since_seq = case when state = 'off' then ${SEALED} else since_seq end,
      off_reason = case ${bind('state', 'text')} when 'off' then 'person' end,
      created_by = case ${bind('state', 'text')} when 'on'
        then coalesce(created_by, ${bind('userId', 'bigint')}) else created_by end,
      failing_since = null, failures = 0, told_at = null, held_until = null
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** `formerHours`: how long the present one signs as well; null: there is none. */
export const setSecret = statement<
  Key & { userId: number; secret: string; formerHours: number | null }
>()(
  'webhooks.set_secret',
  (_db, bind) => sql<object>`
    update webhooks set secret = ${bind('secret', 'text')}, secret_by = ${bind('userId', 'bigint')},
      former_secret = case when ${bind('formerHours', 'integer')} is not null then secret end,
      former_until = now() + make_interval(hours => ${bind('formerHours', 'integer')})
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

export const deleteWebhook = statement<Key>()(
  'webhooks.delete',
  (_db, bind) => sql<{ name: string; url: string }>`
    delete from webhooks where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
    returning name, url`,
);

/** Those of the given ids that the workspace has. */
export const findOwn = statement<Workspace & { folders: number[]; channels: number[] }>()(
  'webhooks.own',
  (_db, bind) => sql<{ kind: 'folders' | 'channels'; id: number }>`
    select 'folders' as kind, id from folders
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = any(${bind('folders', 'bigint[]')})
    union all
    select 'channels', id from channels
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = any(${bind('channels', 'bigint[]')})`,
);

export const listSealed = statement<{ after: number; limit: number }>()(
  'webhooks.sealed',
  (_db, bind) => sql<{ id: number; secret: string; former: string | null }>`
    select id, secret, former_secret as former from webhooks where id > ${bind('after', 'bigint')}
    order by id limit ${bind('limit', 'integer')}`,
);

export const reseal = statement<{
  id: number;
  before: string;
  secret: string;
  former: string | null;
}>()(
  'webhooks.reseal',
  (_db, bind) => sql<{ id: number }>`
    update webhooks set secret = ${bind('secret', 'text')}, former_secret = ${bind('former', 'text')},
      former_until = case when ${bind('former', 'text')} is not null then former_until end
    where id = ${bind('id', 'bigint')} and secret = ${bind('before', 'text')}
    returning id`,
);
