import { printable } from '#contract/fields.ts';
import type { Executor } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { AppError, ifThere } from '../../errors.ts';
import type { Person } from '../../http/session.ts';
import { job } from '../../jobs/jobs.ts';
import type { Parts as AllParts } from '../../parts.ts';
import { record } from '../audit/audit.service.ts';
import {
  createAccount,
  findAccount,
  findWorkspaceOf,
  lockAccount,
  type Origin,
  type SignedIn,
  startSession,
} from '../auth/auth.service.ts';
import { MAIL_RETRIES } from '../mail/mail.service.ts';
import type { Kept } from './attempt-cookie.ts';
import { deleteIdentity, findIdentity, findLinked, findOpenSession, insertIdentity } from './social.sql.ts';
import type { XUser } from './x.ts';

type Parts = Pick<AllParts, 'database' | 'tokens'>;

const PROVIDER = 'twitter';

/** X has no closed list of what a name holds; ours is trimmed and not too long. */
const LONGEST_NAME = 100;

/**
 * Signs in whoever X says this is; who comes for the first time gets an account. X tells no verified address, so nobody is
 * taken for somebody who is here already (design: 'Social sign-in').
 * @throws AppError 401 where the account was closed
 */
export function signInWithX(parts: Parts, user: XUser, origin: Origin): Promise<SignedIn & { isNew: boolean }> {
  const attempt = () => signInOnce(parts, user, origin);
  // Two tabs at once: the one that came second finds the account of the first.
  return attempt().catch((error: { constraint?: string }) => {
    if (error.constraint !== 'identities_pkey') throw error;
    return attempt();
  });
}

function signInOnce({ database, tokens }: Parts, { id, name, username }: XUser, origin: Origin) {
  const identity = { provider: PROVIDER, subject: id };
  return transaction(database, async (tx) => {
    const [known] = await findIdentity(tx, identity);
    if (known?.closed_at) throw new AppError('not_authenticated', 401, 'This account is closed.');
    if (!known) {
      const account = { email: null, name: printable(name).slice(0, LONGEST_NAME) || username, passwordHash: null };
      const person = await createAccount(tx, account, origin.ip);
      await insertIdentity(tx, { ...identity, userId: person.id, username });
      return { ...(await startSession(tx, tokens, person, origin)), isNew: true };
    }
    const workspaceId = await findWorkspaceOf(tx, known.id);
    const who = { workspaceId, userId: known.id, ip: origin.ip };
    await record(tx, who, { action: 'sign_in', objectType: 'user', objectId: known.id });
    const { closed_at: _, ...person } = known;
    return { ...(await startSession(tx, tokens, person, origin)), isNew: false };
  });
}

/** With whom at X this person can sign in. */
export async function readLink({ database }: Pick<Parts, 'database'>, userId: number) {
  const [linked] = await findLinked(database, { provider: PROVIDER, userId });
  return { linked: linked !== undefined, username: linked?.username ?? null };
}

/** @throws AppError 400 where the account is linked already */
export async function requireUnlinked(parts: Pick<Parts, 'database'>, userId: number): Promise<void> {
  const { linked, username } = await readLink(parts, userId);
  if (linked) throw new AppError('invalid', 400, `Your account is connected with @${username} already.`);
}

/**
 * How linking an account with X came out, as `/settings` is told. 'taken': who this is at X signs in to another account, and
 * keeps doing so.
 */
export type LinkOutcome = 'linked' | 'taken' | 'another' | 'over' | 'expired' | 'failed';

const CONSTRAINTS: Record<string, LinkOutcome> = {
  identities_user_id_provider_key: 'another',
  identities_pkey: 'taken',
};

/** Links the account of who asked with who X says this is, as long as the session that asked is good. */
export function linkWithX(
  { database, jobs }: Pick<AllParts, 'database' | 'jobs'>,
  { id, username }: XUser,
  { userId, sessionId }: NonNullable<Kept['link']>,
  ip: string,
): Promise<LinkOutcome> {
  return transaction(database, async (tx): Promise<LinkOutcome> => {
    // A session that is just being ended gets nothing any more.
    const [open] = await findOpenSession(tx, { id: sessionId, userId });
    if (!open) return 'over';
    const [known] = await findIdentity(tx, { provider: PROVIDER, subject: id });
    if (known) return known.id === userId ? 'linked' : 'taken';
    await insertIdentity(tx, { provider: PROVIDER, subject: id, userId, username });
    const who = { workspaceId: await findWorkspaceOf(tx, userId), userId, ip };
    const changes = { x: { before: null, after: username } };
    await record(tx, who, { action: 'link', objectType: 'user', objectId: userId, changes });
    await jobs.enqueue(tx, mailNotice, { userId, username, linked: true });
    return 'linked';
  }).catch((error: { constraint?: string }) => {
    const outcome = CONSTRAINTS[error.constraint ?? ''];
    if (!outcome) throw error;
    return outcome;
  });
}

/** @throws AppError 404 where nothing is linked, 400 where X is the only way in */
export function unlink({ database, jobs }: Pick<AllParts, 'database' | 'jobs'>, person: Person): Promise<void> {
  return transaction(database, async (tx) => {
    const { email } = await lockAccount(tx, person.userId);
    if (email === null)
      throw new AppError('invalid', 400, 'X is your only way in: give your account an address first.');
    const username = await endLink(tx, person);
    if (username === undefined) throw new AppError('not_found', 404, 'Your account is not linked with X.');
    await jobs.enqueue(tx, mailNotice, { userId: person.userId, username, linked: false });
  });
}

/** X signs in to this account no longer. Gives whom it was; undefined where nothing was linked. */
export async function endLink(tx: Executor, who: { workspaceId: number; userId: number; ip: string }) {
  const [gone] = await deleteIdentity(tx, { provider: PROVIDER, userId: who.userId });
  if (!gone) return;
  const changes = { x: { before: gone.username, after: null } };
  await record(tx, who, { action: 'unlink', objectType: 'user', objectId: who.userId, changes });
  return gone.username ?? '';
}

type Notice = { userId: number; username: string; linked: boolean };

/** Tells the account's mailbox of another way in: whoever did not do it themselves learns of it. */
export const mailNotice = job<Notice>('social.notice', MAIL_RETRIES);

export async function sendNotice(
  { config, database, sendMail }: Pick<AllParts, 'config' | 'database' | 'sendMail'>,
  { userId, username, linked }: Notice,
  jobId: string,
): Promise<void> {
  const account = await findAccount(database, userId).catch(ifThere);
  // One that was never proved may be a stranger's.
  if (!account?.email || !account.email_proved) return;
  await sendMail({
    id: jobId,
    to: account.email,
    subject: linked ? 'X can sign in to your account' : 'X was disconnected from your account',
    paragraphs: [
      `Hello ${account.name},`,
      linked
        ? `your account was connected with @${username} at X, which can sign in to it from now on.`
        : `@${username} at X can sign in to your account no longer.`,
      'If it was not you, set a new password: that ends all sessions, and disconnects X.',
      { label: 'Set a new password', link: `${config.origin}/forgot-password` },
    ],
  });
}
