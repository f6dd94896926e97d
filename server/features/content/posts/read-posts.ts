import type { Item } from '#contract/content/items.ts';
import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { MAX_PAGE_LENGTH } from '../../../pages.ts';
import { findLengths, findParts } from './read-posts.sql.ts';

/** Reads posts as a whole. */

type InWorkspace = Pick<Actor, 'workspaceId'>;

/** The posts of these items in the order of their ids, each with all its items in order; missing ones are left out. */
export async function findPosts(
  executor: Executor,
  { workspaceId }: InWorkspace,
  ids: number[],
): Promise<{ id: number; items: [Item, ...Item[]] }[]> {
  const rows = await findParts(executor, { workspaceId, ids });
  const posts = Map.groupBy(rows, ({ post }) => post);
  const found = [...posts].map(([id, parts]) => ({
    id,
    items: parts.map(({ post: _, ...item }) => item) as unknown as [Item, ...Item[]],
  }));
  const byItem = new Map(found.flatMap((post) => post.items.map((item) => [item.id, post])));
  return [...new Set(ids.flatMap((id) => byItem.get(id) ?? []))];
}

/** How many of these posts fit into a page, whichever of them: at least one. */
export async function countFitting(
  executor: Executor,
  { workspaceId }: InWorkspace,
  ids: number[],
): Promise<number> {
  const lengths = (await findLengths(executor, { workspaceId, ids })).map(({ length }) => length);
  let [count, size] = [0, 0];
  for (const length of lengths.toSorted((a, b) => b - a)) {
    size += length;
    if (size > MAX_PAGE_LENGTH && count > 0) return count;
    count++;
  }
  return Math.max(1, count);
}
