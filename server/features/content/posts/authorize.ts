import { demandsApproval } from '#contract/authority/demands.ts';
import { isDecision, type Status } from '#contract/content/workflow.ts';
import { type Actor, may, requireCapability } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { AppError } from '../../../errors.ts';
import { requireStillDeciding } from '../../people/access/access.service.ts';
import { type Change, changesText, isKnown, type PartRef, type Plan, type Post } from './post.ts';
import * as sql from './posts.sql.ts';

/**
 * The rules of who may approve and publish (docs/domain/review.md, 'Approval'), applied to every
 * change of posts.
 */

/**
 * A change of status of a text. `items`: the items whose authors may not approve it; null where the
 * text is new. `isReviewed`: it is the decision on a review, which names what is proposed.
 */
type Step = { from: Status; to: Status; items: readonly number[] | null; isReviewed?: boolean };

/**
 * Authorizes a plan, and returns it with the resulting statuses. An approval is of a text: a
 * changed text becomes a draft. A published text stays published where the actor could publish it
 * themselves.
 * @throws AppError 403
 */
export async function authorize<P extends PartRef>(
  tx: Executor,
  actor: Actor,
  plan: Plan<P>,
): Promise<Plan<P>> {
  for (const { before, grows } of plan)
    if (grows && before?.status === 'published') requireCapability(actor, 'decide', 'publish');
  const rules = onceKnown(tx, actor);
  const settled: Change<P>[] = [];
  /** The resulting status of each post with a changed text; items that leave it get the same. */
  const statuses = new Map<Post<P>, Status>();
  for (const change of plan) {
    const { before, from, after, trashed } = change;
    let { status } = after;
    if (from && !trashed) status = statuses.get(from) ?? status;
    else if (
      before &&
      before.status === status &&
      after.parts.length &&
      !trashed &&
      changesText(change)
    ) {
      if (status === 'approved') status = 'draft';
      if (
        status === 'published' &&
        !(may(actor, 'decide', 'publish') && !(await rules()).onlyApproved)
      )
        status = 'draft';
    }
    if (before) statuses.set(before, status);
    settled.push(status === after.status ? change : { ...change, after: { ...after, status } });
  }
  await requireDecisions(tx, actor, stepsOf(settled), rules);
  return settled;
}

/** Every change of status that is a decision. */
function stepsOf<P extends PartRef>(plan: Plan<P>): Step[] {
  const postOf = new Map(
    plan.flatMap(({ before }) =>
      before ? before.parts.map(({ id }) => [id, before] as const) : [],
    ),
  );
  return plan
    .filter(({ from, trashed }) => !from && !trashed)
    .flatMap((change): Step[] => {
      const { before, after } = change;
      const isText = !before || changesText(change);
      const own = {
        from: before?.status ?? 'draft',
        to: after.status,
        items: isText ? null : before.parts.map(({ id }) => id),
        isReviewed: change.decision !== undefined,
      };
      // A joining item changes from its own status to that of the thread.
      const joining = after.parts.filter(isKnown).flatMap(({ id }): Step[] => {
        const source = postOf.get(id);
        return source && source !== before
          ? [{ from: source.status, to: after.status, items: null }]
          : [];
      });
      return [own, ...joining];
    })
    .filter(({ from, to }) => isDecision(from, to));
}

/**
 * Decisions take a capability. Where the workspace prevents self-approval, nobody approves a text
 * of which they wrote any version: a change of the text in the same request counts as authorship.
 * Then, or where it says so, only an approved text is published.
 */
async function requireDecisions(
  tx: Executor,
  actor: Actor,
  steps: readonly Step[],
  rules: () => Promise<Rules>,
): Promise<void> {
  if (!steps.length) return;
  // What is new is written without a lock.
  await requireStillDeciding(tx, actor);
  for (const { to } of steps)
    requireCapability(actor, 'decide', to === 'published' ? 'publish' : 'review');
  const { onlyApproved, preventsSelfApproval } = await rules();
  if (
    onlyApproved &&
    steps.some(
      ({ from, to, items }) => to === 'published' && (from !== 'approved' || items === null),
    )
  )
    throw new AppError(
      'forbidden',
      403,
      `In this workspace a text can be published only after ${preventsSelfApproval ? 'someone else has approved it' : 'it was approved'}.`,
    );
  const approved = steps.filter(({ to }) => to === 'approved');
  const proposals = await proposalsOf(tx, actor, approved);
  if (proposals.length && approved.some(({ isReviewed }) => !isReviewed))
    throw new AppError(
      'stale',
      409,
      'Approving this also schedules its proposals: decide in the review, which shows the accounts and times.',
    );
  // Approving schedules what is proposed: a key needs the scope for that, too.
  if (proposals.length) requireCapability(actor, 'decide', 'publish');
  if (!preventsSelfApproval || !approved.length) return;
  const ids = approved.flatMap(({ items }) => items ?? []);
  const authors = await actingFor(tx, actor);
  const isTheirs = (people: readonly number[]) => people.some((author) => authors.includes(author));
  const isOwn =
    approved.some(({ items }) => items === null) ||
    (ids.length > 0 && (await wrote(tx, actor, authors, ids))) ||
    proposals.some(({ proposed_by: by }) => by !== null && isTheirs([by]));
  if (isOwn)
    throw new AppError('forbidden', 403, 'You can’t approve your own content in this workspace.');
  if (proposals.some(({ replies_by: by }) => isTheirs(by)))
    throw new AppError(
      'forbidden',
      403,
      'A reply in this proposal has your words. Someone else has to approve it.',
    );
}

/** What is proposed for the posts of these steps: by whom, and whose words its replies have. */
async function proposalsOf(tx: Executor, { workspaceId }: Actor, steps: readonly Step[]) {
  const ids = steps.flatMap(({ items }) => items ?? []);
  return ids.length ? sql.findProposals(tx, { workspaceId, ids }) : [];
}

const wrote = async (
  tx: Executor,
  { workspaceId }: Actor,
  authors: readonly number[],
  ids: number[],
) => (await sql.findOwnVersion(tx, { workspaceId, authors, ids })).length > 0;

/**
 * As whom the person behind an actor can write: as themselves, and by keys as service accounts. A
 * program is no second pair of eyes.
 */
export async function actingFor(tx: Executor, actor: Actor): Promise<number[]> {
  const { workspaceId, userId, key } = actor;
  if (userId === null) return [];
  const people = [...new Set([userId, key?.holder ?? userId])];
  const programs = await sql.findPrograms(tx, { workspaceId, people });
  return [...new Set([...people, ...programs.map(({ id }) => id)])];
}

/** The rules of a workspace: to prevent self-approval includes that only approved texts are published. */
type Rules = { preventsSelfApproval: boolean; onlyApproved: boolean };

/** The rules of the workspace, cached. They do not apply to jobs, which write no texts. */
function onceKnown(tx: Executor, { workspaceId, by }: Actor) {
  const read = async (): Promise<Rules> => {
    const [settings] = by === 'job' ? [] : await sql.findSettings(tx, { workspaceId });
    const preventsSelfApproval = settings?.prevent_self_approval === true;
    const onlyApproved = settings !== undefined && demandsApproval(settings);
    return { preventsSelfApproval, onlyApproved };
  };
  let known: Promise<Rules> | undefined;
  return () => {
    known ??= read();
    return known;
  };
}
