import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { type Status, stepsFrom } from '#contract/content/workflow.ts';
import type {
  DecidedText,
  SeenProposal,
  Transition,
  TransitionBody,
} from '#contract/publishing/review.ts';
import type { Capability } from '#contract/roles.ts';
import type { Scope } from '#contract/scopes.ts';
import { type Actor, may, requireCapability } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../../errors.ts';
import * as posts from '../../content/posts/posts.service.ts';
import { additionsOf, requireSeenAdditions } from '../additions/additions.service.ts';
import { type Publication, proposalsOf } from '../publications/publications.service.ts';
import * as sql from './workflow.sql.ts';

const LAST = 50;
const QUEUE = 100;

/** @throws AppError 404 */
export async function openTransitions(executor: Executor, actor: Actor, id: number) {
  const { status } = await posts.getPostOf(executor, actor, id);
  return stepsFrom(status)
    .filter((step) => may(actor, ...neededFor(step)))
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
  const of = rows.map(({ post }) => post);
  const proposals = await proposalsOf(executor, actor, of);
  const added = await additionsOf(executor, actor, of);
  const results = rows.flatMap(({ post, ...transition }) => {
    const content = contents.get(transition.item);
    const additions = added.get(post);
    if (!content || !additions) return [];
    return [{ ...transition, content, publications: proposals.get(post) ?? [], additions }];
  });
  return { count, results };
}

/**
 * Takes a post through one transition of the governed path (docs/domain/review.md, 'Workflow').
 * @throws AppError 403; 404; 400 without a required comment; 409 where the transition is not open,
 * or the text has changed
 */
export function makeTransition(
  context: Transactional,
  actor: Actor,
  id: number,
  { target_state: target, comment, version, seen, additions }: z.output<typeof TransitionBody>,
): Promise<Transition> {
  return transaction(context, async (tx) => {
    const post = await posts.lockPost(tx, actor, id);
    const step = requireStep(post.status, target);
    requireCapability(actor, ...neededFor(step));
    posts.assertCurrentVersion(version, post.parts[0], post.items);
    if ('commentRequired' in step) requireComment(comment);
    const { name } = step;
    if (name === 'approve') {
      const all = seen?.map((proposal) => ({ afterwards: [], ...proposal }));
      const proposed = await requireSeen(tx, actor, post, all);
      // The request of a decision names them; a transition by the item does not.
      if (proposed.length && seen === undefined)
        throw invalid({
          seen: [
            'An approval schedules the proposals: pass those that you saw, as listed by workflow/pending/.',
          ],
        });
    }
    const isDecision = post.status === 'review' && (name === 'approve' || name === 'reject');
    // Imported posts can be in review without a request.
    const [request] = isDecision
      ? await sql.findPending(tx, { workspaceId: actor.workspaceId, post: post.id })
      : [];
    if (request && name === 'approve' && version === undefined)
      await requireUnchanged(tx, actor, request, post);
    const made = await become(
      tx,
      actor,
      post,
      request && isDecision
        ? decisionOf(name, comment)
        : { status: target, comment: comment ?? null },
    );
    if (name === 'approve')
      await requireSeenAdditions(tx, actor, post.id, { seen: additions, request: request?.id });
    return made;
  });
}

type Decision = Pick<z.output<typeof TransitionBody>, 'comment' | 'version' | 'seen' | 'additions'>;

/**
 * What is proposed for a post, as it was seen.
 * @throws AppError 409 with the `current` proposals where they have changed since
 */
async function requireSeen(
  tx: Executor,
  actor: Actor,
  post: posts.Post,
  seen: readonly SeenProposal[] | undefined,
) {
  const now = (await proposalsOf(tx, actor, [post.id])).get(post.id) ?? [];
  if (seen === undefined) return now;
  const changes = changesOf(seen, now);
  if (!changes.length) return now;
  const detail = `The proposals have changed since you read them: ${changes.join('; ')}.`;
  throw new AppError('stale', 409, detail, { extra: { current: now } });
}

type Planned = Pick<Publication['afterwards'][number], 'id' | 'state'>[];

/** Whether what is approved with a proposal is what was seen; undefined: nothing was said of that. */
function areSame(seen: Planned | undefined, now: Planned) {
  const planned = (all: Planned) =>
    new Set(all.filter(({ state }) => state === 'waiting').map(({ id }) => id));
  return seen === undefined || isDeepStrictEqual(planned(seen), planned(now));
}

/** In which ways proposals differ from what was seen, in words. */
function changesOf(seen: readonly SeenProposal[], now: readonly Publication[]): string[] {
  const before = new Map(seen.map((proposal) => [proposal.id, proposal]));
  const changes = now.flatMap(({ id, channel: { handle }, due_at, options, afterwards }) => {
    const known = before.get(id);
    if (!known) return [`it now goes to ${handle}`];
    return [
      ...(Date.parse(known.due_at) === Date.parse(due_at) ? [] : [`the time for ${handle}`]),
      ...(isDeepStrictEqual(known.options, options) ? [] : [`the options for ${handle}`]),
      ...(areSame(known.afterwards, afterwards) ? [] : [`what follows it for ${handle}`]),
    ];
  });
  const gone = seen.filter(({ id }) => !now.some((proposal) => proposal.id === id)).length;
  return gone
    ? [...changes, `${gone === 1 ? 'an account was' : `${gone} accounts were`} removed`]
    : changes;
}

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
  { comment, version, seen, additions }: Decision,
): Promise<Transition> {
  if (step === 'reject') requireComment(comment);
  return transaction(context, async (tx) => {
    const { item } = await found(tx, actor, id);
    await posts.lockContent(tx, actor);
    // Read again under the lock: somebody else may have decided meanwhile.
    const transition = await found(tx, actor, id);
    const [post] = await posts.lockPosts(tx, actor, [transition.item]);
    if (!post) throw notFound('item', item);
    if (transition.state !== 'pending') {
      const current = await requireSeen(tx, actor, post, seen);
      // A proposal that changes is asked for anew (migration 0032).
      const [renewed] = await sql.findPending(tx, {
        workspaceId: actor.workspaceId,
        post: post.id,
      });
      if (transition.state !== 'done' || !renewed) throw decided(transition);
      const detail = 'The proposals have changed since you read them.';
      throw new AppError('stale', 409, detail, { extra: { current } });
    }
    posts.assertCurrentVersion(version, post.parts[0], post.items);
    if (step === 'approve') {
      if (version === undefined) await requireUnchanged(tx, actor, transition, post);
      await requireSeen(tx, actor, post, seen);
    }
    const made = await become(tx, actor, post, decisionOf(step, comment));
    if (step === 'approve')
      await requireSeenAdditions(tx, actor, post.id, { seen: additions, request: id });
    return made;
  });
}

/**
 * A decision that names no version is of the text for which review was asked.
 * @throws AppError 409 with the `current` items
 */
async function requireUnchanged(
  tx: Executor,
  { workspaceId }: Actor,
  { id }: Pick<Transition, 'id'>,
  { items }: { items: unknown },
): Promise<void> {
  if (!(await sql.findChangedSince(tx, { workspaceId, id })).length) return;
  const detail =
    'The text has changed since its review was requested: pass the version that you read.';
  throw new AppError('stale', 409, detail, { extra: { current: items } });
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
  const step = open.find((step) => step.target === target);
  if (step) return step;
  const detail = `Cannot change from '${status}' to '${target}'. Allowed: ${open.map((step) => step.target).join(', ')}.`;
  throw new AppError('stale', 409, detail, { extra: { current: { status } } });
}

/** The capability that a step takes, and the scope of a key. */
const neededFor = (step: { target: Status }): [Capability, Scope] => {
  if (!('decision' in step)) return ['write', 'write'];
  return ['decide', step.target === 'published' ? 'publish' : 'review'];
};

function requireComment(comment: string | null | undefined) {
  if (!comment) throw invalid({ comment: ['Please say what should be changed'] });
}

function decided(transition: Transition) {
  const by = transition.decided_by ? ` by ${transition.decided_by.name}` : '';
  const what = transition.state === 'done' ? 'withdrawn' : transition.state;
  return new AppError('stale', 409, `This request has already been ${what}${by}.`, {
    extra: { current: transition },
  });
}
