import { assistantJobs } from '../features/assistant/assistant.jobs.ts';
import { assistantRoutes } from '../features/assistant/assistant.routes.ts';

/** The routes and jobs of the group `assistant`. */
export function serveAssistant(context: Parameters<typeof assistantRoutes>[0]) {
  assistantRoutes(context);
  assistantJobs(context);
}
