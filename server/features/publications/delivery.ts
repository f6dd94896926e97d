import type { AttemptStep, Outcome, StopReason } from '#contract/publications.ts';
import type { FailureKind } from '../networks/networks.service.ts';

/** What a publication does next: pure (docs/domain.md, 'Exactly once'). */

/** The attempts of a part that matter, in their order. */
export type AttemptRecord = {
  step: AttemptStep;
  /** Null: it has not ended, or its worker died. */
  outcome: Outcome | null;
};

export type PartRecord = {
  position: number;
  isSent: boolean;
  /** Whether what the network needs before is there, and has not expired. */
  isPrepared: boolean;
  attempts: readonly AttemptRecord[];
};

/**
 * The next step, for these parts: prepare or send them, look for the first of them, whose outcome is
 * unknown, or nothing is left.
 */
export type Step = { do: 'prepare' | 'send' | 'find' | 'finish'; positions: number[] };

/**
 * @param parts in their order; a part that follows the first unpublished one is not published
 * @param batch the maximum number of parts of a call
 */
export function nextStep(parts: readonly PartRecord[], batch = 1): Step {
  const first = parts.findIndex(({ isSent }) => !isSent);
  const part = parts[first];
  if (!part) return { do: 'finish', positions: [] };
  if (isUnknown(part)) return { do: 'find', positions: [part.position] };
  // A call publishes all of its parts or none: that the first is not there is true of all.
  const next = parts.slice(first, first + batch);
  const positions = next.map(({ position }) => position);
  return { do: next.every(({ isPrepared }) => isPrepared) ? 'send' : 'prepare', positions };
}

/** The position of the first part that is not published, and cannot be: its text may be changed. */
export const firstFree = (parts: readonly Omit<PartRecord, 'isPrepared'>[]): number =>
  1 +
  Math.max(
    -1,
    ...parts.filter((part) => part.isSent || isUnknown(part)).map((part) => part.position),
  );

/** Whether a call that publishes may have had an effect, as far as it has said itself. */
export const isUnknownSend = ({ step, outcome }: AttemptRecord) =>
  step === 'send' && (outcome === 'unknown' || outcome === null);

/** What looking for a part brings where it may be sent again. */
const SETTLED = new Set<Outcome | null>(['absent', 'repeatable']);

/** Whether the last attempt to send may have succeeded, and nothing has shown since that it has not. */
function isUnknown({ attempts }: Pick<PartRecord, 'attempts'>): boolean {
  const last = attempts.findLastIndex(({ step }) => step === 'send');
  if (last < 0) return false;
  const outcome = attempts[last]?.outcome;
  // What was sent and is being processed is looked for like what may have been sent.
  if (outcome !== null && outcome !== 'unknown' && outcome !== 'processing') return false;
  return !attempts.slice(last + 1).some((attempt) => SETTLED.has(attempt.outcome));
}

const FIRST_DELAY_MS = 2000;
const MAX_DELAY_MS = 15 * 60_000;
/** Transient failures may go on for so long. */
export const PATIENCE_MS = 24 * 60 * 60_000;

/** What follows a failed call. */
export type Consequence = { wait: number } | { stop: StopReason };

type Failed = {
  /** The failed calls in a row, this one included. */
  failures: number;
  /** How long ago the first of them began, in milliseconds. */
  failingForMs: number;
  /** The time that the network asks for, in milliseconds from now. */
  untilMs?: number | undefined;
  /** How long a request of unknown outcome may still have an effect, in milliseconds. */
  settlesMs?: number;
  /** From 0 to 1: clients that failed together do not return together. */
  jitter: number;
};

/** @returns the delay until the next attempt in milliseconds, or why it stops */
export function consequenceOf(kind: FailureKind, failed: Failed): Consequence {
  switch (kind) {
    case 'rejected':
    case 'operator':
      return { stop: kind };
    case 'reauthorize':
      return { stop: 'reconnect' };
    case 'unknown':
      // Looking for the part is the next step, once a late request has no effect any more.
      return { wait: failed.settlesMs ?? 0 };
    case 'unprepared':
      // It is prepared again at once, and then like after any failure.
      if (failed.failingForMs > PATIENCE_MS) return { stop: 'exhausted' };
      return { wait: failed.failures > 1 ? backOff(failed) : 0 };
    case 'expired':
      // New credentials that are refused at once are not renewed for ever.
      if (failed.failingForMs > PATIENCE_MS) return { stop: 'exhausted' };
      return { wait: failed.failures > 1 ? backOff(failed) : 0 };
    case 'rate_limited':
      if (failed.failingForMs > PATIENCE_MS) return { stop: 'exhausted' };
      return { wait: Math.max(failed.untilMs ?? backOff(failed), 0) };
    case 'transient':
      if (failed.failingForMs > PATIENCE_MS) return { stop: 'exhausted' };
      return { wait: Math.max(failed.untilMs ?? 0, backOff(failed)) };
  }
}

/** Exponential, with jitter. */
const backOff = ({ failures, jitter }: Failed) =>
  Math.min(FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 20), MAX_DELAY_MS) * (0.5 + jitter / 2);
