import { sql } from 'kysely';
import { statement } from '../../database/statement.ts';

/** The requests that were sent with an Idempotency-Key, and what they have created. */

type Keyed = { workspaceId: number; userId: number; key: string };

/** The response of a request with this key, if there was one. */
export const findResponse = statement<Keyed>()(
  'idempotency.find',
  (_db, bind) => sql<{ request_hash: Buffer; response: { ids: number[]; post?: number } }>`
    select request_hash, response from idempotency_keys
    where workspace_id = ${bind('workspaceId')} and user_id = ${bind('userId')}
      and key = ${bind('key')} and created_at > now() - interval '24 hours'`,
);

export const keepResponse = statement<Keyed & { hash: Buffer; response: string }>()(
  'idempotency.keep',
  (_db, bind) => sql<object>`
    insert into idempotency_keys (workspace_id, user_id, key, request_hash, response)
    values (${bind('workspaceId')}, ${bind('userId')}, ${bind('key')}, ${bind('hash', 'bytea')},
      ${bind('response', 'jsonb')})
    on conflict (workspace_id, user_id, key) do update set request_hash = excluded.request_hash,
      response = excluded.response, created_at = now()
      where idempotency_keys.created_at <= now() - interval '24 hours'`,
);

/** The request is known by the item: another one with the key changes it, whatever it says. */
export const keepCreated = statement<Keyed & { id: number }>()(
  'posts.keep_created',
  (_db, bind) => sql<object>`
    insert into idempotency_keys (workspace_id, user_id, key, request_hash, response)
    values (${bind('workspaceId', 'bigint')}, ${bind('userId', 'bigint')}, ${bind('key')},
      sha256('created'), jsonb_build_object('created', ${bind('id', 'bigint')}))
    on conflict (workspace_id, user_id, key) do update set response = excluded.response,
      request_hash = excluded.request_hash, created_at = now()`,
);
