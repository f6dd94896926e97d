import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { appJobs } from '../features/people/apps/apps.jobs.ts';
import { appRoutes } from '../features/people/apps/apps.routes.ts';
import { serveOAuth } from '../features/people/apps/oauth.routes.ts';
import { keyJobs } from '../features/people/keys/keys.jobs.ts';
import { keyRoutes } from '../features/people/keys/keys.routes.ts';
import type { Quotas } from '../http/limits/quotas.ts';

/** What programs work with: keys, and apps that people let in. */
export function serveKeysAndApps(
  app: FastifyInstance,
  {
    quotas,
    reserved,
    ...context
  }: AppContext & {
    quotas: Quotas;
    /** What signing in uses: it never waits for content. */
    reserved: AppContext;
  },
) {
  keyRoutes(context, quotas);
  keyJobs(context);
  appRoutes(context);
  serveOAuth(app, reserved);
  appJobs(context);
}
