import type { Listener } from '../../database/listener.ts';
import type { Database } from '../../database/pool.ts';
import { ACCESS_SECONDS, type Sessions } from '../../http/session.ts';
import { findWorkspace, recentlyRevoked } from './auth.sql.ts';

/** As many memberships as are kept at hand; the rest is read again when needed. */
const MOST_MEMBERSHIPS = 10_000;

/**
 * What every request asks first, kept in memory and told of changes by the database: which sessions were revoked while
 * their access tokens are still good, and who works in which workspace.
 */
export function createSessions(database: Database, listener: Listener): Sessions {
  const revoked = new Map<string, number>();
  const workspaces = new Map<number, number>();

  const revoke = (sessionId: string) => {
    const now = Date.now();
    for (const [id, until] of revoked) if (until < now) revoked.delete(id);
    revoked.set(sessionId, now + ACCESS_SECONDS * 1000);
  };

  listener.on('session_revoked', revoke);
  listener.on('membership_changed', (userId) => workspaces.delete(Number(userId)));
  // While nobody listened, anything may have changed.
  listener.onConnect(async () => {
    workspaces.clear();
    for (const { id } of await recentlyRevoked(database, { seconds: ACCESS_SECONDS })) revoke(id);
  });

  async function readWorkspace(userId: number) {
    const [row] = await findWorkspace(database, { userId });
    if (!row) return undefined;
    if (workspaces.size >= MOST_MEMBERSHIPS) workspaces.clear();
    workspaces.set(userId, row.workspace_id);
    return row.workspace_id;
  }

  return {
    isRevoked: (sessionId) => revoked.has(sessionId),
    workspaceOf: (userId) => workspaces.get(userId) ?? readWorkspace(userId),
  };
}
