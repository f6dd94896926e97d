import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import { features } from '#contract/endpoints.ts';
import type { Clock } from './clock.ts';
import { ACCESS } from './composition/access.ts';
import { serveAnalytics } from './composition/analytics.ts';
import { serveAssistant } from './composition/assistant.ts';
import { serveAutomation } from './composition/automation.ts';
import { serveContent } from './composition/content.ts';
import { serveKeysAndApps } from './composition/keys-and-apps.ts';
import { servePublishing } from './composition/publishing.ts';
import { createRequestAuth } from './composition/request-auth.ts';
import { runWorkers } from './composition/workers.ts';
import type { Config } from './config/config.ts';
import type { AppContext } from './context.ts';
import type { Installation } from './database/installation.ts';
import type { Listener } from './database/listener.ts';
import { migrationNames } from './database/migrate.ts';
import type { Databases } from './database/pool.ts';
import { listRepeated } from './features/automation/evergreen/evergreen.service.ts';
import { folderJobs } from './features/content/folders/folders.jobs.ts';
import { lockContent } from './features/content/posts/posts.service.ts';
import { searchJobs } from './features/content/search/search.jobs.ts';
import { auditJobs } from './features/core/audit/audit.jobs.ts';
import { auditRoutes } from './features/core/audit/audit.routes.ts';
import { authRoutes } from './features/core/auth/auth.routes.ts';
import { createSessions } from './features/core/auth/sessions.ts';
import { installationRoutes } from './features/core/installation/installation.routes.ts';
import { createMailer } from './features/core/mail/mail.service.ts';
import { noticeJobs } from './features/core/notices/notices.jobs.ts';
import { mediaJobs } from './features/media/media.jobs.ts';
import { mediaRoutes } from './features/media/media.routes.ts';
import { createFileLinks, createMediaSource } from './features/media/media.service.ts';
import { createAdapters, versionsOf } from './features/networks/networks.service.ts';
import { backupJobs } from './features/operations/backup/backup.jobs.ts';
import { maintenanceJobs } from './features/operations/maintenance/maintenance.jobs.ts';
import { accountJobs } from './features/people/account/account.jobs.ts';
import { accountRoutes } from './features/people/account/account.routes.ts';
import { addressJobs } from './features/people/addresses/addresses.jobs.ts';
import { addressRoutes } from './features/people/addresses/addresses.routes.ts';
import { contactJobs } from './features/people/contact/contact.jobs.ts';
import { contactRoutes } from './features/people/contact/contact.routes.ts';
import { invitationJobs } from './features/people/invitations/invitations.jobs.ts';
import { invitationRoutes } from './features/people/invitations/invitations.routes.ts';
import { memberRoutes } from './features/people/members/members.routes.ts';
import type { FollowZone } from './features/people/members/members.service.ts';
import { notificationJobs } from './features/people/notifications/notifications.jobs.ts';
import {
  notificationRoutes,
  serveOneClick,
} from './features/people/notifications/notifications.routes.ts';
import { recoveryJobs } from './features/people/recovery/recovery.jobs.ts';
import { recoveryRoutes } from './features/people/recovery/recovery.routes.ts';
import { registrationRoutes } from './features/people/registration/registration.routes.ts';
import { socialJobs } from './features/people/social/social.jobs.ts';
import { socialRoutes } from './features/people/social/social.routes.ts';
import { serveLinks } from './features/publishing/links/redirect.routes.ts';
import { followZone } from './features/publishing/schedule/queue.service.ts';
import { serveSite } from './features/publishing/site-visits/script.routes.ts';
import { statisticsRoutes } from './features/publishing/statistics/statistics.routes.ts';
import { workerJobs } from './features/publishing/worker/worker.jobs.ts';
import { endApprovalsOf } from './features/publishing/workflow/ended-approvals.ts';
import { workflowRoutes } from './features/publishing/workflow/workflow.routes.ts';
import { withoutBasePath } from './http/base-path.ts';
import { readJsonBodies } from './http/body/body.ts';
import { limitBodies } from './http/body/body-room.ts';
import { drainUnreadBodies } from './http/body/unread-bodies.ts';
import { serveDocs } from './http/docs.ts';
import { createBind } from './http/endpoint.ts';
import { createErrorWriter } from './http/errors.ts';
import {
  refuseMalformed,
  refuseTransferCodings,
  securityHeaders,
  sendCompressed,
  sendHeaders,
  sendHeads,
  sendUnchanged,
} from './http/headers.ts';
import { createDisk, serveHealth } from './http/health.ts';
import { createUnderWay } from './http/limits/under-way.ts';
import { logRequests, requestIds } from './http/log.ts';
import { createOutgoing } from './http/outgoing/outgoing.ts';
import { createTokens } from './http/session.ts';
import { endUnreadResponses, endUnusedConnections } from './http/unused-connections.ts';
import { serveWeb } from './http/web.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { QuietLog } from './lib/quiet-log.ts';
import { createLive } from './live/live.ts';
import { serveMcp } from './mcp/mcp.ts';
import { commandLine } from './root.ts';
import { createSecrets } from './secrets.ts';
import { createStorage } from './storage/create.ts';
import { claimFiles, owned } from './storage/owner.ts';

/** The `User-Agent` of calls to other servers. */
const USER_AGENT = 'Postfolio/0.1';

const AT_REST = `this installation is at rest, because it was restored from a backup: it publishes, mails and deletes nothing until it takes over. Stop the original, and run '${commandLine('take-over')}'`;

/** Creates the application with every feature. It does not listen yet. */
export async function createApp({
  config,
  clock,
  databases,
  listener,
  installation,
  jobs,
  logger,
  report,
  isEnding,
  still = false,
  wakes = true,
}: {
  config: Config;
  clock: Clock;
  databases: Databases;
  listener: Listener;
  installation: Installation;
  jobs: Jobs;
  logger: FastifyBaseLogger;
  /** Logs each kind of failure at most once a second. */
  report: QuietLog;
  /** Whether the process has been told to end: it serves on for a while. */
  isEnding: () => boolean;
  /** Nothing happens but what requests do, for tests of these. */
  still?: boolean;
  /** What happens starts rules at once; else their job does. */
  wakes?: boolean;
}) {
  const { database, searching, reserve, background } = databases;
  const disk = createDisk(reserve, [database, searching, reserve, background], async () => {
    if (files.isFolder && !installation.atRest()) await files.check();
  });
  const writeError = createErrorWriter(report, disk.onError);
  const headers = securityHeaders(config.origin);
  const app = fastify({
    loggerInstance: logger,
    // Requests are logged in http/log.ts, one line each.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    // A child logger for each request would cost more than its log line, which names the request
    // anyway.
    childLoggerFactory: (parent) => parent,
    trustProxy: config.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    requestTimeout: 60_000,
    // Ends connections whose client reads nothing: their responses are buffered in memory.
    connectionTimeout: 60_000,
    // What arrives on open connections while it ends is answered like anything else.
    return503OnClosing: false,
    clientErrorHandler: refuseMalformed(headers),
    // Below the path of PUBLIC_URL, and without it: a proxy may take it off, and health checks ask
    // the process itself.
    rewriteUrl: ({ url = '/' }) => withoutBasePath(url, config.basePath),
    // Search queries are in the URL, and can be as long as a clipboard.
    http: { maxHeaderSize: 128 * 1024 },
    // Errors of the router, before a handler is chosen.
    frameworkErrors: (error, request, reply) => writeError(error, request, reply.headers(headers)),
  });
  serveSite(app, { config, clock, database, background, report });
  serveLinks(app, { config, clock, database, background, listener, report });
  sendHeaders(app, headers);
  refuseTransferCodings(app);
  sendHeads(app);
  sendUnchanged(app);
  sendCompressed(app);
  logRequests(app);
  endUnusedConnections(app);
  endUnreadResponses(app);
  readJsonBodies(app);
  drainUnreadBodies(app);
  app.setErrorHandler(writeError);

  const secrets = createSecrets(config.secret, config.previousSecret);
  const tokens = createTokens(secrets, clock);
  const live = createLive(reserve, listener, report, config.rateLimitFactor, clock);
  // Event streams end before the server waits for requests in flight.
  app.addHook('preClose', live.close);
  const sessions = createSessions(reserve, listener, clock);
  const outgoing = createOutgoing({
    userAgent: USER_AGENT,
    allowPrivate: config.allowPrivateNetworks,
  });
  app.addHook('onClose', outgoing.close);
  const underWay = createUnderWay(config.rateLimitFactor);
  limitBodies(app, underWay, config.rateLimitFactor);
  const callers = createRequestAuth(
    { database, reserve, clock, secrets, origin: config.origin, factor: config.rateLimitFactor },
    { tokens, sessions },
  );
  const { bind, callWithin } = createBind(app, {
    ...callers,
    underWay,
    database,
    basePath: config.basePath,
    declared: Object.values(features).flat(),
  });
  const context: AppContext = {
    config,
    clock,
    secrets,
    installation,
    database,
    searching,
    background,
    tokens,
    limits: callers.limits,
    bind,
    live,
    jobs,
    sendMail: createMailer(config, logger),
    outgoing,
    access: ACCESS,
    log: logger,
  };

  // Signing in never waits for connections that content uses.
  const reservedContext: AppContext = { ...context, database: reserve };
  authRoutes(reservedContext);
  registrationRoutes(reservedContext);
  socialRoutes(app, reservedContext);
  recoveryRoutes(reservedContext);
  accountRoutes(reservedContext);
  addressRoutes(reservedContext);
  contactRoutes(context);
  const inZone: FollowZone = (tx, person, zone) => followZone(tx, person, zone, clock.now());
  memberRoutes(context, inZone, {
    lock: lockContent,
    end: (tx, actor, member) => endApprovalsOf(tx, actor, member, listRepeated),
  });
  invitationRoutes(context);
  serveKeysAndApps(app, { ...context, ...callers, reserved: reservedContext });
  notificationRoutes(context);
  serveOneClick(app, context);
  serveContent(context);
  auditRoutes(context);
  statisticsRoutes(context);
  workflowRoutes(context);
  const files = createStorage(config, { clock, outgoing });
  const rest = installation.atRest();
  if (rest) logger.warn(rest, AT_REST);
  else {
    // Before anybody sends something: better one line at the start.
    await files.check();
    await claimFiles(background, files, { isShared: config.databaseUrl !== undefined });
  }
  const storage = owned(files, installation);
  installationRoutes({ ...context, files });
  mediaRoutes(app, { ...context, storage });
  const links = createFileLinks({ ...context, storage, database: background });
  const adapters = createAdapters({ ...context, links });
  servePublishing(app, { ...context, adapters, storage });
  serveAnalytics({ ...context, adapters });

  const openMedia = createMediaSource({ database: background, storage, links });
  serveAssistant({ ...context, adapters, openMedia });
  const rules = serveAutomation({ ...context, storage, adapters, openMedia, report });

  accountJobs(context);
  addressJobs(reservedContext);
  auditJobs(context);
  backupJobs(context);
  contactJobs(context);
  folderJobs(context);
  invitationJobs(context);
  mediaJobs({ ...context, storage });
  noticeJobs(context);
  notificationJobs(context);
  recoveryJobs(reservedContext);
  searchJobs(context);
  socialJobs(reservedContext);
  maintenanceJobs(context);
  serveMcp(app, { ...context, ...callers, database: reserve, underWay, callWithin, report });
  const publishing = { ...context, adapters, openMedia, report };
  app.addHook('preClose', workerJobs(publishing));

  const publisher = runWorkers(app, publishing, { still, rules: wakes ? [rules] : [] });

  serveHealth(app, {
    database: reserve,
    installation,
    versions: versionsOf(adapters),
    disk,
    migrations: await migrationNames(),
    worker: publisher,
    isEnding,
  });
  await serveDocs(app, features, config);
  await serveWeb(app, config);
  return app;
}
