import type { Executor } from '../database/pool.ts';
import { AppError } from '../errors.ts';
import { countAttempt, forgetAttempts } from './rate-limit.sql.ts';

/** So many attempts in so many seconds. */
export type Limit = { attempts: number; seconds: number };

export type RateLimits = ReturnType<typeof createRateLimits>;

/** Limits that all processes share (design, section 5). `factor` multiplies every one of them, for load tests. */
export function createRateLimits(database: Executor, factor: number) {
  return {
    /** Counts one attempt. @throws AppError 429 with `Retry-After` in seconds when there were too many */
    count: async (key: string, limit: Limit) => {
      const [row] = await countAttempt(database, { key, seconds: limit.seconds });
      if (row && row.attempts > limit.attempts * factor) {
        const minutes = Math.ceil(row.seconds_left / 60);
        throw new AppError(
          'rate_limited',
          429,
          `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
          {
            headers: { 'retry-after': String(Math.max(1, row.seconds_left)) },
          },
        );
      }
    },
    /** Forgets the attempts: they led to success. */
    clear: (key: string) => forgetAttempts(database, { key }),
  };
}
