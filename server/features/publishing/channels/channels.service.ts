import { wrongChoice } from '#contract/networks/choices.ts';
import type { Choice } from '#contract/networks/network-rules.ts';
import { networks } from '#contract/networks/networks.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import type { Actor, Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../../errors.ts';
import { record } from '../../core/audit/audit.service.ts';
import {
  type Account,
  type Adapters,
  type Connection,
  NetworkError,
} from '../../networks/networks.service.ts';
import * as sql from './channels.sql.ts';
import { expiryOf, getAccount, seal, withSession } from './credentials.ts';
import { fetchPicture } from './pictures.jobs.ts';

export { type AccountRow, listChannels } from './channels.sql.ts';
export { getAccount, openCredentials, resealAll, SEALED, withSession } from './credentials.ts';
export { listSets } from './sets.sql.ts';

type InWorkspace = Pick<Actor, 'workspaceId'>;
type Connecting = Pick<AppContext, 'secrets' | 'jobs'>;
type Calling = Pick<AppContext, 'clock' | 'database' | 'secrets' | 'limits'> & {
  adapters: Adapters;
};

/** How long the network may take: the person waits. */
const READ_MS = 15_000;
/** Each calls another server. */
const REFRESHES = { attempts: 60, seconds: 60 * 10 };

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

/** The account of a channel, locked. */
const lockAccount = (tx: Transaction, actor: InWorkspace, id: number) =>
  getAccount(tx, actor, id, sql.lockAccount);

/**
 * The channel of a new connection. A known account gets its former channel, with its history.
 * @returns its id
 */
export async function saveConnection(
  context: Connecting,
  tx: Transaction,
  person: Member,
  network: Channel['network'],
  { account, credentials }: Connection,
): Promise<number> {
  const { workspaceId, userId } = person;
  const { limits, picture, ...described } = account;
  const [row] = await sql.upsertChannel(tx, {
    workspaceId,
    userId,
    network,
    ...described,
    limits: JSON.stringify(limits),
  });
  if (!row) throw new Error('the channel was not created');
  const { id } = row;
  await sql.setCredentials(tx, {
    workspaceId,
    id,
    credentials: seal(context.secrets, id, credentials),
    state: 'connected',
    expiresAt: expiryOf(credentials),
  });
  await context.jobs.enqueue(tx, fetchPicture, { workspaceId, channel: id, picture });
  const action = row.is_new ? 'connect' : 'reconnect';
  await record(tx, person, { action, objectType: 'channel', objectId: id });
  announceChannels(tx, person);
  return id;
}

export const announceChannels = (tx: Transaction, { workspaceId, tab = '' }: Actor) =>
  tx.announce({ workspaceId, topic: 'channels', tab });

/** @throws AppError 404; 400 for a choice that the network does not have */
export function updateSettings(
  context: Transactional,
  person: Member,
  id: number,
  settings: Record<string, string>,
): Promise<Channel> {
  return transaction(context, async (tx) => {
    const { network } = await lockAccount(tx, person, id);
    requireChoices('settings', networks[network].settings ?? [], settings);
    await sql.setSettings(tx, {
      workspaceId: person.workspaceId,
      id,
      settings: JSON.stringify(settings),
    });
    await record(tx, person, { action: 'update', objectType: 'channel', objectId: id });
    announceChannels(tx, person);
    return getChannel(tx, person, id);
  });
}

/** @throws AppError 400 in `field` */
export function requireChoices(
  field: string,
  choices: readonly Choice[],
  given: Readonly<Record<string, string>>,
): void {
  const wrong = wrongChoice(choices, given);
  if (wrong) throw invalid({ [field]: [wrong] });
}

/** Erases the credentials; what is scheduled waits until the account is connected again. */
export function disconnect(context: Transactional, person: Member, id: number): Promise<void> {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    const { state } = await lockAccount(tx, person, id);
    if (state === 'disconnected') return;
    const erased = { credentials: null, state: 'disconnected', expiresAt: null };
    await sql.setCredentials(tx, { workspaceId, id, ...erased });
    await record(tx, person, { action: 'disconnect', objectType: 'channel', objectId: id });
    announceChannels(tx, person);
  });
}

/** Stores what the network says of an account now. */
export async function describeAccount(
  executor: Executor,
  id: number,
  { handle, name, url, limits }: Account,
): Promise<void> {
  await sql.describe(executor, { id, handle, name, url, limits: JSON.stringify(limits) });
}

/**
 * Reads an account again: its choices may have changed.
 * @throws AppError 404; 503 where the network does not respond
 */
export async function refresh(context: Calling, person: Member, id: number): Promise<Channel> {
  const { limits, adapters, database } = context;
  await limits.count(`refresh:account:${person.userId}`, REFRESHES);
  const known = await getAccount(database, person, id);
  const signal = AbortSignal.timeout(READ_MS);
  const account = await withSession(context, known, signal, (session) =>
    adapters[known.network].identify(session, signal),
  ).catch((error: unknown) => {
    if (error instanceof NetworkError) throw new AppError('unavailable', 503, `${error.message}.`);
    throw error;
  });
  if (account.remoteId === known.remote_id) await describeAccount(database, id, account);
  return getChannel(database, person, id);
}
