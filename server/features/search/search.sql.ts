import { sql } from 'kysely';
import { statement } from '../../database/statement.ts';

/**
 * For each of the words that no text of the workspace has, the word of its texts that is most like it, if one is like it
 * enough: one letter wrong in words of four, two in longer ones. `beginning` counts as known where any word begins with it.
 */
export const findAlike = statement<{ workspaceId: number; words: string[]; beginning: string | null }>()(
  'search.alike',
  (_db, bind) => sql<{ word: string; alike: string }>`
    select wanted.word, known.word as alike
    from unnest(${bind('words', 'text[]')}) wanted(word)
    cross join lateral (
      select word from search_vocabulary
      where workspace_id = ${bind('workspaceId', 'bigint')} and word % wanted.word
        and levenshtein(word, wanted.word) <= case when length(wanted.word) < 5 then 1 else 2 end
      order by levenshtein(word, wanted.word), similarity(word, wanted.word) desc, word
      limit 1
    ) known
    where not exists (
      select from search_vocabulary
      where workspace_id = ${bind('workspaceId', 'bigint')}
        and (word = wanted.word or (wanted.word = ${bind('beginning', 'text')} and word ^@ wanted.word))
    )`,
);

/** Tags that match, those of most items first; of common ones only the items that were made last are looked at. */
export const findTags = statement<{ workspaceId: number; match: string; limit: number }>()(
  'search.tags',
  (_db, bind) => sql<{ tag: string }>`
    with tagged as (
      select items.tags from items join search_documents on item_id = items.id
      where search_documents.workspace_id = ${bind('workspaceId', 'bigint')} and deleted_at is null
        and document @@ ${bind('match', 'tsquery')}
      order by items.id desc limit 1000
    )
    select tag from tagged, unnest(tags) tag
    where setweight(to_tsvector('simple', search_text(tag)), 'B') @@ ${bind('match', 'tsquery')}
    group by tag order by count(*) desc, tag limit ${bind('limit', 'integer')}`,
);
