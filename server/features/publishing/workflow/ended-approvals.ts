import { type Actor, requireCapability } from '../../../actor.ts';
import type { Transaction } from '../../../database/transaction.ts';
import * as posts from '../../content/posts/posts.service.ts';
import { listApprovedBy } from './workflow.sql.ts';

/** Posts of one statement; there may be several. */
const AT_ONCE = 1000;

/**
 * Ends what a member approved who is removed: posts of which something is not out yet become drafts,
 * and what is scheduled by that stops at its time. Called under the lock of the content.
 * @returns the number of these posts
 * @throws AppError 403
 */
export async function endApprovalsOf(
  tx: Transaction,
  actor: Actor,
  { id: userId, name }: { id: number; name: string },
): Promise<number> {
  requireCapability(actor, 'decide', 'review');
  const { workspaceId } = actor;
  const comment = `${name} was removed, and their approvals ended.`;
  const found = await listApprovedBy(tx, { workspaceId, userId });
  for (let at = 0; at < found.length; at += AT_ONCE) {
    const ids = found.slice(at, at + AT_ONCE).map(({ root }) => root);
    const locked = await posts.lockManyPosts(tx, actor, ids);
    const draft = { do: 'status', status: 'draft', comment } as const;
    await posts.apply(tx, actor, posts.planShared({ posts: locked }, draft));
  }
  return found.length;
}
