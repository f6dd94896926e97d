import { setTimeout as delay } from 'node:timers/promises';
import { networks } from '#contract/networks/networks.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { notFound } from '../../../errors.ts';
import { resealRows } from '../../../reseal.ts';
import type { Secrets } from '../../../secrets.ts';
import {
  type Adapters,
  type Credentials,
  NetworkError,
  type Session,
} from '../../networks/networks.service.ts';
import * as sql from './channels.sql.ts';

/** The credentials of channels: sealed, renewed before they expire, and opened for calls. */

/** Credentials are renewed so long before they expire. */
const EARLY_MS = 5 * 60_000;
/** How long renewing may take; another process waits for it. */
const RENEW_SECONDS = 60;
/**
 * So long after that the other process may still store what it was given, where it was frozen: that
 * the network refuses the former token is no reason to stop yet.
 */
const DOUBT_SECONDS = 10 * 60;
/** The call itself; the rest is for storing its result. */
const RENEW_MS = 20_000;
const STORE_ATTEMPTS = 8;
const STORE_PAUSE_MS = 500;
const WAIT_MS = 250;

/** What a sealed value belongs to: it cannot be opened for another channel. */
const sealingContext = (channel: number) => `channel ${channel}`;

/**
 * The account of a channel.
 * @param find whether it is locked
 * @throws AppError 404
 */
export async function getAccount(
  executor: Executor,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  id: number,
  find = sql.findAccount,
): Promise<sql.AccountRow> {
  const [account] = await find(executor, { workspaceId, id });
  if (!account) throw notFound('channel', id);
  return account;
}

/** When a person has to connect an account again, where the adapter says so. */
export const expiryOf = ({ expires_at: at }: Credentials) =>
  typeof at === 'string' ? new Date(at) : null;

export const seal = (secrets: Secrets, channel: number, credentials: Credentials) =>
  secrets.seal('credentials', JSON.stringify(credentials), sealingContext(channel));

/** @throws Error where they were sealed with another SECRET */
export const openCredentials = (secrets: Secrets, channel: number, sealed: string): Credentials =>
  JSON.parse(secrets.open('credentials', sealed, sealingContext(channel)));

/** The code of credentials that cannot be opened. */
export const SEALED = 'sealed';

/** @throws NetworkError where they were sealed with another SECRET: connecting again mends it */
function opened(secrets: Secrets, channel: number, sealed: string): Credentials {
  try {
    return openCredentials(secrets, channel, sealed);
  } catch (cause) {
    const detail = 'This server can’t read its stored access to the account: reconnect it';
    throw new NetworkError('reauthorize', SEALED, detail, { cause });
  }
}

type SessionContext = Pick<AppContext, 'clock' | 'database' | 'secrets'> & { adapters: Adapters };

/** Nobody else has them: a database that fails for a while must not lose them. */
async function store(database: Executor, fresh: Parameters<typeof sql.replaceCredentials>[1]) {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await sql.replaceCredentials(database, fresh)).length > 0;
    } catch (error) {
      if (attempt === STORE_ATTEMPTS) throw error;
      await delay(STORE_PAUSE_MS);
    }
  }
}

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
  const { clock, database, secrets } = context;
  const { id, workspace, network, server, remote_id } = channel;
  const account = { remoteId: remote_id, server };
  const { renew } = context.adapters[network];
  const stale = JSON.stringify(refused);
  for (let sealed = channel.credentials; ; ) {
    if (sealed === null) throw disconnected(network);
    const credentials = opened(secrets, id, sealed);
    const session = { credentials, account };
    if (!renew) return session;
    const expiry = renew.expiry(credentials);
    const left = expiry === null ? Number.POSITIVE_INFINITY : expiry.getTime() - clock.now();
    const isOld = left < (renew.earlyMs ?? EARLY_MS);
    if (!isOld && JSON.stringify(credentials) !== stale) return session;
    const [claimed] = await sql.claimRenewal(database, {
      ...{ id, seconds: RENEW_SECONDS, doubtSeconds: DOUBT_SECONDS },
    });
    if (claimed?.credentials === sealed) {
      const fresh = await renewed(session, sealed, claimed).catch((error: unknown) => {
        // They are valid for a while yet: the next call renews them.
        const isUsable = left > EARLY_MS && JSON.stringify(credentials) !== stale;
        if (isUsable && error instanceof NetworkError) return session;
        throw error;
      });
      if (fresh) return fresh;
    } else if (claimed) await sql.endRenewal(database, { id, claim: claimed.claim, lapsed: null });
    // Another process renews them: its result is read.
    await delay(WAIT_MS, undefined, { signal });
    sealed = (await getAccount(database, { workspaceId: workspace }, id)).credentials;
  }

  /** Undefined where other credentials were stored meanwhile: those are read. */
  async function renewed(
    session: Session,
    former: string,
    { claim, lapsed }: { claim: string; lapsed: string | null },
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
      const stored = await store(database, { id, former, credentials: sealed, expiresAt });
      if (stored) return { credentials, account };
      await sql.endRenewal(database, { id, claim, lapsed: null });
      return undefined;
    } catch (error) {
      const isRefused = error instanceof NetworkError && error.kind === 'reauthorize';
      const isDoubtful = isRefused && lapsed !== null;
      await sql.endRenewal(database, { id, claim, lapsed: isDoubtful ? lapsed : null });
      if (!isDoubtful) throw error;
      const detail = 'Another process has begun to renew the access, and has not stored it yet';
      throw new NetworkError('transient', 'renewing', detail);
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
    `The account is no longer connected to ${networks[network].name}`,
  );

/**
 * Seals all credentials with the present SECRET.
 * @returns how many were sealed with the former one, and how many cannot be opened at all
 */
export const resealAll = ({ database, secrets }: Pick<SessionContext, 'database' | 'secrets'>) =>
  resealRows({
    list: (after) => sql.listSealed(database, { after, limit: 100 }),
    idOf: ({ id }) => id,
    isStale: ({ credentials }) => secrets.isStale('credentials', credentials),
    reseal: ({ id, credentials: former }) => {
      const credentials = seal(secrets, id, openCredentials(secrets, id, former));
      return sql.resealCredentials(database, { id, former, credentials });
    },
  });
