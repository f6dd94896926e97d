import type { z } from 'zod';
import type { Item } from '#contract/items.ts';
import type { Transition, TransitionBody } from '#contract/review.ts';
import { type Capability, can } from '#contract/roles.ts';
import { type Status, stepsFrom } from '#contract/workflow.ts';
import type { Database, Executor } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import { type Person, requireCapability } from '../../http/session.ts';
import { digest } from '../auth/auth.service.ts';
import { getItem } from '../items/items.service.ts';
import * as items from '../items/writing.service.ts';
import { notify, writersOf } from '../notifications/notifications.service.ts';
import * as sql from './workflow.sql.ts';

const LAST = 50;
const QUEUE = 100;

/** @throws AppError 404 */
export async function openTransitions(executor: Executor, person: Person, id: number) {
  const { status } = await getItem(executor, person, id);
  return stepsFrom(status)
    .filter((step) => can(person.role, neededFor(step)))
    .map((step) => ({ target_state: step.target, comment_required: 'commentRequired' in step }));
}

/** @throws AppError 404 */
export async function listTransitions(executor: Executor, person: Person, id: number) {
  const { thread_root } = await getItem(executor, person, id);
  return sql.listTransitions(executor, { itemId: thread_root ?? id, limit: LAST });
}

/** How many wait for a decision. */
export const countPending = async (executor: Executor, { workspaceId }: Person) =>
  (await sql.countPending(executor, { workspaceId }))[0]?.count ?? 0;

/** What waits for a decision, each with the item or the root of the thread that it is about. */
export async function listPending(executor: Executor, person: Person) {
  const [rows, count] = await Promise.all([
    sql.listPending(executor, { workspaceId: person.workspaceId, limit: QUEUE }),
    countPending(executor, person),
  ]);
  const ids = rows.map(({ item }) => item);
  const contents = await items.findItems(executor, person, ids);
  const results = rows.flatMap((transition) => {
    const content = contents.get(transition.item);
    return content ? [{ ...transition, content }] : [];
  });
  return { count, results };
}

/**
 * Takes an item, or the thread it is in, one step along the governed path (section 7; design, section 6, 'Workflow').
 * @throws AppError 403; 404; 400 without the comment that the step needs; 409 where it is not open, or the text is another by now
 */
export function makeTransition(
  database: Database,
  person: Person,
  id: number,
  { target_state: target, comment, version }: z.output<typeof TransitionBody>,
): Promise<Transition> {
  return transaction(database, async (tx) => {
    const parts = await items.lockItems(tx, person, [id]);
    const head = parts[0];
    if (!head) throw notFound('item', id);
    const step = requireStep(head, target);
    requireCapability(person.role, neededFor(step));
    items.refuseStale(version, head, parts);
    if ('commentRequired' in step) requireComment(comment);
    const [pending] = head.status === 'review' ? await sql.findPendingOf(tx, { itemId: head.id }) : [];
    if (pending && (step.name === 'approve' || step.name === 'reject'))
      return decideLocked(tx, person, parts, { id: pending.id, step: step.name, comment });
    await items.setStatus(tx, person, parts, target);
    return found(tx, person, await items.recordStatus(tx, person, head.id, head.status, target, comment));
  });
}

type Decision = { comment?: string | null | undefined; version?: number | undefined };

/**
 * Approves or rejects what waits for a decision. Of two who decide at once, one does.
 * @throws AppError 404; 403 for the author where the workspace wants other eyes; 400 where a rejection says nothing; 409 with the `current` transition where it is decided, or the
 *   `current` text where it is another by now
 */
export function decide(
  database: Database,
  person: Person,
  id: number,
  step: 'approve' | 'reject',
  { comment, version }: Decision,
): Promise<Transition> {
  if (step === 'reject') requireComment(comment);
  return transaction(database, async (tx) => {
    const { item } = await found(tx, person, id);
    const parts = await items.lockItems(tx, person, [item]);
    // As it is now: somebody else may have decided while this one waited.
    const transition = await found(tx, person, id);
    if (transition.state !== 'pending') throw decided(transition);
    const head = parts[0];
    if (!head) throw notFound('item', item);
    items.refuseStale(version, head, parts);
    return decideLocked(tx, person, parts, { id, step, comment });
  });
}

async function decideLocked(
  tx: Executor,
  person: Person,
  parts: Item[],
  { id, step, comment = null }: { id: number; step: 'approve' | 'reject'; comment?: string | null | undefined },
) {
  const [state, target] = step === 'approve' ? (['approved', 'approved'] as const) : (['rejected', 'draft'] as const);
  const hash = step === 'approve' ? digest(items.textOf(parts, parts[0]?.description ?? null)) : null;
  await sql.decide(tx, { id, state, userId: person.userId, comment, hash });
  await items.setStatus(tx, person, parts, target);
  const heads = parts.slice(0, 1).map((part) => part.id);
  await notify(tx, person, await writersOf(tx, person, heads, { kind: state }));
  return found(tx, person, id);
}

async function found(executor: Executor, { workspaceId }: Person, id: number | undefined): Promise<Transition> {
  const [transition] = id === undefined ? [] : await sql.findTransition(executor, { workspaceId, id });
  if (!transition) throw notFound('transition', id ?? 0);
  return transition;
}

function requireStep({ status }: Item, target: Status) {
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
  return new AppError('stale', 409, `This request has been ${what} already${by}.`, { extra: { current: transition } });
}
