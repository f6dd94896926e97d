import type { z } from 'zod';
import type { AccountDeletion, PasswordChange, Profile } from '#contract/account.ts';
import type { Database } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { invalid, notFound } from '../../errors.ts';
import type { Person } from '../../http/session.ts';
import { job } from '../../jobs/jobs.ts';
import type { Parts as AllParts } from '../../parts.ts';
import { awaitProof, countNewAddress } from '../addresses/addresses.service.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import * as auth from '../auth/auth.service.ts';
import { mailNotice } from '../auth/notices.service.ts';
import { hashPassword, requireUncommon } from '../auth/passwords.service.ts';
import { revokeInvitationsOf } from '../members/members.service.ts';
import * as sql from './account.sql.ts';

type Parts = Pick<AllParts, 'database' | 'jobs' | 'limits'>;

/** More than anybody needs, and few enough for a mailbox that is told of each. */
const CHANGES = { attempts: 5, seconds: 60 * 60 };

/** Erases a closed account with all that is its own. */
export const eraseAccount = job<{ userId: number }>('account.erase', {
  retryLimit: 1000,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 3600,
  heartbeatSeconds: 60,
  // Beyond all retries, and beyond a server that is off for weeks.
  retentionSeconds: 90 * 24 * 3600,
});

/**
 * Another address needs the password, and counts once it is proved. Whether somebody has it already is said nowhere but in
 * its own mailbox.
 * @throws AppError 400 where the address cannot be proved, or changes without the right password; 429
 */
export async function updateProfile({ database, jobs, limits }: Parts, person: Person, body: z.output<typeof Profile>) {
  const { userId } = person;
  const read = await auth.findAccount(database, userId);
  const isSame = body.email?.toLowerCase() === read.email?.toLowerCase();
  const moving = isSame ? undefined : body.email;
  if (moving !== undefined) {
    if (read.email === null)
      throw invalid({ email: ['An account of X gets its first address by a link that is mailed to it.'] });
    await auth.requirePassword({ database, limits }, person, body.current_password, 'current_password');
    await countNewAddress(limits, userId, moving);
  }
  return transaction(database, async (tx) => {
    const before = await auth.lockAccount(tx, userId);
    if (moving !== undefined) await awaitProof(tx, jobs, { userId, email: moving });
    // The same address in other letters is as good as before; the same as the one that is there now, and not as one that was read.
    const email = body.email?.toLowerCase() === before.email?.toLowerCase() ? body.email : before.email;
    const [user] = await sql.updateUser(tx, { id: userId, name: body.name, email: email ?? null });
    if (!user) throw notFound('account', userId);
    const changes = changesBetween({ ...before }, { ...user }, ['name', 'email', 'pending_email']);
    await record(tx, person, { action: 'profile', objectType: 'user', objectId: userId, changes });
    return user;
  });
}

/** Ends all other sessions. @throws AppError 400 where the present password is wrong or the new one common; 429 */
export async function changePassword(parts: Parts, person: Person, body: z.output<typeof PasswordChange>) {
  const { database, jobs, limits } = parts;
  await auth.requirePassword(parts, person, body.current_password, 'current_password');
  await limits.count(`password-change:account:${person.userId}`, CHANGES);
  requireUncommon(body.new_password, 'new_password');
  const passwordHash = await hashPassword(limits, person.ip, body.new_password);
  await transaction(database, async (tx) => {
    await auth.setPassword(tx, { ...person, passwordHash, except: person.sessionId }, 'password_change');
    await mailNotice(tx, jobs, await auth.findAccount(tx, person.userId), 'password');
  });
}

export async function listSessions({ database }: Parts, { userId, sessionId }: Person) {
  const sessions = await sql.listSessions(database, { userId });
  return sessions.map((session) => ({ ...session, current: session.id === sessionId }));
}

/**
 * Closes the account at once: nobody signs in any more, and a job erases it.
 * @throws AppError 400, also for whoever owns what others work in; 429
 */
export async function deleteAccount(parts: Parts, person: Person, { password }: z.output<typeof AccountDeletion>) {
  await auth.requirePassword(parts, person, password, 'password');
  await transaction(parts.database, async (tx) => {
    await sql.lockWorkspaces(tx, { id: person.userId });
    const [shared] = await sql.sharedWorkspaces(tx, { id: person.userId });
    if (shared)
      throw invalid({ non_field_errors: [`You own '${shared.name}', where others work: hand it over first.`] });
    const account = await auth.findAccount(tx, person.userId);
    await sql.closeUser(tx, { id: person.userId });
    await revokeInvitationsOf(tx, person.userId);
    await mailNotice(tx, parts.jobs, account, 'closed');
    await auth.endAllSessions(tx, person.userId);
    await record(tx, person, { action: 'close', objectType: 'user', objectId: person.userId });
    await parts.jobs.enqueue(tx, eraseAccount, { userId: person.userId });
  });
}

/** What belongs to the person alone goes; what they wrote in a workspace of several stays there, without their name. */
export async function erase(background: Database, userId: number): Promise<void> {
  await transaction(background, async (tx) => {
    // Two who leave one workspace at once do so one after the other, and the last takes it along.
    await sql.lockWorkspaces(tx, { id: userId });
    // Somebody may have joined since the account was closed.
    const shared = (await sql.sharedWorkspaces(tx, { id: userId })).map(({ id }) => id);
    const sole = (await sql.soleWorkspaces(tx, { id: userId })).map(({ workspace_id }) => workspace_id);
    const [gone] = await sql.deleteUser(tx, { id: userId });
    if (!gone) return;
    await sql.findHeirs(tx, { workspaces: shared });
    await sql.deleteWorkspaces(tx, { workspaces: sole });
    await sql.forgetPerson(tx, { id: userId, workspaces: sole });
    if (gone.email) await sql.forgetInvitations(tx, { email: gone.email });
  });
}

/** @throws AppError 404 where this person has no such session */
export async function endSession({ database }: Parts, person: Person, id: string): Promise<void> {
  if (!(await auth.endSession(database, person.userId, id))) throw notFound('session', id);
}

export async function endOtherSessions({ database }: Parts, { userId, sessionId }: Person): Promise<void> {
  await auth.endAllSessions(database, userId, sessionId);
}

/** Erases what a job did not come to erase: nothing that was closed is kept. */
export async function eraseForgotten({ database, jobs }: Pick<Parts, 'database' | 'jobs'>): Promise<void> {
  for (const { id } of await sql.closedUsers(database, {})) await jobs.enqueue(database, eraseAccount, { userId: id });
}
