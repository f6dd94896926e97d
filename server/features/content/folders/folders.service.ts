import type { z } from 'zod';
import {
  type Folder,
  type FolderCreate,
  type FolderUpdate,
  MAX_FOLDERS,
} from '#contract/content/folders.ts';
import { type Member, requireInFolders } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import { BULK_TIMEOUTS, type Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { invalid, notFound, notFoundIn } from '../../../errors.ts';
import { changesBetween, record } from '../../core/audit/audit.service.ts';
import { deletedFolders, lockContent } from '../posts/posts.service.ts';
import { emptyFolders } from './folders.jobs.ts';
import * as sql from './folders.sql.ts';

export { emptyFoldersOf } from './deletion.ts';

const FIELDS = ['name', 'description', 'parent'] as const;

/** @throws AppError 404 */
export async function getFolder(
  executor: Executor,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  id: number,
): Promise<Folder> {
  const [folder] = await sql.findFolder(executor, { workspaceId, id });
  if (!folder) throw notFound('folder', id);
  return folder;
}

/** Folders whose name or description matches a `tsquery`, the best first. */
export const findMatchingFolders = (
  executor: Executor,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  match: string,
): Promise<Folder[]> => sql.findMatchingFolders(executor, { workspaceId, match });

/** @throws AppError 404 when the parent does not exist; 400 where there are many */
export function createFolder(
  context: Transactional,
  author: Member,
  body: z.output<typeof FolderCreate>,
): Promise<Folder> {
  return transaction(context, async (tx) => {
    const fields = {
      name: body.name,
      description: body.description ?? null,
      parent: body.parent ?? null,
    };
    const { workspaceId } = author;
    await lockNumber(tx, { what: 'folders', id: workspaceId });
    const [present] = await sql.countFolders(tx, { workspaceId });
    if (present && present.count >= MAX_FOLDERS)
      throw invalid({ non_field_errors: [`A workspace has at most ${MAX_FOLDERS} folders.`] });
    const [row] = await sql
      .insertFolder(tx, { workspaceId, ...fields })
      .catch(mapParentError(fields.parent));
    if (!row) throw new Error('the folder was not created');
    const changes = changesBetween(
      { name: null, description: null, parent: null },
      fields as never,
      FIELDS,
    );
    await record(tx, author, { action: 'create', objectType: 'folder', objectId: row.id, changes });
    publishFolderChange(tx, author);
    return getFolder(tx, author, row.id);
  });
}

/**
 * Updates the given fields.
 * @throws AppError 404, also for the parent; 400 when the parent is a descendant
 */
export function updateFolder(
  context: Transactional,
  author: Member,
  id: number,
  body: z.output<typeof FolderUpdate>,
): Promise<Folder> {
  const { workspaceId } = author;
  return transaction(context, async (tx) => {
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
      await sql.updateFolder(tx, { workspaceId, ...after }).catch(mapParentError(after.parent));
      await record(tx, author, { action: 'update', objectType: 'folder', objectId: id, changes });
      publishFolderChange(tx, author);
    }
    return getFolder(tx, author, id);
  });
}

/**
 * Deletes the folder and its descendants. From the answer on, their content counts as trashed; what
 * is more than a batch gets to the trash by a job (decision 81).
 * @throws AppError 404
 */
export function deleteFolder(
  context: Transactional & Pick<AppContext, 'jobs'>,
  author: Member,
  id: number,
): Promise<void> {
  const { workspaceId } = author;
  const run = async (tx: Transaction) => {
    await lockContent(tx, author);
    const folders = await sql.lockSubtree(tx, { workspaceId, id });
    if (!folders.length) throw notFound('folder', id);
    const ids = folders.map((folder) => folder.id);
    requireInFolders(author, ...ids);
    const isEmpty = await deletedFolders.emptyOrRemember(tx, author, ids);
    await sql.removeFolder(tx, { workspaceId, id });
    if (!isEmpty) await context.jobs.enqueue(tx, emptyFolders, {});
    for (const { id: gone, ...fields } of folders) {
      const changes = changesBetween(
        fields,
        { name: null, description: null, parent: null } as never,
        FIELDS,
      );
      await record(tx, author, { action: 'delete', objectType: 'folder', objectId: gone, changes });
    }
    publishFolderChange(tx, author);
  };
  return transaction(context, run, BULK_TIMEOUTS);
}

const publishFolderChange = (tx: Transaction, { workspaceId, tab }: Member) =>
  tx.announce({ workspaceId, topic: 'content', tab });

const mapParentError = (parent: number | null) => (error: { constraint?: string }) => {
  if (error.constraint === 'folders_workspace_id_parent_id_fkey')
    throw notFoundIn('parent', 'folder', parent);
  if (error.constraint === 'folders_stay_a_tree') {
    throw invalid({ parent: ['A folder cannot be moved into itself or into a folder inside it.'] });
  }
  throw error;
};
