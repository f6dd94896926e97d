import { sql } from 'kysely';
import { type Bind, statement } from '../../../database/statement.ts';

/** The ids of what this installation has published, by account. */

type Id = { channel: number; id: string };

/** The channels of the account of one, in all workspaces. */
const sameAccount = (bind: Bind<{ channel: number }>) => sql`(
  select other.id from channels own join channels other on other.network = own.network
    and other.server = own.server and other.remote_id = own.remote_id
  where own.id = ${bind('channel', 'bigint')})`;

/** Until the transaction ends, nobody else stores this id. */
export const lockId = statement<Id>()(
  'taken.lock_id',
  (_db, bind) => sql<object>`
    select pg_advisory_xact_lock(hashtextextended(
      concat_ws(' ', network, server, remote_id, ${bind('id', 'text')}::text), 0))
    from channels where id = ${bind('channel', 'bigint')}`,
);

/** A row where a part, or a reply, that is not this one has the id. */
export const findPost = statement<
  Id & { publication: number | null; position: number | null; afterward: number | null }
>()(
  'taken.find_post',
  (_db, bind) => sql<object>`
    select from publication_parts where channel_id in ${sameAccount(bind as unknown as Bind<{ channel: number }>)}
      and remote_id = ${bind('id', 'text')} and (publication_id, position)
        is distinct from (${bind('publication', 'bigint')}, ${bind('position', 'integer')})
    union all
    select from afterwards where channel_id in ${sameAccount(bind as unknown as Bind<{ channel: number }>)} and kind = 'reply'
      and remote_id = ${bind('id', 'text')}
      and id is distinct from ${bind('afterward', 'bigint')}
    limit 1`,
);

/** The same of what the account shows once more. */
export const findRepost = statement<Id & { afterward: number | null }>()(
  'taken.find_repost',
  (_db, bind) => sql<object>`
    select from afterwards where channel_id in ${sameAccount(bind as unknown as Bind<{ channel: number }>)} and kind = 'repost'
      and remote_id = ${bind('id', 'text')}
      and id is distinct from ${bind('afterward', 'bigint')}
    limit 1`,
);
