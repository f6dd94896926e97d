import type { z } from 'zod';
import {
  type Folder,
  type FolderCreate,
  type FolderUpdate,
  MAX_FOLDERS,
} from '#contract/content/folders.ts';
import type { Member } from '../../../actor.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import { BULK_TIMEOUTS, type Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { invalid, notFound, notFoundIn } from '../../../errors.ts';
import { changesBetween, record } from '../../core/audit/audit.service.ts';
import { leaveFolders, lockContent, trashFolders } from '../posts/posts.service.ts';
import * as sql from './folders.sql.ts';

const FIELDS = ['name', 'description', 'parent'] as const;
/** So many posts at a time: others wait a second for them. */
const BATCH = 500;
/** So many of the trash leave their folder at a time: some two seconds. */
const MAX_LEAVING = 10_000;
/** Each waits for the lock as long as any request: an import may hold it. */
const MAX_ATTEMPTS = 5;
const LOCK_TIMEOUT = '55P03';

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
 * Deletes the folder and its descendants; their content goes to the trash, in several transactions,
 * between which others write. What is in the trash keeps its folder until the last one, which
 * deletes it: where it ends in between, the folder is there for all, and can be deleted again.
 * @throws AppError 404
 */
export async function deleteFolder(
  context: Transactional,
  author: Member,
  id: number,
): Promise<void> {
  const { workspaceId } = author;
  const step = async (tx: Transaction) => {
    await lockContent(tx, author);
    const folders = await sql.lockSubtree(tx, { workspaceId, id });
    if (!folders.length) throw notFound('folder', id);
    const ids = folders.map((folder) => folder.id);
    if (!(await trashFolders(tx, author, { folders: ids, limit: BATCH }))) return false;
    if (!(await leaveFolders(tx, author, { folders: ids, limit: MAX_LEAVING }))) return false;
    await sql.removeFolder(tx, { workspaceId, id });
    for (const { id: gone, ...fields } of folders) {
      const changes = changesBetween(
        fields,
        { name: null, description: null, parent: null } as never,
        FIELDS,
      );
      await record(tx, author, { action: 'delete', objectType: 'folder', objectId: gone, changes });
    }
    publishFolderChange(tx, author);
    return true;
  };
  while (!(await patiently(() => transaction(context, step, BULK_TIMEOUTS))));
}

/** Runs `work` again where it has waited too long for a lock. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || (error as { code?: string }).code !== LOCK_TIMEOUT)
        throw error;
    }
  }
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
