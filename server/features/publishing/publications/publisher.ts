import { setTimeout as delay } from 'node:timers/promises';
import type { Attachment } from '#contract/attachments.ts';
import { budgetsOf } from '#contract/networks/networks.ts';
import type { AppContext } from '../../../context.ts';
import { passesByItself } from '../../../database/failures.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import type { QuietLog } from '../../../quiet-log.ts';
import { limited } from '../../../turns.ts';
import { holdContent } from '../../content/posts/posts.service.ts';
import type { OpenMedia } from '../../media/media.service.ts';
import {
  type Adapters,
  NetworkError,
  type Prepared,
  type SendMedia,
  type SendPart,
  type Sent,
  type Session,
  StillProcessing,
  withFence,
} from '../../networks/networks.service.ts';
import { openCredentials, withSession } from '../channels/channels.service.ts';
import { findOriginal } from './copies.ts';
import { isUnknownSend, nextStep, SEND_MS } from './delivery.ts';
import { createLeases, LEASE_SECONDS, type Lease, LeaseLost } from './leases.ts';
import {
  type Begun,
  cancelGone,
  finish,
  freeze,
  giveWay,
  nameOf,
  pauseChannel,
  type Result,
  settle,
  stop,
  whyChanged,
} from './outcome.ts';
import * as sql from './publisher.sql.ts';

/**
 * The worker that sends due publications (decision 21). A due row is the truth: workers look for
 * due rows, and lease the channel, so that a channel sends one part at a time and a worker that
 * lost its lease writes nothing.
 */

const POLL_MS = 500;
/**
 * How many channels a process works on at a time. Nearly all of them wait for a network, which costs
 * little.
 */
const CHANNELS = 500;
/** Of one server: one that hangs delays no other. Of one workspace: twice as many. */
const PLACES = 50;
/** How many are leased at a time: those of a process that dies wait until the lease expires. */
const BATCH = 25;
/** How many transactions of the worker run at a time: requests need connections, too. */
const TRANSACTIONS = 4;
/** Workers note so often that they are running; after a longer silence none was. */
const BEAT_MS = 5000;
const SILENT_SECONDS = 60;
const FIND_MS = 60_000;
/** Files are uploaded meanwhile. */
const PREPARE_MS = 15 * 60_000;
/** How long calls may take at shutdown. */
const GRACE_MS = 3000;
const STORE_PAUSE_MS = 500;

type Context = Pick<AppContext, 'database' | 'live' | 'secrets' | 'log' | 'installation'> & {
  adapters: Adapters;
  /** The bytes of files. */
  openMedia: OpenMedia;
  /** Logs each kind of failure at most once a second. */
  report: QuietLog;
  /** Runs transactions of the worker, a few at a time. */
  inTurn: ReturnType<typeof limited>;
};
type Channel = sql.LeasedChannel;
/** Work on a leased channel; the signal is aborted when its calls have to end. */
type Work = { lease: Lease; signal: AbortSignal };

export function createPublisher(given: Omit<Context, 'inTurn'>) {
  const context = { ...given, inTurn: limited(TRANSACTIONS) };
  const { database, installation, report, inTurn } = context;
  const [ending, cutting] = [new AbortController(), new AbortController()];
  const leases = createLeases(database);
  const working = new Map<number, Promise<void>>();
  let sweeping: Promise<void> | undefined;

  async function sweep() {
    let beatAt = Number.NEGATIVE_INFINITY;
    while (!ending.signal.aborted) {
      if (installation.atRest()) {
        await pause();
        continue;
      }
      if (performance.now() - beatAt >= BEAT_MS) {
        // Before anything is leased: what is too late is not sent.
        if (!(await beat())) {
          await pause();
          continue;
        }
        beatAt = performance.now();
      }
      const askedAt = performance.now();
      const leased = await lease();
      for (const channel of leased) begin(channel, leases.hold(channel, askedAt));
      // More may be due. It is their turn when these have begun.
      if (leased.length === BATCH) await inTurn(async () => {});
      else await pause();
    }
  }

  function begin(channel: Channel, lease: Lease) {
    const signal = AbortSignal.any([lease.signal, cutting.signal]);
    const work = workOn(context, channel, { lease, signal }, ending.signal).finally(() =>
      working.delete(channel.id),
    );
    working.set(channel.id, work);
  }

  const pause = () =>
    delay(POLL_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {});

  async function beat(): Promise<boolean> {
    try {
      const [before] = await sql.beat(database, { silentSeconds: SILENT_SECONDS });
      if (before?.was_silent) await sql.markLate(database, {});
      return true;
    } catch (err) {
      report('warn', 'heartbeat', { err }, 'the worker could not report that it runs');
      return false;
    }
  }

  async function lease(): Promise<Channel[]> {
    const limit = Math.min(CHANNELS - working.size, BATCH);
    if (limit <= 0) return [];
    const busy = [...working.keys()];
    return sql
      .leaseChannels(database, { limit, seconds: LEASE_SECONDS, places: PLACES, busy })
      .catch((err) => {
        report('warn', 'due', { err }, 'due publications could not be read, will retry');
        return [];
      });
  }

  return {
    start: () => {
      sweeping = sweep();
    },
    /** Ends after the calls in flight; those that take too long have an unknown outcome. */
    stop: async () => {
      ending.abort();
      const grace = setTimeout(() => cutting.abort(), GRACE_MS);
      await sweeping;
      await Promise.allSettled(working.values());
      clearTimeout(grace);
    },
  };
}

/** Sends what is due on a leased channel. Never throws. */
async function workOn(
  context: Context,
  channel: Channel,
  work: Work,
  ending: AbortSignal,
): Promise<void> {
  const { report } = context;
  const { lease } = work;
  /** The publication that is worked on. */
  let current: sql.Due | undefined;
  const meet = (due: sql.Due | undefined) => {
    current = due;
  };
  while (!ending.aborted && lease.isHeld()) {
    try {
      if (!(await advance(context, channel, work, meet))) break;
    } catch (err) {
      if (err instanceof LeaseLost) break;
      report('error', 'publishing', { err, channel: channel.id }, 'publishing failed');
      if (!current) break;
      // It waits, so that others of its channel get their turn.
      const passes = passesByItself(err);
      const inLease = <Result>(run: (tx: Transaction) => Promise<Result>) =>
        leased(context, channel, run);
      const isStored = await giveWay(inLease, channel, current, { passes }).then(
        () => true,
        (error) => {
          report('error', 'own', { err: error, channel: channel.id }, 'a failure was not stored');
          return false;
        },
      );
      if (!isStored) break;
    }
  }
  await lease.release().catch(() => {});
}

/** A transaction that holds the lease: nothing is written without it. */
function leased<Result>(
  context: Context,
  { id, lease }: Channel,
  work: (tx: Transaction, held: sql.Held) => Promise<Result>,
): Promise<Result> {
  return context.inTurn(() =>
    transaction(context, async (tx) => {
      const [held] = await sql.holdLease(tx, { channel: id, lease });
      if (!held) throw new LeaseLost();
      return work(tx, held);
    }),
  );
}

/**
 * The next due publication. Before one is begun, the content is held: nobody changes, moves or
 * cancels it meanwhile. Publications are always locked after the content, to avoid deadlocks.
 */
async function nextDue(tx: Transaction, channel: Channel): Promise<sql.Due | undefined> {
  const key = { channel: channel.id };
  const [due] = await sql.nextDue(tx, key);
  if (due?.state !== 'scheduled') return due;
  await holdContent(tx, { workspaceId: channel.workspace });
  return (await sql.nextDue(tx, key))[0];
}

/**
 * Takes the next due publication one step further; false where none is due.
 * @param meet is told which one it is
 */
async function advance(
  context: Context,
  channel: Channel,
  work: Work,
  meet: (due: sql.Due | undefined) => void,
): Promise<boolean> {
  const adapter = context.adapters[channel.network];
  const startedAt = performance.now();
  meet(undefined);
  const next = await leased(context, channel, async (tx, held) => {
    const { state, credentials, generation } = held;
    const due = held.is_paused ? undefined : await nextDue(tx, channel);
    if (!due) return undefined;
    meet(due);
    if (state !== 'connected' || !canOpen(context, channel, credentials)) {
      const detail = `The account has to be connected again with ${nameOf(channel)}.`;
      await stop(tx, channel, due, 'reconnect', detail, { isKnown: state === 'reconnect' });
      return 'continue' as const;
    }
    if (due.state === 'scheduled' && !(await freeze(tx, channel, due))) return 'continue' as const;
    const { id } = due;
    if (due.copied_at !== null) await sql.doubtCopy(tx, { id });
    const stored = await sql.nextParts(tx, { id, limit: adapter.batch });
    const step = nextStep(
      stored.map((part) => ({
        position: part.position,
        isSent: part.remote_id !== null,
        isPrepared: !adapter.prepare || part.is_prepared,
        attempts: part.attempts,
      })),
      adapter.batch,
      adapter.inFlightMs,
    );
    if (stored.length === 0) {
      await stop(tx, channel, due, 'rejected', 'There is nothing to publish.');
      return 'continue' as const;
    }
    if (step.do === 'finish') {
      await finish(tx, channel, due);
      return 'continue' as const;
    }
    if (step.do === 'wait') {
      const detail = `It isn’t known yet whether ${nameOf(channel)} published part ${(step.positions[0] ?? 0) + 1}.`;
      await sql.wait(tx, { id, ms: step.ms, detail });
      return 'continue' as const;
    }
    // What may be there is looked for nevertheless.
    if (due.root === null && step.do !== 'find') {
      await cancelGone(tx, channel, due);
      return 'continue' as const;
    }
    if (due.is_withdrawn && step.do !== 'find') {
      await stop(tx, channel, due, 'changed', await whyChanged(tx, id));
      return 'continue' as const;
    }
    const wait = step.do === 'send' ? await budgetWait(tx, channel, step.positions.length) : 0;
    if (wait > 0) {
      const detail = `This account has reached the posting limit of ${nameOf(channel)}.`;
      await sql.wait(tx, { id, ms: wait, detail });
      await pauseChannel(tx, channel, wait);
      return 'continue' as const;
    }
    const { positions } = step;
    const attempts = await sql.beginAttempts(tx, { id, positions, step: step.do });
    const parts = positions.map((at) => stored.find((part) => part.position === at));
    return {
      stored,
      account: { ...channel, credentials },
      generation,
      begun: { due, step: step.do, parts, attempts } as Begun,
    };
  });
  if (next === undefined) return false;
  if (next === 'continue') return true;
  const { account, begun, stored, generation } = next;
  const result = await call(context, account, begun, stored, { ...work, startedAt });
  const store = (outcome: Result) =>
    leased(context, channel, (tx, held) =>
      settle(tx, channel, begun, outcome, {
        inFlightMs: adapter.inFlightMs,
        reconnected: held.generation !== generation,
      }),
    );
  /** What is known of a call is not lost for a lock or a connection that breaks. */
  const keep = async (outcome: Result) => {
    for (;;)
      try {
        return await store(outcome);
      } catch (error) {
        if (!passesByItself(error) || !work.lease.isHeld()) throw error;
        await delay(STORE_PAUSE_MS);
      }
  };
  await keep(result).catch((error) => {
    if (error instanceof LeaseLost || passesByItself(error)) throw error;
    // A value that the database refuses: the outcome is stored without it.
    context.report('error', 'settle', { err: error, channel: channel.id }, 'publishing failed');
    return keep(failedByOurselves(begun, begun.step === 'send'));
  });
  return true;
}

/** The result of a call that failed by an error of our own. */
const failedByOurselves = ({ step }: Begun, isCalled: boolean): Result => ({
  outcome: 'failed',
  error: new NetworkError(
    step === 'send' && isCalled ? 'unknown' : 'transient',
    'internal',
    'The call failed unexpectedly',
  ),
});

/** How long the channel has to wait until the network takes so many more posts, in milliseconds. */
async function budgetWait(tx: Transaction, { id, network, limits }: Channel, count: number) {
  let longest = 0;
  for (const { posts, hours } of budgetsOf(network, limits)) {
    const spare = Math.max(posts - count, 0);
    const [row] = await sql.waitForBudget(tx, { channel: id, spare, hours });
    longest = Math.max(longest, row?.ms ?? 0);
  }
  return longest;
}

/** Whether the credentials were sealed with a secret that is known. */
function canOpen({ secrets, report }: Context, { id }: Channel, credentials: string | null) {
  if (credentials === null) return false;
  try {
    openCredentials(secrets, id, credentials);
    return true;
  } catch (err) {
    report('error', 'credentials', { err, channel: id }, 'credentials could not be opened');
    return false;
  }
}

/** The parts of a step as the adapter gets them. */
function partsFor(
  context: Context,
  channel: Channel,
  begun: Begun,
  stored: readonly sql.StoredPart[],
): SendPart[] {
  const { settings } = channel;
  const { due, parts, attempts } = begun;
  const sentAt = (position: number): Sent | null => {
    const part = stored.find((part) => part.position === position);
    if (!part?.remote_id) return null;
    return { id: part.remote_id, url: part.url, extra: part.extra ?? undefined };
  };
  const findWhole = (position: number) =>
    sql.findUpload(context.database, { id: due.id, position, place: WHOLE });
  return parts.map((part, index) => {
    const { position, content, language, key, prepared } = part;
    const first =
      part.attempts.find(isUnknownSend) ??
      part.attempts.find(({ step }) => step === 'send') ??
      attempts[index];
    const [root, parent] = [sentAt(0), sentAt(position - 1)];
    return {
      position,
      content,
      language,
      media: part.media.map((file, place) =>
        mediaOf(context, { id: due.id, position, place }, file),
      ),
      options: due.options,
      settings,
      key,
      prepared: prepared as Prepared | null,
      once: onceOf(context, { id: due.id, position, place: WHOLE }),
      recall: async () => (await findWhole(position))[0]?.upload,
      keep: (made) => keepUpload(context, { id: due.id, position, place: WHOLE }, made),
      repeats: part.attempts.filter(isUnknownSend).length,
      thread: index === 0 && root && parent ? { root, parent } : null,
      since: first ? new Date(first.began_at) : new Date(),
    };
  });
}

/** The place of what belongs to a part as a whole. */
const WHOLE = -1;

type Place = { id: number; position: number; place: number };

const mediaOf = (context: Context, key: Place, file: Attachment): SendMedia => ({
  ...file,
  ...context.openMedia(file),
  once: onceOf(context, key),
});

/** Stores what the network has of a file or of a part, so that it is uploaded once. */
const onceOf =
  (context: Context, key: Place): SendMedia['once'] =>
  async (upload) => {
    const [known] = await sql.findUpload(context.database, key);
    if (known) return { ...known.upload, ...(known.until !== null && { until: known.until }) };
    const made = await upload();
    await keepUpload(context, key, made);
    return made;
  };

async function keepUpload(
  { database }: Context,
  key: Place,
  { until, ...made }: Awaited<ReturnType<SendMedia['once']>>,
) {
  await sql.keepUpload(database, { ...key, upload: JSON.stringify(made), until: until ?? null });
}

/** Calls the network. Whatever is not reported by the adapter has an unknown outcome. */
async function call(
  context: Context,
  channel: Channel & { credentials: string | null },
  begun: Begun,
  stored: readonly sql.StoredPart[],
  { lease, signal: ending, startedAt }: Work & { startedAt: number },
): Promise<Result> {
  const { adapters, log } = context;
  const adapter = adapters[channel.network];
  const parts = partsFor(context, channel, begun, stored);
  const longest = { prepare: PREPARE_MS, send: SEND_MS, find: FIND_MS }[begun.step];
  // From before the attempt was stored: another worker counts from then on.
  const left = Math.max(longest - (performance.now() - startedAt), 0);
  const signal = AbortSignal.any([ending, AbortSignal.timeout(Math.ceil(left))]);
  /** Whether the network may have been called to publish something. */
  let isCalled = false;
  const run = async (session: Session): Promise<Result> => {
    if (begun.step === 'prepare') {
      const prepared = await adapter.prepare?.(parts, session, signal);
      return { outcome: 'prepared', prepared: prepared ?? [] };
    }
    if (begun.step === 'send') {
      // Opening a session takes a while: another worker may have the channel by now.
      if (!lease.isHeld()) throw new NetworkError('transient', 'lease', 'The worker was too slow');
      isCalled = true;
      const sent = await withFence(lease.confirm, () => adapter.send(parts, session, signal));
      return { outcome: 'sent', sent };
    }
    const [part] = parts as [SendPart];
    const { copied_at: at } = begun.due;
    const isCopy = begun.parts[0]?.attempts.findLast(isUnknownSend)?.code === sql.COPIED;
    const copied = isCopy && at !== null ? { channel: channel.id, at } : undefined;
    const found = copied
      ? await findOriginal(context.database, adapter, part, copied, session, signal)
      : await adapter.find(part, session, signal);
    if (found instanceof NetworkError) return { outcome: 'refused', error: found };
    return typeof found === 'string' ? { outcome: found } : { outcome: 'sent', sent: [found] };
  };
  try {
    return await withSession(context, channel, signal, run);
  } catch (error) {
    if (error instanceof StillProcessing) return { outcome: 'processing', ms: error.ms };
    if (error instanceof NetworkError) return { outcome: 'failed', error };
    // A file that was erased meanwhile.
    if (error instanceof AppError && error.code === 'gone')
      return {
        outcome: 'failed',
        error: new NetworkError('rejected', 'gone', error.message.replace(/\.$/, '')),
      };
    if (signal.aborted) {
      const kind = isCalled ? 'unknown' : 'transient';
      const timeout = new NetworkError(kind, 'timeout', 'The call took too long');
      return { outcome: 'failed', error: timeout };
    }
    log.error({ err: error, channel: channel.id }, 'a call of a network failed unexpectedly');
    return failedByOurselves(begun, isCalled);
  }
}
