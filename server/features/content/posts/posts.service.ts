import { missing } from '#contract/authority/missing.ts';
import type { Item } from '#contract/content/items.ts';
import type { Topic } from '#contract/content/live.ts';
import { type Actor, requireInFolders } from '../../../actor.ts';
import { actsAs } from '../../../database/fragments/principal.ts';
import type { Executor } from '../../../database/pool.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { AppError, notFound, notFoundIn } from '../../../errors.ts';
import { requireStillDeciding } from '../../people/access/access.service.ts';
import { announce, apply } from './apply.ts';
import { findKnownOfPost } from './approvals.sql.ts';
import { authorize } from './authorize.ts';
import { applySave, saveAction } from './autosave.ts';
import { createOnce } from './create-once.ts';
import { groupPosts } from './group-posts.ts';
import { carrying, copy, create, plan, planShared } from './plan.ts';
import type { Home, PartRef, Post } from './post.ts';
import * as sql from './posts.sql.ts';
import { applyUnlocked } from './unlocked.ts';
import * as write from './write.sql.ts';

export { coverScheduled, leanOnSource } from './approvals.ts';
export { attachFiles } from './attach.ts';
export { actingFor } from './authorize.ts';
export * as deletedFolders from './deleted-folders.ts';
export type { PartRef, Plan, Post } from './post.ts';
export { findMissingFiles, presentFiles } from './present-files.ts';
export { OWN_WORDS, wordsOf } from './provenance.ts';
export { countFitting, findPosts } from './read-posts.ts';
/**
 * Every change of posts: lock them, describe the intention with `plan`, and `apply` it.
 *
 *     const posts = await lockPosts(tx, actor, [id]);
 *     await apply(tx, actor, plan({ posts }, { do: 'reorder', item: id, place: 0 }));
 */
export {
  apply,
  applySave,
  applyUnlocked,
  carrying,
  copy,
  create,
  createOnce,
  plan,
  planShared,
  saveAction,
};

type InWorkspace = Pick<Actor, 'workspaceId'>;

/** @throws AppError 404 */
export async function getItem(
  executor: Executor,
  { workspaceId }: InWorkspace,
  id: number,
): Promise<Item> {
  const [item] = await sql.findItem(executor, { workspaceId, id });
  if (!item) throw notFound('item', id);
  return item;
}

/**
 * All items of the post of an item, in order.
 * @throws AppError 404
 */
export async function getThread(
  executor: Executor,
  { workspaceId }: InWorkspace,
  id: number,
): Promise<Item[]> {
  const items = await sql.findThread(executor, { workspaceId, id });
  if (!items.length) throw notFound('item', id);
  return items;
}

/** These items, by id; missing ones are left out. */
export async function findItems(
  executor: Executor,
  { workspaceId }: InWorkspace,
  ids: number[],
): Promise<Map<number, Item>> {
  return new Map(
    (await sql.findItems(executor, { workspaceId, ids })).map((item) => [item.id, item]),
  );
}

/**
 * The post of an item, and its first item.
 * @throws AppError 404
 */
export async function getPostOf(executor: Executor, { workspaceId }: InWorkspace, id: number) {
  const [found] = await sql.findPost(executor, { workspaceId, id });
  if (!found) throw notFound('item', id);
  return found;
}

/** Who locks content: an actor, or a workspace alone, where nobody decides. */
type Locking = InWorkspace & Partial<Actor>;

/**
 * Serializes changes of content and folders in this workspace until the transaction ends. Memberships
 * come before: who is given another role publishes and approves nothing after that.
 * @throws AppError 403
 */
export async function lockContent(tx: Executor, actor: Locking): Promise<void> {
  await requireStillDeciding(tx, actor);
  await sql.lockContent(tx, { workspaceId: actor.workspaceId });
}

/** Up to so many posts are found by index, one by one. */
const FEW = 50;

/**
 * The posts of these items, locked. Missing ids are left out. `autosaved`: the items of which a save
 * of this person replaces the present version (docs/domain/review.md, 'Autosave').
 */
export async function lockPosts(
  tx: Executor,
  actor: Locking,
  ids: number[],
): Promise<(Post & { items: Item[]; autosaved: ReadonlySet<number> })[]> {
  const { workspaceId, userId = null } = actor;
  await requireStillDeciding(tx, actor);
  // They are sent at once: the second sees what was committed when the lock was obtained.
  const [, rows] = await Promise.all([
    (ids.length > FEW ? sql.lockContent : sql.lockForFew)(tx, actor),
    sql.findWhole(tx, { workspaceId, userId, ...actsAs({ ...actor, userId }), ids }),
  ]);
  const autosaved = new Set(rows.filter((row) => row.is_autosaved).map(({ id }) => id));
  const posts = groupPosts(rows, ({ post: _, is_thread: __, is_autosaved: ___, ...item }) => item);
  // It may have been moved since the limits of a key were checked.
  for (const { folder } of posts) requireInFolders(actor, folder);
  return posts.map((post) => ({ ...post, items: post.parts, autosaved }));
}

/** The same for many posts, without their texts; `length` is the length of the text. */
export async function lockManyPosts(tx: Executor, actor: Locking, ids: number[]) {
  await lockContent(tx, actor);
  const rows = await sql.findWholeIds(tx, { workspaceId: actor.workspaceId, ids });
  return groupPosts(rows, ({ id, version, length }) => ({ id, version, length }));
}

/** The same for posts in the trash; `folder` is null where it was deleted. */
export async function lockTrashed(tx: Executor, actor: Locking, ids: number[]) {
  await lockContent(tx, actor);
  await sql.lockTrashed(tx, { workspaceId: actor.workspaceId, ids });
  const rows = await sql.findTrashed(tx, { workspaceId: actor.workspaceId, ids });
  return groupPosts(rows, ({ id, version, length }) => ({ id, version, length }));
}

/**
 * The post of an item, locked.
 * @throws AppError 404
 */
export async function lockPost(tx: Executor, actor: Locking, id: number) {
  const [post] = await lockPosts(tx, actor, [id]);
  if (!post) throw notFound('item', id);
  return post;
}

/**
 * The same for what only reads the content: it stays as it is until the transaction ends, and
 * others may hold it as well.
 */
export const holdContent = (tx: Executor, { workspaceId }: InWorkspace) =>
  sql.holdForFew(tx, { workspaceId });

/**
 * The post of an item, under that lock.
 * @throws AppError 404
 */
export async function readHeldPost(tx: Executor, { workspaceId }: InWorkspace, id: number) {
  const rows = await sql.findHeld(tx, { workspaceId, ids: [id] });
  const [post] = groupPosts(rows, ({ post: _, is_thread: __, ...item }) => item);
  if (!post) throw notFound('item', id);
  return { ...post, items: post.parts };
}

/**
 * The posts without items that belong to these items, for plans in which these may leave their
 * post.
 */
export async function findHomes(
  tx: Executor,
  { workspaceId }: InWorkspace,
  ids: number[],
): Promise<Map<number, Home>> {
  return new Map(
    (await sql.findHomes(tx, { workspaceId, ids })).map(({ item, ...home }) => [item, home]),
  );
}

/**
 * Gives posts the present bytes of a file of the library, in the transaction that replaces them: a
 * text that was approved with others has to be approved again. What was published stays as it was.
 */
export async function refreshFile(tx: Transaction, actor: Actor, file: number): Promise<void> {
  const { workspaceId } = actor;
  await lockContent(tx, actor);
  const items = await sql.findItemsWith(tx, { workspaceId, file });
  const [present] = await sql.findAttachments(tx, { workspaceId, ids: [file], folders: null });
  if (!items.length || !present) return;
  const locked = await lockPosts(
    tx,
    actor,
    items.map(({ id }) => id),
  );
  await apply(tx, actor, plan({ posts: locked }, { do: 'replace', file: present }));
}

/** @throws AppError 404 where the folder does not exist */
export async function requireFolder(
  tx: Executor,
  { workspaceId }: InWorkspace,
  id: number,
  field = 'folder',
): Promise<void> {
  const [folder] = await sql.findFolderId(tx, { workspaceId, id });
  if (!folder) throw notFoundIn(field, 'folder', id);
}

/**
 * Checks that an actor may publish a post as it is, without changing it. What counts is whether its
 * text is approved, and not its status: a published text may be another one by now, and a draft again
 * the one that was approved.
 * @throws AppError 403
 */
export async function authorizePublishing(tx: Executor, actor: Actor, post: Post): Promise<void> {
  const { workspaceId } = actor;
  const [found] = await findKnownOfPost(tx, { workspaceId, id: post.id });
  const lacks = !found || missing(found.known, 'present') !== null;
  const posts = [{ ...post, status: lacks ? ('draft' as const) : ('approved' as const) }];
  await authorize(tx, actor, planShared({ posts }, { do: 'status', status: 'published' }));
}

/** Whether a workspace prevents that people approve their own words. */
export const preventsSelfApproval = async (
  tx: Executor,
  { workspaceId }: InWorkspace,
): Promise<boolean> =>
  (await sql.findSettings(tx, { workspaceId }))[0]?.prevent_self_approval === true;

/** @throws AppError 409 with the `current` state where `version` is not its version */
export function assertCurrentVersion(
  version: number | undefined,
  item: PartRef | undefined,
  current: unknown,
): void {
  if (version === undefined || !item || version === item.version) return;
  const detail = `Item ${item.id} has been changed since you read it: it is at version ${item.version} now.`;
  throw new AppError('stale', 409, detail, { extra: { current } });
}

/** The same for comments and presence of a post: clients show them with any of its items. */
export async function announceOfPost(
  tx: Transaction,
  actor: Actor,
  topic: Topic,
  post: number,
): Promise<void> {
  const items = await sql.findItemIds(tx, { workspaceId: actor.workspaceId, post });
  announce(
    tx,
    actor,
    topic,
    items.map(({ id }) => id),
  );
}

/** Deletes posts in the trash permanently. */
export async function purgePosts(
  tx: Executor,
  { workspaceId }: InWorkspace,
  ids: number[],
): Promise<void> {
  await write.planFor(tx, write.MANY);
  await sql.purgePosts(tx, { workspaceId, ids });
  await write.planFor(tx, write.FEW);
}
