import type { Clock } from '../../../clock.ts';
import type { Listener } from '../../../database/listener.ts';
import type { Database } from '../../../database/pool.ts';
import { ACCESS_SECONDS, type Membership, type Sessions } from '../../../http/session.ts';
import { listMemberships, recentlyRevoked } from './auth.sql.ts';

/** The size of the cache of memberships; the rest is read when needed. */
const MAX_MEMBERSHIPS = 10_000;

/**
 * A cache of what every request needs, invalidated by notifications of the database: sessions that
 * were revoked while their access tokens are valid, and the memberships of people.
 */
export function createSessions(database: Database, listener: Listener, clock: Clock): Sessions {
  const revoked = new Map<string, number>();
  const memberships = new Map<number, readonly Membership[]>();

  const revoke = (sessionId: string) => {
    const now = clock.now();
    for (const [id, until] of revoked) if (until < now) revoked.delete(id);
    revoked.set(sessionId, now + ACCESS_SECONDS * 1000);
  };

  listener.on('session_revoked', revoke);
  // A read that began before a change may have an old result: it is not cached.
  let changes = 0;
  listener.on('membership_changed', (userId) => {
    changes++;
    memberships.delete(Number(userId));
  });
  // Without a connection, changes were missed.
  listener.onConnect(async () => {
    changes++;
    memberships.clear();
    for (const { id } of await recentlyRevoked(database, { seconds: ACCESS_SECONDS })) revoke(id);
  });

  async function readMemberships(userId: number) {
    const before = changes;
    const rows = await listMemberships(database, { userId });
    if (memberships.size >= MAX_MEMBERSHIPS) memberships.clear();
    if (changes === before) memberships.set(userId, rows);
    return rows;
  }

  return {
    isRevoked: (sessionId) => revoked.has(sessionId),
    membershipsOf: (userId, fresh = false) =>
      (!fresh && memberships.get(userId)) || readMemberships(userId),
  };
}
