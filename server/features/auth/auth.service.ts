import { createHash, randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { z } from 'zod';
import type { Login, Register, User } from '#contract/auth.ts';
import type { Executor } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import { networkOf } from '../../http/address.ts';
import type { Tokens } from '../../http/session.ts';
import type { Parts as AllParts } from '../../parts.ts';
import { record } from '../audit/audit.service.ts';
import {
  findFreshSession,
  findPasswordHash,
  findSession,
  findUser,
  findUserByEmail,
  insertSession,
  insertUserWithWorkspace,
  listMemberships,
  lockUser,
  removeResets,
  revokeSession,
  revokeSessionById,
  revokeSessions,
  setPasswordHash,
  shareAccount,
  touchSession,
} from './auth.sql.ts';
import { hashPassword, requireUncommon, verifyPassword } from './passwords.service.ts';

const REFRESH_DAYS = 30;
const MINUTE = 60;
/** What PostgreSQL says to a change on a standby. */
const READ_ONLY = '25006';
/** How long a sign-in with X stands for the password that such an account lacks. */
const FRESH_MINUTES = 15;
/** Guesses at one password from one place; a stranger who fails elsewhere keeps nobody out. */
const LOGIN_BY_ACCOUNT = { attempts: 10, seconds: 15 * MINUTE };
/** Guesses at one password from all places together. */
const LOGIN_BY_ACCOUNT_ALONE = { attempts: 100, seconds: 60 * MINUTE };
const LOGIN_BY_ADDRESS = { attempts: 50, seconds: 15 * MINUTE };
const REGISTER_BY_ADDRESS = { attempts: 10, seconds: 60 * MINUTE };

type Parts = Pick<AllParts, 'database' | 'tokens' | 'limits' | 'log'>;
/** Where a call comes from. */
export type Origin = { ip: string; userAgent: string | undefined };
export type SignedIn = { access: string; refresh: string; user: User };

/** What is kept of a secret, and tells nobody the secret. */
export const digest = (secret: string) => createHash('sha256').update(secret).digest();

/** Names an address that need not have an account, in a limit. */
export const addressKey = (email: string) => digest(email.toLowerCase()).toString('base64url');

/** Verified instead of an account's own hash where there is no such account, so that both answers take the same time. */
const nobodysHash = hash(randomBytes(16));

/**
 * Makes an account with a workspace and signs the person in.
 * @param made called in the same transaction, with the account
 * @throws AppError 400 where the address has an account or the password is a common one
 */
export async function registerPerson(
  { database, tokens, limits }: Parts,
  body: z.output<typeof Register>,
  origin: Origin,
  made: (tx: Executor, user: User) => Promise<void>,
): Promise<SignedIn> {
  await limits.countFrom('register', origin.ip, REGISTER_BY_ADDRESS);
  requireUncommon(body.password, 'password');
  const passwordHash = await hashPassword(limits, origin.ip, body.password);
  return transaction(database, async (tx) => {
    const user = await createAccount(tx, { email: body.email, name: body.name, passwordHash }, origin.ip);
    await made(tx, user);
    return startSession(tx, tokens, user, origin);
  });
}

/** What somebody's own workspace is called until they call it something else. */
export const ownWorkspace = (name: string) => `${name}'s workspace`;

type Account = { email: string | null; name: string; passwordHash: string | null };

/** A person with a workspace of their own. @throws AppError 400 where the address has an account */
export async function createAccount(tx: Executor, account: Account, ip: string): Promise<User> {
  const [row] = await insertUserWithWorkspace(tx, { ...account, workspace: ownWorkspace(account.name) }).catch(
    explainTaken,
  );
  if (!row) throw new Error('the account was not made');
  const { workspace_id, ...user } = row;
  const who = { workspaceId: workspace_id, userId: user.id, ip };
  await record(tx, who, { action: 'register', objectType: 'user', objectId: user.id });
  return user;
}

export function explainTaken(error: { constraint?: string }): never {
  if (error.constraint === 'users_email_key') throw invalid({ email: ['An account with this email already exists'] });
  throw error;
}

/**
 * Signs a person in. The answer and the time it takes are the same for an unknown address as for a wrong password.
 * @throws AppError 401, or 429 after too many attempts
 */
export async function signIn(
  { database, tokens, limits, log }: Parts,
  body: z.output<typeof Login>,
  origin: Origin,
): Promise<SignedIn> {
  await limits.countFrom('login', origin.ip, LOGIN_BY_ADDRESS);
  const [row] = await findUserByEmail(database, { email: body.email });
  // By the account that is meant: the database and JavaScript do not agree on every letter's case.
  const account = row?.id ?? addressKey(body.email);
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
    // Noted without being waited for: the answer must take as long as for an address that nobody has.
    if (row) {
      record(database, who(row), { action: 'sign_in_failed', objectType: 'user', objectId: row.id }).catch((err) =>
        log.error({ err }, 'a failed sign-in could not be noted'),
      );
    } else {
      log.info({ ip: origin.ip }, 'failed sign-in to an unknown address');
    }
    throw new AppError('not_authenticated', 401, 'Invalid email or password');
  }
  await forgetGuesses(limits, row.id, origin.ip);
  return transaction(database, async (tx) => {
    // While the password was checked, it may have been replaced, and all sessions ended: this one is not to outlive that.
    const [still] = await shareAccount(tx, { id: row.id, passwordHash: row.password_hash });
    if (!still) throw new AppError('not_authenticated', 401, 'Invalid email or password');
    await record(tx, who(row), { action: 'sign_in', objectType: 'user', objectId: row.id });
    const { id, name, email, email_proved, pending_email } = row;
    return startSession(tx, tokens, { id, name, email, email_proved, pending_email }, origin);
  });
}

/** Signs a person in who has proved who they are. */
export async function startSession(tx: Executor, tokens: Tokens, user: User, origin: Origin): Promise<SignedIn> {
  const refresh = randomBytes(32).toString('base64url');
  const [session] = await insertSession(tx, {
    userId: user.id,
    refreshHash: digest(refresh),
    days: REFRESH_DAYS,
    userAgent: origin.userAgent?.slice(0, 500) ?? null,
    ip: origin.ip,
  });
  if (!session) throw new Error('the session was not made');
  return { access: tokens.sign(user.id, session.id), refresh, user };
}

/** A new access token for a session. @throws AppError 401 when the session is over */
export async function refreshSession({ database, tokens }: Parts, refresh: string): Promise<{ access: string }> {
  const refreshHash = digest(refresh);
  const [session] = await touchSession(database, { refreshHash }).catch((error: { code?: string }) => {
    // A read-only database is read on.
    if (error.code !== READ_ONLY) throw error;
    return findSession(database, { refreshHash });
  });
  if (!session) throw new AppError('not_authenticated', 401, 'This session is over. Please log in again.');
  return { access: tokens.sign(session.user_id, session.id) };
}

/** Ends a session; one that is over already stays so. */
export function signOut({ database }: Parts, refresh: string, ip: string): Promise<void> {
  return transaction(database, async (tx) => {
    const [session] = await revokeSession(tx, { refreshHash: digest(refresh) });
    if (!session) return;
    const who = { workspaceId: await findWorkspaceOf(tx, session.user_id), userId: session.user_id, ip };
    await record(tx, who, { action: 'sign_out', objectType: 'user', objectId: session.user_id });
  });
}

/** The open account of an address. */
export async function findByEmail(executor: Executor, email: string) {
  const [user] = await findUserByEmail(executor, { email });
  return user && { id: user.id, name: user.name, email: user.email ?? email, proved: user.email_proved };
}

/** @throws AppError 404 */
export async function findAccount(executor: Executor, id: number): Promise<User> {
  const [user] = await findUser(executor, { id });
  if (!user) throw notFound('account', id);
  return user;
}

/**
 * That it is really they who sit there. Guesses count as those at the sign-in do. Who signs in with X alone has no password to
 * be asked for: they must have signed in a moment ago.
 * @throws AppError 400 under `field`, or with `sign_in_again`; 429
 */
export async function requirePassword(
  { database, limits }: Pick<Parts, 'database' | 'limits'>,
  { userId, sessionId, ip }: { userId: number; sessionId: string; ip: string },
  password: string | undefined,
  field: string,
): Promise<void> {
  const [row] = await findPasswordHash(database, { id: userId });
  if (!row) throw notFound('account', userId);
  if (row.password_hash === null) return requireFreshSession(database, sessionId);
  if (!password) throw invalid({ [field]: ['Please enter your password'] });
  // Apart from guesses at the sign-in: a stranger's keep nobody from their own settings.
  const guesses = `password:account:${userId}`;
  await limits.count(guesses, LOGIN_BY_ACCOUNT);
  if (!(await verifyPassword(limits, ip, row.password_hash, password)))
    throw invalid({ [field]: ['This is not your password'] });
  await limits.clear(guesses);
}

async function requireFreshSession(executor: Executor, sessionId: string) {
  if ((await findFreshSession(executor, { id: sessionId, minutes: FRESH_MINUTES })).length) return;
  const detail = `Please sign in with X again first: this needs a sign-in of the last ${FRESH_MINUTES} minutes.`;
  throw new AppError('invalid', 400, detail, { extra: { sign_in_again: true } });
}

const accountKey = (of: number | string) => `login:account:${of}`;

const guessKey = (of: number | string, ip: string) => `${accountKey(of)}:${networkOf(ip)}`;

/** The person has proved who they are: guesses at their password from here, and those from all places, no longer count. */
export async function forgetGuesses(limits: Parts['limits'], userId: number, ip: string): Promise<void> {
  await limits.clear(guessKey(userId, ip));
  await limits.clear(accountKey(userId));
}

/** The account, locked until the transaction ends. @throws AppError 404 */
export async function lockAccount(tx: Executor, id: number): Promise<User> {
  const [user] = await lockUser(tx, { id });
  if (!user) throw notFound('account', id);
  return user;
}

/** The links mailed to an account so far are over: its address is another one. */
export const endResets = (tx: Executor, userId: number) => removeResets(tx, { userId });

type NewPassword = {
  userId: number;
  ip: string;
  passwordHash: string;
  email?: string;
  except?: string;
  /** Whether the link was used that is mailed to the address. */
  proved?: boolean;
};

/** Sets a password, with an `email` that too, and ends the person's sessions, `except` one. `action` names it in the audit. */
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

export const endAllSessions = (tx: Executor, userId: number, except?: string) =>
  revokeSessions(tx, { userId, except: except ?? null });

/** Whether there was such a session to end. */
export const endSession = async (executor: Executor, userId: number, id: string) =>
  (await revokeSessionById(executor, { userId, id })).length > 0;

/** The workspace that a person works in; 0 where there is none. */
export const findWorkspaceOf = async (executor: Executor, userId: number) =>
  (await listMemberships(executor, { userId }))[0]?.workspaceId ?? 0;
