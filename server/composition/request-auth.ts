import type { Clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { KEY_LIMITS } from '../features/operations/key-limits/key-limits.service.ts';
import { createKeys } from '../features/people/keys/key-store.ts';
import { createAnswers } from '../http/idempotency/stored-answers.ts';
import { createKeyAuth } from '../http/keys/key-auth.ts';
import { createQuotas } from '../http/limits/quotas.ts';
import { createRateLimits } from '../http/limits/rate-limit.ts';
import type { Auth } from '../http/session.ts';
import type { Secrets } from '../secrets.ts';

type Parts = {
  database: Database;
  /** What signing in uses: it never waits for content. */
  reserve: Database;
  clock: Clock;
  secrets: Secrets;
  /** The public URL. */
  origin: string;
  /** Multiplies all limits, for load tests. */
  factor: number;
};

/** How people and programs are recognised and limited. */
export function createRequestAuth(
  { database, reserve, clock, secrets, origin, factor }: Parts,
  people: Pick<Auth, 'tokens' | 'sessions'>,
) {
  const limits = createRateLimits(reserve, factor);
  const programs = createKeyAuth(createKeys(reserve, secrets), clock, { origin, factor });
  return {
    limits,
    auth: { ...people, authenticateKey: programs.authenticateKey },
    authenticateAgent: programs.authenticateAgent,
    quotas: createQuotas(reserve, clock, factor),
    answerOnce: createAnswers(database, secrets, limits),
    keyLimits: KEY_LIMITS,
  };
}
