import type { Outcome, StopCause, StopReason } from '#contract/publishing/publications.ts';
import {
  isParentGone,
  NetworkError,
  type Prepared,
  type Sent,
} from '../../networks/networks.service.ts';
import { isUnknownSend } from '../publications/publications.service.ts';
import { consequenceOf, MIN_PAUSE_MS, timeoutInFlightMs } from './delivery.ts';
import { COPIED, type Due, type StoredPart } from './publisher.sql.ts';

/** What follows from the result of a call: pure (docs/domain/publishing.md, 'Exactly once'). */

/** A step that was begun: its parts with their attempts, in order. */
export type Begun = {
  due: Due;
  step: 'prepare' | 'send' | 'find';
  parts: readonly StoredPart[];
  attempts: readonly { id: number; began_at: string }[];
};

/** The result of a call. */
export type Result =
  | { outcome: 'sent'; sent: readonly Sent[] }
  | { outcome: 'prepared'; prepared: readonly Prepared[] }
  | { outcome: 'processing'; ms: number }
  | { outcome: 'absent' | 'repeatable' | 'unknowable' }
  /** Looking for it has shown that it was not published, and why. */
  | { outcome: 'refused'; error: NetworkError }
  | { outcome: 'failed'; error: NetworkError };

type Stop = { do: 'stop'; reason: StopReason; cause?: StopCause; detail: string };

/** A write that follows from a result. */
export type Write =
  | { do: 'end'; outcome: Outcome; error: NetworkError | undefined }
  | { do: 'forget_uploads'; position: number }
  | { do: 'store_prepared'; position: number; prepared: Prepared }
  | { do: 'mark_sent'; position: number; sent: Sent }
  /** Finishes the publication where all is sent, or else continues at once. */
  | { do: 'proceed' }
  | { do: 'wait'; ms: number; detail: string | null }
  /** Nothing of the channel is sent before. */
  | { do: 'pause_channel'; ms: number }
  /** Counts an error of our own, and waits at least so long; after too many it stops so. */
  | { do: 'count_failure'; ms: number; last: Stop }
  | Stop
  | { do: 'announce' };

type Facts = {
  /** The name of the network. */
  network: string;
  /** How long a request of unknown outcome may still have an effect, in milliseconds. */
  inFlightMs: number;
  /** Whether the account was connected again meanwhile. */
  reconnected: boolean;
  /** In milliseconds since 1970. */
  now: number;
  /** From 0 to 1. */
  jitter: number;
};

/**
 * The codes of an unknown outcome where the network itself has not responded: it may be working on
 * the request yet.
 */
const UNANSWERED = /^(timeout|broken|internal|50[234]|52\d)$/;
/** A network that processes a file is asked so often, more and more seldom. */
const MAX_PROCESSING = 200;
const SLOWER = 1.2;
const MAX_PROCESSING_MS = 2 * 60_000;
/** So many calls of one part may have an unknown outcome before a person is asked. */
const MAX_UNKNOWN = 12;

export const stopOwn: Stop = {
  do: 'stop',
  reason: 'operator',
  detail: 'Publishing failed several times because of an error on this server: see its log.',
};

export const stopUnknown = (
  network: string,
  { position, attempts }: Pick<StoredPart, 'position' | 'attempts'>,
): Stop => ({
  do: 'stop',
  reason: 'unknown',
  ...(attempts.findLast(isUnknownSend)?.code === COPIED && { cause: 'copied' }),
  detail: `It isn’t known whether ${network} published part ${position + 1}.`,
});

/** What is written after a call, in this order. */
export function writesOf(begun: Begun, result: Result, facts: Facts): Write[] {
  const error = errorOf(begun, result);
  const isRefused = result.outcome === 'refused';
  // That it is not there is certain, whatever the reason: it may be sent again.
  const outcome = isRefused ? 'absent' : (error?.kind ?? (result.outcome as Outcome));
  return [{ do: 'end', outcome, error }, ...following(begun, result, error, facts)];
}

/** An upload may be gone because the call before has used it: that is found out first. */
function errorOf({ step, parts }: Begun, result: Result): NetworkError | undefined {
  const error = 'error' in result ? result.error : undefined;
  const isDoubtful =
    step === 'send' && error?.kind === 'unprepared' && parts[0]?.attempts.some(isUnknownSend);
  return error && isDoubtful ? new NetworkError('unknown', error.code, error.message) : error;
}

function following(
  begun: Begun,
  result: Result,
  error: NetworkError | undefined,
  facts: Facts,
): Write[] {
  const { parts } = begun;
  const positions = parts.map(({ position }) => position);
  const at = (index: number) => positions[index] as number;
  switch (result.outcome) {
    case 'processing':
      return afterProcessing(begun, result.ms, facts);
    case 'prepared':
      return result.prepared.map((prepared, index) => ({
        do: 'store_prepared',
        position: at(index),
        prepared,
      }));
    case 'sent': {
      const pause = result.sent.findLast((sent) => sent.pause)?.pause;
      return [
        ...result.sent.map((sent, index) => ({
          do: 'mark_sent' as const,
          position: at(index),
          sent,
        })),
        // The clock of the network may be behind: the pause is one back-off at least.
        ...pauseOf(pause && Math.max(pause.getTime() - facts.now, MIN_PAUSE_MS)),
        { do: 'proceed' },
        { do: 'announce' },
      ];
    }
    default: {
      // What was made of it has failed, or is gone: it is made again.
      const isGone = error?.kind === 'unprepared' || result.outcome === 'refused';
      return [
        ...(isGone ? positions : []).map((position) => ({
          do: 'forget_uploads' as const,
          position,
        })),
        ...afterFailure(begun, result, error, facts),
      ];
    }
  }
}

const pauseOf = (ms: number | undefined): Write[] =>
  ms === undefined ? [] : [{ do: 'pause_channel', ms }];

function afterProcessing({ step, parts }: Begun, givenMs: number, { network }: Facts): Write[] {
  const [part] = parts as [StoredPart];
  const { attempts } = part;
  const settled = attempts.findLastIndex(({ outcome }) => outcome === 'absent');
  const asked = attempts
    .slice(settled + 1)
    .filter(({ outcome }) => outcome === 'processing').length;
  if (asked >= MAX_PROCESSING) {
    // What was sent may appear yet.
    if (step !== 'prepare') return [stopUnknown(network, part)];
    const detail = `${network} has been processing a file for hours.`;
    return [{ do: 'stop', reason: 'exhausted', cause: 'processing', detail }];
  }
  const ms = Math.min(givenMs * SLOWER ** asked, MAX_PROCESSING_MS);
  return [{ do: 'wait', ms, detail: `${network} is processing a file.` }, { do: 'announce' }];
}

function afterFailure(
  { step, parts }: Begun,
  { outcome }: Result,
  error: NetworkError | undefined,
  { network, inFlightMs, reconnected, now, jitter }: Facts,
): Write[] {
  const [first] = parts as [StoredPart];
  const unknown = stopUnknown(network, first);
  const isRefused = outcome === 'refused';
  // Sending again after 'absent' is delayed like after a transient failure.
  const kind = error?.kind ?? 'transient';
  // A network that never says what it has done is not asked for ever.
  const isEndless =
    kind === 'unknown' && first.attempts.filter(isUnknownSend).length >= MAX_UNKNOWN;
  if (outcome === 'unknowable' || isEndless) return [unknown];
  const failures =
    kind === 'unprepared'
      ? first.attempts.filter((attempt) => attempt.outcome === (isRefused ? 'absent' : kind))
      : failuresOf(first, outcome === 'failed' ? step : 'send');
  const consequence = consequenceOf(kind, {
    failures: failures.length + 1,
    failingForMs: failures[0]?.agoMs ?? 0,
    untilMs: error?.waitMs(now),
    jitter,
    inFlightMs: UNANSWERED.test(error?.code ?? '') ? timeoutInFlightMs(inFlightMs) : inFlightMs,
  });
  if ('stop' in consequence) {
    const { stop: reason } = consequence;
    if (reason === 'reconnect' && reconnected) return [{ do: 'wait', ms: 0, detail: null }];
    // A part that may be there is nothing but that, whatever looking for it brings.
    if (step === 'find' && !isRefused && reason !== 'reconnect') return [unknown];
    const cause = causeOf(reason, error, first);
    const silence =
      cause === 'unavailable' ? `${network} is unavailable.` : `${network} doesn’t respond.`;
    const detail = error ? `${error.message}.` : silence;
    return [{ do: 'stop', reason, ...(cause && { cause }), detail }];
  }
  const { wait: ms } = consequence;
  if (error?.code === 'internal') {
    const last = kind === 'unknown' || step === 'find' ? unknown : stopOwn;
    return [{ do: 'count_failure', ms, last }];
  }
  return [
    { do: 'wait', ms, detail: error ? `${error.message}.` : null },
    ...pauseOf(kind === 'rate_limited' ? ms : undefined),
    { do: 'announce' },
  ];
}

/** The codes of a call that brought no response of the network. */
const SILENT = /^(timeout|broken|dropped|unreachable|refused|fenced|lease|internal)$/;

/** What exactly a network has to do with a stop: by its error, or by what the last call brought. */
function causeOf(
  reason: StopReason,
  error: NetworkError | undefined,
  { position, attempts }: Pick<StoredPart, 'position' | 'attempts'>,
): StopCause | undefined {
  if (reason === 'rejected')
    return error && position > 0 && isParentGone(error) ? 'parent' : undefined;
  if (reason !== 'exhausted') return undefined;
  if (error?.kind === 'rate_limited') return 'limited';
  const code = error?.code ?? attempts.findLast(({ step }) => step === 'send')?.code;
  return code && !SILENT.test(code) ? 'unavailable' : undefined;
}

const RETRIED = new Set<Outcome | null>([
  'unprepared',
  'transient',
  'rate_limited',
  'expired',
  'unknown',
  'absent',
  null,
]);

/** The failed attempts of a step since the last outcome that a person has settled. */
function failuresOf({ attempts }: StoredPart, step: Begun['step']) {
  const settled = attempts.findLastIndex(
    (attempt) => !RETRIED.has(attempt.outcome) || (step === 'find' && attempt.step === 'send'),
  );
  return attempts
    .slice(settled + 1)
    .filter((attempt) => attempt.step === step && attempt.code !== COPIED);
}
