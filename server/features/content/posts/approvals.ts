import { demandsApproval } from '#contract/authority/demands.ts';
import type { Status } from '#contract/content/workflow.ts';
import { type Actor, may, onChannels } from '../../../actor.ts';
import { actsAs } from '../../../database/fragments/principal.ts';
import type { Executor } from '../../../database/pool.ts';
import * as sql from './approvals.sql.ts';
import { type Change, changesText, type PartRef, type Plan } from './post.ts';
import { findSettings } from './posts.sql.ts';

/** What changes of posts do to approvals (docs/decisions/0089-an-approval-is-a-row.md). */

const acting = (actor: Actor) => ({ workspaceId: actor.workspaceId, ...actsAs(actor) });

const COUNTS: readonly Status[] = ['approved', 'published'];

/**
 * Whether a change takes the approval of a text back: a decision to the contrary, whatever was changed
 * before. An edit takes nothing back: what is approved is another text then.
 */
function isTakenBack<P extends PartRef>({
  before,
  from,
  after,
  keepsApproval,
}: Change<P>): boolean {
  if (!before || from || before.status === after.status) return false;
  if (COUNTS.includes(after.status)) return false;
  if (COUNTS.includes(before.status)) return !keepsApproval;
  return before.status === 'review' || after.status === 'archived';
}

/**
 * The publications that an actor covers by a change of their text: where no review is demanded, those
 * on channels where the actor may publish, whose text was covered until now.
 */
export async function coveredBefore<P extends PartRef>(
  tx: Executor,
  actor: Actor,
  plan: Plan<P>,
): Promise<sql.Covered[]> {
  const { workspaceId } = actor;
  const posts = plan.flatMap((change) =>
    change.before && !change.trashed && (changesText(change) || change.from)
      ? [change.before.id]
      : [],
  );
  if (!posts.length) return [];
  // A job has all capabilities: whom it acts for counts, too.
  const covered = await sql.findCovered(tx, { ...acting(actor), posts });
  const own = covered.filter(({ channel }) =>
    may(onChannels(actor, [channel]), 'decide', 'publish'),
  );
  if (!own.length) return [];
  const [settings] = await findSettings(tx, { workspaceId });
  return settings && demandsApproval(settings) ? [] : own;
}

/** Writes down what a plan, as it was intended and as it was written, has done to approvals. */
export async function keepApprovals<P extends PartRef>(
  tx: Executor,
  actor: Actor,
  intended: Plan<P>,
  { approved, covered }: { approved: readonly number[]; covered: readonly sql.Covered[] },
): Promise<void> {
  if (covered.length)
    await sql.coverEdited(tx, {
      ...acting(actor),
      ids: covered.map(({ id }) => id),
      from: covered.map(({ approval }) => approval),
    });
  const takenBack = intended.filter(isTakenBack).flatMap(({ before }) => before?.id ?? []);
  if (takenBack.length) await sql.takeBack(tx, { ...acting(actor), posts: takenBack });
  if (!approved.length) return;
  const given = { ...acting(actor), posts: approved };
  await sql.replaceApprovals(tx, given);
  await sql.approveTexts(tx, given);
}

/** Covers publications with the text that they are scheduled with, by who schedules them. */
export const coverScheduled = (tx: Executor, actor: Actor, ids: readonly number[]) =>
  sql.coverScheduled(tx, { ...acting(actor), ids });

/** The approval of a copy is that of its source. */
export const leanOnSource = (
  tx: Executor,
  { workspaceId }: Actor,
  copy: { post: number; source: number },
) => sql.leanOnSource(tx, { workspaceId, ...copy });
