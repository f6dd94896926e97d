import { setTimeout as delay } from 'node:timers/promises';
import type { AppContext } from '../../context.ts';
import { type Transaction, transaction } from '../../database/transaction.ts';
import type { QuietLog } from '../../quiet-log.ts';
import { sealingContext } from '../channels/channels.service.ts';
import {
  type Adapters,
  type Credentials,
  NetworkError,
  type SendPart,
} from '../networks/networks.service.ts';
import { lockContent } from '../posts/posts.service.ts';
import { nextStep } from './delivery.ts';
import { finish, freeze, nameOf, type Result, settle, stop } from './outcome.ts';
import * as sql from './publisher.sql.ts';

/**
 * The worker that sends due publications (decision 21). A due row is the truth: workers look for
 * due rows, and lease the channel, so that a channel sends one part at a time and a worker that
 * lost its lease writes nothing.
 */

const POLL_MS = 500;
const LEASE_SECONDS = 20;
/** The number of channels that a process works on at a time. */
const CHANNELS = 10;
/** How long a publication may be overdue where no worker was running. */
const LATE_SECONDS = 30 * 60;
/** A call that takes longer has an unknown outcome. */
const CALL_MS = 60_000;
/** How long calls may take at shutdown. */
const GRACE_MS = 3000;

type Context = Pick<AppContext, 'database' | 'live' | 'secrets' | 'log'> & {
  adapters: Adapters;
  /** Logs each kind of failure at most once a second. */
  report: QuietLog;
};
type Channel = sql.LeasedChannel;

/** Thrown where another worker may have the channel by now. */
class LeaseLost extends Error {}

export function createPublisher(context: Context) {
  const { database, report } = context;
  const [ending, cutting] = [new AbortController(), new AbortController()];
  const working = new Set<Promise<void>>();
  let sweeping: Promise<void> | undefined;

  async function sweep() {
    while (!ending.signal.aborted) {
      const limit = CHANNELS - working.size;
      const leased = limit > 0 ? await lease(limit) : [];
      for (const channel of leased) {
        const work = workOn(context, channel, { ending: ending.signal, cutting: cutting.signal })
          .catch((err) => {
            if (!(err instanceof LeaseLost))
              report('error', 'publishing', { err, channel: channel.id }, 'publishing failed');
          })
          .finally(() => working.delete(work));
        working.add(work);
      }
      await delay(POLL_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  }

  const lease = (limit: number) =>
    sql.leaseChannels(database, { limit, seconds: LEASE_SECONDS }).catch((err) => {
      report('warn', 'due', { err }, 'due publications could not be read, will retry');
      return [];
    });

  return {
    start: () => {
      sweeping = sweep();
    },
    /** Ends after the calls in flight; those that take too long have an unknown outcome. */
    stop: async () => {
      ending.abort();
      const grace = setTimeout(() => cutting.abort(), GRACE_MS);
      await sweeping;
      await Promise.allSettled(working);
      clearTimeout(grace);
    },
  };
}

/** Sends what is due on a leased channel. */
async function workOn(
  context: Context,
  channel: Channel,
  { ending, cutting }: { ending: AbortSignal; cutting: AbortSignal },
): Promise<void> {
  const { database } = context;
  const { id, lease } = channel;
  const lost = new AbortController();
  const signal = AbortSignal.any([lost.signal, cutting]);
  const renewing = setInterval(
    () => {
      sql.renewLease(database, { channel: id, lease, seconds: LEASE_SECONDS }).then(
        ([row]) => row ?? lost.abort(),
        () => {},
      );
    },
    (LEASE_SECONDS * 1000) / 4,
  );
  try {
    while (!ending.aborted && !lost.signal.aborted && (await advance(context, channel, signal)));
  } finally {
    clearInterval(renewing);
    await sql.releaseLease(database, { channel: id, lease }).catch(() => {});
  }
}

/** A transaction that holds the lease: nothing is written without it. */
function leased<Result>(
  context: Context,
  { id, lease }: Channel,
  work: (
    tx: Transaction,
    channel: { state: string; credentials: string | null },
  ) => Promise<Result>,
): Promise<Result> {
  return transaction(context, async (tx) => {
    const [held] = await sql.holdLease(tx, { channel: id, lease });
    if (!held) throw new LeaseLost();
    return work(tx, held);
  });
}

/**
 * The next due publication. Before one is begun, the content is locked: nobody changes, moves or
 * cancels it meanwhile. Publications are always locked after the content, to avoid deadlocks.
 */
async function nextDue(tx: Transaction, channel: Channel): Promise<sql.Due | undefined> {
  const key = { channel: channel.id, lateSeconds: LATE_SECONDS };
  const [due] = await sql.nextDue(tx, key);
  if (due?.state !== 'scheduled') return due;
  await lockContent(tx, { workspaceId: channel.workspace });
  return (await sql.nextDue(tx, key))[0];
}

/** Takes the next due publication one step further; false where none is due. */
async function advance(context: Context, channel: Channel, ended: AbortSignal): Promise<boolean> {
  const next = await leased(context, channel, async (tx, { state, credentials }) => {
    const due = await nextDue(tx, channel);
    if (!due) return undefined;
    const opened = state === 'connected' ? open(context, channel, credentials) : undefined;
    if (!opened) {
      const detail = `The account has to be connected again at ${nameOf(channel)}.`;
      await stop(tx, channel, due, 'reconnect', detail);
      return 'continue' as const;
    }
    if (due.state === 'scheduled' && !(await freeze(tx, channel, due))) return 'continue' as const;
    const parts = await sql.nextParts(tx, { id: due.id });
    const step = nextStep(parts.map((part) => ({ ...part, isSent: part.remote_id !== null })));
    if (step.do === 'finish') {
      await finish(tx, channel, due);
      return 'continue' as const;
    }
    const { id } = due;
    const part = parts.find(({ position }) => position === step.position) as sql.StoredPart;
    const [attempt] = await sql.beginAttempt(tx, { id, position: part.position, step: step.do });
    if (!attempt) throw new Error('the attempt was not created');
    return { due, step: step.do, parts, part, attempt, credentials: opened };
  });
  if (next === undefined) return false;
  if (next === 'continue') return true;
  const { due, part, attempt } = next;
  const result = await call(context, channel, next, ended);
  await leased(context, channel, (tx) => settle(tx, channel, { due, part, attempt, result }));
  return true;
}

/** The credentials of a channel; undefined where they were sealed with another secret. */
function open(
  { secrets, report }: Context,
  { id }: Channel,
  credentials: string | null,
): Credentials | undefined {
  if (credentials === null) return undefined;
  try {
    return JSON.parse(secrets.open('credentials', credentials, sealingContext(id)));
  } catch (err) {
    report('error', 'credentials', { err, channel: id }, 'credentials could not be opened');
    return undefined;
  }
}

type Begun = {
  step: 'send' | 'find';
  parts: sql.StoredPart[];
  part: sql.StoredPart;
  attempt: { began_at: Date };
  credentials: Credentials;
};

/** Calls the network. Whatever is not reported by the adapter has an unknown outcome. */
async function call(
  { adapters, log }: Context,
  channel: Channel,
  { step, parts, part, attempt, credentials }: Begun,
  ended: AbortSignal,
): Promise<Result> {
  const before = parts.find(({ position }) => position === part.position - 1);
  const first = part.attempts.find((one) => one.step === 'send');
  const given: SendPart = {
    credentials,
    account: { remoteId: channel.remote_id, server: channel.server },
    position: part.position,
    content: part.content,
    language: part.language,
    key: part.key,
    parent: before?.remote_id ? { id: before.remote_id, url: before.url } : null,
    since: first ? new Date(first.began_at) : attempt.began_at,
  };
  const adapter = adapters[channel.network];
  const signal = AbortSignal.any([ended, AbortSignal.timeout(CALL_MS)]);
  try {
    const result = await adapter[step](given, signal);
    return typeof result === 'string' ? { outcome: result } : { outcome: 'sent', sent: result };
  } catch (error) {
    if (error instanceof NetworkError) return { outcome: 'failed', error };
    log.error({ err: error, channel: channel.id }, 'a call of a network failed unexpectedly');
    const kind = step === 'find' ? 'transient' : 'unknown';
    const detail = 'The call failed unexpectedly';
    return { outcome: 'failed', error: new NetworkError(kind, 'internal', detail) };
  }
}
