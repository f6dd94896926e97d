import type { listTrash, restoreFromTrash, TrashedPost } from '#contract/content/trash.ts';
import type { Parsed, ResponseOf } from '#contract/http/endpoint.ts';
import { type Actor, type Member, requireErasing } from '../../../actor.ts';
import { BULK_TIMEOUTS, type Executor } from '../../../database/pool.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { invalid } from '../../../errors.ts';
import { adjacentPages, type Page } from '../../../pages.ts';
import { record } from '../../core/audit/audit.service.ts';
import { assertNotTooLarge, assertThere } from '../bulk/bulk.service.ts';
import { emptyFoldersOf } from '../folders/folders.service.ts';
import * as posts from '../posts/posts.service.ts';
import * as sql from './trash.sql.ts';

const BATCH = 1000;

/** A page of the posts in the trash, the last deleted first. @param days how long they are kept */
export async function list(
  executor: Executor,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  { page = 1, page_size: size }: Parsed<typeof listTrash>['query'],
  days: number,
): Promise<Page<TrashedPost> & { days: number }> {
  const offset = (page - 1) * size;
  const [results, [total]] = await Promise.all([
    sql.listTrash(executor, { workspaceId, days, limit: size, offset }),
    sql.countTrash(executor, { workspaceId }),
  ]);
  const count = total?.count ?? 0;
  return { count, ...adjacentPages({ page, size, count }), results, days };
}

/**
 * Restores posts as they were (docs/domain/content.md, 'Trash'). What was taken out of a thread by
 * its deletion is a post of its own.
 * @throws AppError 404 with the `item_ids` that are not in the trash; 400 where a folder is needed
 */
export function restore(
  context: Transactional,
  actor: Actor,
  { item_ids: named, folder }: Parsed<typeof restoreFromTrash>['body'],
): Promise<ResponseOf<typeof restoreFromTrash>> {
  const run = async (tx: Parameters<typeof posts.apply>[0]) => {
    await posts.lockContent(tx, actor);
    // What is scheduled is cancelled by the way to the trash.
    await posts.deletedFolders.trashLeft(tx, actor, named);
    const locked = await posts.lockTrashed(tx, actor, named);
    assertThere(named, locked);
    assertNotTooLarge(locked);
    if (folder !== undefined) await posts.requireFolder(tx, actor, folder);
    else if (locked.some((post) => post.folder === null))
      throw invalid({ folder: ['The folder of this content was deleted: choose another one.'] });
    const before = locked.map((post) => ({ ...post, folder: post.folder as number }));
    await posts.apply(tx, actor, posts.planShared({ posts: before }, { do: 'restore', folder }));
    const ids = locked.flatMap(({ parts }) => parts.map(({ id }) => id));
    const items = [...(await posts.findItems(tx, actor, ids)).values()];
    return { count: items.length, items };
  };
  return transaction(context, run, BULK_TIMEOUTS);
}

/** Erases the trash of the workspace, in batches. */
export async function empty(context: Transactional, actor: Actor) {
  requireErasing(actor);
  const { workspaceId } = actor;
  // Before the first batch: what is erased is never without an entry.
  await record(context.database, actor, {
    action: 'empty_trash',
    objectType: 'workspace',
    objectId: workspaceId,
  });
  await emptyFoldersOf(context, { workspaceId });
  let count = 0;
  for (;;) {
    const run = async (tx: Executor) => {
      // Nothing is restored meanwhile.
      await posts.lockContent(tx, actor);
      return sql.eraseSome(tx, { workspaceId, limit: BATCH });
    };
    const { length } = await transaction(context, run, BULK_TIMEOUTS);
    if (length === 0) return { count };
    count += length;
  }
}
