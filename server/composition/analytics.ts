import type { AppContext } from '../context.ts';
import { budgetRoutes } from '../features/analytics/budget/budget.routes.ts';
import { figuresJobs } from '../features/analytics/figures/figures.jobs.ts';
import { figuresRoutes } from '../features/analytics/figures/figures.routes.ts';
import { overviewRoutes } from '../features/analytics/overview/overview.routes.ts';
import { reportJobs } from '../features/analytics/reports/reports.jobs.ts';
import { reportRoutes } from '../features/analytics/reports/reports.routes.ts';
import { timesRoutes } from '../features/analytics/times/times.routes.ts';
import type { Adapters } from '../features/networks/networks.service.ts';

/** The routes and jobs of the group `analytics`. */
export function serveAnalytics(context: AppContext & { adapters: Adapters }) {
  budgetRoutes(context);
  figuresRoutes(context);
  timesRoutes(context);
  reportRoutes(context);
  overviewRoutes(context);
  figuresJobs(context);
  reportJobs(context);
}
