import type { z } from 'zod';
import { type Item, type ItemCreate, ItemQuery, type ItemUpdate } from '#contract/items.ts';
import type { Database, Executor } from '../../database/pool.ts';
import { persistently, transaction } from '../../database/transaction.ts';
import { notFound } from '../../errors.ts';
import type { Person } from '../../http/session.ts';
import { createThread, updatePart } from '../threads/threads.service.ts';
import * as sql from './items.sql.ts';
import { listItems } from './listing.service.ts';
import * as items from './writing.service.ts';

/** @throws AppError 404 */
export async function getItem(executor: Executor, { workspaceId }: Person, id: number): Promise<Item> {
  const [item] = await sql.findItem(executor, { workspaceId, id });
  if (!item) throw notFound('item', id);
  return item;
}

/** What was changed last, the latest first. */
export async function recentItems(executor: Executor, { workspaceId }: Person, limit: number): Promise<Item[]> {
  const query = ItemQuery.parse({ page_size: String(limit) });
  return (await listItems(executor, workspaceId, query, '')).results;
}

/** Makes a single item, or the root of a thread to come. @throws AppError 403; 404 when the folder is not there */
export async function createItem(
  database: Database,
  person: Person,
  { is_thread_root, description = null, ...body }: z.output<typeof ItemCreate>,
): Promise<Item> {
  if (is_thread_root) {
    const [root] = await createThread(database, person, { ...body, description, items: [body] });
    return root as Item;
  }
  await items.requireDecision(database, person, 'draft', body.status, null);
  const insert = (tx: Executor) => items.insertItems(tx, person, [{ ...body, ...items.ALONE, description }]);
  // Of a draft nobody is told: one statement is all.
  const [item] = await (body.status === 'draft' ? persistently(() => insert(database)) : transaction(database, insert));
  return item as Item;
}

/**
 * Changes the fields given (design, section 6: 'PUT', 'Workflow', 'Threads'). What changes nothing makes no version; `action`
 * names one in the history.
 * @throws AppError 404 when the item or the folder is not there; 409 with the `current` item when `version` is stale
 */
export function updateItem(
  database: Database,
  person: Person,
  id: number,
  { version, thread_order: place, ...body }: z.output<typeof ItemUpdate>,
  action: 'update' | 'restore' = 'update',
): Promise<Item> {
  const given = withoutUndefined(body);
  return transaction(database, async (tx) => {
    const locked = await items.lockItems(tx, person, [id]);
    const before = locked.find((item) => item.id === id);
    if (!before) throw notFound('item', id);
    items.refuseStale(version, before, before);
    // Of the thread's description only its root knows, now as then.
    if (action === 'restore' && before.thread_order > 0) delete given.description;
    if (before.thread_root !== null)
      return updatePart(tx, person, {
        parts: locked,
        item: before,
        given: { ...given, ...(place !== undefined && { thread_order: place }) },
        action,
      });
    const after = { ...before, ...given };
    const textChanged = after.content !== before.content || after.description !== before.description;
    after.status = await items.statusAfterEdit(tx, person, before.status, after.status, textChanged);
    await items.requireDecision(tx, person, before.status, after.status, [id], textChanged);
    const [item = before] = await items.updateItems(tx, person, [{ before, after, action }]);
    await items.recordStatus(tx, person, id, before.status, after.status);
    return item;
  });
}

/** Puts an item into the trash, a root with its thread. @throws AppError 404 */
export function deleteItem(database: Database, person: Person, id: number): Promise<void> {
  return transaction(database, async (tx) => {
    const locked = await items.lockIds(tx, person, [id]);
    if (!locked.length) throw notFound('item', id);
    await items.trashItems(tx, person, [id], locked);
  });
}

/** Puts all that these folders hold into the trash, in the transaction that deletes the folders and has locked the content. */
export async function trashItemsIn(tx: Executor, person: Person, folders: number[]): Promise<void> {
  await items.trashThese(tx, person, await sql.findItemsIn(tx, { workspaceId: person.workspaceId, folders }));
}

function withoutUndefined<T extends object>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}
