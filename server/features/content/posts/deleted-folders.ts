import { type Actor, systemActor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { apply } from './apply.ts';
import * as sql from './deleted-folders.sql.ts';
import { groupPosts } from './group-posts.ts';
import { planShared } from './plan.ts';
import { findLeftWholeIds, lockContent } from './posts.sql.ts';

/**
 * Posts of folders that are deleted (docs/domain/content.md, 'Folders'): they count as trashed from
 * the deletion on, and get to the trash in batches. Every function needs the lock of the content.
 */

type InWorkspace = Pick<Actor, 'workspaceId'>;

/** So many posts get to the trash with the answer. */
const AT_ONCE = 500;
/** So many at a time do so afterwards: whoever changes a post waits for them, again and again. */
const BATCH = 50;

/**
 * In the transaction that deletes these folders: takes a batch of posts to the trash, and remembers
 * who deletes the folders where more are left.
 * @returns whether none is left
 */
export async function emptyOrRemember(
  tx: Transaction,
  actor: Actor,
  folders: number[],
): Promise<boolean> {
  if (await emptySome(tx, actor, folders, AT_ONCE)) return true;
  const { workspaceId, userId, ip } = actor;
  const apiKey = actor.key?.id ?? null;
  await sql.insertDeletedFolders(tx, { workspaceId, folders, userId, apiKey, ip });
  return false;
}

/**
 * One batch of what is left of the deleted folders of a workspace, as who has deleted them.
 * @returns whether none is left
 */
export async function emptyDeleted(tx: Transaction, { workspaceId }: InWorkspace) {
  await lockContent(tx, { workspaceId });
  const [deletion] = await sql.findDeletion(tx, { workspaceId });
  if (!deletion) return true;
  const { folders } = deletion;
  if (await emptySome(tx, deleterOf(workspaceId, deletion), folders, BATCH))
    await sql.removeDeletedFolders(tx, { workspaceId, folders });
  return false;
}

/** Takes the posts of these items to the trash, of those in deleted folders. */
export async function trashLeft(tx: Transaction, { workspaceId }: InWorkspace, ids: number[]) {
  for (const { items, ...deletion } of await sql.findLeftItems(tx, { workspaceId, ids }))
    await trash(tx, deleterOf(workspaceId, deletion), items);
}

/** The workspaces with something left in deleted folders. */
export const listWithDeletions = (executor: Executor) => sql.listWithDeletions(executor, {});

/** Takes so many posts of these folders to the trash, and out of the folders. */
async function emptySome(tx: Transaction, actor: Actor, folders: number[], limit: number) {
  const { workspaceId } = actor;
  const found = await sql.findItemsIn(tx, { workspaceId, folders, limit });
  const trashed = await trash(
    tx,
    actor,
    found.map(({ id }) => id),
  );
  await sql.leaveFolder(tx, { workspaceId, posts: trashed });
  if (trashed.length === limit) return false;
  // What is left was in the trash before, or has no items.
  const left = await sql.leaveFolders(tx, { workspaceId, folders, limit });
  return left.length < limit;
}

/** @returns the posts */
async function trash(tx: Transaction, actor: Actor, items: number[]) {
  const rows = await findLeftWholeIds(tx, { workspaceId: actor.workspaceId, ids: items });
  const posts = groupPosts(rows, ({ id, version, length }) => ({ id, version, length }));
  await apply(tx, actor, planShared({ posts }, { do: 'trash', items }));
  return posts.map(({ id }) => id);
}

/** A job that acts for who has deleted the folders; they may have left the workspace since. */
function deleterOf(workspaceId: number, { userId, apiKey, ip }: sql.Deletion): Actor {
  const actor = { ...systemActor(workspaceId), userId, ip };
  if (apiKey === null) return actor;
  // For the audit log: a job has all rights.
  const rights = { scopes: [], drafts_only: false, folders: null, channels: null };
  return { ...actor, key: { id: apiKey, holder: userId ?? 0, ...rights } };
}
