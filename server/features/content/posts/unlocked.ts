import type { Item } from '#contract/content/items.ts';
import type { Actor } from '../../../actor.ts';
import { actsAs } from '../../../database/fragments/principal.ts';
import { singleStatement, type Transactional } from '../../../database/transaction.ts';
import { apply } from './apply.ts';
import { namesFiles } from './attach.ts';
import type { Part, Plan, Post } from './post.ts';
import * as sql from './posts.sql.ts';

/**
 * Applies the plan of a text of a single draft without a transaction, and without waiting for a
 * lock: it is read, and one statement writes it where it is still as it was read. Half the time of a
 * transaction, for the most frequent change.
 * @param planOf describes the change of the post, as for `apply`
 * @returns the saved item; undefined where it takes a transaction, or changes nothing: nothing is
 * written then
 * @throws AppError as `planOf`
 */
export async function applyUnlocked(
  context: Transactional,
  actor: Actor,
  id: number,
  planOf: (post: Post & { items: readonly Item[] }) => Plan,
): Promise<Item | undefined> {
  const { workspaceId, userId, role } = actor;
  const key = { workspaceId, userId, role, id, ...actsAs(actor) };
  const [found] = await sql.findDraft(context.database, key);
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
  if (!plan.every(isOfText) || namesFiles(plan)) return undefined;
  const { items } = await singleStatement(context, (tx) =>
    apply(tx, actor, plan, { unlocked: true }),
  );
  return items[0];
}

/** Whether the post stays where and what it is. */
const isOfText = ({ before, after }: Plan<Part>[number]) =>
  before !== null &&
  before.folder === after.folder &&
  before.status === after.status &&
  before.isThread === after.isThread;
