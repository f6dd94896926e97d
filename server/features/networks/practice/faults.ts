import {
  PRACTICE_FAULTS,
  type PracticeBehaviour,
  type PracticeFault,
} from '#contract/networks/practice.ts';
import type { Clock } from '../../../clock.ts';
import { NetworkError } from '../failures.ts';
import { pauseFor } from '../times.ts';

/** The ways in which the practice network fails (docs/domain/publishing.md, 'Practice'). */

const LIMITED_MS = 2000;

/** The fault of a call that publishes the part at a position. */
export function faultOf(
  { fault, position: at, times, chaos = 0 }: PracticeBehaviour,
  position: number,
): PracticeFault | undefined {
  if (Math.random() < chaos)
    return PRACTICE_FAULTS[Math.floor(Math.random() * PRACTICE_FAULTS.length)];
  return times !== 0 && (at === undefined || at === position) ? fault : undefined;
}

export const failures = {
  accept_and_drop: () => new NetworkError('unknown', 'dropped', 'The connection broke'),
  accept_and_hang: () => new NetworkError('unknown', 'timeout', 'The call took too long'),
  drop: () => new NetworkError('unknown', 'dropped', 'The connection broke'),
  rate_limit: (clock: Clock) =>
    new NetworkError('rate_limited', '429', 'Too many posts', {
      until: pauseFor(clock, LIMITED_MS),
    }),
  unauthorized: () => new NetworkError('reauthorize', 'revoked', 'The access was revoked'),
  refuse: () => new NetworkError('rejected', 'refused', 'The practice network refused this text'),
  operator: () => new NetworkError('operator', '402', 'The credits of this server are used up'),
  unavailable: () => new NetworkError('transient', '503', 'The practice network is unavailable'),
} satisfies Record<PracticeFault, (clock: Clock) => NetworkError>;
