import { type Actor, requireCapability } from '../../../actor.ts';
import type { Transaction } from '../../../database/transaction.ts';
import * as posts from '../../content/posts/posts.service.ts';
import { listApprovedBy } from './workflow.sql.ts';

/** Posts of one statement; there may be several. */
const AT_ONCE = 1000;

/** The folders of a workspace whose posts are published again. */
export type ListRepeated = (
  tx: Transaction,
  of: { workspaceId: number },
) => Promise<{ folder: number }[]>;

/**
 * Ends what a member approved who is removed: posts of which something is not out yet become drafts,
 * also in the trash, and what is scheduled by that stops at its time. Called under the lock of the
 * content.
 * @returns the number of these posts
 * @throws AppError 403
 */
export async function endApprovalsOf(
  tx: Transaction,
  actor: Actor,
  { id: userId, name }: { id: number; name: string },
  listRepeated: ListRepeated,
): Promise<number> {
  requireCapability(actor, 'decide', 'review');
  const { workspaceId } = actor;
  const comment = `${name} was removed, and their approvals ended.`;
  const repeated = (await listRepeated(tx, { workspaceId })).map(({ folder }) => folder);
  const found = await listApprovedBy(tx, { workspaceId, userId, repeated });
  const draft = { do: 'status', status: 'draft', comment } as const;
  for (let at = 0; at < found.length; at += AT_ONCE) {
    const some = found.slice(at, at + AT_ONCE);
    const live = some.filter((post) => post.is_live).map(({ root }) => root);
    const gone = some.filter((post) => !post.is_live).map(({ root }) => root);
    const locked = await posts.lockManyPosts(tx, actor, live);
    await posts.apply(tx, actor, posts.planShared({ posts: locked }, draft));
    await posts.deletedFolders.trashLeft(tx, actor, gone);
    // A folder that was deleted stays away.
    const trashed = (await posts.lockTrashed(tx, actor, gone)).map((post) => ({
      ...post,
      folder: post.folder as number,
    }));
    const inTrash = posts.planShared({ posts: trashed }, { ...draft, inTrash: true });
    await posts.apply(tx, actor, inTrash);
  }
  return found.length;
}
