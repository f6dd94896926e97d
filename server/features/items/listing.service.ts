import type { z } from 'zod';
import type { Item, ItemPage, ItemQuery } from '#contract/items.ts';
import type { Executor } from '../../database/pool.ts';
import { neighbours, pageLink, requireSize, withinSize } from '../../http/page-links.ts';
import { decodeCursor, encodeCursor, fieldOf } from './cursor.ts';
import { countItems, type Filter, type ItemFilters, listStatement, matchingIds } from './items-list.sql.ts';
import { isDeep, rankedItems, type Sought } from './items-ranked.sql.ts';

/**
 * A page of the items that match (section 7; design: 'Pages', 'List filters').
 * @param url the address that was asked for: the links to the neighbours keep its filters
 * @throws AppError 400 for a cursor that is not of this list
 */
export async function listItems(
  executor: Executor,
  workspaceId: number,
  query: Narrowing & Pick<z.output<typeof ItemQuery>, 'ordering' | 'cursor' | 'page' | 'page_size'>,
  url: string,
): Promise<ItemPage> {
  const { ordering, page_size: size } = query;
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, ordering);
  const offset = cursor ? 0 : ((query.page ?? 1) - 1) * size;
  const backward = cursor?.backward ?? false;
  const narrowing = filtersOf(query);
  const filters = Object.keys(narrowing) as Filter[];
  const list = listStatement({
    filters,
    field: fieldOf(ordering),
    descending: ordering.startsWith('-') !== backward,
    from: cursor ? 'key' : offset ? 'offset' : 'start',
  });
  // One more than asked for tells whether there is a page behind this one.
  const key = { keyValue: cursor?.value ?? 0, keyId: cursor?.id ?? 0 };
  const rows = await list(executor, { workspaceId, ...narrowing, ...key, offset, limit: size + 1 });
  const page = rows.slice(0, size);
  // By number, the next page would begin behind what is cut.
  if (query.page !== undefined) requireSize(page);
  const results: Item[] = withinSize(page);
  const more = rows.length > results.length;
  if (backward) results.reverse();
  const count =
    rows[0]?.count ??
    (offset || cursor ? ((await countItems(filters)(executor, { workspaceId, ...narrowing }))[0]?.count ?? 0) : 0);
  const before = backward ? more : cursor !== undefined || offset > 0;
  const after = backward || more;
  const [first, last] = [results[0], results.at(-1)];
  return {
    count,
    next: after && last ? pageLink(url, { cursor: encodeCursor(last, ordering, false) }) : null,
    previous: before && first ? pageLink(url, { cursor: encodeCursor(first, ordering, true) }) : null,
    results,
  };
}

/** A page of the items that match, the best first (design, section 6, 'Search'). Its links go by `page`. */
export async function listRanked(
  executor: Executor,
  workspaceId: number,
  { page = 1, page_size: limit, ...query }: Sought & Narrowing & { page?: number | undefined; page_size: number },
  url: string,
): Promise<ItemPage> {
  const narrowing = { ...filtersOf(query), match: query.match };
  const filters = Object.keys(narrowing) as Filter[];
  const offset = (page - 1) * limit;
  const params = { workspaceId, ...narrowing, titled: query.titled, exact: query.exact, limit, offset };
  const results = await rankedItems({ filters, counted: true, deep: isDeep(offset + limit) })(executor, params);
  requireSize(results);
  const count = results[0]?.count ?? (offset ? ((await countItems(filters)(executor, params))[0]?.count ?? 0) : 0);
  return { count, ...neighbours(url, { page, size: limit, count }), results };
}

/** The best of what matches, however much that is. */
export const findBest = (executor: Executor, workspaceId: number, sought: Sought, limit: number): Promise<Item[]> =>
  rankedItems({ filters: ['match'], counted: false, deep: false })(executor, {
    workspaceId,
    ...sought,
    limit,
    offset: 0,
  });

/** The ids of all items that match, newest first; no more than `limit`. */
export async function findMatching(executor: Executor, workspaceId: number, query: Narrowing, limit: number) {
  const narrowing = filtersOf(query);
  const rows = await matchingIds(Object.keys(narrowing) as Filter[])(executor, { workspaceId, ...narrowing, limit });
  return rows.map(({ id }) => id);
}

/** What a list can be narrowed by: the API's filters of a list, and those of a search. */
export type Narrowing = Partial<
  Pick<z.output<typeof ItemQuery>, 'search' | 'status' | 'folder' | 'tags' | 'updated_after' | 'is_thread_root'> &
    Pick<ItemFilters, 'inThread' | 'author' | 'signs' | 'match'>
>;

function filtersOf(query: Narrowing): Partial<ItemFilters> {
  const [folder, ...folders] = query.folder ?? [];
  return {
    ...(folder !== undefined && (folders.length ? { folders: [folder, ...folders] } : { folder })),
    ...(query.status && { status: query.status }),
    ...(query.tags && { tags: query.tags }),
    ...(query.search && { search: containing(query.search) }),
    ...(query.signs && { signs: containing(query.signs) }),
    ...(query.updated_after && { updatedAfter: query.updated_after }),
    ...(query.is_thread_root !== undefined && { isThreadRoot: query.is_thread_root }),
    ...(query.inThread !== undefined && { inThread: query.inThread }),
    ...(query.author !== undefined && { author: query.author }),
    ...(query.match !== undefined && { match: query.match }),
  };
}

/** A pattern for `ilike`. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
