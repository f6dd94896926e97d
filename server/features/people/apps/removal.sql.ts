import { type RawBuilder, sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** Of what ended before a time, at most so many rows. */
type Ended = { days: number; max: number };

const removing = (table: string, key: string, ended: RawBuilder<unknown>) =>
  statement<Ended>()(
    null,
    (_db, bind) => sql<object>`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)}
        where ${ended} <= now() - make_interval(days => ${bind('days', 'integer')}) limit ${bind('max', 'integer')})
      returning ${sql.ref(key)}`,
  );

export const removeCodes = removing('app_codes', 'hash', sql`expires_at`);
export const removeTokens = removing('app_tokens', 'id', sql`expires_at`);
export const removeDevices = removing('app_devices', 'id', sql`expires_at`);
export const removeClients = removing('app_clients', 'client_id', sql`valid_until`);

/** Apps that were let in and never came for their tokens. */
export const removeUnused = statement<Ended>()(
  null,
  (_db, bind) => sql<object>`
    delete from api_keys where id in (
      select id from api_keys where kind = 'app' and expires_at <= now() - make_interval(days => ${bind('days', 'integer')})
        and last_used_at is null
        and not exists (select from app_tokens where app_tokens.key_id = api_keys.id)
      limit ${bind('max', 'integer')})
    returning id`,
);
