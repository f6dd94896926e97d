import { type Expression, sql } from 'kysely';
import { itemColumns } from '../../../database/fragments/item-columns.ts';
import { type Bind, statement } from '../../../database/statement.ts';
import { type Filter, isWanted, matchingDocuments, type Scope, wordsOf } from './items-list.sql.ts';

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
 * Items by rank, the newest first among equals. Candidates are the newest matches, first those in
 * the title, then the literal ones; the other matches follow, newest first.
 */
export function rankedItems(shape: Shape) {
  const key = JSON.stringify(shape);
  const known = statements.get(key) ?? compileRanked(shape);
  statements.set(key, known);
  return known;
}

const compileRanked = ({ filters, counted, deep }: Shape) => {
  // As for lists: with more filters than words and another one, they are too many to be kept.
  const prepared = filters.length <= 2 && !deep ? `items.ranked ${counted} ${filters}` : null;
  return statement<Params>()(prepared, (db, bind) => {
    const scope = bind as unknown as Bind<Scope>;
    const is = (query: keyof SearchTerms) => sql`(document @@ ${bind(query)}::tsquery)::integer`;
    const rank = (query: 'match' | 'exact') =>
      sql`ts_rank_cd(${WEIGHTS}, document, ${bind(query)}::tsquery, 1)`;
    // One by one, by their key: the planner cannot estimate how many match.
    const allowed = sql`cross join lateral (
      select id from items where id = item_id and ${isWanted(filters, scope)} limit 1) item`;
    const documents = matchingDocuments(
      bind('workspaceId'),
      wordsOf(filters, scope) as Expression<unknown>,
      sql`item_id, 2 * ${is('titled')} + ${is('exact')} as tier`,
    );
    const rest = sql`union all (
      select item_id, -1 from (select item_id from found except select item_id from candidates) other
      order by item_id desc limit ${bind('offset', 'integer')} + ${bind('limit', 'integer')})`;
    return db
      .with(
        (name) => name('found').materialized(),
        () => sql<{ item_id: number }>`(
          select item_id, tier from ${documents} matched ${filters.length > 1 ? allowed : sql``})`,
      )
      .with(
        (name) => name('candidates').materialized(),
        () => sql<{ item_id: number }>`(
          select item_id from found order by tier desc, item_id desc limit ${sql.lit(CANDIDATES)})`,
      )
      .with(
        'ranked',
        () => sql<{ item_id: number; rank: number }>`(
          select item_id, ${rank('match')} + 4 * ${rank('exact')} as rank
          from candidates join search_documents using (item_id)
          ${deep ? rest : sql``}
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
};
