import type { Database, Executor } from '../../database/pool.ts';
import { notFound } from '../../errors.ts';
import type { Person } from '../../http/session.ts';
import { findItems } from '../items/writing.service.ts';
import * as sql from './views.sql.ts';

/** @throws AppError 404 */
export async function countView(database: Database, { workspaceId, userId }: Person, id: number) {
  const [item] = await sql.countView(database, { workspaceId, userId, id });
  if (!item) throw notFound('item', id);
  return item;
}

export async function trending(executor: Executor, person: Person, { days, limit }: { days: number; limit: number }) {
  const rows = await sql.trending(executor, { workspaceId: person.workspaceId, days, limit });
  const ids = rows.map(({ id }) => id);
  const items = await findItems(executor, person, ids);
  return rows.flatMap(({ id, views }) => {
    const item = items.get(id);
    return item ? [{ ...item, views }] : [];
  });
}
