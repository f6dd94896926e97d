import type { FoundFolder, FoundItem, SearchQuery, Suggestion } from '#contract/search.ts';
import type { Executor } from '../../database/pool.ts';
import { neighbours } from '../../http/page-links.ts';
import type { Person } from '../../http/session.ts';
import { findFolders } from '../folders/folders.service.ts';
import { findBest, listItems, listRanked } from '../items/listing.service.ts';
import { createExcerpts } from './excerpt.ts';
import { mistakesBetween } from './mistakes.ts';
import {
  lastWord,
  parseQuery,
  type Query,
  replaceWords,
  spelledWords,
  toExactTsquery,
  toTsquery,
  writeQuery,
} from './query.ts';
import * as sql from './search.sql.ts';

/**
 * A page of what is found (section 7; design, section 6, 'Search'). Where nothing is, words that no text has are replaced by
 * the most alike that one has, and `corrected` says what was searched for instead.
 * @param url the address that was asked for: the links to the neighbours keep its filters
 */
export async function search(executor: Executor, person: Person, query: SearchQuery, url: string) {
  const find = query.type === 'folder' ? searchFolders : searchItems;
  const asked = parseQuery(query.q);
  const page = await find(executor, person, { ...query, words: asked }, url);
  const words = page.count ? undefined : await correct(executor, person, asked);
  if (!words) return { ...page, corrected: null };
  const instead = await find(executor, person, { ...query, words }, url);
  return instead.count ? { ...instead, corrected: writeQuery(words) } : { ...page, corrected: null };
}

const soughtBy = (words: Query) => ({
  match: toTsquery(words),
  titled: toTsquery(words, 'A'),
  exact: toExactTsquery(words),
});

type WordQuery = SearchQuery & { words: Query };

async function searchItems(executor: Executor, { workspaceId }: Person, query: WordQuery, url: string) {
  const { q, words, content_type: type, ordering, ...narrowing } = query;
  const scope = { ...narrowing, ...(type && { inThread: type === 'thread' }) };
  const match = toTsquery(words);
  const text = q.trim();
  const page =
    match && ordering === 'relevance'
      ? await listRanked(executor, workspaceId, { ...scope, ...soughtBy(words) }, url)
      : await listItems(
          executor,
          workspaceId,
          {
            ...scope,
            // '++' or an emoji is in no index.
            ...(match ? { match } : text && { signs: text }),
            ordering: ordering === 'relevance' ? '-updated_at' : ordering,
          },
          url,
        );
  const excerptOf = createExcerpts(words);
  const results: FoundItem[] = page.results.map((item) => ({ ...item, ...excerptOf(item.content) }));
  return { ...page, results };
}

async function searchFolders(executor: Executor, person: Person, query: WordQuery, url: string) {
  const { words, page = 1, page_size: size } = query;
  const excerptOf = createExcerpts(words);
  const folders = words.alternatives.length ? await findFolders(executor, person, toTsquery(words)) : [];
  const results: FoundFolder[] = folders
    .slice((page - 1) * size, page * size)
    .map((folder) => ({ ...folder, ...excerptOf(folder.description ?? folder.name) }));
  const count = folders.length;
  return { count, ...neighbours(url, { page, size, count }), results };
}

/** As many likes of a word are looked at more closely. */
const LIKES = 50;

/** The query with words that no text has replaced by the nearest that one has; none where there is nothing to replace. */
async function correct(executor: Executor, { workspaceId }: Person, query: Query): Promise<Query | undefined> {
  const words = spelledWords(query);
  if (!words.length) return;
  const beginning = lastWord(query)?.text ?? null;
  const rows = await sql.findAlike(executor, { workspaceId, words, beginning, most: LIKES });
  const nearest = new Map<string, { word: string; mistakes: number }>();
  for (const { word, alike } of rows) {
    const mistakes = mistakesBetween(word, alike);
    const allowed = [...word].length < 8 ? 1 : 2;
    if (mistakes <= allowed && mistakes < (nearest.get(word)?.mistakes ?? Number.POSITIVE_INFINITY))
      nearest.set(word, { word: alike, mistakes });
  }
  if (nearest.size) return replaceWords(query, new Map([...nearest].map(([word, found]) => [word, found.word])));
}

/** What a search box may offer (section 7): some folders and tags, and the items that match best; corrected as a search is. */
export async function autocomplete(
  executor: Executor,
  person: Person,
  { q, limit }: { q: string; limit: number },
): Promise<Suggestion[]> {
  const asked = parseQuery(q);
  const found = await suggest(executor, person, asked, limit);
  const words = found.length ? undefined : await correct(executor, person, asked);
  return words ? suggest(executor, person, words, limit) : found;
}

async function suggest(executor: Executor, person: Person, words: Query, limit: number): Promise<Suggestion[]> {
  if (!words.alternatives.length) return [];
  const { workspaceId } = person;
  const few = Math.ceil(limit / 4);
  const [folders, tags, items] = await Promise.all([
    findFolders(executor, person, toTsquery(words, 'A')),
    sql.findTags(executor, { workspaceId, match: toTsquery(words, 'B'), limit: few }),
    findBest(executor, workspaceId, soughtBy(words), limit),
  ]);
  return [
    ...folders.slice(0, few).map(({ id, name }) => ({ kind: 'folder' as const, text: name, id })),
    ...tags.map(({ tag }) => ({ kind: 'tag' as const, text: tag })),
    ...items.map(({ id, title }) => ({ kind: 'item' as const, text: title, id })),
  ].slice(0, limit);
}
