import type { Parsed } from '#contract/endpoint.ts';
import type { Item } from '#contract/items.ts';
import type * as contract from '#contract/threads.ts';
import type { Database, Executor } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { invalid, notFound, notFoundIn } from '../../errors.ts';
import { type Person, requireCapability } from '../../http/session.ts';
import * as items from '../items/writing.service.ts';
import { moveOf, type NewPart, type Rewrite, rewrite, type Thread } from './rewrite.ts';

/** Design, section 6, 'Threads'. */

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

/** What is published grows by nobody's hand who could not publish it. @throws AppError 403 */
function requireMayGrow({ status }: Item, { role }: Person) {
  if (status === 'published') requireCapability(role, 'decide');
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
    requireMayGrow(root, person);
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
    requireMayGrow(target, person);
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
  const [{ status: was }] = parts as [Item, ...Item[]];
  const status = await items.statusAfterEdit(tx, person, was, was, textChanged);
  const changes = parts.map((before): items.Change => {
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

type PartChange = {
  /** The thread's parts as they are now; locked. */
  parts: readonly Item[];
  item: Item;
  given: Partial<Pick<Item, 'folder' | 'content' | 'description' | 'status' | 'tags' | 'thread_order'>>;
  action: string;
};

/** Changes one part of a thread as PUT does: folder, status and description are the whole thread's. */
export async function updatePart(
  tx: Executor,
  person: Person,
  { parts, item, given, action }: PartChange,
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
    action,
  });
  return single(thread, item.id);
}
