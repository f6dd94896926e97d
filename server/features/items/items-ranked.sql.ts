import { sql } from 'kysely';
import { type Bind, statement } from '../../database/statement.ts';
import { itemColumns } from './items.sql.ts';
import { type Filter, matching, narrow, type Scope, withMatches } from './items-list.sql.ts';

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
    const rank = (query: 'match' | 'exact') => sql`ts_rank_cd(${WEIGHTS}, document, ${bind(query)}::tsquery, 1)`;
    const newest = sql`order by id desc limit ${sql.lit(CANDIDATES)}`;
    // Sets of ids, and no joins: of how many there are, the planner has no idea.
    const candidates = sql<{ id: number }>`(
      (select id from found ${newest})
      union (select id from found intersect select item_id from titled ${newest})
      union (select id from found intersect select item_id from exact ${newest}))`;
    const others = sql`union all (
      select id, -1 from (select id from found except select id from candidates) other
      order by id desc limit ${bind('offset', 'integer')} + ${bind('limit', 'integer')})`;
    return withMatches(filters, scope)
      .with(
        (name) => name('found').materialized(),
        () => narrow(db.selectFrom('items').select('id'), filters, scope),
      )
      .with((name) => name('titled').materialized(), matching(scope, bind('titled')))
      .with((name) => name('exact').materialized(), matching(scope, bind('exact')))
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
      .select([...itemColumns, (counted ? sql<number>`(select count(*) from found)` : sql<number>`0`).as('count')])
      .orderBy('rank', 'desc')
      .orderBy('id', 'desc');
  });
