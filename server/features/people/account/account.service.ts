import type { z } from 'zod';
import type { Profile } from '#contract/core/forms.ts';
import type { Access } from '#contract/people/access.ts';
import type { AccountDeletion, PasswordChange } from '#contract/people/account.ts';
import type { Person } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../../errors.ts';
import { changesBetween, record } from '../../core/audit/audit.service.ts';
import * as auth from '../../core/auth/auth.service.ts';
import { mailNotice } from '../../core/notices/notices.service.ts';
import { hashPassword, requireUncommon } from '../../core/passwords/passwords.service.ts';
import {
  type AccessContext,
  endAccess,
  isSignedIn,
  listAccess,
  settleAccess,
  toldOf,
} from '../access/access.service.ts';
import { awaitProof, countNewAddress } from '../addresses/addresses.service.ts';
import { eraseAccount } from './account.jobs.ts';
import * as sql from './account.sql.ts';

type Context = Pick<AppContext, 'database' | 'live' | 'jobs' | 'limits'> & AccessContext;

/** More than anybody needs, and few enough for the mailbox that is notified of each. */
const CHANGES = { attempts: 5, seconds: 60 * 60 };
/** So many are listed: a program that signs in again and again has more. */
const SESSIONS = 100;

/**
 * The account of the caller, locked. The password was checked before: whoever has taken the account
 * back since has ended the session with which it was.
 * @throws AppError 401
 */
async function lockOwn(tx: Executor, { userId, sessionId }: Person) {
  const account = await auth.lockAccount(tx, userId);
  if (await isSignedIn(tx, sessionId)) return account;
  throw new AppError('not_authenticated', 401, 'Your session has ended. Please log in again.');
}

/**
 * Changing the address needs the password, and takes effect once the new address is verified.
 * Whether the address is taken is disclosed to its mailbox alone.
 * @throws AppError 400 where the address cannot be verified, or changes without the right password;
 * 429
 */
export async function updateProfile(
  context: Context,
  person: Person,
  body: z.output<typeof Profile>,
) {
  const { database, jobs, limits } = context;
  const { userId } = person;
  const read = await auth.findAccount(database, userId);
  const isSame = body.email?.toLowerCase() === read.email?.toLowerCase();
  const moving = isSame ? undefined : body.email;
  if (moving !== undefined) {
    if (read.email === null)
      throw invalid({
        email: ['An account created with X gets its first email address through an emailed link.'],
      });
    await auth.requirePassword(
      { database, limits },
      person,
      body.current_password,
      'current_password',
    );
    await countNewAddress(limits, userId, moving);
  }
  return transaction(context, async (tx) => {
    const before = await lockOwn(tx, person);
    if (moving !== undefined) await awaitProof(tx, jobs, { userId, email: moving });
    // Compared with the address that is stored now. One that differs only in case needs no
    // verification.
    const email =
      body.email?.toLowerCase() === before.email?.toLowerCase() ? body.email : before.email;
    const [user] = await sql.updateUser(tx, { id: userId, name: body.name, email: email ?? null });
    if (!user) throw notFound('account', userId);
    const changes = changesBetween({ ...before }, { ...user }, ['name', 'email', 'pending_email']);
    await record(tx, person, { action: 'profile', objectType: 'user', objectId: userId, changes });
    return user;
  });
}

/**
 * Ends all other sessions.
 * @throws AppError 400 where the present password is wrong or the new one common; 429
 */
export async function changePassword(
  context: Context,
  person: Person,
  body: z.output<typeof PasswordChange>,
) {
  const { jobs, limits } = context;
  await auth.requirePassword(context, person, body.current_password, 'current_password');
  await limits.count(`password-change:account:${person.userId}`, CHANGES);
  await requireUncommon(body.new_password, 'new_password');
  const passwordHash = await hashPassword(limits, person.ip, body.new_password);
  await transaction(context, async (tx) => {
    await lockOwn(tx, person);
    await auth.setPassword(
      tx,
      { ...person, passwordHash, except: person.sessionId },
      'password_change',
    );
    const access = body.end_access
      ? await endOwnAccess(context, tx, person)
      : { ended: [], left: await listAccess(context, tx, person.userId, null) };
    await mailNotice(
      tx,
      jobs,
      await auth.findAccount(tx, person.userId),
      'password',
      toldOf(access),
    );
  });
}

const endOwnAccess = (context: Context, tx: Transaction, { userId, ip }: Person) =>
  endAccess(context, tx, { person: userId, ip }, 'all');

/** What acts for the caller without their session. */
export async function listOwnAccess(context: Context, { userId }: Person): Promise<Access[]> {
  return listAccess(context, context.database, userId, null);
}

/** Ends it, also from a page that was left open: nothing of it is asked for again. */
export async function endAllAccess(context: Context, person: Person): Promise<void> {
  await transaction(context, (tx) => endOwnAccess(context, tx, person));
}

export async function listSessions({ database }: Context, { userId, sessionId }: Person) {
  const sessions = await sql.listSessions(database, { userId, sessionId, limit: SESSIONS });
  return sessions.map((session) => ({ ...session, current: session.id === sessionId }));
}

/**
 * Closes the account: nobody can sign in any more, and a job erases it.
 * @throws AppError 400, also for the owner of a workspace with other members; 429
 */
export async function deleteAccount(
  context: Context,
  person: Person,
  { password }: z.output<typeof AccountDeletion>,
) {
  await auth.requirePassword(context, person, password, 'password');
  await transaction(context, async (tx) => {
    await sql.lockWorkspaces(tx, { id: person.userId });
    const [shared] = await sql.sharedWorkspaces(tx, { id: person.userId });
    if (shared)
      throw invalid({
        non_field_errors: [
          `You own '${shared.name}', which has other members: transfer the ownership to one of them, or remove them, first.`,
        ],
      });
    const account = await lockOwn(tx, person);
    for (const { workspace, owner } of await sql.workspacesOf(tx, { id: person.userId }))
      await settleAccess(
        context,
        tx,
        { ...person, workspaceId: workspace },
        { person: person.userId, role: null, to: owner },
      );
    await sql.closeUser(tx, { id: person.userId });
    await mailNotice(tx, context.jobs, account, 'closed');
    await auth.endAllSessions(tx, person.userId);
    await record(tx, person, { action: 'close', objectType: 'user', objectId: person.userId });
    await context.jobs.enqueue(tx, eraseAccount, { userId: person.userId });
  });
}

/** @throws AppError 404 where this person has no such session */
export async function endSession(context: Context, { userId }: Person, id: string): Promise<void> {
  await transaction(context, async (tx) => {
    if (!(await auth.endSession(tx, userId, id))) throw notFound('session', id);
  });
}

export async function endOtherSessions(
  context: Context,
  { userId, sessionId }: Person,
): Promise<void> {
  await transaction(context, (tx) => auth.endAllSessions(tx, userId, sessionId));
}

/** Erases closed accounts whose job has failed: none is kept. */
export async function eraseForgotten({
  database,
  jobs,
}: Pick<Context, 'database' | 'jobs'>): Promise<void> {
  for (const { id } of await sql.closedUsers(database, {}))
    await jobs.enqueue(database, eraseAccount, { userId: id });
}
