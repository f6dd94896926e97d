import { setTimeout as delay } from 'node:timers/promises';
import type { Channel } from '#contract/channels.ts';
import { type Choice, networks, ON } from '#contract/networks.ts';
import type { Actor, Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { invalid, notFound } from '../../../errors.ts';
import type { Secrets } from '../../../secrets.ts';
import { record } from '../../core/audit/audit.service.ts';
import {
  type Account,
  type Adapters,
  type Connection,
  type Credentials,
  NetworkError,
  type Session,
} from '../../networks/networks.service.ts';
import * as sql from './channels.sql.ts';

export { type AccountRow, listChannels } from './channels.sql.ts';

type InWorkspace = Pick<Actor, 'workspaceId'>;
type Sealing = Pick<AppContext, 'secrets'>;

/** Credentials are renewed so long before they expire. */
const EARLY_MS = 5 * 60_000;
/** How long renewing may take; another process waits for it. */
const RENEW_SECONDS = 60;
/** The call itself; the rest is for storing its result. */
const RENEW_MS = 20_000;
const STORE_ATTEMPTS = 8;
const STORE_PAUSE_MS = 500;
const WAIT_MS = 250;

/** What a sealed value belongs to: it cannot be opened for another channel. */
const sealingContext = (channel: number) => `channel ${channel}`;

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
): Promise<sql.AccountRow> {
  const [account] = await find(executor, { workspaceId, id });
  if (!account) throw notFound('channel', id);
  return account;
}

/** The same, locked. */
const lockAccount = (tx: Transaction, actor: InWorkspace, id: number) =>
  getAccount(tx, actor, id, sql.lockAccount);

/**
 * The channel of a new connection. A known account gets its former channel, with its history.
 * @returns its id
 */
export async function saveConnection(
  context: Sealing,
  tx: Transaction,
  person: Member,
  network: Channel['network'],
  { account, credentials }: Connection,
): Promise<number> {
  const { workspaceId, userId } = person;
  const { limits, ...described } = account;
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
  const action = row.is_new ? 'connect' : 'reconnect';
  await record(tx, person, { action, objectType: 'channel', objectId: id });
  announceChannels(tx, person);
  return id;
}

/** When a person has to connect an account again, where the adapter says so. */
const expiryOf = ({ expires_at: at }: Credentials) =>
  typeof at === 'string' ? new Date(at) : null;

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
  for (const [name, value] of Object.entries(given)) {
    const choice = choices.find((choice) => choice.name === name);
    if (!choice) throw invalid({ [field]: [`There is no choice '${name}' for this network.`] });
    const { label, values, max = 0 } = choice;
    if (choice.isSwitch && value !== ON && value !== '')
      throw invalid({ [field]: [`${label}: expected '${ON}', or nothing.`] });
    if (values && !values.some((choice) => choice.value === value))
      throw invalid({
        [field]: [`${label}: expected one of ${values.map((choice) => choice.value).join(', ')}.`],
      });
    if (!values && !choice.isSwitch && value.length > max)
      throw invalid({ [field]: [`${label} must be at most ${max} characters`] });
  }
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

const seal = (secrets: Secrets, channel: number, credentials: Credentials) =>
  secrets.seal('credentials', JSON.stringify(credentials), sealingContext(channel));

/** @throws Error where they were sealed with another SECRET */
export const openCredentials = (secrets: Secrets, channel: number, sealed: string): Credentials =>
  JSON.parse(secrets.open('credentials', sealed, sealingContext(channel)));

type SessionContext = Sealing & Pick<AppContext, 'database'> & { adapters: Adapters };

/**
 * A session whose credentials are valid for a while: they are renewed by one process at a time, and
 * stored before they are used.
 * @param refused credentials that the network calls expired
 * @throws NetworkError where the network refuses to renew them, or is unavailable
 */
async function openSession(
  context: SessionContext,
  channel: Omit<sql.AccountRow, 'handle' | 'state'>,
  signal: AbortSignal,
  refused?: Credentials,
): Promise<Session> {
  const { database, secrets } = context;
  const { id, workspace, network, server, remote_id } = channel;
  const account = { remoteId: remote_id, server };
  const { renew } = context.adapters[network];
  const stale = JSON.stringify(refused);
  for (let sealed = channel.credentials; ; ) {
    if (sealed === null) throw disconnected(network);
    const credentials = openCredentials(secrets, id, sealed);
    const session = { credentials, account };
    if (!renew) return session;
    const expiry = renew.expiry(credentials);
    const left = expiry === null ? Number.POSITIVE_INFINITY : expiry.getTime() - Date.now();
    const isOld = left < (renew.earlyMs ?? EARLY_MS);
    if (!isOld && JSON.stringify(credentials) !== stale) return session;
    const [claimed] = await sql.claimRenewal(database, { id, seconds: RENEW_SECONDS });
    if (claimed?.credentials === sealed) {
      const fresh = await renewed(session, sealed, claimed.claim).catch((error: unknown) => {
        // They are valid for a while yet: the next call renews them.
        const isUsable = left > EARLY_MS && JSON.stringify(credentials) !== stale;
        if (isUsable && error instanceof NetworkError) return session;
        throw error;
      });
      if (fresh) return fresh;
    } else if (claimed) await sql.endRenewal(database, { id, claim: claimed.claim });
    // Another process renews them: its result is read.
    await delay(WAIT_MS, undefined, { signal });
    sealed = (await getAccount(database, { workspaceId: workspace }, id)).credentials;
  }

  /** Nobody else has them: a database that fails for a while must not lose them. */
  async function store(fresh: Parameters<typeof sql.replaceCredentials>[1]) {
    for (let attempt = 1; ; attempt++) {
      try {
        return (await sql.replaceCredentials(database, fresh)).length > 0;
      } catch (error) {
        if (attempt === STORE_ATTEMPTS) throw error;
        await delay(STORE_PAUSE_MS);
      }
    }
  }

  /** Undefined where other credentials were stored meanwhile: those are read. */
  async function renewed(
    session: Session,
    former: string,
    claim: string,
  ): Promise<Session | undefined> {
    // Whoever asked may give up meanwhile: the new credentials are stored nevertheless, because the
    // former ones are valid once.
    const limit = AbortSignal.timeout(RENEW_MS);
    try {
      const ask = () => (renew as NonNullable<typeof renew>).renew(session, limit);
      const credentials = await ask().catch((error: unknown) => {
        // Of unknown outcome: the same token may be used once more.
        if (error instanceof NetworkError && error.kind === 'transient') return ask();
        throw error;
      });
      const sealed = seal(secrets, id, credentials);
      const expiresAt = expiryOf(credentials);
      const stored = await store({ id, former, credentials: sealed, expiresAt });
      if (stored) return { credentials, account };
      await sql.endRenewal(database, { id, claim });
      return undefined;
    } catch (error) {
      await sql.endRenewal(database, { id, claim });
      throw error;
    }
  }
}

/**
 * Calls a network on behalf of a channel. Where it calls the credentials expired, nothing has
 * happened: it is called once more with new ones.
 * @throws NetworkError
 */
export async function withSession<Result>(
  context: SessionContext,
  channel: Parameters<typeof openSession>[1],
  signal: AbortSignal,
  call: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await openSession(context, channel, signal);
  return call(session).catch(async (error: unknown) => {
    if (!(error instanceof NetworkError) || error.kind !== 'expired') throw error;
    return call(await openSession(context, channel, signal, session.credentials));
  });
}

const disconnected = (network: Channel['network']) =>
  new NetworkError(
    'reauthorize',
    'disconnected',
    `The account isn’t connected with ${networks[network].name} any more`,
  );

/** Stores what the network says of an account now. */
export async function describeAccount(
  executor: Executor,
  id: number,
  { handle, name, url, limits }: Account,
): Promise<void> {
  await sql.describe(executor, { id, handle, name, url, limits: JSON.stringify(limits) });
}

/**
 * Seals all credentials with the present SECRET.
 * @returns how many were sealed with the former one, and how many cannot be opened at all
 */
export async function resealAll({
  database,
  secrets,
}: Pick<SessionContext, 'database' | 'secrets'>) {
  let [after, resealed, unreadable] = [0, 0, 0];
  for (;;) {
    const rows = await sql.listSealed(database, { after, limit: 100 });
    if (!rows.length) return { resealed, unreadable };
    for (const { id, credentials: former } of rows) {
      after = id;
      if (!secrets.isStale('credentials', former)) continue;
      try {
        const credentials = seal(secrets, id, openCredentials(secrets, id, former));
        resealed += (await sql.resealCredentials(database, { id, former, credentials })).length;
      } catch {
        unreadable++;
      }
    }
  }
}
