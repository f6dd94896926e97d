import type { z } from 'zod';
import type { Item, ItemCreate, ItemUpdate } from '#contract/items.ts';
import type { Database, Executor } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { AppError, notFound, notFoundIn } from '../../errors.ts';
import type { Person } from '../../http/session.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import * as sql from './items.sql.ts';

const FIELDS = ['folder', 'content', 'description', 'status', 'tags'] as const;

/** @throws AppError 404 */
export async function getItem(executor: Executor, { workspaceId }: Person, id: number): Promise<Item> {
  const [item] = await sql.findItem(executor, { workspaceId, id });
  if (!item) throw notFound('item', id);
  return item;
}

/** Makes a single item. @throws AppError 404 when the folder is not there */
export async function createItem(database: Database, person: Person, body: z.output<typeof ItemCreate>): Promise<Item> {
  const { workspaceId, userId, ip } = person;
  const fields = {
    folder: body.folder,
    content: body.content,
    description: body.description ?? null,
    status: body.status,
    tags: body.tags,
  };
  // Born with another status, it has made a transition to it: that takes a second statement.
  if (body.status === 'draft')
    return one(
      await sql.insertItem(database, { workspaceId, userId, ip, ...fields }).catch(explainFolder(body.folder)),
    );
  return transaction(database, async (tx) => {
    const item = one(
      await sql.insertItem(tx, { workspaceId, userId, ip, ...fields }).catch(explainFolder(body.folder)),
    );
    await sql.insertTransition(tx, { workspaceId, userId, id: item.id, from: 'draft', target: body.status });
    return item;
  });
}

/**
 * Changes the fields given (design, section 6: 'PUT', 'Workflow'). What changes nothing makes no version.
 * @throws AppError 404 when the item or the folder is not there; 409 with the `current` item when `version` is stale
 */
export function updateItem(
  database: Database,
  person: Person,
  id: number,
  { version, ...given }: z.output<typeof ItemUpdate>,
): Promise<Item> {
  const { workspaceId, userId } = person;
  return transaction(database, async (tx) => {
    const [before] = await sql.lockItem(tx, { workspaceId, id });
    if (!before) throw notFound('item', id);
    if (version !== undefined && version !== before.version) {
      throw new AppError(
        'stale',
        409,
        `Item ${id} has been changed since you read it: it is at version ${before.version} now.`,
        {
          extra: { current: before },
        },
      );
    }
    const after = { ...before, ...withoutUndefined(given) };
    const textChanged = after.content !== before.content || after.description !== before.description;
    // An approval is of a text: another text is not approved.
    if (textChanged && before.status === 'approved' && after.status === 'approved') after.status = 'draft';
    const changes = changesBetween(before, after, FIELDS);
    if (!Object.keys(changes).length) return before;
    const action = changes.status && Object.keys(changes).length === 1 ? 'status' : 'update';
    const item = one(
      await sql.updateItem(tx, { workspaceId, userId, action, ...after }).catch(explainFolder(after.folder)),
    );
    if (after.status !== before.status)
      await sql.insertTransition(tx, { workspaceId, userId, id, from: before.status, target: after.status });
    await record(tx, person, { action, objectType: 'item', objectId: id, changes });
    return item;
  });
}

/** Puts an item into the trash. @throws AppError 404 */
export function deleteItem(database: Database, person: Person, id: number): Promise<void> {
  return transaction(database, async (tx) => {
    const [gone] = await sql.trashItem(tx, { workspaceId: person.workspaceId, id });
    if (!gone) throw notFound('item', id);
    const changes = changesBetween(gone, { ...gone, folder: null, status: '', content: '' }, [
      'folder',
      'status',
      'content',
    ]);
    await record(tx, person, { action: 'delete', objectType: 'item', objectId: id, changes });
  });
}

/** Puts all that these folders hold into the trash, in the transaction that deletes the folders. */
export async function trashItemsIn(
  tx: Executor,
  { workspaceId, userId, ip }: Person,
  folders: number[],
): Promise<void> {
  await sql.trashItemsInFolders(tx, { workspaceId, userId, ip, folders });
}

const explainFolder = (folder: number) => (error: { constraint?: string }) => {
  if (error.constraint === 'items_workspace_id_folder_id_fkey') throw notFoundIn('folder', 'folder', folder);
  throw error;
};

function one<Row>(rows: Row[]): Row {
  if (rows[0] === undefined) throw new Error('the statement gave no row');
  return rows[0];
}

function withoutUndefined<T extends object>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}
