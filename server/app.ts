import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import { features } from '#contract/endpoints.ts';
import type { Config } from './config.ts';
import type { Listener } from './database/listener.ts';
import type { Databases } from './database/pool.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { addressRoutes } from './features/addresses/addresses.routes.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { handleNotices } from './features/auth/notices.service.ts';
import { createSessions } from './features/auth/sessions.ts';
import { backupJobs } from './features/backup/backup.jobs.ts';
import { commentRoutes } from './features/comments/comments.routes.ts';
import { contactRoutes } from './features/contact/contact.routes.ts';
import { figureRoutes } from './features/figures/figures.routes.ts';
import { folderRoutes } from './features/folders/folders.routes.ts';
import { historyRoutes } from './features/history/history.routes.ts';
import { itemRoutes } from './features/items/items.routes.ts';
import { liveRoutes } from './features/live/live.routes.ts';
import { createMailer } from './features/mail/mail.service.ts';
import { memberRoutes } from './features/members/members.routes.ts';
import { notificationRoutes } from './features/notifications/notifications.routes.ts';
import { presenceRoutes } from './features/presence/presence.routes.ts';
import { recoveryRoutes } from './features/recovery/recovery.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { socialRoutes } from './features/social/social.routes.ts';
import { threadRoutes } from './features/threads/threads.routes.ts';
import { upkeep } from './features/upkeep/upkeep.jobs.ts';
import { viewRoutes } from './features/views/views.routes.ts';
import { workflowRoutes } from './features/workflow/workflow.routes.ts';
import { readJsonBodies } from './http/body.ts';
import { serveDocs } from './http/docs.ts';
import { createBind } from './http/endpoint.ts';
import { createErrorWriter } from './http/errors.ts';
import { refuseMalformed, securityHeaders, sendHeaders } from './http/headers.ts';
import { serveHealth } from './http/health.ts';
import { logRequests, requestIds } from './http/log.ts';
import { createRateLimits } from './http/rate-limit.ts';
import { createTokens } from './http/session.ts';
import { endSilentConnections } from './http/silent.ts';
import { createUnderWay } from './http/under-way.ts';
import { serveWeb } from './http/web.ts';
import type { Jobs } from './jobs/jobs.ts';
import { createLive } from './live/live.ts';
import type { Parts } from './parts.ts';
import type { QuietLog } from './quiet-log.ts';

/** The application: every feature by name. It does not listen yet. */
export async function createApp({
  config,
  databases,
  listener,
  jobs,
  logger,
  report,
}: {
  config: Config;
  databases: Databases;
  listener: Listener;
  jobs: Jobs;
  logger: FastifyBaseLogger;
  /** Logs each kind of failure at most once a second. */
  report: QuietLog;
}) {
  const { database, reserve, background } = databases;
  const writeError = createErrorWriter(report);
  const headers = securityHeaders(config.origin.startsWith('https:'));
  const app = fastify({
    loggerInstance: logger,
    // One line a request is ours to write (http/log.ts).
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    // A logger of its own for every request would cost more than the line it writes, which names the request anyway.
    childLoggerFactory: (parent) => parent,
    trustProxy: config.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    requestTimeout: 60_000,
    // Whoever takes nothing of an answer for so long gets no more of it: it is kept in memory meanwhile.
    connectionTimeout: 60_000,
    clientErrorHandler: refuseMalformed(headers),
    // What is searched for stands in the address, however long somebody's clipboard was.
    http: { maxHeaderSize: 128 * 1024 },
    // What the router refuses before any handler is chosen.
    frameworkErrors: (error, request, reply) => writeError(error, request, reply.headers(headers)),
  });
  sendHeaders(app, headers);
  logRequests(app);
  endSilentConnections(app);
  readJsonBodies(app);
  app.setErrorHandler(writeError);

  const tokens = createTokens(config.secret);
  const live = createLive(reserve, listener, report, config.rateLimitFactor);
  // What is followed ends with the process, and before it waits for what is under way.
  app.addHook('preClose', live.close);
  const sessions = createSessions(reserve, listener);
  const underWay = createUnderWay(config.rateLimitFactor);
  const bind = createBind(app, { tokens, sessions, underWay, database, announce: live.announce });
  const parts: Parts = {
    config,
    database,
    background,
    tokens,
    limits: createRateLimits(reserve, config.rateLimitFactor),
    bind,
    live,
    jobs,
    sendMail: createMailer(config, logger),
    log: logger,
  };

  // Whoever signs in waits for nobody's content.
  const ownParts: Parts = { ...parts, database: reserve };
  authRoutes(ownParts);
  socialRoutes(app, ownParts);
  recoveryRoutes(ownParts);
  accountRoutes(ownParts);
  addressRoutes(ownParts);
  handleNotices(parts);
  contactRoutes(parts);
  upkeep({ ...parts, database: background });
  backupJobs(parts);
  memberRoutes(parts);
  notificationRoutes(parts);
  liveRoutes(parts);
  folderRoutes(parts);
  itemRoutes(parts);
  historyRoutes(parts);
  threadRoutes(parts);
  searchRoutes(parts);
  auditRoutes(parts);
  figureRoutes(parts);
  viewRoutes(parts);
  workflowRoutes(parts);
  commentRoutes(parts);
  presenceRoutes(parts);

  serveHealth(app, reserve);
  await serveDocs(app, features, config.publicUrl ?? '/');
  await serveWeb(app, config.origin);
  return app;
}
