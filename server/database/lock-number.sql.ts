import { sql } from 'kysely';
import { statement } from './statement.ts';

/**
 * Lets those who add to what has a maximum number come one after the other, until the transaction
 * ends: of twenty at once, each would else count without the others. Count in a statement of its own
 * afterwards, which sees what they added.
 * The key is of no other lock: that of content is called 'folders'.
 * @param params `what` is added to the workspace or row `id`
 */
export const lockNumber = statement<{ what: string; id: number }>()(
  'database.lock_number',
  (_db, bind) => sql<object>`
    select pg_advisory_xact_lock(
      hashtextextended('number of ' || ${bind('what', 'text')}, ${bind('id', 'bigint')}))`,
);
