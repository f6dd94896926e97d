import type { AppContext } from '../../../context.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { job } from '../../../jobs/jobs.ts';
import * as sql from './account.sql.ts';

/** Erases a closed account and its data. */
export const eraseAccount = job<{ userId: number }>('account.erase', {
  retryLimit: 1000,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 3600,
  heartbeatSeconds: 60,
  // Longer than all retries, and than a server that is off for weeks.
  retentionSeconds: 90 * 24 * 3600,
});

/**
 * Erases what belongs to the person alone. What they wrote in a shared workspace stays, without
 * their name.
 */
async function erase(context: Transactional, userId: number): Promise<void> {
  await transaction(context, async (tx) => {
    // Locked, so that the last of several members who leave at the same time takes the workspace
    // along.
    await sql.lockWorkspaces(tx, { id: userId });
    // Somebody may have joined since the account was closed.
    const shared = (await sql.sharedWorkspaces(tx, { id: userId })).map(({ id }) => id);
    const sole = (await sql.soleWorkspaces(tx, { id: userId })).map(
      ({ workspace_id }) => workspace_id,
    );
    const [gone] = await sql.deleteUser(tx, { id: userId });
    if (!gone) return;
    await sql.promoteNewOwners(tx, { workspaces: shared });
    await sql.deleteServices(tx, { workspaces: sole });
    await sql.deleteWorkspaces(tx, { workspaces: sole });
    await sql.forgetPerson(tx, { id: userId, workspaces: sole });
    if (gone.email) await sql.forgetInvitations(tx, { email: gone.email });
  });
}

export function accountJobs({
  background,
  live,
  jobs,
}: Pick<AppContext, 'background' | 'live' | 'jobs'>) {
  jobs.handle(eraseAccount, ({ userId }) => erase({ database: background, live }, userId));
}
