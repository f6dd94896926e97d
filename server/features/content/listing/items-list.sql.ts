import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Ordering } from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';
import { itemColumns } from '../../../database/fragments/item-columns.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { postCounts } from '../../../database/fragments/post-counts.ts';
import { type Bind, builder, statement } from '../../../database/statement.ts';

/** The filters of a list. A single folder is a filter of its own, because its index also sorts. */
export type ItemFilters = {
  folder: number;
  folders: number[];
  status: Status[];
  tags: string[];
  language: string[];
  /** A pattern for `ilike`. */
  search: string;
  updatedAfter: string;
  isThreadRoot: boolean;
  /** Whether it is part of a thread. */
  inThread: boolean;
  /** States of publications, or 'none'. */
  delivery: string[];
  /** Whether the draft has a time. */
  hasTime: boolean;
  /** The author. */
  author: number;
  /** Who takes care of the post. */
  assignee: number;
  /** Whether nobody takes care of the post. */
  isUnassigned: boolean;
  /** A pattern for `ilike`, for queries without words, which are searched literally. */
  literal: string;
  /** A `tsquery`. */
  match: string;
  /** The first item of each post of which any part matches. */
  posts: boolean;
};
export type Filter = keyof ItemFilters;

/**
 * Selects something where a table has a row of the post that is so; null else. With a limit, because
 * the planner would read the whole table for what it knows to be an existence.
 */
const anyOf = (table: 'publications' | 'draft_times' | 'assignments', isSo = sql`true`) => sql`(
  select true from ${sql.table(table)} one where one.workspace_id = items.workspace_id
    and one.post_id = items.post_id and ${isSo} limit 1)`;

/** One condition for each filter; the only place that lists them. */
const conditions: { [Name in Filter]: (bind: Bind<ItemFilters>) => RawBuilder<boolean> } = {
  folder: (bind) => sql`folder_id = ${bind('folder')}`,
  folders: (bind) => sql`folder_id = any(${bind('folders')})`,
  status: (bind) => sql`status = any(${bind('status')})`,
  tags: (bind) => sql`tags @> ${bind('tags')}`,
  language: (bind) => sql`language = any(${bind('language')})`,
  search: (bind) => sql`(content ilike ${bind('search')} or status ilike ${bind('search')})`,
  updatedAfter: (bind) => sql`updated_at >= ${bind('updatedAfter')}`,
  isThreadRoot: (bind) => sql`(is_thread and position = 0) = ${bind('isThreadRoot')}`,
  inThread: (bind) => sql`is_thread = ${bind('inThread')}`,
  delivery: (bind) => sql`(items.has_activity
      and ${anyOf('publications', sql`state = any(${bind('delivery')})`)} is not null
    or 'none' = any(${bind('delivery')}) and (not items.has_activity
      or ${anyOf('publications', sql`state <> 'cancelled'`)} is null))`,
  hasTime: (bind) => sql`(${anyOf('draft_times')} is not null) = ${bind('hasTime')}`,
  author: (bind) => sql`created_by = ${bind('author')}`,
  assignee: (bind) => sql`post_id in (select post_id from assignments
    where workspace_id = ${(bind as Bind<Scope>)('workspaceId')} and user_id = ${bind('assignee')})`,
  isUnassigned: (bind) => sql`(${anyOf('assignments')} is null) = ${bind('isUnassigned')}`,
  literal: (bind) => sql`(content ilike ${bind('literal')} or description ilike ${bind('literal')}
    or array_to_string(tags, ' ') ilike ${bind('literal')})`,
  // Looked up first: see `found`.
  match: () => sql`true`,
  posts: () => sql`position = 0`,
};

export const FILTERS = Object.keys(conditions) as Filter[];

export type Scope = Partial<ItemFilters> & { workspaceId: number };

/** The condition of all these filters on `items`; `anyPart`: of posts, any part may match. */
export const isWanted = (filters: readonly Filter[], bind: Bind<Scope>, anyPart = false) => {
  const conditionOf = (filter: Filter) => {
    if (anyPart && filter === 'posts') return sql`true`;
    if (anyPart && filter === 'isThreadRoot') return sql`is_thread = ${bind('isThreadRoot')}`;
    return conditions[filter](bind as Bind<ItemFilters>);
  };
  return sql.join<boolean>(
    [sql`workspace_id = ${bind('workspaceId')}`, isLive(), ...filters.map(conditionOf)],
    sql` and `,
  );
};

/** What the parts of a post may differ in: its first item stands for those that match. */
const OF_PARTS: readonly Filter[] = ['search', 'tags', 'language', 'updatedAfter', 'author'];

const isByParts = (filters: readonly Filter[]) =>
  filters.includes('posts') && filters.some((filter) => OF_PARTS.includes(filter));

/** Whether all matching items are found before the page, and not in the order of the list. */
export const isFoundFirst = (filters: readonly Filter[]) =>
  (['match', 'tags', 'assignee'] as const).some((filter) => filters.includes(filter)) ||
  isByParts(filters);

/** Filters of which the total is known without reading items (database/fragments/post-counts.ts). */
const COUNTED: readonly Filter[] = ['folder', 'folders', 'status', 'inThread', 'posts'];

export const total = (filters: readonly Filter[], bind: Bind<Scope>) => {
  if (filters.some((filter) => !COUNTED.includes(filter)))
    return sql<{ count: number }>`
      select count(*) as count from items where ${isWanted(filters, bind)}`;
  const wanted = filters
    .filter((filter) => filter !== 'posts')
    .map((filter) => conditions[filter](bind as Bind<ItemFilters>));
  return sql<{ count: number }>`
    select coalesce(sum(${sql.ref(filters.includes('posts') ? 'posts' : 'items')}), 0) as count
    from ${postCounts(bind('workspaceId'))} where ${sql.join([sql`true`, ...wanted], sql` and `)}`;
};

/**
 * The documents of a workspace that match a `tsquery`, in parentheses. The query has words of this
 * workspace alone; that the workspace is the same is checked, and no reason not to use the index of
 * words: `is true` is no condition of an index. What is in the trash has no document; what is in
 * deleted folders is looked up while there are any.
 */
export const matchingDocuments = (
  workspaceId: Expression<number>,
  query: Expression<unknown>,
  columns: RawBuilder<unknown> = sql`item_id`,
) => sql<{ item_id: number }>`(
    select ${columns} from search_documents
    where document @@ (${query})::tsquery and (workspace_id = ${workspaceId}) is true
      and ((select true from deleted_folders limit 1) is null
        or (select true from items where items.id = item_id
          and items.workspace_id = ${workspaceId} and ${isLive()} limit 1)))`;

/**
 * Begins a statement with the CTE `found`: the id of each matching item, and the `value` of the
 * field that it is sorted by. Each is looked up once, for the page and for the total, and one by
 * one: the planner's estimates for words are guesses, and with a wrong one it would look through all
 * items for each match.
 */
export function withFound(filters: readonly Filter[], field: OrderField, bind: Bind<Scope>) {
  const value = sql.ref(field);
  const words = wordsOf(filters, bind);
  const documents =
    words && matchingDocuments(bind('workspaceId'), words, sql`item_id, created_at`);
  const byParts = isByParts(filters);
  const wanted = isWanted(filters, bind, byParts);
  const part = sql`select id, root_id, is_thread, ${value} as value from items where ${wanted}`;
  const parts = !documents
    ? part
    : filters.length === 1 && filters[0] === 'match' && field === 'created_at'
      ? sql`select item_id as id, created_at as value from ${documents} matched`
      : sql`select part.* from ${documents} matched
          cross join lateral (${part} and id = item_id limit 1) part`;
  const found = byParts
    ? sql`with part as materialized (${parts})
        select id, value from part where not is_thread
        union all
        select distinct root.id, root.value from part cross join lateral (
          select id, ${value} as value from items
          where workspace_id = ${bind('workspaceId')} and id = part.root_id limit 1) root
        where is_thread`
    : parts;
  return builder.with(
    (name) => name('found').materialized(),
    () => sql<{ id: number; value: string | number }>`(${found})`,
  );
}

/**
 * The `tsquery` of the words that a match must have: those searched for, and those of its tags.
 * Selected, so that it is computed once and not for each document.
 */
export function wordsOf(filters: readonly Filter[], bind: Bind<Scope>) {
  const tags = sql`tags_query(${bind('workspaceId', 'bigint')}, ${bind('tags', 'text[]')})`;
  if (!filters.includes('match')) return filters.includes('tags') ? sql`select ${tags}` : undefined;
  const match = bind('match', 'tsquery');
  return filters.includes('tags') ? sql`select ${match} && ${tags}` : match;
}

/** The number of matching items. */
export const countItems = (filters: readonly Filter[]) =>
  statement<Scope>()(null, (_db, bind) =>
    isFoundFirst(filters)
      ? withFound(filters, 'updated_at', bind)
          .selectFrom('found')
          .select(({ fn }) => fn.countAll<number>().as('count'))
      : total(filters, bind),
  );

/** The ids of all matching items, newest first. */
export const matchingIds = (filters: readonly Filter[]) =>
  statement<Scope & { limit: number }>()<{ id: number }>(null, (db, bind) => {
    const scope = bind as Bind<Scope>;
    const limit = bind('limit');
    return isFoundFirst(filters)
      ? withFound(filters, 'updated_at', scope)
          .selectFrom('found')
          .select('id')
          .orderBy('value', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
      : db
          .selectFrom('items')
          .select('id')
          .where(isWanted(filters, scope))
          .orderBy('updated_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit);
  });

export type OrderField = Ordering extends infer Name
  ? Name extends `-${string}`
    ? never
    : Name
  : never;
const KEY_TYPES: Record<OrderField, string> = {
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  title: 'text',
  view_count: 'integer',
};

/** The shape of a list: one statement is compiled for each. */
export type ListShape = {
  filters: readonly Filter[];
  field: OrderField;
  descending: boolean;
  from: From;
};

/** Where a page begins: at the start, after a key, or at an offset. */
export type From = 'start' | 'key' | 'offset';

type ListParams = Scope & {
  limit: number;
  offset: number;
  keyValue: string | number;
  keyId: number;
};

const lists = new Map<string, ReturnType<typeof compileList>>();

/** The statement for a list of this shape; every row also has the total `count`. */
export function listStatement(shape: ListShape) {
  const name = `items.list ${shape.from} ${shape.field} ${shape.descending} ${shape.filters}`;
  const known = lists.get(name) ?? compileList(name, shape);
  lists.set(name, known);
  return known;
}

function compileList(name: string, { filters, field, descending, from }: ListShape) {
  // Plain lists are frequent and worth preparing on every connection; combinations of filters are
  // rare and many.
  const others = filters.filter((filter) => filter !== 'match');
  const prepared =
    others.length <= 1 && from !== 'offset' && !filters.includes('search') ? name : null;
  const direction = descending ? 'desc' : 'asc';
  return statement<ListParams>()(prepared, (_db, bind) => {
    const scope = bind as Bind<Scope>;
    const key = sql`(${bind('keyValue', KEY_TYPES[field])}, ${bind('keyId', 'bigint')})`;
    const isBehind = (value: string) =>
      from === 'key'
        ? sql<boolean>`(${sql.ref(value)}, id) ${sql.raw(descending ? '<' : '>')} ${key}`
        : sql<boolean>`true`;
    if (!isFoundFirst(filters)) {
      const page = builder
        .selectFrom('items')
        .select([...itemColumns, sql<number>`(${total(filters, scope)})`.as('count')])
        .where(isWanted(filters, scope))
        .where(isBehind(field))
        // As it is stored: the title that is shown names mentions.
        .orderBy(`items.${field}`, direction)
        .orderBy('id', direction)
        .limit(bind('limit'));
      return from === 'offset' ? page.offset(bind('offset')) : page;
    }
    return withFound(filters, field, scope)
      .with('page', (db) => {
        const page = db
          .selectFrom('found')
          .select(['id', 'value'])
          .where(isBehind('value'))
          .orderBy('value', direction)
          .orderBy('id', direction)
          .limit(bind('limit'));
        return from === 'offset' ? page.offset(bind('offset')) : page;
      })
      .selectFrom('items')
      .innerJoin('page', 'page.id', 'items.id')
      .select([...itemColumns, sql<number>`(select count(*) from found)`.as('count')])
      .orderBy('page.value', direction)
      .orderBy('items.id', direction);
  });
}
