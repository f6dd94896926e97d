import type { StopReason } from '#contract/publishing/publications.ts';
import type { FailureKind } from '../../networks/networks.service.ts';
import { isUnknown, type PartRecord } from '../publications/publications.service.ts';

/** What a publication does next: pure (docs/domain/publishing.md, 'Exactly once'). */

/** How long a call that publishes may take: one that takes longer has an unknown outcome. */
export const SEND_MS = 60_000;
/** How long a request without a response may still have an effect. */
const TIMEOUT_IN_FLIGHT_MS = 60_000;

/**
 * The next step, for these parts: prepare or send them, look for the first of them, whose outcome is
 * unknown, wait until looking for it proves something, or nothing is left.
 */
export type Step =
  | { do: 'prepare' | 'send' | 'find' | 'finish'; positions: number[] }
  | { do: 'wait'; positions: number[]; ms: number };

/**
 * @param parts in their order; a part that follows the first unpublished one is not published
 * @param batch the maximum number of parts of a call
 * @param inFlightMs how long a request of unknown outcome may still have an effect
 */
export function nextStep(parts: readonly PartRecord[], batch = 1, inFlightMs = 0): Step {
  const first = parts.findIndex(({ isSent }) => !isSent);
  const part = parts[first];
  if (!part) return { do: 'finish', positions: [] };
  if (isUnknown(part)) {
    const ms = unsettledMs(part, inFlightMs);
    const positions = [part.position];
    return ms > 0 ? { do: 'wait', positions, ms } : { do: 'find', positions };
  }
  // A call publishes all of its parts or none: that the first is not there is true of all.
  const next = parts.slice(first, first + batch);
  const positions = next.map(({ position }) => position);
  return { do: next.every(({ isPrepared }) => isPrepared) ? 'send' : 'prepare', positions };
}

/**
 * How long it takes until looking for a part proves that it is not there. An attempt without an
 * outcome counts as one that timed out after the longest time of a call, whatever became of its
 * worker: killed, frozen or cut off, its request may be on its way.
 */
function unsettledMs({ attempts }: Pick<PartRecord, 'attempts'>, inFlightMs: number): number {
  const last = attempts.findLast(({ step }) => step === 'send');
  if (last?.outcome !== null || inFlightMs === 0) return 0;
  return Math.max(SEND_MS + timeoutInFlightMs(inFlightMs) - last.agoMs, 0);
}

/** How long a request that timed out may have an effect: its server may still be working on it. */
export const timeoutInFlightMs = (inFlightMs: number) =>
  inFlightMs > 0 ? Math.max(TIMEOUT_IN_FLIGHT_MS, inFlightMs) : 0;

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
  inFlightMs?: number;
  /** From 0 to 1: clients that failed together do not return together. */
  jitter: number;
};

/**
 * The time that a network asks for only adds to the back-off: it may have passed already, by a clock
 * that differs.
 * @returns the delay until the next attempt in milliseconds, or why it stops
 */
export function consequenceOf(kind: FailureKind, failed: Failed): Consequence {
  switch (kind) {
    case 'rejected':
    case 'operator':
      return { stop: kind };
    case 'reauthorize':
      return { stop: 'reconnect' };
    case 'unknown':
      // Looking for the part is the next step, once a late request has no effect any more.
      return { wait: failed.inFlightMs ?? 0 };
    case 'unprepared':
      // It is prepared again at once, and then like after any failure.
      if (failed.failingForMs > PATIENCE_MS) return { stop: 'exhausted' };
      return { wait: failed.failures > 1 ? backOff(failed) : 0 };
    case 'expired':
      // New credentials that are refused at once are not renewed for ever.
      if (failed.failingForMs > PATIENCE_MS) return { stop: 'exhausted' };
      return { wait: failed.failures > 1 ? backOff(failed) : 0 };
    case 'rate_limited':
    case 'transient':
      if (failed.failingForMs > PATIENCE_MS) return { stop: 'exhausted' };
      return { wait: Math.max(failed.untilMs ?? 0, backOff(failed)) };
  }
}

/** The shortest pause of an account whose network accepts nothing more for now. */
export const MIN_PAUSE_MS = FIRST_DELAY_MS;

/** The delay after so many failures in a row, in milliseconds: exponential, with jitter. */
export const backOff = ({ failures, jitter }: Pick<Failed, 'failures' | 'jitter'>) =>
  Math.min(FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 20), MAX_DELAY_MS) * (0.5 + jitter / 2);
