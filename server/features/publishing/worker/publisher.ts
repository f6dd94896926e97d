import { setTimeout as delay } from 'node:timers/promises';
import type { AppContext } from '../../../context.ts';
import { limitConcurrency } from '../../../lib/fair-queue.ts';
import * as sql from './leases.sql.ts';
import { createLeases, LEASE_SECONDS, type Lease } from './leases.ts';
import { type Context, workOn } from './work.ts';

/**
 * The worker that sends due publications (decision 21). A due row is the truth: workers look for
 * due rows, and lease the channel, so that a channel sends one part at a time and a worker that
 * lost its lease writes nothing.
 */

/** What is announced wakes it at once; what becomes due, and what a notification was lost of, is seen by then. */
const POLL_MS = 500;
/** However much is announced. */
const MIN_MS = 150;

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
/** Longer than all timeouts of the statements of a turn. */
const STALLED_MS = 2 * 60_000;
/** How long calls may take at shutdown. */
const GRACE_MS = 3000;

export function createPublisher(given: Omit<Context, 'inTurn'> & Pick<AppContext, 'live'>) {
  const context = { ...given, inTurn: limitConcurrency(TRANSACTIONS) };
  const { database, installation, inTurn } = context;
  const [ending, cutting] = [new AbortController(), new AbortController()];
  const leases = createLeases(database);
  const working = new Map<number, Promise<void>>();
  let sweeping: Promise<void> | undefined;
  let turnedAt = performance.now();
  let waking = new AbortController();
  context.live.watch('publications', () => waking.abort());

  async function sweep() {
    let beatAt = Number.NEGATIVE_INFINITY;
    while (!ending.signal.aborted) {
      turnedAt = performance.now();
      if (installation.atRest()) {
        await pause();
        continue;
      }
      if (performance.now() - beatAt >= BEAT_MS) {
        // Before anything is leased: what is too late is not sent.
        if (!(await beat(context))) {
          await pause();
          continue;
        }
        beatAt = performance.now();
      }
      const askedAt = performance.now();
      const leased = await lease(context, [...working.keys()]);
      for (const channel of leased) begin(channel, leases.hold(channel, askedAt));
      // More may be due. It is their turn when these have begun.
      if (leased.length === BATCH) await inTurn(async () => {});
      else await pause();
    }
  }

  function begin(channel: sql.LeasedChannel, lease: Lease) {
    const signal = AbortSignal.any([lease.signal, cutting.signal]);
    const work = workOn(context, channel, { lease, signal }, ending.signal).finally(() =>
      working.delete(channel.id),
    );
    working.set(channel.id, work);
  }

  async function pause() {
    const wait = (ms: number, signal: AbortSignal) =>
      delay(ms, undefined, { signal, ref: false }).catch(() => {});
    await wait(MIN_MS, ending.signal);
    await wait(POLL_MS - MIN_MS, AbortSignal.any([ending.signal, waking.signal]));
    waking = new AbortController();
  }

  return {
    start: () => {
      sweeping = sweep();
    },
    /** Whether it has been looking for due publications at one thing for too long. */
    isStalled: () => sweeping !== undefined && performance.now() - turnedAt > STALLED_MS,
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

/** Notes that a worker is running; false where that failed. */
async function beat({ database, report }: Context): Promise<boolean> {
  try {
    const [before] = await sql.beat(database, { silentSeconds: SILENT_SECONDS });
    if (before?.was_silent) await sql.markLate(database, {});
    return true;
  } catch (err) {
    report('warn', 'heartbeat', { err }, 'the worker could not report that it runs');
    return false;
  }
}

/** @param busy the channels that this process works on */
async function lease({ database, report }: Context, busy: number[]): Promise<sql.LeasedChannel[]> {
  const limit = Math.min(CHANNELS - busy.length, BATCH);
  if (limit <= 0) return [];
  return sql
    .leaseChannels(database, { limit, seconds: LEASE_SECONDS, places: PLACES, busy })
    .catch((err) => {
      report('warn', 'due', { err }, 'due publications could not be read, will retry');
      return [];
    });
}
