import { sql } from 'kysely';
import { itemColumns, NETWORK_VIEWS } from '../../../database/fragments/item-columns.ts';
import { type Bind, builder, statement } from '../../../database/statement.ts';
import {
  type Filter,
  type From,
  isFoundFirst,
  isWanted,
  type Scope,
  total,
  withFound,
} from './items-list.sql.ts';

type Shape = { filters: readonly Filter[]; descending: boolean; from: From };

type Params = Scope & { limit: number; offset: number } & ViewedKey & { keyId: number };

/** The place of an item: by its views, or behind those that have some by its time. */
type ViewedKey = { keyViews: number; keyTime: string };

/** The key of a value of a cursor. */
export const viewedKey = (value: string | number): ViewedKey =>
  typeof value === 'number'
    ? { keyViews: value, keyTime: 'infinity' }
    : { keyViews: -1, keyTime: value };

const statements = new Map<string, ReturnType<typeof compileByViews>>();

/**
 * Items by their views on networks, then those without by time; every row has the total `count`.
 * The former are found from the figures of the workspace, so that the others are read for a page
 * alone.
 */
export function itemsByViews(shape: Shape) {
  const key = JSON.stringify(shape);
  const known = statements.get(key) ?? compileByViews(shape);
  statements.set(key, known);
  return known;
}

const compileByViews = ({ filters, descending, from }: Shape) =>
  statement<Params>()(null, (_db, bind) => {
    const scope = bind as unknown as Bind<Scope>;
    const direction = descending ? 'desc' : 'asc';
    const order = sql.raw(direction);
    const behind = (value: string, key: 'keyViews' | 'keyTime', type: string) =>
      from === 'key'
        ? sql`(${sql.ref(value)}, id) ${sql.raw(descending ? '<' : '>')}
            (${bind(key, type)}, ${bind('keyId', 'bigint')})`
        : sql`true`;
    const foundFirst = isFoundFirst(filters);
    const wanted = foundFirst
      ? sql`workspace_id = ${bind('workspaceId')} and id in (select id from found)`
      : isWanted(filters, scope);
    const upTo = sql`limit ${bind('offset', 'integer')} + ${bind('limit', 'integer')}`;
    return (foundFirst ? withFound(filters, 'created_at', scope) : builder)
      .with(
        (name) => name('viewed').materialized(),
        () => sql<object>`(
          select post_id as viewed_post, ${NETWORK_VIEWS} as views
          from publications join publication_figures on publication_id = publications.id
          where publications.workspace_id = ${bind('workspaceId')} and published_at is not null
            and post_id is not null
          group by post_id having ${NETWORK_VIEWS} is not null)`,
      )
      .with(
        'page',
        () => sql<{ id: number; views: number; time: string }>`(
          (select id, views, 'infinity'::timestamptz as time
            from viewed join items on post_id = viewed_post
            where ${wanted} and ${behind('views', 'keyViews', 'bigint')}
            order by views ${order}, id ${order} ${upTo})
          union all
          (select id, -1, created_at from items
            where ${wanted} and post_id not in (select viewed_post from viewed)
              and ${behind('created_at', 'keyTime', 'timestamptz')}
            order by created_at ${order}, id ${order} ${upTo})
          order by views ${order}, time ${order}, id ${order}
          limit ${bind('limit', 'integer')} offset ${bind('offset', 'integer')})`,
      )
      .selectFrom('items')
      .innerJoin('page', 'page.id', 'items.id')
      .select([
        ...itemColumns,
        (foundFirst
          ? sql<number>`(select count(*) from found)`
          : sql<number>`(${total(filters, scope)})`
        ).as('count'),
      ])
      .orderBy('page.views', direction)
      .orderBy('page.time', direction)
      .orderBy('items.id', direction);
  });
