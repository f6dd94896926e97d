import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Installation } from './database/installation.ts';
import type { Database } from './database/pool.ts';
import type { Mailer } from './features/core/mail/mail.service.ts';
import type { AccessSources } from './features/people/access/access.service.ts';
import type { Bind } from './http/endpoint.ts';
import type { RateLimits } from './http/limits/rate-limit.ts';
import type { Outgoing } from './http/outgoing/outgoing.ts';
import type { Tokens } from './http/session.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Live } from './live/live.ts';
import type { Secrets } from './secrets.ts';

/** Dependencies injected into every feature. */
export type AppContext = {
  config: Config;
  clock: Clock;
  secrets: Secrets;
  installation: Installation;
  database: Database;
  /** For searches: their statements are planned once (database/pool.ts). */
  searching: Database;
  /** For slow work: jobs, exports, operations on thousands of items. */
  background: Database;
  tokens: Tokens;
  limits: RateLimits;
  jobs: Jobs;
  live: Live;
  sendMail: Mailer;
  /** Calls to other servers. */
  outgoing: Outgoing;
  /** What acts for people without their sessions. */
  access: AccessSources;
  bind: Bind;
  log: FastifyBaseLogger;
};
