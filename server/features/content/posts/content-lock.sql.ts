import { sql } from 'kysely';
import type { Bind } from '../../../database/statement.ts';

/**
 * The key of the advisory lock of all posts, items and folders of a workspace. The trigger that keeps
 * folders a tree takes the same lock (migration 0002), so that its name stays that of folders.
 */
export const contentLock = (bind: Bind<{ workspaceId: number }>) =>
  sql<number>`hashtextextended('folders', ${bind('workspaceId', 'bigint')})`;
