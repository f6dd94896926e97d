import { feedJobs } from './features/automation/feeds/feeds.jobs.ts';
import { feedRoutes } from './features/automation/feeds/feeds.routes.ts';

/** The routes and jobs of the group `automation`. */
export function serveAutomation(context: Parameters<typeof feedRoutes>[0]) {
  feedRoutes(context);
  feedJobs(context);
}
