import { networks } from '#contract/networks/networks.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Transactional } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { type Adapters, NetworkError, type Session } from '../../networks/networks.service.ts';
import { getAccount, withSession } from '../channels/channels.service.ts';
import { cancelAfterwardsOf } from './afterwards/afterwards.sql.ts';
import { cancel } from './changes.sql.ts';
import { requireLooked } from './looked.ts';
import { cannot, change, recordChange } from './publications.service.ts';
import { getPublication, type WithParts } from './reading.ts';
import { removeAll } from './removal.ts';

/** What is asked of the network while a person waits. */

export type Calling = Transactional &
  Pick<AppContext, 'clock' | 'secrets'> & { adapters: Adapters };

/** How long a call of a network may take: the person waits. */
const CALL_MS = 20_000;

/** Calls the network of a publication, on behalf of its channel. */
async function callNetwork<Result>(
  context: Calling,
  person: Member,
  channel: number,
  call: (
    adapter: Adapters[keyof Adapters],
    session: Session,
    signal: AbortSignal,
  ) => Promise<Result>,
): Promise<Result> {
  const account = await getAccount(context.database, person, channel);
  const adapter = context.adapters[account.network];
  const signal = AbortSignal.timeout(CALL_MS);
  return withSession(context, account, signal, (session) => call(adapter, session, signal));
}

/** @throws AppError 409 where the network does not offer it */
function requireRemove({ network, remove }: Adapters[keyof Adapters]) {
  if (remove) return remove;
  const { name } = networks[network];
  throw new AppError('stale', 409, `${name} doesn’t allow deleting posts through its API.`);
}

const unavailable = (error: unknown) => {
  if (!(error instanceof NetworkError)) throw error;
  return new AppError('unavailable', 503, `${error.message}.`);
};

/** @throws AppError 404; 503 where the network does not respond */
export async function listLatest(context: Calling, person: Member, id: number) {
  const { channel } = await getPublication(context.database, person, id);
  return callNetwork(context, person, channel.id, (adapter, session, signal) =>
    adapter.latest(session, signal),
  ).catch((error) => {
    throw unavailable(error);
  });
}

/**
 * Deletes at the network what was published (`removeAll`).
 * @param sent false where a person saw that what may be there is not
 * @throws AppError 404; 409 while it is being published, or may be; 503 with the reason of the network
 */
export async function removeRemote(
  context: Calling,
  person: Member,
  id: number,
  sent?: false,
): Promise<WithParts> {
  const { userId, workspaceId } = person;
  const { channel } = await change(context, person, id, 'delete_remote', async (tx, found) => {
    if (!['published', 'stopped', 'cancelled'].includes(found.state))
      throw cannot('deleted from the network', found);
    requireRemove(context.adapters[(await getPublication(tx, person, id)).channel.network]);
    if (await requireLooked(tx, person, found, sent))
      await recordChange(tx, person, 'deny', id, found.root ?? undefined);
    // Nothing continues while it is being deleted.
    if (found.state === 'stopped') await cancel(tx, { workspaceId, id, userId });
    await cancelAfterwardsOf(tx, { publication: id, kinds: ['repost', 'reply'] });
  });
  await removeAll(context, person, id, (sent) =>
    callNetwork(context, person, channel.id, (adapter, session, signal) =>
      requireRemove(adapter)(sent, session, signal),
    ),
  ).catch((error) => {
    throw unavailable(error);
  });
  return getPublication(context.database, person, id);
}
