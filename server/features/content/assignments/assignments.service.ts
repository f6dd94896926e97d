import { can } from '#contract/roles.ts';
import type { Actor } from '../../../actor.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { invalid, notFoundIn } from '../../../errors.ts';
import { record } from '../../core/audit/audit.service.ts';
import { notify } from '../../people/notifications/notifications.service.ts';
import { announceOfPost, getPostOf, lockContent } from '../posts/posts.service.ts';
import * as sql from './assignments.sql.ts';

/**
 * Assigns the post of an item to a member, or to nobody, and tells them.
 * @throws AppError 404 for the item, or for whoever is no member; 400 for a member who cannot write
 */
export const assignItem = (
  context: Transactional,
  actor: Actor,
  item: number,
  assignee: number | null,
): Promise<{ assignee: number | null }> =>
  transaction(context, (tx) => assignIn(tx, actor, item, assignee));

/** The same in a transaction. */
export async function assignIn(
  tx: Transaction,
  actor: Actor,
  item: number,
  assignee: number | null,
): Promise<{ assignee: number | null }> {
  const { workspaceId, userId } = actor;
  await lockContent(tx, actor);
  const { post } = await getPostOf(tx, actor, item);
  const [before] = await sql.findAssignee(tx, { workspaceId, post });
  if ((before?.user ?? null) === assignee) return { assignee };
  if (assignee === null) await sql.unassign(tx, { workspaceId, post });
  else {
    const [person] = await sql.findPerson(tx, { workspaceId, user: assignee });
    if (!person) throw notFoundIn('assignee', 'member', assignee);
    if (!can(person.role, 'write')) throw invalid({ assignee: [`${person.name} can read only.`] });
    await sql.assign(tx, { workspaceId, post, user: assignee, by: userId });
    await notify(tx, actor, [{ user: assignee, kind: 'assigned', post }]);
  }
  await record(tx, actor, {
    action: 'assign',
    objectType: 'item',
    objectId: item,
    changes: { assignee: { before: before?.user ?? null, after: assignee } },
  });
  await announceOfPost(tx, actor, 'content', post);
  return { assignee };
}
