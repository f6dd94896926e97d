import type { AnswerOf, Parsed } from '#contract/endpoint.ts';
import type { Item } from '#contract/items.ts';
import type * as contract from '#contract/threads.ts';
import { LONGEST_THREAD, MOST_PARTS } from '#contract/threads.ts';
import type { Status } from '#contract/workflow.ts';
import type { Database, Executor } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { invalid, notFound, notFoundIn } from '../../errors.ts';
import type { Person } from '../../http/session.ts';
import * as items from '../items/writing.service.ts';

/** Design, section 6, 'Threads'. */

type Thread = AnswerOf<typeof contract.getThread>;

/** A part that has yet to be made. */
type NewPart = { id?: undefined; content: string; tags: string[] };

type Rewrite = {
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

const textOf = (parts: readonly { content: string }[], description: string | null) =>
  JSON.stringify([description, ...parts.map(({ content }) => content)]);

/**
 * Writes a thread as it is to be: the one place where parts are numbered. The first is the root and carries the description;
 * all share folder and status. The root's version is the thread's: it grows with whatever changes in it.
 * @returns the thread, in order
 */
async function rewrite(tx: Executor, person: Person, plan: Rewrite): Promise<Thread> {
  const { locked, before, after, folder, action } = plan;
  const oldRoot = before[0];
  const fresh = await items.allotIds(tx, after.filter((part) => part.id === undefined).length);
  const ids = after.map((part) => part.id ?? (fresh.shift() as number));
  const rootId = ids[0] as number;
  const kept = oldRoot ? oldRoot.description : null;
  const description = plan.description === undefined ? (kept ?? descriptionOf(after)) : plan.description;
  const textChanged = oldRoot !== undefined && textOf(before, kept) !== textOf(after, description);
  const status = oldRoot ? items.approvedStill(oldRoot.status, plan.status, textChanged) : plan.status;

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
  const left = (plan.left ?? []).map((item) => ({
    ...item,
    ...items.ALONE,
    description: null,
    status: items.approvedStill(item.status, item.status, textChanged),
  }));
  const known = new Map(locked.map((item) => [item.id, item]));
  const members = new Map(before.map((item) => [item.id, item]));
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
  await items.passOnPending(tx, oldRoot, heirs);
  await items.recordStatus(tx, person, rootId, oldRoot.status, status);
  for (const item of left) await items.recordStatus(tx, person, item.id, oldRoot.status, item.status);
}

const descriptionOf = (parts: readonly (Item | NewPart)[]) =>
  parts.map((part) => (part.id === undefined ? null : part.description)).find((text) => text !== null) ?? null;

const moveOf = (was: items.Place, is: items.Place) => ({
  thread_root: { before: was.thread_root, after: is.thread_root },
});

/** The item and its thread, or what would be its thread. @throws AppError 404 */
async function lockThread(tx: Executor, person: Person, id: number) {
  const locked = await items.lockItems(tx, person, [id]);
  const item = locked.find((one) => one.id === id);
  const [root] = locked;
  if (!item || !root) throw notFound('item', id);
  return { item, root, parts: locked };
}

/** @throws AppError 400 when the item stands alone */
function requirePart(item: Item) {
  if (item.thread_root === null)
    throw invalid({ non_field_errors: [`Item ${item.id} stands alone; it is in no thread.`] });
}

const inserted = <Part>(parts: readonly Part[], part: Part, place = parts.length) => parts.toSpliced(place, 0, part);

const single = (parts: Thread, id: number) => parts.find((part) => part.id === id) as Item;

/** @throws AppError 404 */
export async function getThread(executor: Executor, person: Person, id: number): Promise<Thread> {
  const parts = await items.findThread(executor, person, id);
  if (!parts.length) throw notFound('item', id);
  return parts;
}

/** @throws AppError 404 when the folder is not there */
export function createThread(
  database: Database,
  person: Person,
  { folder, status, description = null, tags, items: parts }: Parsed<typeof contract.createThread>['body'],
): Promise<Thread> {
  const after = parts.map(({ content }) => ({ content, tags }));
  return makeThread(database, person, { folder, status, description, after });
}

const makeThread = (
  database: Database,
  person: Person,
  plan: Pick<Rewrite, 'folder' | 'status' | 'description' | 'after'>,
) => transaction(database, (tx) => rewrite(tx, person, { locked: [], before: [], action: 'create', ...plan }));

/**
 * Saves a whole thread: all of it, or nothing.
 * @throws AppError 404 for the item or the folder; 400 for an id that is no part of it; 409 with the `current` parts when
 *   `version` is not the root's
 */
export function saveThread(
  database: Database,
  person: Person,
  id: number,
  body: Parsed<typeof contract.saveThread>['body'],
): Promise<Thread> {
  return transaction(database, async (tx) => {
    const { root, parts } = await lockThread(tx, person, id);
    items.refuseStale(body.version, root, parts);
    const known = new Map(parts.map((part) => [part.id, part]));
    const named = body.items.flatMap((part) => part.id ?? []);
    const strangers = named.filter((one) => !known.has(one));
    if (strangers.length) throw invalid({ items: strangers.map((one) => `Item ${one} is no part of this thread.`) });
    if (new Set(named).size < named.length) throw invalid({ items: ['Each item can be named only once.'] });
    const tags = body.tags ?? root.tags;
    const after = body.items.map((part) => {
      const before = part.id === undefined ? undefined : known.get(part.id);
      if (!before) return { content: part.content, tags };
      return { ...before, content: part.content, ...(body.tags && { tags }) };
    });
    const gone = parts.filter((part) => !named.includes(part.id));
    await items.trashThese(tx, person, gone);
    return rewrite(tx, person, {
      locked: parts,
      before: parts,
      after,
      folder: body.folder ?? root.folder,
      status: body.status ?? root.status,
      description: body.description,
      action: 'update',
    });
  });
}

/** @throws AppError 404 for the item, and for a folder that is named and not there */
export function reply(
  database: Database,
  person: Person,
  id: number,
  { content, tags, folder: named, thread_order: place }: Parsed<typeof contract.reply>['body'],
): Promise<Item> {
  return transaction(database, async (tx) => {
    const { root, parts } = await lockThread(tx, person, id);
    if (named !== undefined && named !== root.folder) await items.requireFolder(tx, person, named);
    const part: NewPart = { content, tags };
    const after = inserted<Item | NewPart>(parts, part, place);
    const { folder, status } = root;
    const thread = await rewrite(tx, person, { locked: parts, before: parts, after, folder, status, action: 'reply' });
    return thread[after.indexOf(part)] as Item;
  });
}

/** @throws AppError 404 for either item; 400 when they are the same */
export function addToThread(
  database: Database,
  person: Person,
  id: number,
  { parent, thread_order: place }: Parsed<typeof contract.addToThread>['body'],
): Promise<Item> {
  if (parent === id) throw invalid({ parent: ['An item cannot be added to itself.'] });
  return transaction(database, async (tx) => {
    const locked = await items.lockItems(tx, person, [id, parent]);
    const item = locked.find((one) => one.id === id);
    const target = locked.find((one) => one.id === parent);
    if (!item) throw notFound('item', id);
    if (!target) throw notFoundIn('parent', 'item', parent);
    const threadOf = (one: Item) => locked.filter((other) => headOf(other) === headOf(one));
    const before = threadOf(target);
    const rest = before.filter((part) => part.id !== id);
    if (headOf(item) !== headOf(target)) await leave(tx, person, locked, threadOf(item), item);
    const { folder, status } = before[0] as Item;
    const after = inserted(rest, item, place);
    return single(
      await rewrite(tx, person, { locked, before, after, folder, status, action: 'add_to_thread' }),
      item.id,
    );
  });
}

const headOf = ({ id, thread_root }: Item) => thread_root ?? id;

/** What remains of a thread from which a part goes elsewhere. */
async function leave(tx: Executor, person: Person, locked: Item[], before: Item[], item: Item) {
  const after = before.filter((part) => part.id !== item.id);
  const { folder, status } = item;
  if (after.length) await rewrite(tx, person, { locked, before, after, folder, status, action: 'remove_from_thread' });
}

/** @throws AppError 404; 400 when the item stands alone */
export function reorder(database: Database, person: Person, id: number, place: number): Promise<Item> {
  return transaction(database, async (tx) => {
    const { item, root, parts } = await lockThread(tx, person, id);
    requirePart(item);
    const rest = parts.filter((part) => part.id !== id);
    const { folder, status } = root;
    const after = inserted(rest, item, place);
    return single(
      await rewrite(tx, person, { locked: parts, before: parts, after, folder, status, action: 'reorder' }),
      id,
    );
  });
}

/** @throws AppError 404; 400 when the item stands alone */
export function removeFromThread(
  database: Database,
  person: Person,
  id: number,
  preserveChildren: boolean,
): Promise<Item> {
  return transaction(database, async (tx) => {
    const { item, root, parts } = await lockThread(tx, person, id);
    requirePart(item);
    const goes = (part: Item) => part.id === id || (!preserveChildren && part.thread_order > item.thread_order);
    const left = parts.filter(goes);
    const after = parts.filter((part) => !goes(part));
    const { folder, status } = root;
    const action = 'remove_from_thread';
    if (after.length) await rewrite(tx, person, { locked: parts, before: parts, after, left, folder, status, action });
    else await dissolve(tx, person, parts);
    const [alone] = await items.findThread(tx, person, id);
    return alone as Item;
  });
}

/** A thread of which nothing remains: every part stands alone. */
async function dissolve(tx: Executor, person: Person, parts: Item[]) {
  const textChanged = parts.length > 1;
  const changes = parts.map((before): items.Change => {
    const status = items.approvedStill(before.status, before.status, textChanged);
    const after = { ...before, ...items.ALONE, status };
    return { before, after, action: 'remove_from_thread', always: true, also: moveOf(before, after) };
  });
  await items.updateItems(tx, person, changes);
  const [root] = parts as [Item, ...Item[]];
  await items.passOnPending(
    tx,
    root,
    parts.map(({ id }) => id),
  );
  for (const { before, after } of changes) await items.recordStatus(tx, person, after.id, before.status, after.status);
}

/** Copies a whole thread as a draft, named after the source. @throws AppError 404 */
export async function duplicateThread(database: Database, person: Person, id: number, suffix: string): Promise<Thread> {
  const parts = await getThread(database, person, id);
  const [{ folder, title }] = parts as [Item, ...Item[]];
  const after = parts.map(({ content, tags }) => ({ content, tags }));
  return makeThread(database, person, { folder, status: 'draft', description: title + suffix, after });
}

/**
 * Changes one part of a thread as PUT does: folder, status and description are the whole thread's.
 * @param parts the thread, locked
 */
export async function updatePart(
  tx: Executor,
  person: Person,
  parts: readonly Item[],
  item: Item,
  given: Partial<Pick<Item, 'folder' | 'content' | 'description' | 'status' | 'tags' | 'thread_order'>>,
): Promise<Item> {
  const { folder, status, description, thread_order: place = item.thread_order, ...own } = given;
  const [root] = parts as [Item, ...Item[]];
  const rest = parts.filter((part) => part.id !== item.id);
  const thread = await rewrite(tx, person, {
    locked: parts,
    before: parts,
    after: inserted(rest, { ...item, ...own }, place),
    folder: folder ?? root.folder,
    status: status ?? root.status,
    description,
    action: 'update',
  });
  return single(thread, item.id);
}
