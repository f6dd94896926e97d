import type { z } from 'zod';
import type { AccountDeletion, PasswordChange, Profile } from '#contract/account.ts';
import { transaction } from '../../database/transaction.ts';
import { notFound } from '../../errors.ts';
import type { Person } from '../../http/session.ts';
import { job } from '../../jobs/jobs.ts';
import type { Parts as AllParts } from '../../parts.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import * as auth from '../auth/auth.service.ts';
import * as sql from './account.sql.ts';

type Parts = Pick<AllParts, 'database' | 'jobs' | 'limits'>;

/** Erases a closed account with all that is its own. */
export const eraseAccount = job<{ userId: number }>('account.erase', {
  retryLimit: 1000,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 3600,
  heartbeatSeconds: 60,
});

/** @throws AppError 400 where the address is taken, or changes without the right password; 429 */
export async function updateProfile({ database, limits }: Parts, person: Person, body: z.output<typeof Profile>) {
  const before = await auth.findAccount(database, person.userId);
  const after = { name: body.name, email: body.email ?? before.email };
  // Who signed up with X has no password to ask for, and needs an address to get one.
  if (after.email !== before.email && before.email !== null)
    await auth.requirePassword({ database, limits }, person, body.current_password, 'current_password');
  return transaction(database, async (tx) => {
    const [user] = await sql.updateUser(tx, { id: person.userId, ...after }).catch(auth.explainTaken);
    if (!user) throw notFound('account', person.userId);
    const changes = changesBetween({ name: before.name, email: before.email }, after, ['name', 'email']);
    await record(tx, person, { action: 'profile', objectType: 'user', objectId: user.id, changes });
    return user;
  });
}

/** Ends all other sessions. @throws AppError 400 where the present password is wrong; 429 */
export async function changePassword(parts: Parts, person: Person, body: z.output<typeof PasswordChange>) {
  await auth.requirePassword(parts, person, body.current_password, 'current_password');
  const passwordHash = await auth.hashPassword(body.new_password);
  await transaction(parts.database, (tx) =>
    auth.setPassword(tx, { ...person, passwordHash, except: person.sessionId }, 'password_change'),
  );
}

export async function listSessions({ database }: Parts, { userId, sessionId }: Person) {
  const sessions = await sql.listSessions(database, { userId });
  return sessions.map((session) => ({ ...session, current: session.id === sessionId }));
}

/** Closes the account at once: nobody signs in any more, and a job erases it. @throws AppError 400, 429 */
export async function deleteAccount(parts: Parts, person: Person, { password }: z.output<typeof AccountDeletion>) {
  await auth.requirePassword(parts, person, password, 'password');
  await transaction(parts.database, async (tx) => {
    await sql.closeUser(tx, { id: person.userId });
    await auth.endAllSessions(tx, person.userId);
    await record(tx, person, { action: 'close', objectType: 'user', objectId: person.userId });
    await parts.jobs.enqueue(tx, eraseAccount, { userId: person.userId });
  });
}

/** What belongs to the person alone goes; what they wrote in a workspace of several stays there, without their name. */
export async function erase({ database }: Parts, userId: number): Promise<void> {
  await transaction(database, async (tx) => {
    const sole = (await sql.soleWorkspaces(tx, { id: userId })).map(({ workspace_id }) => workspace_id);
    const [gone] = await sql.deleteUser(tx, { id: userId });
    if (!gone) return;
    await sql.deleteWorkspaces(tx, { workspaces: sole });
    await sql.forgetPerson(tx, { id: userId, workspaces: sole });
  });
}

/** @throws AppError 404 where this person has no such session */
export async function endSession({ database }: Parts, person: Person, id: string): Promise<void> {
  if (!(await auth.endSession(database, person.userId, id))) throw notFound('session', id);
}

export async function endOtherSessions({ database }: Parts, { userId, sessionId }: Person): Promise<void> {
  await auth.endAllSessions(database, userId, sessionId);
}
