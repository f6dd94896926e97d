import type { Executor } from '../../../database/pool.ts';
import type { Transaction } from '../../../database/transaction.ts';
import {
  announce,
  finishIfComplete,
  isUnknown,
  markSent,
} from '../publications/publications.service.ts';
import { backOff } from './delivery.ts';
import type { LeasedChannel as Channel } from './leases.sql.ts';
import * as sql from './publisher.sql.ts';
import {
  type Begun,
  type Result,
  stopOwn,
  stopUnknown,
  type Write,
  writesOf,
} from './settlement.ts';
import { nameOf, pauseChannel, stop } from './stop.ts';
import { ownerOf, requireFree } from './taken.ts';
import { forgetUploads } from './uploads.sql.ts';

/** What follows from a call, stored in a transaction that holds the lease. */

/** An error of our own is tried so often before a person is told. */
const MAX_OWN_FAILURES = 5;
/** One that should pass by itself, like a lock or a full disk: for about a day. */
const MAX_PASSING_FAILURES = 100;

/**
 * Stores the result of a call, and what follows from it.
 * @param given how long a request of unknown outcome may still have an effect; whether the account
 *   was connected again meanwhile
 */
export async function settle(
  tx: Transaction,
  channel: Channel,
  begun: Begun,
  result: Result,
  given: { inFlightMs: number; reconnected: boolean; now: number },
): Promise<void> {
  const facts = { ...given, network: nameOf(channel), jitter: Math.random() };
  const owners = begun.parts.map(({ position }) => ownerOf(channel, begun, position));
  const free = await requireFree(tx, owners, begun, result);
  const writes = writesOf(begun, free, facts);
  const [current] = await sql.isPublishing(tx, { id: begun.due.id });
  // What was being prepared is nowhere: it was cancelled or moved meanwhile, and stays so.
  const isGone = begun.step === 'prepare' && !current;
  for (const write of isGone ? writes.filter(isOfCall) : writes)
    await store(tx, channel, begun, write);
}

/** Whether a write is about the call itself, and not about its publication. */
const isOfCall = (write: Write) => write.do === 'end' || write.do === 'pause_channel';

async function store(
  tx: Transaction,
  channel: Channel,
  { due, attempts }: Begun,
  write: Write,
): Promise<unknown> {
  const { id } = due;
  switch (write.do) {
    case 'end':
      return sql.endAttempts(tx, {
        attempts: attempts.map((attempt) => attempt.id),
        outcome: write.outcome,
        code: write.error?.code ?? null,
        detail: write.error?.message ?? null,
        requestId: write.error?.requestId ?? null,
      });
    case 'forget_uploads':
      return forgetUploads(tx, { id, position: write.position });
    case 'store_prepared': {
      const { until = null, ...prepared } = write.prepared;
      const { position } = write;
      return sql.storePrepared(tx, { id, position, prepared: JSON.stringify(prepared), until });
    }
    case 'mark_sent': {
      const { id: remoteId, url, extra } = write.sent;
      const stored = extra === undefined ? null : JSON.stringify(extra);
      return markSent(tx, { id, position: write.position, remoteId, url, extra: stored });
    }
    case 'proceed':
      if (!(await finishIfComplete(tx, channel, due))) await sql.proceed(tx, { id });
      return undefined;
    case 'wait':
      return sql.wait(tx, { id, ms: write.ms, detail: write.detail });
    case 'pause_channel':
      return pauseChannel(tx, channel, write.ms);
    case 'count_failure':
      if ((await countOwnFailure(tx, id, write.ms)) < MAX_OWN_FAILURES)
        return announce(tx, channel, due);
      return stop(tx, channel, due, write.last.reason, write.last.detail);
    case 'stop':
      return stop(tx, channel, due, write.reason, write.detail);
    case 'announce':
      return announce(tx, channel, due);
  }
}

/** The number of errors of our own since the last part that was sent; the next try waits longer. */
async function countOwnFailure(tx: Executor, id: number, atLeastMs = 0): Promise<number> {
  const [row] = await sql.countFailure(tx, { id });
  const failures = row?.failures ?? MAX_OWN_FAILURES;
  const ms = Math.max(backOff({ failures, jitter: Math.random() }), atLeastMs);
  await sql.wait(tx, { id, ms, detail: 'Publishing failed unexpectedly, and will be retried.' });
  return failures;
}

/**
 * What follows where the worker itself has failed with a publication: a value that the database
 * refuses, or a bug. The next try waits, and after a few of them a person is told, so that it
 * neither loops nor holds its channel. Runs in transactions of its own, because the one of the step
 * is lost.
 * @param given whether it passes by itself, like a lock of somebody else
 */
export async function giveWay(
  leased: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>,
  channel: Channel,
  due: sql.Due,
  { passes }: { passes: boolean },
): Promise<void> {
  const { id } = due;
  const failures = await leased(async (tx) => {
    // It may have been cancelled or moved since.
    const [current] = await sql.isDue(tx, { id });
    return current ? countOwnFailure(tx, id) : 0;
  });
  if (failures < (passes ? MAX_PASSING_FAILURES : MAX_OWN_FAILURES)) return;
  await leased(async (tx) => {
    const parts = await sql.nextParts(tx, { id: due.id, limit: 1 });
    const next = parts.find(({ remote_id }) => remote_id === null);
    const mayBeThere = next !== undefined && isUnknown(next);
    const { reason, detail } = mayBeThere ? stopUnknown(nameOf(channel), next.position) : stopOwn;
    return stop(tx, channel, due, reason, detail);
  });
}
