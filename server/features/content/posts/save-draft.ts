import type { Item } from '#contract/items.ts';
import type { Actor } from '../../../actor.ts';
import { singleStatement, type Transactional } from '../../../database/transaction.ts';
import { announce, singleSave } from './apply.ts';
import { authorize } from './approval.ts';
import { namesFiles } from './attach.ts';
import type { Part, Plan, Post } from './post.ts';
import * as sql from './posts.sql.ts';
import { rowsOf } from './rows.ts';
import * as write from './write.sql.ts';

const noIds = () => {
  throw new Error('a save creates nothing');
};

/**
 * Saves the text of a single draft without a transaction, and without waiting for a lock: it is
 * read, and one statement changes it where it is still as it was read. Half the time of a transaction, for the most frequent
 * change.
 * @param planOf describes the change of the post, as for `apply`
 * @returns the saved item; undefined where it takes a transaction: nothing is written then
 * @throws AppError as `planOf`
 */
export async function saveDraft(
  context: Transactional,
  actor: Actor,
  id: number,
  planOf: (post: Post & { items: readonly Item[] }) => Plan,
): Promise<Item | undefined> {
  const { workspaceId, userId, ip } = actor;
  const [found] = await sql.findDraft(context.database, { workspaceId, userId, id });
  // The next save replaces an autosave.
  if (!found || found.is_autosaved) return undefined;
  const { post, is_autosaved: _, ...item } = found;
  const { folder, status, description, version } = item;
  const plan = planOf({
    ...{ id: post, folder, status, description, version },
    isThread: false,
    parts: [item],
    items: [item],
  });
  const [change, ...others] = plan;
  if (!change || others.length || !isOfText(change) || namesFiles(plan)) return undefined;
  const { posts, items } = rowsOf(await authorize(context.database, actor, plan), {
    post: noIds,
    item: noIds,
  });
  if (!posts.length) return item;
  const saved = singleSave(posts, items);
  if (!saved) return undefined;
  const written = await singleStatement(context, async (tx) => {
    const rows = await write.saveDraft(tx, { workspaceId, userId, ip, ...saved });
    if (rows.length) announce(tx, actor, 'content', [id]);
    return rows;
  });
  const { publications, comments } = item;
  return written[0] && { ...written[0], publications, comments };
}

/** Whether the post stays where and what it is. */
const isOfText = ({ before, after }: Plan<Part>[number]) =>
  before !== null &&
  before.folder === after.folder &&
  before.status === after.status &&
  before.isThread === after.isThread;
