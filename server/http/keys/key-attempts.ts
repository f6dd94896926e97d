import type { Clock } from '../../clock.ts';
import type { AppError } from '../../errors.ts';
import { createMinuteLimit } from '../limits/minute-limit.ts';
import { tooMany } from '../limits/rate-limit.ts';

/** So many wrong keys of a network are told that they are wrong, in a minute and process. */
const MAX_WRONG = 60;
/** So many are looked up; from then on, only keys that were right before. */
const MAX_LOOKED_UP = 600;
/** So many requests of a key are told why they are refused. */
const MAX_REFUSED = 600;
const MAX_RIGHT = 10_000;

/**
 * Limits wrong keys by the network that they come from, so that whoever tries some locks out none
 * that is right, and programs that go on with a key that is refused.
 * @param factor multiplies the limits
 */
export function createKeyAttempts(clock: Clock, factor: number) {
  const wrong = createMinuteLimit(clock, MAX_WRONG * factor);
  const lookedUp = createMinuteLimit(clock, MAX_LOOKED_UP * factor);
  const refusals = createMinuteLimit(clock, MAX_REFUSED * factor);
  const right = new Set<string>();
  const tooManyWrong = () => tooMany('Too many wrong keys. Please try again.', 60);

  return {
    /** Before a key is looked up. @throws AppError 429 */
    begin: (network: string, lookup: string) => {
      if (lookedUp.isReached(network) && !right.has(lookup)) throw tooManyWrong();
    },
    /** @returns what a wrong key is told: `refusal`, or 429 */
    wrong: (network: string, refusal: AppError): AppError => {
      lookedUp.count(network);
      if (wrong.isReached(network)) return tooManyWrong();
      wrong.count(network);
      return refusal;
    },
    right: (lookup: string) => {
      if (right.size >= MAX_RIGHT) right.clear();
      right.add(lookup);
    },
    /**
     * Refuses what a key may not do, as `require` says.
     * @throws AppError as it; 429 where the program goes on in spite of it
     */
    requireAllowed: (key: string, require: () => void) => {
      if (refusals.isReached(key)) throw tooMany('This is refused each time. Please stop.', 60);
      try {
        require();
      } catch (error) {
        refusals.count(key);
        throw error;
      }
    },
  };
}
