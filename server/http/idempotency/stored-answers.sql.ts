import { sql } from 'kysely';
import { statement } from '../../database/statement.ts';

/** The answers of requests with an Idempotency-Key, for a day. */

export type Asked = { workspaceId: number; userId: number; apiKey: number; key: string };

/** How long a request may run before another one with its key takes over. */
const LEASE = sql`now() + interval '10 minutes'`;

/**
 * A row where the request is to be run: its key is new, a day old, or that of the same request of a
 * process that has died.
 */
export const beginRequest = statement<Asked & { hash: Buffer }>()(
  'answers.begin',
  (_db, bind) => sql<object>`
    insert into request_answers (workspace_id, user_id, api_key_id, key, request_hash, leased_until)
    values (${bind('workspaceId')}, ${bind('userId')}, ${bind('apiKey')}, ${bind('key')},
      ${bind('hash', 'bytea')}, ${LEASE})
    on conflict (workspace_id, user_id, api_key_id, key) do update
      set request_hash = excluded.request_hash, answer = null, leased_until = excluded.leased_until,
        created_at = now()
      where request_answers.created_at <= now() - interval '24 hours'
        or request_answers.answer is null and request_answers.leased_until < now()
          and request_answers.request_hash = excluded.request_hash
    returning 1 as begun`,
);

const IS_IT = (bind: (name: keyof Asked) => unknown) => sql<boolean>`
  workspace_id = ${bind('workspaceId')} and user_id = ${bind('userId')}
  and api_key_id = ${bind('apiKey')} and key = ${bind('key')}`;

/** For how long it has run, and when another request takes over, in seconds. */
export type Answer = { request_hash: Buffer; answer: string | null; age: number; left: number };

export const findAnswer = statement<Asked>()(
  'answers.find',
  (_db, bind) => sql<Answer>`
    select request_hash, answer, extract(epoch from now() - created_at)::float8 as age,
      extract(epoch from leased_until - now())::float8 as left
    from request_answers where ${IS_IT(bind)}`,
);

export const keepAnswer = statement<Asked & { answer: string }>()(
  'answers.keep',
  (_db, bind) => sql<object>`
    update request_answers set answer = ${bind('answer')} where ${IS_IT(bind)} and answer is null`,
);

export const forgetRequest = statement<Asked>()(
  'answers.forget',
  (_db, bind) => sql<object>`
    delete from request_answers where ${IS_IT(bind)} and answer is null`,
);
