import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { notFound } from '../../../errors.ts';
import * as sql from './schedule.sql.ts';

/** Channels of older posts of a folder are not listed first. */
const RECENT_POSTS = 200;

/**
 * The channels of other posts of the folder of an item, the one that was used last first.
 * @throws AppError 404
 */
export async function listUsedChannels(
  executor: Executor,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  item: number,
) {
  const [own] = await sql.findPostOf(executor, { workspaceId, item });
  if (!own) throw notFound('item', item);
  return sql.listUsedChannels(executor, { workspaceId, post: own.post, posts: RECENT_POSTS });
}
