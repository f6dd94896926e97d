import type { Channel, connectChannel } from '#contract/channels.ts';
import type { Parsed } from '#contract/endpoint.ts';
import { type ChannelNetwork, networks } from '#contract/networks.ts';
import type { Actor, Member } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/pool.ts';
import { type Transaction, type Transactional, transaction } from '../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { type Adapters, NetworkError } from '../networks/networks.service.ts';
import * as sql from './channels.sql.ts';

type Context = Transactional & Pick<AppContext, 'secrets'> & { adapters: Adapters };
type InWorkspace = Pick<Actor, 'workspaceId'>;
type Fields = Parsed<typeof connectChannel>['body']['fields'];

/** How long connecting may take. */
const CONNECT_MS = 15_000;

/** What a sealed value belongs to: it cannot be opened for another channel. */
export const sealingContext = (channel: number) => `channel ${channel}`;

export const listNetworks = (adapters: Adapters) =>
  Object.values(adapters).map(({ network, fields }) => ({
    network,
    name: networks[network].name,
    fields: [...fields],
  }));

/** @throws AppError 404 */
export async function getChannel(
  executor: Executor,
  { workspaceId }: InWorkspace,
  id: number,
): Promise<Channel> {
  const [channel] = await sql.findChannel(executor, { workspaceId, id });
  if (!channel) throw notFound('channel', id);
  return channel;
}

/**
 * The account of a channel.
 * @param find whether it is locked
 * @throws AppError 404
 */
export async function getAccount(
  executor: Executor,
  { workspaceId }: InWorkspace,
  id: number,
  find = sql.findAccount,
) {
  const [account] = await find(executor, { workspaceId, id });
  if (!account) throw notFound('channel', id);
  return account;
}

/**
 * Connects an account: a channel exists only once the network has said whose account it is. A known
 * account gets its former channel, with its history.
 * @throws AppError 400 with the reason of the network
 */
export async function connect(
  context: Context,
  person: Member,
  { network, fields = {} }: { network: ChannelNetwork; fields?: Fields },
): Promise<Channel> {
  const { account, credentials } = await ask(context, person, network, fields);
  return transaction(context, async (tx) => {
    const { workspaceId, userId } = person;
    const [row] = await sql.upsertChannel(tx, { workspaceId, userId, network, ...account });
    if (!row) throw new Error('the channel was not created');
    await store(context, tx, person, row.id, credentials);
    const action = row.is_new ? 'connect' : 'reconnect';
    await record(tx, person, { action, objectType: 'channel', objectId: row.id });
    return getChannel(tx, person, row.id);
  });
}

/**
 * Renews the access to the account of a channel.
 * @throws AppError 404; 409 where it is another account
 */
export async function reconnect(
  context: Context,
  person: Member,
  id: number,
  fields: Fields = {},
): Promise<Channel> {
  const known = await getAccount(context.database, person, id);
  const given = { account: known.remote_id, ...fields };
  const { account, credentials } = await ask(context, person, known.network, given);
  if (account.remoteId !== known.remote_id || account.server !== known.server)
    throw new AppError(
      'stale',
      409,
      `This is ${account.handle}, and the channel is ${known.handle}: connect it as a new channel.`,
    );
  return transaction(context, async (tx) => {
    await getAccount(tx, person, id, sql.lockAccount);
    await store(context, tx, person, id, credentials);
    await record(tx, person, { action: 'reconnect', objectType: 'channel', objectId: id });
    return getChannel(tx, person, id);
  });
}

/** Erases the credentials; what is scheduled waits until the account is connected again. */
export function disconnect(context: Transactional, person: Member, id: number): Promise<void> {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    const { state } = await getAccount(tx, person, id, sql.lockAccount);
    if (state === 'disconnected') return;
    await sql.setCredentials(tx, { workspaceId, id, credentials: null, state: 'disconnected' });
    await record(tx, person, { action: 'disconnect', objectType: 'channel', objectId: id });
  });
}

/** Calls the network; its refusal is an error of the form. */
async function ask(
  { adapters }: Context,
  { workspaceId }: Member,
  network: ChannelNetwork,
  fields: Record<string, string>,
) {
  const signal = AbortSignal.timeout(CONNECT_MS);
  try {
    return await adapters[network].connect(fields, { workspaceId, signal });
  } catch (error) {
    if (error instanceof NetworkError) throw invalid({ non_field_errors: [`${error.message}.`] });
    throw error;
  }
}

async function store(
  { secrets }: Context,
  tx: Transaction,
  { workspaceId }: Member,
  id: number,
  credentials: object,
) {
  const sealed = secrets.seal('credentials', JSON.stringify(credentials), sealingContext(id));
  await sql.setCredentials(tx, { workspaceId, id, credentials: sealed, state: 'connected' });
  await sql.continueStopped(tx, { workspaceId, id });
}
