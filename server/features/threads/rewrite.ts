import type { AnswerOf } from '#contract/endpoint.ts';
import type { Item } from '#contract/items.ts';
import type * as contract from '#contract/threads.ts';
import { LONGEST_THREAD, MOST_PARTS } from '#contract/threads.ts';
import type { Status } from '#contract/workflow.ts';
import type { Executor } from '../../database/pool.ts';
import { invalid } from '../../errors.ts';
import type { Person } from '../../http/session.ts';
import * as items from '../items/writing.service.ts';

export type Thread = AnswerOf<typeof contract.getThread>;

/** A part that has yet to be made. */
export type NewPart = { id?: undefined; content: string; tags: string[] };

export type Rewrite = {
  /** All that is concerned, as it is now; locked. */
  locked: readonly Item[];
  /** The thread's parts as they are now, in order; none where it is new. */
  before: readonly Item[];
  /** The parts as they are to be, in order. */
  after: readonly (Item | NewPart)[];
  /** What is taken out and stands alone from now on. */
  left?: readonly Item[];
  folder: number;
  status: Status;
  /** Undefined keeps the thread's. */
  description?: string | null | undefined;
  /** What was done, for history and audit. */
  action: string;
};

/**
 * Writes a thread as it is to be: the one place where parts are numbered. The first is the root and carries the description;
 * all share folder and status. The root's version is the thread's: it grows with whatever changes in it.
 * @returns the thread, in order
 */
export async function rewrite(tx: Executor, person: Person, plan: Rewrite): Promise<Thread> {
  const { locked, before, after, folder, action } = plan;
  const oldRoot = before[0];
  const fresh = await items.allotIds(tx, after.filter((part) => part.id === undefined).length);
  const ids = after.map((part) => part.id ?? (fresh.shift() as number));
  const rootId = ids[0] as number;
  const kept = oldRoot ? oldRoot.description : null;
  const description = plan.description === undefined ? (kept ?? descriptionOf(after)) : plan.description;
  const textChanged = oldRoot !== undefined && items.textOf(before, kept) !== items.textOf(after, description);
  const status = oldRoot
    ? await items.statusAfterEdit(tx, person, oldRoot.status, plan.status, textChanged)
    : plan.status;

  const written = oldRoot ? before.map(({ id }) => id) : null;
  await items.requireDecision(tx, person, oldRoot?.status ?? 'draft', status, written, textChanged);
  // What joins is asked about by its own status: it becomes what the thread is.
  const members = new Set(before.map(({ id }) => id));
  for (const part of after)
    if (part.id !== undefined && !members.has(part.id))
      await items.requireDecision(tx, person, part.status, status, [part.id], true);
  requireRoom(before, after);
  const parts = after.map((part, order) => ({
    // Whoever read the thread under its former root is stale, also where the new root is a new item.
    version: order === 0 && oldRoot ? oldRoot.version + 1 : 1,
    ...part,
    id: ids[order] as number,
    folder,
    status,
    description: order === 0 ? description : null,
    thread_root: rootId,
    thread_order: order,
    thread_size: after.length,
  }));
  const leftStatus =
    plan.left && oldRoot
      ? await items.statusAfterEdit(tx, person, oldRoot.status, oldRoot.status, textChanged)
      : status;
  const left = (plan.left ?? []).map((item) => ({ ...item, ...items.ALONE, description: null, status: leftStatus }));
  const known = new Map(locked.map((item) => [item.id, item]));
  const changes = [...parts, ...left].flatMap((item): items.Change[] => {
    const was = known.get(item.id);
    if (!was) return [];
    const comesOrGoes = item.thread_root === null || was.thread_root === null || !members.has(was.id);
    return [
      {
        before: was,
        after: { ...was, ...item },
        action,
        ...(comesOrGoes && { always: true, also: moveOf(was, item) }),
      },
    ];
  });
  const order = { before: before.map(({ id }) => id), after: ids };
  const reordered = order.before.join() !== ids.join();
  const rootChange = changes.find((change) => change.after.id === rootId);
  if (rootChange && (reordered || changes.some(items.differs))) {
    rootChange.always = true;
    // So that whoever read the thread under its former root is stale, too.
    rootChange.after.version = Math.max(rootChange.before.version, oldRoot?.version ?? 0);
    if (reordered) rootChange.also = { ...rootChange.also, thread: order };
  }
  await items.insertItems(
    tx,
    person,
    parts.filter(({ id }) => !known.has(id)),
    !oldRoot,
  );
  await items.updateItems(tx, person, changes);
  const joined = changes.filter((change) => change.after.thread_root !== null && !members.has(change.after.id));
  await items.withdrawPending(
    tx,
    joined.map((change) => change.before),
  );
  if (oldRoot) await recordStatus(tx, person, oldRoot, { rootId, status, left });
  return items.findThread(tx, person, rootId);
}

/** What was too large before may shrink. @throws AppError 400 when the thread grows beyond what can be saved as a whole */
function requireRoom(before: readonly Item[], after: readonly (Item | NewPart)[]) {
  const length = (parts: readonly { content: string }[]) => parts.reduce((sum, { content }) => sum + content.length, 0);
  const refuse = (message: string) => invalid({ non_field_errors: [message] });
  if (after.length > Math.max(MOST_PARTS, before.length)) throw refuse(`A thread has at most ${MOST_PARTS} items`);
  if (length(after) > Math.max(LONGEST_THREAD, length(before)))
    throw refuse(`A thread has at most ${LONGEST_THREAD} characters in all`);
}

/** One transition for a whole thread, and one for each part that left it and is no longer what it was. */
async function recordStatus(
  tx: Executor,
  person: Person,
  oldRoot: Item,
  { rootId, status, left }: { rootId: number; status: Status; left: Item[] },
) {
  const heirs = left.filter((item) => item.status === oldRoot.status).map(({ id }) => id);
  if (status === oldRoot.status) heirs.push(rootId);
  if (rootId !== oldRoot.id) await items.moveStory(tx, oldRoot.id, rootId);
  await items.passOnPending(tx, { ...oldRoot, id: rootId }, heirs);
  await items.recordStatus(tx, person, rootId, oldRoot.status, status);
  for (const item of left) await items.recordStatus(tx, person, item.id, oldRoot.status, item.status);
}

const descriptionOf = (parts: readonly (Item | NewPart)[]) =>
  parts.map((part) => (part.id === undefined ? null : part.description)).find((text) => text !== null) ?? null;

export const moveOf = (was: items.Place, is: items.Place) => ({
  thread_root: { before: was.thread_root, after: is.thread_root },
});
