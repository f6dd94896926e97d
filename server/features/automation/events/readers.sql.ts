import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** How far the readers of the log are. */

export type Reader = 'rules' | 'webhooks';

/** The last place in the order that was given. */
export const SEALED = sql<number>`coalesce((select sealer.seq from event_readers sealer where sealer.name = 'sealer'), 0)`;

/** A row where something waits to be sealed, or to be read by this reader. */
export const findWaiting = statement<{ name: Reader }>()(
  'event_readers.waiting',
  (_db, bind) => sql<object>`
    select from (select) always where exists (select from events where seq is null) or ${SEALED}
      > coalesce((select seq from event_readers where name = ${bind('name', 'text')}), 0)`,
);

/** Until the end of the transaction it reads in no other process. */
export const lockReader = statement<{ name: Reader }>()(
  'event_readers.lock',
  (_db, bind) => sql<object>`
    insert into event_readers (name, seq) values (${bind('name', 'text')}, 0)
    on conflict (name) do update set seq = event_readers.seq`,
);

/** In a statement of its own: it sees what was sealed while it waited for the lock. */
export const findPosition = statement<{ name: Reader }>()(
  'event_readers.position',
  (_db, bind) => sql<{ seq: number; sealed: number }>`
    select seq, ${SEALED} as sealed from event_readers where name = ${bind('name', 'text')}`,
);

export const moveReader = statement<{ name: Reader; seq: number }>()(
  'event_readers.move',
  (_db, bind) => sql<object>`
    update event_readers set seq = ${bind('seq', 'bigint')}, moved_at = now()
    where name = ${bind('name', 'text')}`,
);

/** Since when something waits for each reader; no row where nothing does. */
export const listLagging = statement()(
  'event_readers.lagging',
  () => sql<{ name: string; since: string }>`
    select name, since from event_readers cross join lateral (
      select coalesce((select at from events where events.seq > event_readers.seq order by seq limit 1),
        (select at from events where events.seq is null order by id limit 1)) as since) waiting
    where name <> 'sealer' and since is not null order by name`,
);
