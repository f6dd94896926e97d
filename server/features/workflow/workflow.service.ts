import type { z } from 'zod';
import type { DecidedText, Transition, TransitionBody } from '#contract/review.ts';
import type { Capability } from '#contract/roles.ts';
import { type Status, stepsFrom } from '#contract/workflow.ts';
import { type Actor, may, requireCapability } from '../../actor.ts';
import type { Executor } from '../../database/pool.ts';
import { type Transaction, type Transactional, transaction } from '../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import * as posts from '../posts/posts.service.ts';
import * as sql from './workflow.sql.ts';

const LAST = 50;
const QUEUE = 100;

/** @throws AppError 404 */
export async function openTransitions(executor: Executor, actor: Actor, id: number) {
  const { status } = await posts.getPostOf(executor, actor, id);
  return stepsFrom(status)
    .filter((step) => may(actor, neededFor(step)))
    .map((step) => ({ target_state: step.target, comment_required: 'commentRequired' in step }));
}

/** @throws AppError 404 */
export async function listTransitions(executor: Executor, actor: Actor, id: number) {
  const { post } = await posts.getPostOf(executor, actor, id);
  return sql.listTransitions(executor, { workspaceId: actor.workspaceId, post, limit: LAST });
}

/** @throws AppError 404 */
export async function getDecidedText(
  executor: Executor,
  actor: Actor,
  id: number,
): Promise<DecidedText> {
  const { post } = await posts.getPostOf(executor, actor, id);
  const [decided] = await sql.findDecided(executor, { workspaceId: actor.workspaceId, post });
  return decided ?? null;
}

/** The number of pending reviews. */
export const countPending = async (executor: Executor, { workspaceId }: Actor) =>
  (await sql.countPending(executor, { workspaceId }))[0]?.count ?? 0;

/** Pending reviews, each with its item or root. */
export async function listPending(executor: Executor, actor: Actor) {
  const [rows, count] = await Promise.all([
    sql.listPending(executor, { workspaceId: actor.workspaceId, limit: QUEUE }),
    countPending(executor, actor),
  ]);
  const ids = rows.map(({ item }) => item);
  const contents = await posts.findItems(executor, actor, ids);
  const results = rows.flatMap((transition) => {
    const content = contents.get(transition.item);
    return content ? [{ ...transition, content }] : [];
  });
  return { count, results };
}

/**
 * Takes a post through one transition of the governed path (docs/domain.md, 'Workflow').
 * @throws AppError 403; 404; 400 without a required comment; 409 where the transition is not open,
 * or the text has changed
 */
export function makeTransition(
  context: Transactional,
  actor: Actor,
  id: number,
  { target_state: target, comment, version }: z.output<typeof TransitionBody>,
): Promise<Transition> {
  return transaction(context, async (tx) => {
    const post = await posts.lockPost(tx, actor, id);
    const step = requireStep(post.status, target);
    requireCapability(actor, neededFor(step));
    posts.assertCurrentVersion(version, post.parts[0], post.items);
    if ('commentRequired' in step) requireComment(comment);
    const { name } = step;
    const isDecision = post.status === 'review' && (name === 'approve' || name === 'reject');
    // Imported posts can be in review without a request.
    const decides =
      isDecision &&
      (await sql.isPending(tx, { workspaceId: actor.workspaceId, post: post.id })).length > 0;
    return become(
      tx,
      actor,
      post,
      decides ? decisionOf(name, comment) : { status: target, comment: comment ?? null },
    );
  });
}

type Decision = { comment?: string | null | undefined; version?: number | undefined };

/**
 * Approves or rejects a pending review. Of two concurrent decisions, one succeeds.
 * @throws AppError 404; 403 for the author where the workspace prevents self-approval; 400 for a
 * rejection without a comment; 409 with the `current` transition where it is decided, or the
 * `current` text where that has changed
 */
export function decide(
  context: Transactional,
  actor: Actor,
  id: number,
  step: 'approve' | 'reject',
  { comment, version }: Decision,
): Promise<Transition> {
  if (step === 'reject') requireComment(comment);
  return transaction(context, async (tx) => {
    const { item } = await found(tx, actor, id);
    await posts.lockContent(tx, actor);
    // Read again under the lock: somebody else may have decided meanwhile.
    const transition = await found(tx, actor, id);
    if (transition.state !== 'pending') throw decided(transition);
    const [post] = await posts.lockPosts(tx, actor, [transition.item]);
    if (!post) throw notFound('item', item);
    posts.assertCurrentVersion(version, post.parts[0], post.items);
    return become(tx, actor, post, decisionOf(step, comment));
  });
}

const decisionOf = (step: 'approve' | 'reject', comment: string | null = null) =>
  step === 'approve'
    ? { status: 'approved' as const, decision: { state: 'approved' as const, comment } }
    : { status: 'draft' as const, decision: { state: 'rejected' as const, comment } };

/** Changes the status of a post, and returns the transition. */
async function become(
  tx: Transaction,
  actor: Actor,
  post: posts.Post,
  how: Omit<Extract<Parameters<typeof posts.planShared>[1], { do: 'status' }>, 'do'>,
): Promise<Transition> {
  const { transition } = await posts.apply(
    tx,
    actor,
    posts.planShared({ posts: [post] }, { do: 'status', ...how }),
  );
  return found(tx, actor, transition ?? undefined);
}

async function found(
  executor: Executor,
  { workspaceId }: Actor,
  id: number | undefined,
): Promise<Transition> {
  const [transition] =
    id === undefined ? [] : await sql.findTransition(executor, { workspaceId, id });
  if (!transition) throw notFound('transition', id ?? 0);
  return transition;
}

function requireStep(status: Status, target: Status) {
  const open = stepsFrom(status);
  const step = open.find((one) => one.target === target);
  if (step) return step;
  const detail = `What is '${status}' cannot become '${target}'; it can become ${open.map((one) => one.target).join(', ')}.`;
  throw new AppError('stale', 409, detail, { extra: { current: { status } } });
}

const neededFor = (step: object): Capability => ('decision' in step ? 'decide' : 'write');

function requireComment(comment: string | null | undefined) {
  if (!comment) throw invalid({ comment: ['Please say what should be changed'] });
}

function decided(transition: Transition) {
  const by = transition.decided_by ? ` by ${transition.decided_by.name}` : '';
  const what = transition.state === 'done' ? 'withdrawn' : transition.state;
  return new AppError('stale', 409, `This request has been ${what} already${by}.`, {
    extra: { current: transition },
  });
}
