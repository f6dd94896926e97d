import type { z } from 'zod';
import type { Folder, FolderCreate, FolderUpdate } from '#contract/folders.ts';
import { BULK_TIMEOUTS, type Database, type Executor } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { invalid, notFound, notFoundIn } from '../../errors.ts';
import type { Person } from '../../http/session.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import { trashItemsIn } from '../items/items.service.ts';
import { lockContent } from '../items/writing.service.ts';
import * as sql from './folders.sql.ts';

const FIELDS = ['name', 'description', 'parent'] as const;

/** @throws AppError 404 */
export async function getFolder(
  executor: Executor,
  { workspaceId }: Pick<Person, 'workspaceId'>,
  id: number,
): Promise<Folder> {
  const [folder] = await sql.findFolder(executor, { workspaceId, id });
  if (!folder) throw notFound('folder', id);
  return folder;
}

/** Folders whose name or description matches a `tsquery`, the best first. */
export const findFolders = (executor: Executor, { workspaceId }: Person, match: string): Promise<Folder[]> =>
  sql.findFolders(executor, { workspaceId, match });

/** @throws AppError 404 when the parent is not there */
export function createFolder(database: Database, author: Person, body: z.output<typeof FolderCreate>): Promise<Folder> {
  return transaction(database, async (tx) => {
    const fields = { name: body.name, description: body.description ?? null, parent: body.parent ?? null };
    const [row] = await sql
      .insertFolder(tx, { workspaceId: author.workspaceId, ...fields })
      .catch(explainParent(fields.parent));
    if (!row) throw new Error('the folder was not made');
    const changes = changesBetween({ name: null, description: null, parent: null }, fields as never, FIELDS);
    await record(tx, author, { action: 'create', objectType: 'folder', objectId: row.id, changes });
    return getFolder(tx, author, row.id);
  });
}

/** Changes the fields given. @throws AppError 404, also for the parent; 400 when the parent lies inside the folder */
export function updateFolder(
  database: Database,
  author: Person,
  id: number,
  body: z.output<typeof FolderUpdate>,
): Promise<Folder> {
  const { workspaceId } = author;
  return transaction(database, async (tx) => {
    await lockContent(tx, author);
    const [before] = await sql.lockFolder(tx, { workspaceId, id });
    if (!before) throw notFound('folder', id);
    const after = {
      ...before,
      name: body.name ?? before.name,
      description: body.description === undefined ? before.description : body.description,
      parent: body.parent === undefined ? before.parent : body.parent,
    };
    const changes = changesBetween(before, after, FIELDS);
    if (Object.keys(changes).length) {
      await sql.updateFolder(tx, { workspaceId, ...after }).catch(explainParent(after.parent));
      await record(tx, author, { action: 'update', objectType: 'folder', objectId: id, changes });
    }
    return getFolder(tx, author, id);
  });
}

/** Deletes the folder and all below it; what they hold goes to the trash. @throws AppError 404 */
export function deleteFolder(background: Database, author: Person, id: number): Promise<void> {
  const { workspaceId } = author;
  const run = async (tx: Executor) => {
    await lockContent(tx, author);
    const folders = await sql.lockSubtree(tx, { workspaceId, id });
    if (!folders.length) throw notFound('folder', id);
    await trashItemsIn(
      tx,
      author,
      folders.map((folder) => folder.id),
    );
    await sql.removeFolder(tx, { workspaceId, id });
    for (const { id: gone, ...fields } of folders) {
      const changes = changesBetween(fields, { name: null, description: null, parent: null } as never, FIELDS);
      await record(tx, author, { action: 'delete', objectType: 'folder', objectId: gone, changes });
    }
  };
  return transaction(background, run, BULK_TIMEOUTS);
}

const explainParent = (parent: number | null) => (error: { constraint?: string }) => {
  if (error.constraint === 'folders_workspace_id_parent_id_fkey') throw notFoundIn('parent', 'folder', parent);
  if (error.constraint === 'folders_stay_a_tree') {
    throw invalid({ parent: ['A folder cannot be moved into itself or into a folder inside it.'] });
  }
  throw error;
};
