import { type RawBuilder, sql } from 'kysely';
import { itemColumns } from '../../database/item-columns.ts';
import { type Bind, statement } from '../../database/statement.ts';
import { applyFilters, type Filter, matchingDocuments, type Scope } from './items-list.sql.ts';

/** The number of candidates that are ranked: a common word can be in a million texts. */
const CANDIDATES = 1000;

/**
 * The weights of a word in the text, the tags and the title; PostgreSQL's first weight is unused.
 */
const WEIGHTS = sql.lit('{0, 0.1, 0.4, 1}');

/**
 * The query as `tsquery`s: `match` selects; items that have it in their title (`titled`) or
 * literally (`exact`) are ranked first.
 */
export type SearchTerms = { match: string; titled: string; exact: string };

type Params = Scope & SearchTerms & { limit: number; offset: number };

/**
 * `counted`: every row has the total `count`, else 0. `deep`: the page may end behind the
 * candidates.
 */
type Shape = { filters: readonly Filter[]; counted: boolean; deep: boolean };

/** Whether a page that ends at this row goes beyond the candidates. */
export const isDeep = (end: number) => end > CANDIDATES;

const statements = new Map<string, ReturnType<typeof compileRanked>>();

/**
 * Items by rank, the newest first among equals. Candidates are the newest matches, those in the
 * title and the literal ones; the other matches follow, newest first.
 */
export function rankedItems(shape: Shape) {
  const key = JSON.stringify(shape);
  const known = statements.get(key) ?? compileRanked(shape);
  statements.set(key, known);
  return known;
}

const compileRanked = ({ filters, counted, deep }: Shape) =>
  statement<Params>()(null, (db, bind) => {
    const scope = bind as unknown as Bind<Scope>;
    const rank = (query: 'match' | 'exact') =>
      sql`ts_rank_cd(${WEIGHTS}, document, ${bind(query)}::tsquery, 1)`;
    const newest = sql`order by id desc limit ${sql.lit(CANDIDATES)}`;
    // Sets of ids instead of joins: the planner cannot estimate their number.
    const candidates = sql<{ id: number }>`(
      (select id from found ${newest})
      union (select id from found intersect select item_id from matched where is_titled ${newest})
      union (select id from found intersect select item_id from matched where is_exact ${newest}))`;
    const others = sql`union all (
      select id, -1 from (select id from found except select id from candidates) other
      order by id desc limit ${bind('offset', 'integer')} + ${bind('limit', 'integer')})`;
    const is = (query: keyof SearchTerms) => sql`document @@ ${bind(query)}::tsquery`;
    return db
      .with(
        (name) => name('matched').materialized(),
        // Documents are read once, for all three.
        () =>
          matchingDocuments(
            bind('workspaceId'),
            bind('match'),
            sql`item_id, ${is('titled')} as is_titled, ${is('exact')} as is_exact`,
          ) as RawBuilder<{ item_id: number; is_titled: boolean; is_exact: boolean }>,
      )
      .with(
        (name) => name('found').materialized(),
        () => applyFilters(db.selectFrom('items').select('id'), filters, scope),
      )
      .with(
        (name) => name('candidates').materialized(),
        () => candidates,
      )
      .with(
        'ranked',
        () => sql<{ item_id: number; rank: number }>`(
          select item_id, ${rank('match')} + 4 * ${rank('exact')} as rank
          from candidates join search_documents on item_id = candidates.id
          ${deep ? others : sql``}
          order by rank desc, item_id desc
          limit ${bind('limit', 'integer')} offset ${bind('offset', 'integer')})`,
      )
      .selectFrom('items')
      .innerJoin('ranked', 'ranked.item_id', 'items.id')
      .select([
        ...itemColumns,
        (counted ? sql<number>`(select count(*) from found)` : sql<number>`0`).as('count'),
      ])
      .orderBy('rank', 'desc')
      .orderBy('id', 'desc');
  });
