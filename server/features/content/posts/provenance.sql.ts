import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

export const findWords = statement<{ ids: number[] }>()(
  'posts.find_words',
  (_db, bind) => sql<{ words: number[] }>`
    select to_json(words_of(${bind('ids', 'bigint[]')})) as words`,
);
