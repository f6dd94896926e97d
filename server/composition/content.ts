import type { AppContext } from '../context.ts';
import { assignmentRoutes } from '../features/content/assignments/assignments.routes.ts';
import { bulkRoutes } from '../features/content/bulk/bulk.routes.ts';
import { commentRoutes } from '../features/content/comments/comments.routes.ts';
import { folderRoutes } from '../features/content/folders/folders.routes.ts';
import { historyRoutes } from '../features/content/history/history.routes.ts';
import { itemRoutes } from '../features/content/items/items.routes.ts';
import { liveRoutes } from '../features/content/live/live.routes.ts';
import { mentionedRoutes } from '../features/content/mentioned/mentioned.routes.ts';
import { patternFileRoutes } from '../features/content/pattern-files/pattern-files.routes.ts';
import { presenceRoutes } from '../features/content/presence/presence.routes.ts';
import { searchRoutes } from '../features/content/search/search.routes.ts';
import { snippetRoutes } from '../features/content/snippets/snippets.routes.ts';
import { templateRoutes } from '../features/content/templates/templates.routes.ts';
import { threadRoutes } from '../features/content/threads/threads.routes.ts';
import { trashRoutes } from '../features/content/trash/trash.routes.ts';
import { viewRoutes } from '../features/content/views/views.routes.ts';

/** The routes of the group `content`. */
export function serveContent(context: AppContext) {
  liveRoutes(context);
  folderRoutes(context);
  itemRoutes(context);
  trashRoutes(context);
  bulkRoutes(context);
  historyRoutes(context);
  snippetRoutes(context);
  templateRoutes(context);
  patternFileRoutes(context);
  mentionedRoutes(context);
  threadRoutes(context);
  searchRoutes(context);
  viewRoutes(context);
  assignmentRoutes(context);
  commentRoutes(context);
  presenceRoutes(context);
}
