import { evergreenJobs } from './features/automation/evergreen/evergreen.jobs.ts';
import { evergreenRoutes } from './features/automation/evergreen/evergreen.routes.ts';
import { feedJobs } from './features/automation/feeds/feeds.jobs.ts';
import { feedRoutes } from './features/automation/feeds/feeds.routes.ts';

/** The routes and jobs of the group `automation`. */
export function serveAutomation(context: Parameters<typeof feedRoutes>[0]) {
  evergreenRoutes(context);
  evergreenJobs(context);
  feedRoutes(context);
  feedJobs(context);
}
