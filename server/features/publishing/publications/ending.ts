import { paths } from '#contract/paths.ts';
import type { NotificationKind, Published } from '#contract/people/notifications.ts';
import { type Actor, systemActor } from '../../../actor.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { ifThere } from '../../../errors.ts';
import {
  announceOfPost,
  apply,
  lockContent,
  lockPost,
  planShared,
} from '../../content/posts/posts.service.ts';
import { record } from '../../core/audit/audit.service.ts';
import {
  authorsOf,
  membersWithCapability,
  notify,
  notifyPublished,
} from '../../people/notifications/notifications.service.ts';
import * as sql from './changes.sql.ts';
import { isComplete } from './parts.sql.ts';

/** How a publication ends, and who is notified. */

/** Those of a publication that are notified of its end, and see it. */
export type Ending = {
  id: number;
  post: number | null;
  root: number | null;
  created_by: number | null;
};
type InWorkspace = { workspace: number };

/**
 * Finishes a publication whose last part was sent, in the transaction that says so: in between it
 * could be cancelled, or wait for a pause of its channel. That the part was sent is stored in any
 * case: where finishing fails, the worker does it next.
 */
export async function finishIfComplete(
  tx: Transaction,
  channel: InWorkspace,
  due: Ending,
): Promise<boolean> {
  const [row] = await isComplete(tx, { id: due.id });
  if (!row?.is_complete) return false;
  await tx.query('savepoint finishing');
  try {
    await finish(tx, channel, due);
    return true;
  } catch {
    await tx.query('rollback to savepoint finishing');
    return false;
  }
}

/** The status of the post follows its last publication. */
export async function finish(tx: Transaction, channel: InWorkspace, due: Ending): Promise<void> {
  const actor = systemActor(channel.workspace);
  await lockContent(tx, actor);
  const [done] = await sql.finish(tx, { id: due.id });
  await record(tx, actor, { action: 'publish', objectType: 'publication', objectId: due.id });
  const post = due.root === null ? undefined : await lockPost(tx, actor, due.root).catch(ifThere);
  // A text that was changed since is not the published one.
  if (post?.id === due.post && done?.is_current && Number(done.others) === 0)
    await apply(tx, actor, planShared({ posts: [post] }, { do: 'status', status: 'published' }));
  // Last: the notifications of a person are written one after the other.
  if (done) await tellPublished(tx, channel, due, done);
  await announce(tx, channel, due);
}

async function tellPublished(
  tx: Transaction,
  { workspace }: InWorkspace,
  { post, created_by }: Pick<Ending, 'post' | 'created_by'>,
  { network, url: given, channel }: Published & { channel: number },
) {
  if (post === null) return;
  const actor = systemActor(workspace);
  // A practice account is a page of this server.
  const url = given ?? (network === 'practice' ? paths.practice(channel) : null);
  const recipients = await recipientsOf(tx, actor, { post, created_by }, 'published');
  await notifyPublished(tx, actor, post, recipients, { network, url });
}

/** Notifies the person who scheduled it, and the authors. */
export async function tell(
  tx: Transaction,
  { workspace }: InWorkspace,
  { post, created_by }: Pick<Ending, 'post' | 'created_by'>,
  kind: NotificationKind,
) {
  if (post === null) return;
  const actor = systemActor(workspace);
  await notify(tx, actor, await recipientsOf(tx, actor, { post, created_by }, kind));
}

async function recipientsOf(
  tx: Transaction,
  actor: Actor,
  { post, created_by }: { post: number; created_by: number | null },
  kind: NotificationKind,
) {
  const recipients = [
    ...(await authorsOf(tx, actor, [post], { kind })),
    ...(created_by === null ? [] : [{ user: created_by, kind, post }]),
    // Accounts are connected by those who manage the workspace.
    ...(kind === 'reconnect_needed'
      ? await membersWithCapability(tx, actor, 'manage', { kind, post })
      : []),
  ];
  // Each of them once.
  const byUser = new Map(recipients.map((recipient) => [recipient.user, recipient]));
  return [...byUser.values()];
}

export const announce = (
  tx: Transaction,
  { workspace }: InWorkspace,
  { post }: Pick<Ending, 'post'>,
) =>
  post === null
    ? Promise.resolve()
    : announceOfPost(tx, systemActor(workspace), 'publications', post);

/** A post that was deleted meanwhile is not sent on: what is out stays there. */
export async function cancelGone(
  tx: Transaction,
  channel: InWorkspace,
  due: Ending,
): Promise<void> {
  await sql.cancel(tx, { workspaceId: channel.workspace, id: due.id, userId: null });
  const actor = systemActor(channel.workspace);
  await record(tx, actor, { action: 'cancel', objectType: 'publication', objectId: due.id });
  await announce(tx, channel, due);
}
