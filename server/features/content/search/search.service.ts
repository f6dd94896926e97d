import { editDistance } from '#contract/content/edit-distance.ts';
import type { FoundFolder, FoundItem, SearchQuery, Suggestion } from '#contract/content/search.ts';
import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { adjacentPages } from '../../../pages.ts';
import { findMatchingFolders } from '../folders/folders.service.ts';
import { findBest, listItems, listRanked } from '../listing/listing.service.ts';
import { createExcerpts } from './excerpt.ts';
import {
  formatQuery,
  parseQuery,
  prefixToken,
  type Query,
  replaceWords,
  spellcheckCandidates,
  toExactTsquery,
  toSignsTsquery,
  toTsquery,
} from './query.ts';
import * as sql from './search.sql.ts';

/**
 * A page of results (docs/domain/content.md, 'Search'). Without results, unknown words are replaced
 * by the most similar known ones, and `corrected` is the query that was used.
 */
export async function search(executor: Executor, actor: Actor, query: SearchQuery) {
  const find = query.type === 'folder' ? searchFolders : searchItems;
  const asked = parseQuery(query.q);
  const page = await find(executor, actor, { ...query, words: asked });
  // Words are learnt of the whole workspace: a key for some folders is not told of others.
  const isClosed = page.count > 0 || actor.key?.folders != null;
  const words = isClosed ? undefined : await correct(executor, actor, asked);
  if (!words) return { ...page, corrected: null };
  const instead = await find(executor, actor, { ...query, words });
  return instead.count
    ? { ...instead, corrected: formatQuery(words) }
    : { ...page, corrected: null };
}

const soughtBy = (words: Query, actor: Actor) => ({
  match: toTsquery(words, actor),
  titled: toTsquery(words, actor, 'A'),
  exact: toExactTsquery(words, actor),
});

type WordQuery = SearchQuery & { words: Query };

async function searchItems(executor: Executor, actor: Actor, query: WordQuery) {
  const { q, words, content_type: type, ordering, ...filterValues } = query;
  const scope = { ...filterValues, ...(type && { inThread: type === 'thread' }) };
  const match = toTsquery(words, actor);
  const text = q.trim();
  const page =
    match && ordering === 'relevance'
      ? await listRanked(executor, actor, { ...scope, ...soughtBy(words, actor) })
      : await listItems(executor, actor, {
          ...scope,
          ...(match ? { match } : text && literally(text, actor)),
          ordering: ordering === 'relevance' ? '-updated_at' : ordering,
        });
  const excerptOf = createExcerpts(words);
  const results: FoundItem[] = page.results.map((item) => ({
    ...item,
    ...excerptOf(item.content),
  }));
  return { ...page, results };
}

/** '++' is not in the index; of an emoji it has its signs, which may be elsewhere in the text. */
function literally(text: string, actor: Actor) {
  const signs = toSignsTsquery(text, actor);
  return { literal: text, ...(signs && { match: signs }) };
}

async function searchFolders(executor: Executor, actor: Actor, query: WordQuery) {
  const { words, page = 1, page_size: size } = query;
  const excerptOf = createExcerpts(words);
  const folders = words.alternatives.length
    ? await findMatchingFolders(executor, actor, toTsquery(words, actor))
    : [];
  const results: FoundFolder[] = folders
    .slice((page - 1) * size, page * size)
    .map((folder) => ({ ...folder, ...excerptOf(folder.description ?? folder.name) }));
  const count = folders.length;
  return { count, ...adjacentPages({ page, size, count }), results };
}

/** Texts whose words are learnt at once: some 100 ms. */
const LEARNT = 1000;

/** Learns the words of all texts that were saved since, for corrections. */
export async function learnWords(executor: Executor, signal: AbortSignal): Promise<void> {
  const next = async () =>
    (await sql.learnWords(executor, { workspaceId: null, limit: LEARNT }))[0]?.count ?? 0;
  while (!signal.aborted && (await next()) > 0);
}

/** The number of similar words that are compared for each word. */
const LIKES = 50;

/**
 * The query with unknown words replaced by the nearest known ones; none where there is nothing to
 * replace.
 */
async function correct(
  executor: Executor,
  { workspaceId }: Actor,
  query: Query,
): Promise<Query | undefined> {
  const words = spellcheckCandidates(query);
  if (!words.length) return;
  // What was just written can be corrected to.
  await sql.learnWords(executor, { workspaceId, limit: LEARNT });
  const beginning = prefixToken(query)?.text ?? null;
  const rows = await sql.findSimilarWords(executor, { workspaceId, words, beginning, most: LIKES });
  const nearest = new Map<string, { word: string; mistakes: number }>();
  for (const { word, alike } of rows) {
    const mistakes = editDistance(word, alike);
    const allowed = [...word].length < 8 ? 1 : 2;
    if (mistakes <= allowed && mistakes < (nearest.get(word)?.mistakes ?? Number.POSITIVE_INFINITY))
      nearest.set(word, { word: alike, mistakes });
  }
  if (nearest.size)
    return replaceWords(query, new Map([...nearest].map(([word, found]) => [word, found.word])));
}

/**
 * Suggestions for a search box (docs/domain/content.md, 'Search'): some folders and tags, and the
 * best items, with the same corrections as a search.
 */
export async function autocomplete(
  executor: Executor,
  actor: Actor,
  { q, limit }: { q: string; limit: number },
): Promise<Suggestion[]> {
  const asked = parseQuery(q);
  const found = await suggest(executor, actor, asked, limit);
  const words = found.length ? undefined : await correct(executor, actor, asked);
  return words ? suggest(executor, actor, words, limit) : found;
}

async function suggest(
  executor: Executor,
  actor: Actor,
  words: Query,
  limit: number,
): Promise<Suggestion[]> {
  if (!words.alternatives.length) return [];
  const { workspaceId } = actor;
  const few = Math.ceil(limit / 4);
  const [folders, tags, items] = await Promise.all([
    findMatchingFolders(executor, actor, toTsquery(words, actor, 'A')),
    sql.findTags(executor, { workspaceId, match: toTsquery(words, actor, 'B'), limit: few }),
    findBest(executor, actor, soughtBy(words, actor), limit),
  ]);
  return [
    ...folders.slice(0, few).map(({ id, name }) => ({ kind: 'folder' as const, text: name, id })),
    ...tags.map(({ tag }) => ({ kind: 'tag' as const, text: tag })),
    ...items.map(({ id, title }) => ({ kind: 'item' as const, text: title, id })),
  ].slice(0, limit);
}
