import type { Parsed } from '#contract/endpoint.ts';
import type * as contract from '#contract/history.ts';
import type { Database, Executor } from '../../database/pool.ts';
import { notFoundIn } from '../../errors.ts';
import { withinSize } from '../../http/page-links.ts';
import type { Person } from '../../http/session.ts';
import { getItem, updateItem } from '../items/items.service.ts';
import * as sql from './history.sql.ts';

const PAGE = 100;

/** @throws AppError 404 */
export async function getHistory(executor: Executor, person: Person, id: number, before: number | null = null) {
  await getItem(executor, person, id);
  return withinSize(await sql.listVersions(executor, { itemId: id, before, limit: PAGE }));
}

/**
 * Brings back text, description and tags as they were, never the status (design, section 6, 'Restore').
 * @throws AppError 404 where the item or the version is not there; 409 where the item is another version by now
 */
export async function restoreVersion(
  database: Database,
  person: Person,
  id: number,
  { version, current_version }: Parsed<typeof contract.restoreVersion>['body'],
) {
  await getItem(database, person, id);
  const [found] = await sql.findVersion(database, { itemId: id, version });
  if (!found) throw notFoundIn('version', 'version', version);
  const { content, tags, is_head } = found;
  // The description is the whole thread's: a reply's version knows none.
  const description = is_head ? found.description : undefined;
  return updateItem(database, person, id, { content, tags, description, version: current_version }, 'restore');
}
