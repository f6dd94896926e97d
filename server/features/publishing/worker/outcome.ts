import type { Outcome } from '#contract/publishing/publications.ts';
import type { Executor } from '../../../database/pool.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { NetworkError, type Prepared, type Sent } from '../../networks/networks.service.ts';
import {
  announce,
  finishIfComplete,
  isUnknown,
  isUnknownSend,
  markSent,
} from '../publications/publications.service.ts';
import { backOff, consequenceOf, MIN_PAUSE_MS, timeoutSettlesMs } from './delivery.ts';
import type { LeasedChannel as Channel } from './leases.sql.ts';
import * as sql from './publisher.sql.ts';
import { nameOf, pauseChannel, stop } from './stop.ts';
import { forgetUploads } from './uploads.sql.ts';

/** What follows from the result of a call, stored in a transaction that holds the lease. */

/** The result of a call. */
export type Result =
  | { outcome: 'sent'; sent: readonly Sent[] }
  | { outcome: 'prepared'; prepared: readonly Prepared[] }
  | { outcome: 'processing'; ms: number }
  | { outcome: 'absent' | 'repeatable' | 'unknowable' }
  /** Looking for it has shown that it was not published, and why. */
  | { outcome: 'refused'; error: NetworkError }
  | { outcome: 'failed'; error: NetworkError };

/**
 * The codes of an unknown outcome where the network itself has not responded: it may be working on
 * the request yet.
 */
const UNANSWERED = /^(timeout|broken|internal|50[234]|52\d)$/;
/** An error of our own is tried so often before a person is told. */
const MAX_OWN_FAILURES = 5;
/** One that should pass by itself, like a lock or a full disk: for about a day. */
const MAX_PASSING_FAILURES = 100;
/** A network that processes a file is asked so often, more and more seldom. */
const MAX_PROCESSING = 200;
const SLOWER = 1.2;
const MAX_PROCESSING_MS = 2 * 60_000;
/** So many calls of one part may have an unknown outcome before a person is asked. */
const MAX_UNKNOWN = 12;

/** A step that was begun: its parts with their attempts, in order. */
export type Begun = {
  due: sql.Due;
  step: 'prepare' | 'send' | 'find';
  parts: readonly sql.StoredPart[];
  attempts: readonly { id: number; began_at: string }[];
};

/**
 * Stores the result of a call, and what follows from it.
 * @param given how long a request of unknown outcome may still have an effect; whether the account
 *   was connected again meanwhile
 */
export async function settle(
  tx: Transaction,
  channel: Channel,
  { due, step, parts, attempts }: Begun,
  result: Result,
  { settlesMs, reconnected }: { settlesMs: number; reconnected: boolean },
): Promise<void> {
  const { id } = due;
  const [first] = parts as [sql.StoredPart];
  const given = 'error' in result ? result.error : undefined;
  // An upload may be gone because the call before has used it: that is found out first.
  const isDoubtful =
    step === 'send' && given?.kind === 'unprepared' && first.attempts.some(isUnknownSend);
  const failure =
    given && isDoubtful ? new NetworkError('unknown', given.code, given.message) : given;
  const isRefused = result.outcome === 'refused';
  const isOwn = failure?.code === 'internal';
  await sql.endAttempts(tx, {
    attempts: attempts.map((attempt) => attempt.id),
    // That it is not there is certain, whatever the reason: it may be sent again.
    outcome: isRefused ? 'absent' : (failure?.kind ?? (result.outcome as Outcome)),
    code: failure?.code ?? null,
    detail: failure?.message ?? null,
    requestId: failure?.requestId ?? null,
  });
  const stopUnknown = () =>
    stop(tx, channel, due, 'unknown', unknownDetail(channel, first.position));
  if (result.outcome === 'processing') {
    const settled = first.attempts.findLastIndex(({ outcome }) => outcome === 'absent');
    const asked = first.attempts
      .slice(settled + 1)
      .filter(({ outcome }) => outcome === 'processing').length;
    if (asked >= MAX_PROCESSING) {
      // What was sent may appear yet.
      if (step !== 'prepare') return stopUnknown();
      const detail = `${nameOf(channel)} hasn’t processed a file for hours.`;
      return stop(tx, channel, due, 'exhausted', detail);
    }
    const ms = Math.min(result.ms * SLOWER ** asked, MAX_PROCESSING_MS);
    const detail = `${nameOf(channel)} processes a file.`;
    await sql.wait(tx, { id, ms, detail });
    return announce(tx, channel, due);
  }
  // What was made of it has failed, or is gone: it is made again.
  if (failure?.kind === 'unprepared' || isRefused)
    for (const { position } of parts) await forgetUploads(tx, { id, position });
  if (result.outcome === 'prepared') {
    for (const [index, { until = null, ...prepared }] of result.prepared.entries()) {
      const { position } = parts[index] as sql.StoredPart;
      await sql.storePrepared(tx, { id, position, prepared: JSON.stringify(prepared), until });
    }
    return;
  }
  if (result.outcome === 'sent') {
    let pause: Date | undefined;
    for (const [index, { id: remoteId, url, extra, pause: until }] of result.sent.entries()) {
      const { position } = parts[index] as sql.StoredPart;
      const stored = extra === undefined ? null : JSON.stringify(extra);
      await markSent(tx, { id, position, remoteId, url, extra: stored });
      pause = until ?? pause;
    }
    // The clock of the network may be behind: the pause is one back-off at least.
    if (pause)
      await pauseChannel(tx, channel, Math.max(pause.getTime() - Date.now(), MIN_PAUSE_MS));
    if (!(await finishIfComplete(tx, channel, due))) await sql.proceed(tx, { id });
    return announce(tx, channel, due);
  }
  const unknown = first.attempts.filter(isUnknownSend);
  // A network that never says what it has done is not asked for ever.
  const isEndless = failure?.kind === 'unknown' && unknown.length >= MAX_UNKNOWN;
  if (result.outcome === 'unknowable' || isEndless) return stopUnknown();
  const failures =
    failure?.kind === 'unprepared'
      ? first.attempts.filter(({ outcome }) => outcome === (isRefused ? 'absent' : 'unprepared'))
      : failuresOf(first, result.outcome === 'failed' ? step : 'send');
  // Sending again after 'absent' is delayed like after a transient failure.
  const kind = failure?.kind ?? 'transient';
  const until = failure?.until;
  const consequence = consequenceOf(kind, {
    failures: failures.length + 1,
    failingForMs: failures[0]?.agoMs ?? 0,
    untilMs: until && until.getTime() - Date.now(),
    jitter: Math.random(),
    settlesMs: UNANSWERED.test(failure?.code ?? '') ? timeoutSettlesMs(settlesMs) : settlesMs,
  });
  // A part that may be there is nothing but that, whatever looking for it brings.
  if ('stop' in consequence && step === 'find' && !isRefused && consequence.stop !== 'reconnect') {
    return stopUnknown();
  }
  if ('stop' in consequence && consequence.stop === 'reconnect' && reconnected) {
    await sql.wait(tx, { id, ms: 0, detail: null });
    return;
  }
  if ('stop' in consequence) {
    const detail = failure ? `${failure.message}.` : `${nameOf(channel)} doesn’t respond.`;
    return stop(tx, channel, due, consequence.stop, detail);
  }
  const { wait: ms } = consequence;
  if (isOwn && (await countOwnFailure(tx, id, ms)) >= MAX_OWN_FAILURES)
    return kind === 'unknown' || step === 'find'
      ? stopUnknown()
      : stop(tx, channel, due, 'operator', OWN_FAILURE);
  if (isOwn) return announce(tx, channel, due);
  await sql.wait(tx, { id, ms, detail: failure ? `${failure.message}.` : null });
  if (kind === 'rate_limited') await pauseChannel(tx, channel, ms);
  return announce(tx, channel, due);
}

const OWN_FAILURE =
  'Publishing failed several times because of an error of this server, which its log has.';

/** The number of errors of our own since the last part that was sent; the next try waits longer. */
async function countOwnFailure(tx: Executor, id: number, atLeastMs = 0): Promise<number> {
  const [row] = await sql.countFailure(tx, { id });
  const failures = row?.failures ?? MAX_OWN_FAILURES;
  const ms = Math.max(backOff({ failures, jitter: Math.random() }), atLeastMs);
  await sql.wait(tx, { id, ms, detail: 'Publishing failed unexpectedly, and is tried again.' });
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
  const failures = await leased((tx) => countOwnFailure(tx, due.id));
  if (failures < (passes ? MAX_PASSING_FAILURES : MAX_OWN_FAILURES)) return;
  await leased(async (tx) => {
    const parts = await sql.nextParts(tx, { id: due.id, limit: 1 });
    const next = parts.find(({ remote_id }) => remote_id === null);
    const mayBeThere = next !== undefined && isUnknown(next);
    const detail = mayBeThere ? unknownDetail(channel, next.position) : OWN_FAILURE;
    return stop(tx, channel, due, mayBeThere ? 'unknown' : 'operator', detail);
  });
}

const RETRIED = new Set([
  'unprepared',
  'transient',
  'rate_limited',
  'expired',
  'unknown',
  'absent',
  null,
]);

/** The failed attempts of a step since the last outcome that a person has settled. */
function failuresOf({ attempts }: sql.StoredPart, step: Begun['step']) {
  const settled = attempts.findLastIndex(
    (attempt) => !RETRIED.has(attempt.outcome) || (step === 'find' && attempt.step === 'send'),
  );
  return attempts
    .slice(settled + 1)
    .filter((attempt) => attempt.step === step && attempt.code !== sql.COPIED);
}

const unknownDetail = (channel: Channel, position: number) =>
  `It isn’t known whether ${nameOf(channel)} published part ${position + 1}.`;
