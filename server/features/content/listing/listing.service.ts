import type { z } from 'zod';
import { type Item, ItemQuery, type listFilters } from '#contract/content/items.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  adjacentPages,
  assertMaxSize,
  keysetPage,
  type Page,
  truncateToMaxSize,
} from '../../../pages.ts';
import { decodeCursor, encodeCursor, fieldOf } from './cursor.ts';
import {
  countItems,
  FILTERS,
  type Filter,
  type From,
  type ItemFilters,
  listStatement,
  matchingIds,
} from './items-list.sql.ts';
import { isDeep, rankedItems, type SearchTerms } from './items-ranked.sql.ts';
import { itemsByViews, viewedKey } from './items-viewed.sql.ts';

export { matchingDocuments } from './items-list.sql.ts';

type InWorkspace = { workspaceId: number };

/**
 * A page of matching items (docs/domain/content.md, 'Pagination' and 'List filters').
 * @throws AppError 400 for a cursor of another list
 */
export async function listItems(
  executor: Executor,
  { workspaceId }: InWorkspace,
  query: ItemFilter &
    Pick<z.output<typeof ItemQuery>, 'ordering' | 'cursor' | 'page' | 'page_size'>,
): Promise<Page<Item>> {
  const { ordering, page_size: size } = query;
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, ordering);
  const offset = cursor ? 0 : ((query.page ?? 1) - 1) * size;
  const backward = cursor?.backward ?? false;
  const filterValues = filtersOf(query);
  const filters = Object.keys(filterValues) as Filter[];
  const from: From = cursor ? 'key' : offset ? 'offset' : 'start';
  const shape = {
    filters,
    descending: ordering.startsWith('-') !== backward,
    from,
  };
  // One row more than the page shows whether another page follows.
  const place = { workspaceId, ...filterValues, offset, limit: size + 1, keyId: cursor?.id ?? 0 };
  const keyValue = cursor?.value ?? 0;
  const field = fieldOf(ordering);
  const rows =
    field === 'network_views'
      ? await itemsByViews(shape)(executor, { ...place, ...viewedKey(keyValue) })
      : await listStatement({ ...shape, field })(executor, { ...place, keyValue });
  // By number, the next page would skip what is cut.
  if (query.page !== undefined) assertMaxSize(rows.slice(0, size));
  const isNotFirst = cursor !== undefined || offset > 0;
  const count =
    rows[0]?.count ??
    (isNotFirst
      ? ((await countItems(filters)(executor, { workspaceId, ...filterValues }))[0]?.count ?? 0)
      : 0);
  const cursorOf = (item: Item, before: boolean) => encodeCursor(item, ordering, before);
  return {
    count,
    ...keysetPage(rows, { size, backward, isNotFirst, cursorOf, cut: truncateToMaxSize }),
  };
}

/** The items that were updated last, the latest first. */
export async function recentItems(
  executor: Executor,
  actor: InWorkspace,
  limit: number,
): Promise<Item[]> {
  return (await listItems(executor, actor, ItemQuery.parse({ page_size: String(limit) }))).results;
}

/**
 * A page of matching items, the best first (docs/domain/content.md, 'Search'). Its links use
 * `page`.
 */
export async function listRanked(
  executor: Executor,
  { workspaceId }: InWorkspace,
  {
    page = 1,
    page_size: limit,
    ...query
  }: SearchTerms & ItemFilter & { page?: number | undefined; page_size: number },
): Promise<Page<Item>> {
  const filterValues = { ...filtersOf(query), match: query.match };
  const filters = Object.keys(filterValues) as Filter[];
  const offset = (page - 1) * limit;
  const params = {
    workspaceId,
    ...filterValues,
    titled: query.titled,
    exact: query.exact,
    limit,
    offset,
  };
  const results = await rankedItems({ filters, counted: true, deep: isDeep(offset + limit) })(
    executor,
    params,
  );
  assertMaxSize(results);
  const count =
    results[0]?.count ??
    (offset ? ((await countItems(filters)(executor, params))[0]?.count ?? 0) : 0);
  return { count, ...adjacentPages({ page, size: limit, count }), results };
}

/** The best matches, whatever their number. */
export const findBest = (
  executor: Executor,
  { workspaceId }: InWorkspace,
  terms: SearchTerms,
  limit: number,
): Promise<Item[]> =>
  rankedItems({ filters: ['match'], counted: false, deep: false })(executor, {
    workspaceId,
    ...terms,
    limit,
    offset: 0,
  });

/** The ids of all matching items, newest first, at most `limit`. */
export async function findMatching(
  executor: Executor,
  { workspaceId }: InWorkspace,
  query: ItemFilter,
  limit: number,
) {
  const filterValues = filtersOf(query);
  const rows = await matchingIds(Object.keys(filterValues) as Filter[])(executor, {
    workspaceId,
    ...filterValues,
    limit,
  });
  return rows.map(({ id }) => id);
}

/** The filters of lists and searches, as the API has them. */
export type ItemFilter = Partial<
  Pick<z.output<typeof ItemQuery>, keyof typeof listFilters> &
    Pick<ItemFilters, 'inThread' | 'author' | 'literal' | 'match'>
>;

/** Translates the filters of the API into those of the statements. */
function filtersOf({
  folder = [],
  search,
  literal,
  updated_after,
  is_thread_root,
  has_time: hasTime,
  assignee,
  ...query
}: ItemFilter): Partial<ItemFilters> {
  const [first, ...others] = folder;
  const filters: { [Name in Filter]?: ItemFilters[Name] | undefined } = {
    ...query,
    folder: others.length ? undefined : first,
    folders: others.length ? folder : undefined,
    search: search ? likePattern(search) : undefined,
    literal: literal ? likePattern(literal) : undefined,
    updatedAfter: updated_after,
    isThreadRoot: is_thread_root,
    hasTime,
    assignee: assignee === 'none' ? undefined : assignee,
    isUnassigned: assignee === 'none' ? true : undefined,
  };
  return Object.fromEntries(
    FILTERS.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])),
  ) as Partial<ItemFilters>;
}

/** A pattern for `ilike`. */
const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
