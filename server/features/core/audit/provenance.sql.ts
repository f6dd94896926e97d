import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** Who has changed things, as a trigger of the audit log keeps it (migration 0112). */

/** What is recorded in this transaction has words of these, too. `origins`: separated by commas. */
export const carryWords = statement<{ origins: string }>()(
  'provenance.carry',
  (_db, bind) => sql<object>`
    select set_config('postfolio.words', ${bind('origins', 'text')}, true)`,
);

export const findOrigins = statement<{ workspaceId: number; type: string; id: number }>()(
  'provenance.find',
  (_db, bind) => sql<{ origins: string[] }>`
    select to_json(origins_of(${bind('workspaceId', 'bigint')}, ${bind('type', 'text')},
      ${bind('id', 'bigint')})) as origins`,
);
