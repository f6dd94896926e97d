import type { Actor } from '../../../actor.ts';
import type { Transactional } from '../../../database/transaction.ts';
import { transaction } from '../../../database/transaction.ts';
import { announceOfPost, lockContent } from '../../content/posts/posts.service.ts';
import { NetworkError, type Sent } from '../../networks/networks.service.ts';
import { cancel, lockPublication } from './changes.sql.ts';
import * as sql from './removal.sql.ts';
import { NO_ID, UNKNOWN_ID } from './unknown-id.ts';

/**
 * Deletes at the network what is there of a publication: the replies below it and its parts, the last
 * one first. What was deleted before a failure stays deleted, and the publication is what it was until
 * nothing is left. It can be repeated.
 * @param remove calls the network
 * @throws NetworkError with the reason of the network
 */
export async function removeAll(
  context: Transactional,
  actor: Actor,
  id: number,
  remove: (sent: Sent) => Promise<void>,
): Promise<void> {
  const { database } = context;
  const { userId } = actor;
  for (;;) {
    const [next] = await sql.nextToRemove(database, { id });
    if (!next) {
      if (await endRemoved(context, actor, id)) return;
      continue;
    }
    const { reply, position, ...sent } = next;
    const store = (outcome: Removal) =>
      reply === null
        ? sql.recordRemoval(database, { id, position, userId, ...outcome })
        : sql.recordReplyRemoval(database, { id: reply, ...outcome });
    try {
      // A person said that it is there, and not which post it is.
      if (sent.id === UNKNOWN_ID || sent.id === sent.url)
        throw new NetworkError('rejected', NO_ID, 'Its id isn’t known: delete it there');
      await remove({ ...sent, extra: sent.extra ?? undefined });
    } catch (error) {
      if (error instanceof NetworkError)
        await store({ outcome: error.kind, code: error.code, detail: error.message });
      throw error;
    }
    await store({ outcome: 'removed', code: null, detail: null });
  }
}

type Removal = Pick<Parameters<typeof sql.recordReplyRemoval>[1], 'outcome' | 'code' | 'detail'>;

/** Ends a publication that is not at the network any more; false where something of it came meanwhile. */
const endRemoved = (context: Transactional, actor: Actor, id: number): Promise<boolean> =>
  transaction(context, async (tx) => {
    const { workspaceId, userId } = actor;
    // It is gone there, whatever the actor may do by now.
    await lockContent(tx, { workspaceId });
    const [found] = await lockPublication(tx, { workspaceId, id });
    if ((await sql.nextToRemove(tx, { id })).length) return false;
    if (found?.state === 'published') await cancel(tx, { workspaceId, id, userId });
    if (found && found.post !== null) await announceOfPost(tx, actor, 'publications', found.post);
    return true;
  });
