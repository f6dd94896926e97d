import { BULK_TIMEOUTS } from '../../../database/pool.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { deletedFolders } from '../posts/posts.service.ts';

/** Takes a batch of what is left in the deleted folders of a workspace; true where nothing is. */
const emptySome = (context: Transactional, workspace: { workspaceId: number }) =>
  transaction(context, (tx) => deletedFolders.emptyDeleted(tx, workspace), BULK_TIMEOUTS);

/** Empties the deleted folders of a workspace, in transactions between which others write. */
export async function emptyFoldersOf(context: Transactional, workspace: { workspaceId: number }) {
  while (!(await emptySome(context, workspace)));
}

/** The same of all workspaces in turn: a large folder of one does not hold up the others. */
export async function emptyAllFolders(context: Transactional, ending: AbortSignal): Promise<void> {
  for (;;) {
    const workspaces = await deletedFolders.listWithDeletions(context.database);
    if (!workspaces.length) return;
    const failures: unknown[] = [];
    for (const workspace of workspaces) {
      if (ending.aborted) return;
      await emptySome(context, workspace).catch((error) => void failures.push(error));
    }
    if (failures.length) throw failures[0];
  }
}
