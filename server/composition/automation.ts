import { eventJobs } from '../features/automation/events/events.jobs.ts';
import { evergreenJobs } from '../features/automation/evergreen/evergreen.jobs.ts';
import { evergreenRoutes } from '../features/automation/evergreen/evergreen.routes.ts';
import { feedJobs } from '../features/automation/feeds/feeds.jobs.ts';
import { feedRoutes } from '../features/automation/feeds/feeds.routes.ts';
import { incomingJobs } from '../features/automation/incoming/incoming.jobs.ts';
import { incomingRoutes } from '../features/automation/incoming/incoming.routes.ts';
import { ruleJobs } from '../features/automation/rules/rules.jobs.ts';
import { ruleRoutes } from '../features/automation/rules/rules.routes.ts';
import { createRuleRunner } from '../features/automation/rules/runner.ts';
import { webhookJobs } from '../features/automation/webhooks/webhooks.jobs.ts';
import { webhookRoutes } from '../features/automation/webhooks/webhooks.routes.ts';

/** The routes and jobs of the group `automation`. Returns what runs rules. */
export function serveAutomation(
  context: Parameters<typeof ruleRoutes>[0] & Parameters<typeof createRuleRunner>[0],
) {
  const runner = createRuleRunner(context);
  eventJobs(context);
  evergreenRoutes(context);
  evergreenJobs(context);
  feedRoutes(context);
  feedJobs(context);
  incomingRoutes(context);
  incomingJobs(context);
  ruleRoutes(context);
  ruleJobs(context, runner);
  webhookRoutes(context);
  webhookJobs(context);
  return runner;
}
