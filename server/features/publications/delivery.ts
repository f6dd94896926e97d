import type { Outcome, StopReason } from '#contract/publications.ts';
import type { FailureKind } from '../networks/networks.service.ts';

/** What a publication does next: pure (docs/domain.md, 'Exactly once'). */

/** The attempts of a part that matter, in their order. */
export type AttemptRecord = {
  step: 'send' | 'find';
  /** Null: it has not ended, or its worker died. */
  outcome: Outcome | null;
};

export type PartRecord = {
  position: number;
  isSent: boolean;
  attempts: readonly AttemptRecord[];
};

/** The next step: send a part, look for one whose outcome is unknown, or nothing is left. */
export type Step = { do: 'send' | 'find'; position: number } | { do: 'finish' };

export function nextStep(parts: readonly PartRecord[]): Step {
  const part = parts.find(({ isSent }) => !isSent);
  if (!part) return { do: 'finish' };
  return { do: isUnknown(part) ? 'find' : 'send', position: part.position };
}

/** Whether the last attempt to send may have succeeded, and nothing has shown since that it has not. */
function isUnknown({ attempts }: PartRecord): boolean {
  const last = attempts.findLastIndex(({ step }) => step === 'send');
  if (last < 0) return false;
  const outcome = attempts[last]?.outcome;
  if (outcome !== null && outcome !== 'unknown') return false;
  return !attempts.slice(last + 1).some((attempt) => attempt.outcome === 'absent');
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
      // Looking for the part is the next step.
      return { wait: 0 };
    case 'rate_limited':
      return { wait: Math.max(failed.untilMs ?? backOff(failed), 0) };
    case 'transient':
      if (failed.failingForMs > PATIENCE_MS) return { stop: 'exhausted' };
      return { wait: Math.max(failed.untilMs ?? 0, backOff(failed)) };
  }
}

/** Exponential, with jitter. */
const backOff = ({ failures, jitter }: Failed) =>
  Math.min(FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 20), MAX_DELAY_MS) * (0.5 + jitter / 2);
