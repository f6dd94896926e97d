import type { Item } from '#contract/items.ts';
import { can } from '#contract/roles.ts';
import { isDecision, type Status } from '#contract/workflow.ts';
import type { Executor } from '../../database/pool.ts';
import { AppError, notFoundIn } from '../../errors.ts';
import { type Person, requireCapability } from '../../http/session.ts';
import { changesBetween } from '../audit/audit.service.ts';
import { notifyReview } from '../notifications/notifications.service.ts';
import * as sql from './items.sql.ts';
import * as write from './items-write.sql.ts';
import * as transitions from './transitions.sql.ts';

/** How items are locked and written, by every road: what the features of items and threads have in common. */

const FIELDS = ['folder', 'content', 'description', 'status', 'tags'] as const;
const PLACE = ['thread_root', 'thread_order', 'thread_size'] as const;

export type Draft = Omit<write.NewItem, 'id' | 'version'>;
export type Place = Pick<Item, (typeof PLACE)[number]>;

/** The place of an item in no thread. */
export const ALONE: Place = { thread_root: null, thread_order: 0, thread_size: 1 };

/** The parts of the thread that an item is in, root first; itself where it stands alone. None where it is not there. */
export async function findThread(executor: Executor, { workspaceId }: Person, id: number): Promise<Item[]> {
  const parts = await sql.findThread(executor, { workspaceId, id });
  return parts.length ? parts : sql.findItem(executor, { workspaceId, id });
}

/** These items, by their ids; those that are not there are left out. */
export async function findItems(
  executor: Executor,
  { workspaceId }: Person,
  ids: number[],
): Promise<Map<number, Item>> {
  return new Map((await sql.findItems(executor, { workspaceId, ids })).map((item) => [item.id, item]));
}

/** What is read in a text, a thread's or one that stands alone: another one is not approved. */
export const textOf = (parts: readonly { content: string }[], description: string | null) =>
  JSON.stringify([description, ...parts.map(({ content }) => content)]);

/** Nobody else changes content or folders of this workspace until the transaction ends. */
export const lockContent = (tx: Executor, { workspaceId }: Person) => sql.lockContent(tx, { workspaceId });

/** These items and all parts of their threads, thread by thread in order, locked. Ids that are not there are left out. */
export async function lockItems(tx: Executor, person: Person, ids: number[]): Promise<Item[]> {
  await lockContent(tx, person);
  return sql.findWhole(tx, { workspaceId: person.workspaceId, ids });
}

/** The same for many, without their texts. */
export async function lockIds(tx: Executor, person: Person, ids: number[]) {
  await lockContent(tx, person);
  return sql.findWholeIds(tx, { workspaceId: person.workspaceId, ids });
}

/**
 * Makes items; those that wait for a decision from the beginning in a transaction, since others are told of them.
 * @param born false for parts of a thread that is there already: they share its status without a transition of their own
 * @throws AppError 404 when their folder is not there
 */
export async function insertItems(
  tx: Executor,
  { workspaceId, userId, ip }: Person,
  items: readonly (Draft & { id?: number; version?: number })[],
  born = true,
): Promise<Item[]> {
  const rows = items.map((item) => ({ id: null, version: 1, ...item }));
  const [first] = rows;
  if (!first) return [];
  const insertion = { workspaceId, userId, ip, born };
  const made =
    rows.length === 1
      ? write.insertItem(tx, { ...first, ...insertion })
      : write.insertItems(tx, { ...insertion, rows: JSON.stringify(rows) });
  const inserted = await made.catch(explainFolder(first.folder));
  if (born) await tellOf(tx, { workspaceId, userId }, inserted);
  return inserted;
}

/** Tells those whom it concerns of items that are of another status now. */
export async function tellOf(
  tx: Executor,
  actor: Pick<Person, 'workspaceId' | 'userId'>,
  changed: readonly Pick<Item, 'id' | 'status' | 'thread_root'>[],
): Promise<void> {
  const heads = (status: Status) =>
    changed.filter((item) => item.status === status && (item.thread_root ?? item.id) === item.id).map(({ id }) => id);
  await notifyReview(tx, actor, { waiting: heads('review'), approved: heads('approved') });
}

/** Ids for items that have yet to be made. */
export const allotIds = async (tx: Executor, count: number) =>
  count ? (await write.allotIds(tx, { count })).map(({ id }) => id) : [];

/** An item as it is to be, beside what it was; `action` names what was done. */
export type Change = {
  before: Item;
  after: Item;
  action: string;
  /** Makes a version even where no field of the item itself differs: its thread does. */
  always?: boolean;
  /** What the audit is told beside the fields. */
  also?: Record<string, { before: unknown; after: unknown }>;
};

/**
 * Writes items as they are to be. What differs in a field gets a version and an audit entry; what only has another number
 * in its thread gets neither. Transitions are the caller's: a thread makes one for all its parts.
 * @returns what was written, in no particular order
 * @throws AppError 404 when their folder is not there
 */
export async function updateItems(tx: Executor, { workspaceId, userId, ip }: Person, changes: readonly Change[]) {
  const rows: write.ItemWrite[] = [];
  for (const { before, after, action, always, also } of changes) {
    const differences = { ...changesBetween(before, after, FIELDS), ...also };
    const versioned = always || Object.keys(differences).length > 0;
    if (!versioned && PLACE.every((name) => before[name] === after[name])) continue;
    rows.push({
      ...after,
      version: versioned ? Math.max(before.version, after.version) + 1 : before.version,
      action: versioned ? nameOf(action, differences) : null,
      changes: Object.keys(differences).length ? differences : null,
    });
  }
  if (!rows.length) return [];
  return write
    .updateItems(tx, { workspaceId, userId, ip, rows: JSON.stringify(rows) })
    .catch(explainFolder(rows[0]?.folder));
}

/** Whether a change is one of the item itself, and not only of its number in a thread. */
export const differs = ({ before, after, always }: Change) =>
  always || Object.keys(changesBetween(before, after, FIELDS)).length > 0;

/** Whether the status alone was changed: history and audit tell these from other changes. */
const nameOf = (action: string, differences: object) =>
  action === 'update' && Object.keys(differences).join() === 'status' ? 'status' : action;

/**
 * Puts items into the trash, roots with their whole threads, and closes the ranks of the threads that replies leave.
 * @param locked these items and their threads' parts, locked
 * @returns what is in the trash now
 */
export async function trashItems(
  tx: Executor,
  person: Person,
  ids: readonly number[],
  locked: readonly Pick<Item, 'id' | 'thread_root'>[],
): Promise<Item[]> {
  const { workspaceId, userId, ip } = person;
  const named = new Set(ids);
  const isNamed = (id: number | null) => id !== null && named.has(id);
  const gone = locked.filter(({ id, thread_root }) => isNamed(id) || isNamed(thread_root));
  const items = await trashThese(tx, person, gone);
  const roots = new Set(gone.flatMap(({ thread_root }) => (isNamed(thread_root) ? [] : (thread_root ?? []))));
  if (roots.size)
    await write.closeRanks(tx, { workspaceId, userId, ip, roots: [...roots], lost: await lostByEdit(tx, person) });
  return items;
}

/** Puts exactly these into the trash; the caller numbers what remains of their thread. */
export async function trashThese(
  tx: Executor,
  { workspaceId, userId, ip }: Person,
  items: readonly Pick<Item, 'id'>[],
): Promise<Item[]> {
  if (!items.length) return [];
  return write.trashItems(tx, { workspaceId, userId, ip, ids: items.map(({ id }) => id) });
}

/** @throws AppError 404 when the folder is not there */
export async function requireFolder(
  tx: Executor,
  { workspaceId }: Person,
  id: number,
  field = 'folder',
): Promise<void> {
  const [folder] = await sql.findFolderId(tx, { workspaceId, id });
  if (!folder) throw notFoundIn(field, 'folder', id);
}

/**
 * Gives all parts of a thread, or an item that stands alone, another status. The transition is the caller's.
 * @throws AppError 403
 */
export async function setStatus(tx: Executor, person: Person, parts: readonly Item[], status: Status) {
  const ids = parts.map(({ id }) => id);
  await requireDecision(tx, person, parts[0]?.status ?? status, status, ids);
  return updateItems(
    tx,
    person,
    parts.map((before) => ({ before, after: { ...before, status }, action: 'status' })),
  );
}

/** Records that a thread, by its root, or an item that stands alone became of another status. Gives the transition's id. */
export async function recordStatus(
  tx: Executor,
  { workspaceId, userId }: Person,
  id: number,
  from: Status,
  target: Status,
  comment: string | null = null,
): Promise<number | undefined> {
  if (from === target) return;
  const [made] = await transitions.insertTransition(tx, { workspaceId, userId, id, from, target, comment });
  await tellOf(tx, { workspaceId, userId }, [{ id, status: target, thread_root: null }]);
  return made?.id;
}

/**
 * Keeps requests for review where decisions are looked for: on roots and on what stands alone.
 * @param heirs who stands, after this change, for what waited on `from`
 */
export async function passOnPending(tx: Executor, from: Item, heirs: number[]): Promise<void> {
  if (from.status !== 'review') return;
  const others = heirs.filter((id) => id !== from.id);
  if (others.length) await transitions.copyPending(tx, { from: from.id, to: others });
  if (!heirs.includes(from.id)) await withdrawPending(tx, [from]);
}

/** What happened to a thread so far is told of its new root. */
export const moveStory = (tx: Executor, from: number, to: number) => transitions.moveStory(tx, { from, to });

/** What waits for a decision on these items no longer does. */
export async function withdrawPending(tx: Executor, items: readonly Item[]): Promise<void> {
  const ids = items.filter(({ status }) => status === 'review').map(({ id }) => id);
  if (ids.length) await transitions.withdrawPending(tx, { ids });
}

/** Whether in this workspace somebody else has to approve what one wrote. */
const wantsOtherEyes = async (tx: Executor, { workspaceId, userId }: Person) =>
  (await transitions.findOwnText(tx, { workspaceId, userId, ids: null })).length > 0;

/**
 * That this person may make of a text what it was not: to become approved or published is a decision. Where the workspace
 * wants other eyes, nobody approves what they wrote any of, and what is published was approved as it is.
 * @param ids the parts of the text; null where it is new
 * @param textChanged whether the same request writes another text: whoever does is its author, and nobody has approved it
 * @throws AppError 403
 */
export async function requireDecision(
  tx: Executor,
  person: Person,
  before: Status,
  after: Status,
  ids: number[] | null,
  textChanged = false,
): Promise<void> {
  if (!isDecision(before, after)) return;
  const { workspaceId, userId, role } = person;
  requireCapability(role, 'decide');
  if (after === 'published') {
    if ((before === 'approved' && !textChanged) || !(await wantsOtherEyes(tx, person))) return;
    const detail = 'In this workspace a text is published once somebody else has approved it as it is.';
    throw new AppError('forbidden', 403, detail);
  }
  const [own] = await transitions.findOwnText(tx, { workspaceId, userId, ids: textChanged ? null : ids });
  if (own)
    throw new AppError('forbidden', 403, 'In this workspace nobody approves their own text: somebody else has to.');
}

/** Which statuses a text loses when this person changes it: they were decided for another text. */
async function lostByEdit(tx: Executor, person: Person): Promise<Status[]> {
  const keepsPublished = can(person.role, 'decide') && !(await wantsOtherEyes(tx, person));
  return keepsPublished ? ['approved'] : ['approved', 'published'];
}

/**
 * The status of a text after this person's edit. An approval is of a text: another text is a draft. What is published stays
 * so where its editor could publish it themselves.
 */
export async function statusAfterEdit(
  tx: Executor,
  person: Person,
  before: Status,
  after: Status,
  textChanged: boolean,
): Promise<Status> {
  if (!textChanged || before !== after || (after !== 'approved' && after !== 'published')) return after;
  return (await lostByEdit(tx, person)).includes(after) ? 'draft' : after;
}

/** @throws AppError 409 with the `current` state when it is not the version that was read */
export function refuseStale(version: number | undefined, item: Item, current: unknown): void {
  if (version === undefined || version === item.version) return;
  const detail = `Item ${item.id} has been changed since you read it: it is at version ${item.version} now.`;
  throw new AppError('stale', 409, detail, { extra: { current } });
}

const explainFolder =
  (folder: number | undefined) =>
  (error: { constraint?: string }): never => {
    if (error.constraint === 'items_workspace_id_folder_id_fkey' && folder !== undefined)
      throw notFoundIn('folder', 'folder', folder);
    throw error;
  };
