import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { z } from 'zod';
import type { User } from '#contract/core/auth.ts';
import type { Login } from '#contract/core/forms.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { transaction } from '../../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../../errors.ts';
import { networkOf } from '../../../http/client-ip.ts';
import type { Tokens } from '../../../http/session.ts';
import { record } from '../audit/audit.service.ts';
import { verifyPassword } from '../passwords/passwords.service.ts';
import {
  distrustEnded,
  findFreshSession,
  findPasswordHash,
  findSession,
  findUser,
  findUserByEmail,
  insertSession,
  insertUserWithWorkspace,
  listMemberships,
  lockTrusted,
  lockUser,
  removeAddressLinks,
  removeResets,
  revokeSession,
  revokeSessionById,
  revokeSessions,
  setPasswordHash,
  shareAccount,
  touchSession,
} from './auth.sql.ts';
import { addressHash, digest } from './hashes.ts';

const REFRESH_DAYS = 30;
const MINUTE = 60;
/** The error codes of a write on a standby. */
const READ_ONLY = '25006';
/** How long a sign-in with X counts instead of the password that such an account lacks. */
const FRESH_MINUTES = 15;
/** Guesses at one password from one network: someone elsewhere cannot lock the owner out. */
const LOGIN_BY_ACCOUNT = { attempts: 10, seconds: 15 * MINUTE };
/** Guesses at one password from all networks together. */
const LOGIN_BY_ACCOUNT_ALONE = { attempts: 100, seconds: 60 * MINUTE };
const LOGIN_BY_ADDRESS = { attempts: 50, seconds: 15 * MINUTE };

export { addressHash, digest } from './hashes.ts';
export { countMailTo } from './mailbox-limit.ts';

type Context = Pick<AppContext, 'database' | 'live' | 'tokens' | 'limits' | 'log'>;
/** The origin of a request. */
export type Origin = { ip: string; userAgent: string | undefined };
export type SignedIn = { access: string; refresh: string; user: User };

/** Verified where there is no account, so that both responses take the same time. */
const nobodysHash = hash(randomBytes(16));

/** The zone of a workspace that is created without one. */
export const UTC = 'UTC';

/** The initial name of a person's own workspace. */
export const ownWorkspace = (name: string) => `${name}'s workspace`;

type Account = {
  email: string | null;
  name: string;
  passwordHash: string | null;
  /** Of the workspace; undefined where the browser named none. */
  zone: string | undefined;
};

/**
 * Creates a person with a workspace of their own.
 * @throws AppError 400 where the address has an account
 */
export async function createAccount(tx: Executor, account: Account, ip: string): Promise<User> {
  const [row] = await insertUserWithWorkspace(tx, {
    ...account,
    zone: account.zone ?? UTC,
    workspace: ownWorkspace(account.name),
  }).catch(explainTaken);
  if (!row) throw new Error('the account was not created');
  const { workspace_id, ...user } = row;
  const who = { workspaceId: workspace_id, userId: user.id, ip };
  await record(tx, who, { action: 'register', objectType: 'user', objectId: user.id });
  return user;
}

export function explainTaken(error: { constraint?: string }): never {
  if (error.constraint === 'users_email_key')
    throw invalid({ email: ['An account with this email already exists'] });
  throw error;
}

/**
 * Signs a person in. An unknown address and a wrong password get the same response after the same
 * time.
 * @throws AppError 401, or 429 after too many attempts
 */
export async function signIn(
  { database, live, tokens, limits, log }: Context,
  body: z.output<typeof Login>,
  origin: Origin,
): Promise<SignedIn> {
  await limits.countFrom('login', origin.ip, LOGIN_BY_ADDRESS);
  const [row] = await findUserByEmail(database, { email: body.email });
  // Keyed by account: the database and JavaScript lowercase some letters differently.
  const account = row?.id ?? addressHash(body.email);
  await limits.count(guessKey(account, origin.ip), LOGIN_BY_ACCOUNT);
  await limits.count(accountKey(account), LOGIN_BY_ACCOUNT_ALONE);
  const known = row?.password_hash ?? (await nobodysHash);
  const right = await verifyPassword(limits, origin.ip, known, body.password);
  const who = (row: { workspace_id: number | null; id: number }) => ({
    workspaceId: row.workspace_id ?? 0,
    userId: row.id,
    ip: origin.ip,
  });
  if (!row || !right) {
    // Not awaited: the response must take as long as for an unknown address.
    if (row) {
      record(database, who(row), {
        action: 'sign_in_failed',
        objectType: 'user',
        objectId: row.id,
      }).catch((err) => log.error({ err }, 'failed to record a failed sign-in'));
    } else {
      log.info({ ip: origin.ip }, 'failed sign-in to an unknown address');
    }
    throw new AppError('not_authenticated', 401, 'Invalid email or password');
  }
  await forgetGuesses(limits, row.id, origin.ip);
  return transaction({ database, live }, async (tx) => {
    // The password may have been changed, and all sessions ended, while this one was checked.
    const [still] = await shareAccount(tx, { id: row.id, passwordHash: row.password_hash });
    if (!still) throw new AppError('not_authenticated', 401, 'Invalid email or password');
    await record(tx, who(row), { action: 'sign_in', objectType: 'user', objectId: row.id });
    const { id, name, email, email_proved, pending_email } = row;
    return startSession(tx, tokens, { id, name, email, email_proved, pending_email }, origin);
  });
}

/** Creates a session for an authenticated person. */
export async function startSession(
  tx: Executor,
  tokens: Tokens,
  user: User,
  origin: Origin,
): Promise<SignedIn> {
  const refresh = randomBytes(32).toString('base64url');
  const [session] = await insertSession(tx, {
    userId: user.id,
    refreshHash: digest(refresh),
    days: REFRESH_DAYS,
    userAgent: origin.userAgent?.slice(0, 500) ?? null,
    ip: origin.ip,
  });
  if (!session) throw new Error('the session was not created');
  return { access: tokens.sign(user.id, session.id), refresh, user };
}

/**
 * A new access token for a session.
 * @throws AppError 401 where the session has ended
 */
export async function refreshSession(
  { database, tokens }: Context,
  refresh: string,
): Promise<{ access: string }> {
  const refreshHash = digest(refresh);
  const [session] = await touchSession(database, { refreshHash }).catch(
    (error: { code?: string }) => {
      // On a read-only database sessions are still readable.
      if (error.code !== READ_ONLY) throw error;
      return findSession(database, { refreshHash });
    },
  );
  if (!session)
    throw new AppError('not_authenticated', 401, 'Your session has ended. Please log in again.');
  return { access: tokens.sign(session.user_id, session.id) };
}

/** Ends a session; does nothing where it has ended. */
export function signOut({ database, live }: Context, refresh: string, ip: string): Promise<void> {
  return transaction({ database, live }, async (tx) => {
    const [session] = await revokeSession(tx, { refreshHash: digest(refresh) });
    if (!session) return;
    const who = {
      workspaceId: await findWorkspaceOf(tx, session.user_id),
      userId: session.user_id,
      ip,
    };
    await record(tx, who, { action: 'sign_out', objectType: 'user', objectId: session.user_id });
  });
}

/** The open account of an address. */
export async function findByEmail(executor: Executor, email: string) {
  const [user] = await findUserByEmail(executor, { email });
  return (
    user && { id: user.id, name: user.name, email: user.email ?? email, proved: user.email_proved }
  );
}

/** @throws AppError 404 */
export async function findAccount(executor: Executor, id: number): Promise<User> {
  const [user] = await findUser(executor, { id });
  if (!user) throw notFound('account', id);
  return user;
}

/**
 * Verifies the password of the caller again. Guesses are limited like those at the sign-in.
 * Accounts that sign in with X alone must have signed in a moment ago.
 * @throws AppError 400 under `field`, or with `sign_in_again`; 429
 */
export async function requirePassword(
  { database, limits }: Pick<Context, 'database' | 'limits'>,
  { userId, sessionId, ip }: { userId: number; sessionId: string; ip: string },
  password: string | undefined,
  field: string,
): Promise<void> {
  const [row] = await findPasswordHash(database, { id: userId });
  if (!row) throw notFound('account', userId);
  if (row.password_hash === null) return requireFreshSession(database, sessionId);
  if (!password) throw invalid({ [field]: ['Please enter your password'] });
  // Apart from guesses at the sign-in: those of strangers do not lock a person out of their
  // settings.
  const guesses = `password:account:${userId}`;
  await limits.count(guesses, LOGIN_BY_ACCOUNT);
  if (!(await verifyPassword(limits, ip, row.password_hash, password)))
    throw invalid({ [field]: ['Incorrect password'] });
  await limits.clear(guesses);
}

async function requireFreshSession(executor: Executor, sessionId: string) {
  if ((await findFreshSession(executor, { id: sessionId, minutes: FRESH_MINUTES })).length) return;
  const detail = `Please sign in with X again first: this needs a sign-in of the last ${FRESH_MINUTES} minutes.`;
  throw new AppError('invalid', 400, detail, { extra: { sign_in_again: true } });
}

const accountKey = (of: number | string) => `login:account:${of}`;

const guessKey = (of: number | string, ip: string) => `${accountKey(of)}:${networkOf(ip)}`;

/** Resets the counters of failed guesses after a success. */
export async function forgetGuesses(
  limits: Context['limits'],
  userId: number,
  ip: string,
): Promise<void> {
  await limits.clear(guessKey(userId, ip));
  await limits.clear(accountKey(userId));
}

/**
 * The account, locked until the transaction ends.
 * @throws AppError 404
 */
export async function lockAccount(tx: Executor, id: number): Promise<User> {
  const [user] = await lockUser(tx, { id });
  if (!user) throw notFound('account', id);
  return user;
}

/** Revokes the links that were mailed for an account, because its address changed. */
export const endResets = (tx: Executor, userId: number) => removeResets(tx, { userId });

type NewPassword = {
  userId: number;
  ip: string;
  passwordHash: string;
  email?: string;
  except?: string;
  /** Whether the address is verified. */
  proved?: boolean;
};

/**
 * Sets a password, and an `email` where one is given, and ends the sessions of the person `except`
 * one. `action` names the audit entry.
 */
export async function setPassword(
  tx: Executor,
  { userId, ip, passwordHash, email, except, proved = false }: NewPassword,
  action: string,
) {
  await setPasswordHash(tx, { userId, passwordHash, email: email ?? null, proved });
  await removeResets(tx, { userId });
  await endAllSessions(tx, userId, except);
  const who = { workspaceId: await findWorkspaceOf(tx, userId), userId, ip };
  await record(tx, who, { action, objectType: 'user', objectId: userId });
}

export async function endAllSessions(tx: Executor, userId: number, except?: string) {
  await revokeSessions(tx, { userId, except: except ?? null });
  await endAddressLinks(tx, userId);
}

/** Whether such a session existed. */
export async function endSession(tx: Executor, userId: number, id: string): Promise<boolean> {
  const ended = await revokeSessionById(tx, { userId, id });
  if (ended.length) await endAddressLinks(tx, userId);
  return ended.length > 0;
}

/**
 * What ended sessions have asked for: whoever has the mailbox would have the account. Also of those
 * that logged out before, which are not listed. In this order: a link that is being made is seen.
 */
async function endAddressLinks(tx: Executor, userId: number) {
  await distrustEnded(tx, { userId });
  await removeAddressLinks(tx, { userId });
}

/** Whether nobody has ended a session but itself, by a logout; nobody does until the transaction ends. */
export const isTrusted = async (tx: Executor, id: string) =>
  (await lockTrusted(tx, { id })).length > 0;

/** The workspace of a person; 0 where there is none. */
export const findWorkspaceOf = async (executor: Executor, userId: number) =>
  (await listMemberships(executor, { userId }))[0]?.workspaceId ?? 0;
