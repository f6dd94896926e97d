import { type QueryCreator, type Selectable, sql } from 'kysely';
import { bareItemColumns, itemColumns } from '../../../database/fragments/item-columns.ts';
import type { Executor } from '../../../database/pool.ts';
import { builder, statement } from '../../../database/statement.ts';
import type { DB } from '../../../database/types.ts';
import type { ItemRow, PostRow } from './rows.ts';
import { type Author, ITEM_COLUMNS, type Need, POST_COLUMNS, partsOf } from './write-parts.sql.ts';

type Rows = {
  posts: readonly PostRow[];
  items: readonly ItemRow[];
  /**
   * They were read without a lock: a known item is written only where it is still as it was read,
   * and where no operation that needs the lock of its workspace is under way. Such writes share the
   * lock.
   */
  unlocked?: boolean;
};

/** The id of a post and of its item where the statement that writes them takes their ids. */
export const NO_ID = 0;

/** Whether rows need a part of the statement. */
const NEEDS: Record<Need, (rows: Rows) => boolean> = {
  lists: ({ posts, items }) => posts.length !== 1 || items.length !== 1,
  ids: ({ posts }) => posts[0]?.id === NO_ID,
  guard: ({ unlocked }) => unlocked === true,
  newPost: ({ posts }) => posts.some(({ isNew }) => isNew),
  knownPost: ({ posts }) => posts.some(({ isNew }) => !isNew),
  newItem: ({ items }) => items.some(({ isNew }) => isNew),
  knownItem: ({ items }) => items.some(({ isNew }) => !isNew),
  copy: ({ items }) => items.some(({ copyOf }) => copyOf !== null),
  text: ({ items }) => items.some(({ isNew, hasText }) => hasText && !isNew),
  version: ({ items }) => items.some(({ action }) => action !== null),
  words: ({ items }) =>
    items.some(({ wordsOf, principals }) => wordsOf !== null || principals !== null),
  entry: ({ items }) => items.some(({ entry }) => entry !== null),
  withdrawal: ({ posts }) => posts.some(({ withdraws }) => withdraws),
  decision: ({ posts }) => posts.some(({ decision }) => decision !== null),
  transition: ({ posts }) => posts.some(({ former }) => former !== null),
  inheritance: ({ posts }) => posts.some(({ inherits }) => inherits !== null),
};

const ALL_NEEDS = Object.keys(NEEDS) as Need[];

const statements = new Map<string, ReturnType<typeof writing>>();

/**
 * Writes posts and items with their versions, audit entries and transitions. One statement, because
 * a post and its items must be consistent at the end of each. It has the parts that the rows need,
 * and is compiled once for each combination of them. Returns the written items, with the id of the
 * transition where one post created or decided one.
 */
export function writePosts(executor: Executor, author: Author, rows: Rows) {
  const needs = ALL_NEEDS.filter((need) => NEEDS[need](rows));
  const key = needs.join();
  const write = statements.get(key) ?? writing(needs);
  statements.set(key, write);
  const { posts, items } = rows;
  const given = NEEDS.lists(rows)
    ? { posts: JSON.stringify(posts), items: JSON.stringify(items) }
    : { ...fieldsOf('posts', posts, POST_COLUMNS), ...fieldsOf('items', items, ITEM_COLUMNS) };
  return write(executor, { ...author, ...given });
}

/** The fields of a single row, as parameters. */
function fieldsOf<Name extends string>(
  prefix: string,
  [row]: readonly Record<Name, unknown>[],
  columns: Record<Name, string>,
) {
  const fields: Record<string, unknown> = {};
  for (const name in columns) {
    const value = row?.[name] ?? null;
    const isJson = columns[name] === 'jsonb' && value !== null;
    fields[`${prefix}.${name}`] = isJson ? JSON.stringify(value) : value;
  }
  return fields;
}

type WrittenItem = Selectable<DB['items']>;

/** The statement for rows with these needs. */
function writing(needs: readonly Need[]) {
  const has = (need: Need) => needs.includes(need);
  const name = `posts.write ${ALL_NEEDS.map((need) => Number(has(need))).join('')}`;
  return statement<Author & Record<string, unknown>>()(name, (_db, bind) => {
    const query = partsOf({ bind, has }).reduce(
      (all, { name, text, isMaterialized }) =>
        all.with(
          (as) => {
            if (isMaterialized === undefined) return as(name);
            return isMaterialized ? as(name).materialized() : as(name).notMaterialized();
          },
          () => sql<object>`(${text})`,
        ),
      builder as QueryCreator<DB>,
    ) as QueryCreator<DB & { item: WrittenItem }>;
    const transitions = [
      ...(has('transition') ? [sql`select id from transition`] : []),
      ...(has('decision') ? [sql`select id from decided`] : []),
    ];
    const isNew = !has('knownPost') && !has('knownItem');
    return query
      .selectFrom('item as items')
      .select([
        ...(isNew ? bareItemColumns : itemColumns),
        transitions.length
          ? sql<number | null>`(
              select min(id) from (${sql.join(transitions, sql` union all `)}) written
            )`.as('transition')
          : sql<number | null>`null`.as('transition'),
      ])
      .orderBy('items.id');
  });
}

/**
 * Sets the planner for many rows until the end of the transaction, or resets it. Without
 * statistics, or for a JSON list, the planner assumes few rows: it then plans each foreign-key
 * check again and chooses nested loops, which takes minutes instead of a second.
 */
export const planFor = statement<{
  nestloop: 'on' | 'off';
  cache: 'auto' | 'force_generic_plan';
}>()(
  null,
  (_db, bind) => sql<object>`
    select set_config('enable_nestloop', ${bind('nestloop')}, true),
      set_config('plan_cache_mode', ${bind('cache')}, true)`,
);
export const MANY = { nestloop: 'off', cache: 'force_generic_plan' } as const;
export const FEW = { nestloop: 'on', cache: 'auto' } as const;

/**
 * An approval is also of what was scheduled before it: from now on the approved text is the scheduled
 * one, so that it is not sent once the approval is taken back. What was begun keeps its text. A copy
 * that a person approves leans on its source no longer.
 */
export const takeApproved = statement<{ workspaceId: number; ids: number[] }>()(
  'publications.take_approved',
  (_db, bind) => sql<object>`
    update publications set source_id = null, source_hash = null,
      version = case state when 'scheduled' then posts.version else publications.version end,
      text_hash = case state when 'scheduled' then post_text_hash(posts.id) else text_hash end,
      text = case state when 'scheduled' then post_parts(posts.id) else text end
    from posts where posts.workspace_id = ${bind('workspaceId')}
      and posts.id = any(${bind('ids', 'bigint[]')}) and post_id = posts.id
      and (state = 'scheduled' or source_hash is not null)
      and publications.workspace_id = ${bind('workspaceId')}`,
);
