import { sql } from 'kysely';
import { itemColumns } from '../../../database/fragments/item-columns.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { type Bind, statement } from '../../../database/statement.ts';

/** Posts as a whole, by any of their items. Not prepared, like every statement with many ids. */

type Keys = { workspaceId: number; ids: number[] };

const ofPosts = (bind: Bind<Keys>) =>
  sql<boolean>`items.post_id in (
    select post_id from items given where given.workspace_id = ${bind('workspaceId')}
      and given.id = any(${bind('ids', 'bigint[]')}))`;

/** All items of these posts, in order, each with its post. */
export const findParts = statement<Keys>()(null, (db, bind) =>
  db
    .selectFrom('items')
    .select(itemColumns)
    .select('items.post_id as post')
    .where('items.workspace_id', '=', bind('workspaceId'))
    .where(ofPosts(bind))
    .where(isLive())
    .orderBy('items.root_id')
    .orderBy('items.position'),
);

/** The lengths of the texts of these posts. */
export const findLengths = statement<Keys>()(null, (db, bind) =>
  db
    .selectFrom('items')
    .select(
      sql<number>`sum(length(items.content)
        + case when items.network_texts = '{}' then 0 else length(items.network_texts::text) end)::integer`.as(
        'length',
      ),
    )
    .where('items.workspace_id', '=', bind('workspaceId'))
    .where(ofPosts(bind))
    .where(isLive())
    .groupBy('items.post_id'),
);
