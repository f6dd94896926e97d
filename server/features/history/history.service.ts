import type { Database, Executor } from '../../database/pool.ts';
import { notFoundIn } from '../../errors.ts';
import type { Person } from '../../http/session.ts';
import { getItem, updateItem } from '../items/items.service.ts';
import * as sql from './history.sql.ts';

const MOST = 1000;

/** @throws AppError 404 */
export async function getHistory(executor: Executor, person: Person, id: number) {
  await getItem(executor, person, id);
  return sql.listVersions(executor, { itemId: id, limit: MOST });
}

/**
 * Brings back text, description and tags as they were, never the status (design, section 6, 'Restore').
 * @throws AppError 404 where the item or the version is not there
 */
export async function restoreVersion(database: Database, person: Person, id: number, version: number) {
  const item = await getItem(database, person, id);
  const [found] = await sql.findVersion(database, { itemId: id, version });
  if (!found) throw notFoundIn('version', 'version', version);
  const { content, description, tags } = found;
  // The description is the whole thread's: a reply's version knows none.
  const isHead = item.thread_root === null || item.thread_root === id;
  return updateItem(database, person, id, { content, tags, description: isHead ? description : undefined }, 'restore');
}
