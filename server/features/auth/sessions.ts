import type { Listener } from '../../database/listener.ts';
import type { Database } from '../../database/pool.ts';
import { ACCESS_SECONDS, type Membership, type Sessions } from '../../http/session.ts';
import { listMemberships, recentlyRevoked } from './auth.sql.ts';

/** As many memberships as are kept at hand; the rest is read again when needed. */
const MOST_MEMBERSHIPS = 10_000;

/**
 * What every request asks first, kept in memory and told of changes by the database: which sessions were revoked while
 * their access tokens are still good, and who works in which workspaces, and as what.
 */
export function createSessions(database: Database, listener: Listener): Sessions {
  const revoked = new Map<string, number>();
  const memberships = new Map<number, readonly Membership[]>();

  const revoke = (sessionId: string) => {
    const now = Date.now();
    for (const [id, until] of revoked) if (until < now) revoked.delete(id);
    revoked.set(sessionId, now + ACCESS_SECONDS * 1000);
  };

  listener.on('session_revoked', revoke);
  // What was being read when something changed may be what was before it: it is not kept.
  let changes = 0;
  listener.on('membership_changed', (userId) => {
    changes++;
    memberships.delete(Number(userId));
  });
  // While nobody listened, anything may have changed.
  listener.onConnect(async () => {
    changes++;
    memberships.clear();
    for (const { id } of await recentlyRevoked(database, { seconds: ACCESS_SECONDS })) revoke(id);
  });

  async function readMemberships(userId: number) {
    const before = changes;
    const rows = await listMemberships(database, { userId });
    if (memberships.size >= MOST_MEMBERSHIPS) memberships.clear();
    if (changes === before) memberships.set(userId, rows);
    return rows;
  }

  return {
    isRevoked: (sessionId) => revoked.has(sessionId),
    membershipsOf: (userId, anew = false) => (!anew && memberships.get(userId)) || readMemberships(userId),
  };
}
