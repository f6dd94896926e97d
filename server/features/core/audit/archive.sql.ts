import { sql } from 'kysely';
import { type Bind, statement } from '../../../database/statement.ts';

type Days = { days: number };
const isOld = (bind: Bind<Days>) =>
  sql<boolean>`created_at < now() - make_interval(days => ${bind('days', 'integer')})`;

export const countOld = statement<Days>()(
  null,
  (_db, bind) => sql<{ count: number; last: number | null }>`
    select count(*) as count, max(id) as last from audit_log where ${isOld(bind)}`,
);

/** As JSON with all columns, in their order. */
export const listOld = statement<Days & { after: number; limit: number }>()(
  null,
  (_db, bind) => sql<{ id: number; entry: object }>`
    select id, to_jsonb(audit_log) as entry from audit_log
    where id > ${bind('after', 'bigint')} and ${isOld(bind as unknown as Bind<Days>)}
    order by id limit ${bind('limit', 'integer')}`,
);

export const deleteOld = statement<Days>()(
  null,
  (_db, bind) => sql<object>`delete from audit_log where ${isOld(bind)}`,
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
