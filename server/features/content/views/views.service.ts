import type { Actor, Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { notFound } from '../../../errors.ts';
import { findItems } from '../posts/posts.service.ts';
import * as sql from './views.sql.ts';

/** @throws AppError 404 */
export async function countView(database: Executor, { workspaceId, userId }: Member, id: number) {
  const [item] = await sql.countView(database, { workspaceId, userId, id });
  if (!item) throw notFound('item', id);
  return item;
}

export async function trending(
  executor: Executor,
  actor: Actor,
  { days, limit }: { days: number; limit: number },
) {
  const rows = await sql.trending(executor, { workspaceId: actor.workspaceId, days, limit });
  const ids = rows.map(({ id }) => id);
  const items = await findItems(executor, actor, ids);
  return rows.flatMap(({ id, views }) => {
    const item = items.get(id);
    return item ? [{ ...item, views }] : [];
  });
}
