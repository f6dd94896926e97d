import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** The log of what has happened (migration 0151), and how far its readers are. */

const SEALER = 'sealer';

/** One at a time gives `seq`, until the end of its transaction. */
export const lockSealer = statement()(
  'events.lock_sealer',
  () => sql<object>`
    insert into event_readers (name, seq) values (${sql.lit(SEALER)}, 0)
    on conflict (name) do update set seq = event_readers.seq`,
);

/**
 * Gives `seq` to what is committed by now, the next so many. In a statement of its own, after the lock:
 * it sees what the sealer before has done. Returns a row for each.
 */
export const sealNext = statement<{ limit: number }>()(
  'events.seal',
  (_db, bind) => sql<object>`
    with next as materialized (
      select id, row_number() over (order by id) as place from (
        select id from events where seq is null order by id limit ${bind('limit', 'integer')}) waiting),
    sealer as (
      update event_readers set seq = seq + (select count(*) from next), moved_at = now()
      where name = ${sql.lit(SEALER)} and exists (select from next)
      returning seq - (select count(*) from next) as last)
    update events set seq = last + place from next, sealer where events.id = next.id
    returning events.id`,
);

/** Removes the first so many, as far as they are older and every reader has read them. */
export const removeOldEvents = statement<{ days: number; limit: number }>()(
  'events.remove_old',
  (_db, bind) => sql<object>`
    delete from events where id = any(array(
      select id from (select id, seq, at from events where seq is not null
        order by seq limit ${bind('limit', 'integer')}) first
      where at < now() - make_interval(days => ${bind('days', 'integer')})
        and seq <= (select min(seq) from event_readers)))
    returning id`,
);
