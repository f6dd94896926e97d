import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import type { Adapters } from '../features/networks/networks.service.ts';
import { additionRoutes } from '../features/publishing/additions/additions.routes.ts';
import { calendarRoutes } from '../features/publishing/calendar/calendar.routes.ts';
import { channelJobs } from '../features/publishing/channels/channels.jobs.ts';
import { channelRoutes } from '../features/publishing/channels/channels.routes.ts';
import { servePictures } from '../features/publishing/channels/pictures.routes.ts';
import { compositePostRoutes } from '../features/publishing/composite-posts/composite-posts.routes.ts';
import { connectionRoutes } from '../features/publishing/connections/connections.routes.ts';
import { endingRoutes } from '../features/publishing/endings/endings.routes.ts';
import { linkJobs } from '../features/publishing/links/links.jobs.ts';
import { linkRoutes } from '../features/publishing/links/links.routes.ts';
import { mentionSearchRoutes } from '../features/publishing/mention-search/mention-search.routes.ts';
import { pauseRoutes } from '../features/publishing/pause/pause.routes.ts';
import { publicationRoutes } from '../features/publishing/publications/publications.routes.ts';
import { scheduleJobs } from '../features/publishing/schedule/schedule.jobs.ts';
import { scheduleRoutes } from '../features/publishing/schedule/schedule.routes.ts';
import { siteVisitRoutes } from '../features/publishing/site-visits/site-visits.routes.ts';
import type { Storage } from '../storage/storage.ts';

/** The routes and jobs of the group `publishing`, but for its worker. */
export function servePublishing(
  app: FastifyInstance,
  context: AppContext & { adapters: Adapters; storage: Storage },
) {
  channelRoutes(context);
  servePictures(app, context);
  connectionRoutes(context);
  mentionSearchRoutes(context);
  additionRoutes(context);
  endingRoutes(context);
  publicationRoutes(context);
  scheduleRoutes(context);
  compositePostRoutes(context);
  pauseRoutes(context);
  linkRoutes(context);
  siteVisitRoutes(context);
  calendarRoutes(context);
  channelJobs(context);
  linkJobs(context);
  scheduleJobs(context);
}
