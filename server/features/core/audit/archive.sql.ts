import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** What is older than so many days, behind the key that was archived last. */
export type Old = { days: number; after: number[]; limit: number };
export type Archived = { key: number[]; entry: object };

/** Deletes entries and returns them, as JSON with all columns, in their order. */
export const takeOldEntries = statement<Old>()(
  null,
  (_db, bind) => sql<Archived>`
    with gone as (
      delete from audit_log where id in (
        select id from audit_log where id > (${bind('after', 'bigint[]')})[1]
          and created_at < now() - make_interval(days => ${bind('days', 'integer')})
        order by id limit ${bind('limit', 'integer')})
      returning *)
    select array[id] as key, to_jsonb(gone) as entry from gone order by id`,
);

/** Of this transaction: the trigger lets entries go, and files may be slow. */
export const beginArchiving = statement()(
  null,
  () => sql<object>`
    select set_config('postfolio.archiving', 'on', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`,
);

export const lastArchive = statement()(
  null,
  () => sql<{ digest: string }>`
    select encode(digest, 'hex') as digest from audit_archives order by id desc limit 1`,
);

export const insertArchive = statement<{ last: number; entries: number; digest: string }>()(
  null,
  (_db, bind) => sql<object>`
    insert into audit_archives (last_entry, entries, digest)
    values (${bind('last', 'bigint')}, ${bind('entries', 'integer')},
      decode(${bind('digest', 'text')}, 'hex'))`,
);

export const findArchive = statement<{ digest: string }>()(
  null,
  (_db, bind) => sql<{ entries: number }>`
    select entries from audit_archives where digest = decode(${bind('digest', 'text')}, 'hex')`,
);
