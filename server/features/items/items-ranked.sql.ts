import { sql } from 'kysely';
import { type Bind, statement } from '../../database/statement.ts';
import { itemColumns } from './items.sql.ts';
import { count, type Filter, isIn, matching, narrow, type Scope, withMatches } from './items-list.sql.ts';

/** How many are compared: a common word is in a million texts, and who looks for the best of them says more than one. */
const CANDIDATES = 1000;

/** What a word counts in a text, among the tags and in the title; PostgreSQL's first weight is not in use. */
const WEIGHTS = sql.lit('{0, 0.1, 0.4, 1}');

/** What is looked for, as `tsquery`s: `match` finds it, what is `titled` so or has it `exact`ly as it is written comes first. */
export type Sought = { match: string; titled: string; exact: string };

type Params = Scope & Sought & { limit: number; offset: number };

/** `counted`: every row carries the `count` of all that match, else 0. `deep`: the page may end behind what is compared. */
type Shape = { filters: readonly Filter[]; counted: boolean; deep: boolean };

/** Whether a page that ends so many items in goes beyond what is compared. */
export const isDeep = (end: number) => end > CANDIDATES;

const statements = new Map<string, ReturnType<typeof compileRanked>>();

/**
 * Items by how well they match, the newest first among equals. Compared are only the newest of those that match, of those that
 * have it in their title and of those that have it exactly; behind them come the others, newest first.
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
    const newest = narrow(db.selectFrom('items').select('id'), filters, scope).orderBy('id', 'desc');
    const rank = (query: 'match' | 'exact') => sql`ts_rank_cd(${WEIGHTS}, document, ${bind(query)}::tsquery, 1)`;
    const compared = db
      .selectFrom('search_documents')
      .select(['item_id', sql<number>`${rank('match')} + 4 * ${rank('exact')}`.as('rank')])
      .where(sql<boolean>`item_id in (select id from candidates)`);
    const others = newest
      .where(sql<boolean>`id not in (select id from candidates)`)
      .clearSelect()
      .select(['id as item_id', sql<number>`-1`.as('rank')])
      .limit(sql<number>`${bind('offset', 'integer')} + ${bind('limit', 'integer')}`);
    const first = newest.limit(sql.lit(CANDIDATES));
    return withMatches(filters, scope)
      .with((name) => name('titled').materialized(), matching(scope, bind('titled')))
      .with((name) => name('exact').materialized(), matching(scope, bind('exact')))
      .with(
        'candidates',
        () => sql<{ id: number }>`(
          (${first}) union (${first.where(isIn('titled'))}) union (${first.where(isIn('exact'))}))`,
      )
      .with('ranked', (cte) =>
        cte
          .selectFrom((deep ? compared.unionAll(({ parens }) => parens(others)) : compared).as('found'))
          .select(['item_id', 'rank'])
          .orderBy('rank', 'desc')
          .orderBy('item_id', 'desc')
          .limit(bind('limit'))
          .offset(bind('offset')),
      )
      .selectFrom('items')
      .innerJoin('ranked', 'ranked.item_id', 'items.id')
      .select([...itemColumns, (counted ? sql<number>`(${count(filters, scope)})` : sql<number>`0`).as('count')])
      .orderBy('rank', 'desc')
      .orderBy('id', 'desc');
  });
