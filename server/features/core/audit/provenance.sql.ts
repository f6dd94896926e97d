import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** Who has changed things, as a trigger of the audit log keeps it (migration 0138). */

/** What is recorded in this transaction has words of these, too. `principals`: separated by commas. */
export const carryWords = statement<{ principals: string }>()(
  'provenance.carry',
  (_db, bind) => sql<object>`
    select set_config('postfolio.words', ${bind('principals', 'text')}, true)`,
);

export const findWords = statement<{ workspaceId: number; type: string; id: number }>()(
  'provenance.find',
  (_db, bind) => sql<{ words: number[] }>`
    select to_json(words_in(${bind('workspaceId', 'bigint')}, ${bind('type', 'text')},
      ${bind('id', 'bigint')})) as words`,
);

export const findImport = statement<{ workspaceId: number }>()(
  'provenance.import',
  (_db, bind) => sql<{ id: number }>`
    select principal_now(${bind('workspaceId', 'bigint')}, '{import}', 0) as id`,
);
