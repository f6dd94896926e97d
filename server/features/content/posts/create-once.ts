import type { Item } from '#contract/content/items.ts';
import type { Actor } from '../../../actor.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { keepCreated } from '../../../http/idempotency/idempotency-key.sql.ts';
import { apply } from './apply.ts';
import type { Plan } from './post.ts';
import * as sql from './posts.sql.ts';

/**
 * Creates a post once for an Idempotency-Key: a request whose response was lost is sent again, with
 * a text that may have changed meanwhile (docs/domain/review.md, 'Autosave').
 * @param also what is done in the same transaction
 * @returns the items, or the id of the first item of the post that the key has created before
 * @throws AppError as `apply`
 */
export function createOnce(
  context: Transactional,
  actor: Actor & { userId: number },
  key: string,
  plan: Plan,
  also: (tx: Transaction, items: Item[]) => Promise<void> = async () => {},
): Promise<Item[] | number> {
  const { workspaceId, userId } = actor;
  return transaction(context, async (tx: Transaction) => {
    // Two requests with the same key come one after the other.
    await sql.lockContent(tx, { workspaceId });
    const [known] = await sql.findCreated(tx, { workspaceId, userId, key });
    if (known) return known.id;
    const { items } = await apply(tx, actor, plan);
    const root = items.find((item) => item.thread_order === 0) as Item;
    await also(tx, items);
    await keepCreated(tx, { workspaceId, userId, key, id: root.id });
    return items;
  });
}
