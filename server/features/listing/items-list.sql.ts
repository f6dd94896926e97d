import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Ordering } from '#contract/items.ts';
import type { Status } from '#contract/workflow.ts';
import { itemColumns } from '../../database/item-columns.ts';
import { postCounts } from '../../database/post-counts.ts';
import { type Bind, builder, statement } from '../../database/statement.ts';
import type { DB } from '../../database/types.ts';

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
const anyOf = (table: 'publications' | 'draft_times', isSo = sql`true`) => sql`(
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
  literal: (bind) => sql`(content ilike ${bind('literal')} or description ilike ${bind('literal')}
    or array_to_string(tags, ' ') ilike ${bind('literal')})`,
  match: () => sql`items.id in (select item_id from matched)`,
  posts: () => sql`position = 0`,
};

/** What the parts of a post may differ in: its first item stands for those that match. */
const OF_PARTS: readonly Filter[] = ['search', 'tags', 'language', 'updatedAfter', 'author'];

/** Filters of which the total is known without reading items (database/post-counts.ts). */
const COUNTED: readonly Filter[] = ['folder', 'folders', 'status', 'inThread', 'posts'];

export const FILTERS = Object.keys(conditions) as Filter[];

export type Scope = Partial<ItemFilters> & { workspaceId: number };

export const applyFilters = <Row>(
  query: SelectQueryBuilder<DB, 'items', Row>,
  filters: readonly Filter[],
  bind: Bind<Scope>,
) => {
  const ofParts = filters.filter((one) => filters.includes('posts') && OF_PARTS.includes(one));
  const condition = (filter: Filter) => conditions[filter](bind as Bind<ItemFilters>);
  const whole = filters
    .filter((one) => !ofParts.includes(one))
    .reduce(
      (filtered, filter) => filtered.where(condition(filter)),
      query.where('workspace_id', '=', bind('workspaceId')).where(sql<boolean>`not trashed`),
    );
  // Names without a table are those of the part.
  return ofParts.length
    ? whole.where(sql<boolean>`(select true from items part
        where part.workspace_id = items.workspace_id and part.post_id = items.post_id
          and ${sql.join(ofParts.map(condition), sql` and `)} limit 1) is not null`)
    : whole;
};

/** Up to so many documents of a workspace are read one by one, which takes a microsecond each. */
const FEW_DOCUMENTS = 5000;

/**
 * The documents of a workspace that match a `tsquery`, in parentheses. The index of words is that of
 * all workspaces: it reads all texts that have a word, or one with the prefix. A small workspace is
 * read by itself, without it: `is true` is no condition of the index.
 */
export const matchingDocuments = (
  workspaceId: Expression<number>,
  query: Expression<string | undefined>,
  columns: RawBuilder<unknown> = sql`item_id`,
) => {
  const own = sql`from search_documents where workspace_id = ${workspaceId}`;
  return sql`(
    with extent as materialized (
      select count(*) <= ${sql.lit(FEW_DOCUMENTS)} as is_small
      from (select ${own} limit ${sql.lit(FEW_DOCUMENTS + 1)}) document)
    select ${columns} ${own} and (document @@ ${query}::tsquery) is true
      and (select is_small from extent)
    union all
    select ${columns} ${own} and document @@ ${query}::tsquery
      and not (select is_small from extent))`;
};

/**
 * The items whose words match a `tsquery`. A materialized CTE: the planner's estimates for words
 * are guesses, and with a high one it would scan the list until it had found them.
 */
const matching =
  (bind: Bind<{ workspaceId: number }>, query: Expression<string | undefined>) => () =>
    matchingDocuments(bind('workspaceId'), query) as RawBuilder<{ item_id: number }>;

/** Begins a statement with the CTEs that the filters need. */
const withMatches = (filters: readonly Filter[], bind: Bind<Scope>) =>
  filters.includes('match')
    ? builder.with((name) => name('matched').materialized(), matching(bind, bind('match')))
    : builder;

const count = (filters: readonly Filter[], bind: Bind<Scope>) => {
  if (filters.some((filter) => !COUNTED.includes(filter)))
    return applyFilters(
      builder.selectFrom('items').select(({ fn }) => fn.countAll<number>().as('count')),
      filters,
      bind,
    );
  const wanted = filters
    .filter((filter) => filter !== 'posts')
    .map((filter) => conditions[filter](bind as Bind<ItemFilters>));
  return sql<{ count: number }>`
    select coalesce(sum(${sql.ref(filters.includes('posts') ? 'posts' : 'items')}), 0) as count
    from ${postCounts(bind('workspaceId'))} where ${sql.join([sql`true`, ...wanted], sql` and `)}`;
};

/** The number of matching items. */
export const countItems = (filters: readonly Filter[]) =>
  statement<Scope>()(null, (_db, bind) =>
    withMatches(filters, bind).selectNoFrom(sql<number>`(${count(filters, bind)})`.as('count')),
  );

/** The ids of all matching items, newest first. */
export const matchingIds = (filters: readonly Filter[]) =>
  statement<Scope & { limit: number }>()(null, (db, bind) =>
    applyFilters(db.selectFrom('items').select('id'), filters, bind as Bind<Scope>)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(bind('limit')),
  );

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
  /** Where the page begins: at the start, after a key, or at an offset. */
  from: 'start' | 'key' | 'offset';
};

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
  const prepared =
    filters.length <= 1 && from !== 'offset' && !filters.includes('search') ? name : null;
  const direction = descending ? 'desc' : 'asc';
  return statement<ListParams>()(prepared, (_db, bind) => {
    const scope = bind as Bind<Scope>;
    const total = sql<number>`(${count(filters, scope)})`.as('count');
    const items = withMatches(filters, scope)
      .selectFrom('items')
      .select([...itemColumns, total]);
    const page = applyFilters(items, filters, scope)
      .orderBy(field, direction)
      .orderBy('id', direction)
      .limit(bind('limit'));
    if (from === 'offset') return page.offset(bind('offset'));
    if (from === 'start') return page;
    const key = sql`(${bind('keyValue', KEY_TYPES[field])}, ${bind('keyId', 'bigint')})`;
    return page.where(
      sql<boolean>`(${sql.ref(field)}, id) ${sql.raw(descending ? '<' : '>')} ${key}`,
    );
  });
}
