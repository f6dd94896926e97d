import { type RawBuilder, sql } from 'kysely';
import { type Bind, statement } from '../../../database/statement.ts';
import { matchingDocuments } from '../listing/listing.service.ts';

/** Whether a text outside the trash has this word, or one with this prefix. */
const isRead = (bind: Bind<{ workspaceId: number }>, lexeme: RawBuilder<unknown>) =>
  sql<boolean>`exists ${matchingDocuments(bind('workspaceId', 'bigint'), lexeme)}`;

/** The `tsquery` of a word, as documents of the workspace have it. */
const lexemeOf = (bind: Bind<{ workspaceId: number }>, word: RawBuilder<unknown>) =>
  sql`quote_literal(search_prefix(${bind('workspaceId', 'bigint')}) || ${word})`;

/**
 * For each unknown word: similar words that occur in a text, the most similar first. `beginning`:
 * whether any word has it as a prefix.
 */
export const findSimilarWords = statement<{
  workspaceId: number;
  words: string[];
  beginning: string | null;
  most: number;
}>()('search.alike', (_db, bind) => {
  const scope = bind as Bind<{ workspaceId: number }>;
  const wanted = sql`${lexemeOf(scope, sql`wanted.word`)} || case when wanted.word = ${bind('beginning', 'text')} then ':*' else '' end`;
  return sql<{ word: string; alike: string }>`
      select wanted.word, known.word as alike
      from unnest(${bind('words', 'text[]')}) wanted(word)
      cross join lateral (
        select word, similarity(word, wanted.word) as likeness from search_vocabulary
        where workspace_id = ${bind('workspaceId', 'bigint')} and word % wanted.word
          and left(word, 1) = left(wanted.word, 1) and abs(length(word) - length(wanted.word)) <= 2
        group by word order by likeness desc, word limit ${bind('most', 'integer')}
      ) known
      where not ${isRead(scope, wanted)} and ${isRead(scope, lexemeOf(scope, sql`known.word`))}
      order by wanted.word, likeness desc, known.word`;
});

/**
 * Learns the words of some texts that were saved since: of a workspace, or with null of any. Each
 * word is looked up by its index.
 * @returns how many texts
 */
export const learnWords = statement<{ workspaceId: number | null; limit: number }>()(
  null,
  (_db, bind) => sql<{ count: number }>`
    with taken as (
      delete from search_unlearned where ctid in (
        select ctid from search_unlearned
        where ${bind('workspaceId', 'bigint')} is null
          or workspace_id = ${bind('workspaceId', 'bigint')}
        limit ${bind('limit', 'integer')} for update skip locked)
      returning item_id
    ), fresh as (
      select distinct search_documents.workspace_id, word
      from search_documents, words_to_spell(workspace_id, document) word
      where search_documents.item_id in (select item_id from taken)
    ), learnt as (
      insert into search_vocabulary (workspace_id, word)
      select workspace_id, word from fresh
      where (select true from search_vocabulary known
        where known.workspace_id = fresh.workspace_id and known.word = fresh.word limit 1) is null
    )
    select count(*)::integer as count from taken`,
);

/**
 * Matching tags, the most frequent first; of frequent ones only the newest items are counted. What
 * matches is materialized: for the newest, the planner would look through all documents.
 */
export const findTags = statement<{ workspaceId: number; match: string; limit: number }>()(
  'search.tags',
  (_db, bind) => sql<{ tag: string }>`
    with matched as materialized ${matchingDocuments(bind('workspaceId', 'bigint'), bind('match'))},
    tagged as (select item_id from matched order by item_id desc limit 1000)
    select tag from tagged join items on items.id = item_id, unnest(tags) tag
    where setweight(to_tsvector('simple', search_words(${bind('workspaceId', 'bigint')}, tag)), 'B')
      || array_to_tsvector(array[search_prefix(${bind('workspaceId', 'bigint')})])
      @@ ${bind('match', 'tsquery')}
    group by tag order by count(*) desc, tag limit ${bind('limit', 'integer')}`,
);
