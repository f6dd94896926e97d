import type { Executor } from '../../database/pool.ts';
import { AppError } from '../../errors.ts';
import { networkOf, SITE_FACTOR, siteOf } from '../client-ip.ts';
import { countAttempts, findAttempts, forgetAttempts } from './rate-limit.sql.ts';

/** A number of attempts in a number of seconds. */
export type Limit = { attempts: number; seconds: number };

export type RateLimits = ReturnType<typeof createRateLimits>;

/** Rate limits that all processes share. `factor` multiplies all of them, for load tests. */
export function createRateLimits(database: Executor, factor: number) {
  /**
   * Counts one attempt, or the amount of one.
   * @throws AppError 429 with `Retry-After` in seconds when there were too many
   */
  async function count(key: string, limit: Limit, by = 1) {
    const [row] = await countAttempts(database, { key, seconds: limit.seconds, by });
    if (row && row.attempts > limit.attempts * factor) throw exceeded(row.seconds_left);
  }
  return {
    factor,
    count,
    /**
     * Counts nothing, where only some attempts count.
     * @throws AppError 429 when there were as many as are allowed
     */
    check: async (key: string, limit: Limit) => {
      const [row] = await findAttempts(database, { key, seconds: limit.seconds });
      if (row && row.attempts >= limit.attempts * factor) throw exceeded(row.seconds_left);
    },
    /** The same for the network of the caller: an IPv4 address, or the /64 of an IPv6 address, and its /48. */
    countFrom: async (name: string, ip: string, limit: Limit) => {
      const site = siteOf(ip);
      await count(`${name}:address:${networkOf(ip)}`, limit);
      const { attempts, seconds } = limit;
      if (site)
        await count(`${name}:address:${site}`, { attempts: attempts * SITE_FACTOR, seconds });
    },
    /** Resets the counter after a success. */
    clear: (key: string) => forgetAttempts(database, { key }),
  };
}

function exceeded(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  return tooMany(
    `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    seconds,
  );
}

/** @param seconds when to try again */
export const tooMany = (detail: string, seconds: number) =>
  new AppError('rate_limited', 429, detail, {
    headers: { 'retry-after': String(Math.max(1, seconds)) },
  });
