import { setTimeout as delay } from 'node:timers/promises';
import { missing } from '#contract/authority/missing.ts';
import { systemActor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { passesByItself } from '../../../database/failures.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import type { limitConcurrency } from '../../../lib/fair-queue.ts';
import type { QuietLog } from '../../../lib/quiet-log.ts';
import { findMissingFiles, holdContent } from '../../content/posts/posts.service.ts';
import type { OpenMedia } from '../../media/media.service.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import { openCredentials } from '../channels/channels.service.ts';
import {
  cancelGone,
  finish,
  mayBeThere,
  missingFile,
  whyChanged,
} from '../publications/publications.service.ts';
import { isOverBudget } from './budget.ts';
import { nextStep } from './delivery.ts';
import { freeze } from './freeze.ts';
import { type LeasedChannel as Channel, type Held, holdLease } from './leases.sql.ts';
import { LeaseLost } from './leases.ts';
import { giveWay, settle } from './outcome.ts';
import * as sql from './publisher.sql.ts';
import type { Begun, Result } from './settlement.ts';
import { call, failedByOurselves, type Work } from './step-call.ts';
import { nameOf, stop } from './stop.ts';

/** The work on a leased channel, step by step. */

const STORE_PAUSE_MS = 500;

export type Context = Pick<
  AppContext,
  'clock' | 'config' | 'database' | 'live' | 'secrets' | 'log' | 'installation'
> & {
  adapters: Adapters;
  /** The bytes of files. */
  openMedia: OpenMedia;
  /** Logs each kind of failure at most once a second. */
  report: QuietLog;
  /** Runs transactions of the worker, a few at a time. */
  inTurn: ReturnType<typeof limitConcurrency>;
};

/** Sends what is due on a leased channel. Never throws. */
export async function workOn(
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
  work: (tx: Transaction, held: Held) => Promise<Result>,
): Promise<Result> {
  return context.inTurn(() =>
    transaction(context, async (tx) => {
      const [held] = await holdLease(tx, { channel: id, lease });
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

/** A step whose attempts are stored: its call is next. */
type Started = {
  begun: Begun;
  stored: readonly sql.StoredPart[];
  account: Channel & { credentials: string | null };
  generation: number;
};

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
  const { inFlightMs } = context.adapters[channel.network];
  const startedAt = performance.now();
  meet(undefined);
  const next = await leased(context, channel, async (tx, held) => {
    const due = held.is_paused ? undefined : await nextDue(tx, channel);
    if (!due) return 'idle' as const;
    meet(due);
    return beginStep(context, tx, channel, held, due);
  });
  if (next === 'idle') return false;
  if (next === undefined) return true;
  const { account, begun, stored, generation } = next;
  const result = await call(context, account, begun, stored, { ...work, startedAt });
  const store = (outcome: Result) =>
    leased(context, channel, (tx, held) =>
      settle(tx, channel, begun, outcome, {
        now: context.clock.now(),
        inFlightMs,
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

/** Begins the next step of a due publication; undefined where it is settled without a call. */
async function beginStep(
  context: Context,
  tx: Transaction,
  channel: Channel,
  { state, credentials, generation }: Held,
  due: sql.Due,
): Promise<Started | undefined> {
  const { id } = due;
  const adapter = context.adapters[channel.network];
  const isSealed = credentials !== null && !canOpen(context, channel, credentials);
  if (state !== 'connected' || credentials === null || isSealed) {
    const detail = `The account must be reconnected to ${nameOf(channel)}.`;
    const cause = isSealed ? 'sealed' : null;
    await stop(tx, channel, due, 'reconnect', detail, { isKnown: state === 'reconnect', cause });
    return undefined;
  }
  if (due.state === 'scheduled' && !(await freeze(context, tx, channel, due))) return undefined;
  if (due.copied_at !== null) await sql.doubtCopy(tx, { id });
  let { stored, step } = await stepOf(tx, adapter, id);
  if (due.state === 'publishing' && (step.do === 'prepare' || step.do === 'send')) {
    const checked = await checkAgain(context, tx, channel, due, stored);
    if (!checked) return undefined;
    if (checked.isFrozenAnew) ({ stored, step } = await stepOf(tx, adapter, id));
  }
  if (stored.length === 0) {
    await stop(tx, channel, due, 'rejected', 'There is nothing to publish.');
    return undefined;
  }
  if (step.do === 'finish') {
    await finish(tx, channel, due);
    return undefined;
  }
  if (step.do === 'wait') {
    const detail = `It isn’t known yet whether ${nameOf(channel)} published part ${(step.positions[0] ?? 0) + 1}.`;
    await sql.wait(tx, { id, ms: step.ms, detail });
    return undefined;
  }
  if (step.do === 'send' && (await isOverBudget(tx, channel, id, step))) return undefined;
  const { positions } = step;
  const attempts = await sql.beginAttempts(tx, { id, positions, step: step.do });
  const parts = positions.flatMap((at) => stored.find((part) => part.position === at) ?? []);
  return {
    begun: { due, step: step.do, parts, attempts },
    stored,
    account: { ...channel, credentials },
    generation,
  };
}

/** The parts of a publication that matter now, and what is done with them next. */
async function stepOf(tx: Transaction, adapter: Adapters[keyof Adapters], id: number) {
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
  return { stored, step };
}

/**
 * Asks once more, before something of a publication is sent, whether it may be: while nobody pauses,
 * changes a text, takes an approval back or throws a file away. What is nowhere takes the text as it
 * is now.
 * @param stored the parts that matter now
 * @returns undefined where it is not sent now
 */
async function checkAgain(
  context: Context,
  tx: Transaction,
  channel: Channel,
  { id }: sql.Due,
  stored: readonly sql.StoredPart[],
): Promise<{ isFrozenAnew: boolean } | undefined> {
  await holdContent(tx, { workspaceId: channel.workspace });
  const [due] = await sql.nextDue(tx, { channel: channel.id });
  // It is held by now, or another one comes first.
  if (due?.id !== id) return undefined;
  const actor = systemActor(channel.workspace);
  const lacks = due.known && missing(due.known, 'part');
  const isOther = due.root === null || due.is_outdated || lacks !== null;
  const unsent = stored.filter(({ remote_id }) => remote_id === null);
  // What is frozen anew is checked with its own files.
  const [lostFile] = isOther ? [] : await findMissingFiles(tx, actor, unsent);
  if ((isOther || lostFile !== undefined) && (await mayBeThere(tx, actor, id))) {
    // To send it again would show whether it is there, and may not be done.
    const detail = `It isn’t known whether ${nameOf(channel)} published it.`;
    await stop(tx, channel, due, 'unknown', detail);
    return undefined;
  }
  if (due.root === null) {
    await cancelGone(tx, channel, due);
    return undefined;
  }
  if (due.is_outdated)
    return (await freeze(context, tx, channel, due)) ? { isFrozenAnew: true } : undefined;
  if (lacks) {
    const { detail, cause } = await whyChanged(tx, id, lacks);
    await stop(tx, channel, due, 'changed', detail, { cause });
    return undefined;
  }
  if (lostFile === undefined) return { isFrozenAnew: false };
  await stop(tx, channel, due, 'rejected', `${missingFile(lostFile)}.`, { cause: 'checks' });
  return undefined;
}

/** Whether the credentials were sealed with a secret that is known. */
function canOpen({ secrets, report }: Context, { id }: Channel, credentials: string) {
  try {
    openCredentials(secrets, id, credentials);
    return true;
  } catch (err) {
    report('error', 'credentials', { err, channel: id }, 'credentials could not be decrypted');
    return false;
  }
}
