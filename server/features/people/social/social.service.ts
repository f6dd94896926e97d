import type { Person } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { transaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { displayName } from '../../../http/outgoing/foreign.ts';
import { record } from '../../core/audit/audit.service.ts';
import {
  createAccount,
  findWorkspaceOf,
  lockAccount,
  type Origin,
  type SignedIn,
  startSession,
} from '../../core/auth/auth.service.ts';
import type { Kept } from './attempt-cookie.ts';
import { mailNotice } from './social.jobs.ts';
import {
  deleteIdentity,
  findIdentity,
  findLinked,
  findOpenSession,
  insertIdentity,
} from './social.sql.ts';
import type { XUser } from './x.ts';

type Context = Pick<AppContext, 'database' | 'live' | 'tokens'>;

const PROVIDER = 'twitter';

/** X does not restrict the characters of names; ours is trimmed and of limited length. */
const MAX_NAME_LENGTH = 100;

/**
 * Signs in the person that X identifies; creates an account for a new one. X returns no verified
 * address, so existing accounts are never matched by it (docs/domain/people.md, 'Social sign-in').
 * @throws AppError 401 where the account was closed
 */
export function signInWithX(
  context: Context,
  user: XUser,
  origin: Origin,
  zone?: string,
): Promise<SignedIn & { isNew: boolean }> {
  const attempt = () => signInOnce(context, user, origin, zone);
  // Two concurrent tabs: the second one finds the account of the first.
  return attempt().catch((error: { constraint?: string }) => {
    if (error.constraint !== 'identities_pkey') throw error;
    return attempt();
  });
}

function signInOnce(
  { database, live, tokens }: Context,
  { id, name, username }: XUser,
  origin: Origin,
  zone: string | undefined,
) {
  const identity = { provider: PROVIDER, subject: id };
  return transaction({ database, live }, async (tx) => {
    const [known] = await findIdentity(tx, identity);
    if (known?.closed_at) throw new AppError('not_authenticated', 401, 'This account is closed.');
    if (!known) {
      const account = {
        email: null,
        name: displayName(name, MAX_NAME_LENGTH) || username,
        passwordHash: null,
        zone,
      };
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

/** The X account with which this person can sign in. */
export async function readLink({ database }: Pick<Context, 'database'>, userId: number) {
  const [linked] = await findLinked(database, { provider: PROVIDER, userId });
  return { linked: linked !== undefined, username: linked?.username ?? null };
}

/** @throws AppError 400 where the account is linked already */
export async function requireUnlinked(
  context: Pick<Context, 'database'>,
  userId: number,
): Promise<void> {
  const { linked, username } = await readLink(context, userId);
  if (linked)
    throw new AppError('invalid', 400, `Your account is already connected to @${username}.`);
}

/**
 * The outcome of linking with X, for `/settings`. 'taken': the X account is linked to another
 * account, and stays so.
 */
export type LinkOutcome = 'linked' | 'taken' | 'another' | 'session_ended' | 'expired' | 'failed';

const CONSTRAINTS: Record<string, LinkOutcome> = {
  identities_user_id_provider_key: 'another',
  identities_pkey: 'taken',
};

/** Links the account of the session with the X account, while the session is valid. */
export function linkWithX(
  { database, live, jobs }: Pick<AppContext, 'database' | 'live' | 'jobs'>,
  { id, username }: XUser,
  { userId, sessionId }: NonNullable<Kept['link']>,
  ip: string,
): Promise<LinkOutcome> {
  return transaction({ database, live }, async (tx): Promise<LinkOutcome> => {
    // A session that is being ended links nothing.
    const [open] = await findOpenSession(tx, { id: sessionId, userId });
    if (!open) return 'session_ended';
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

/** @throws AppError 404 where nothing is linked, 400 where X is the only way to sign in */
export function unlink(
  { database, live, jobs }: Pick<AppContext, 'database' | 'live' | 'jobs'>,
  person: Person,
): Promise<void> {
  return transaction({ database, live }, async (tx) => {
    const { email } = await lockAccount(tx, person.userId);
    if (email === null)
      throw new AppError(
        'invalid',
        400,
        'X is your only way to sign in. Add an email address to your account first.',
      );
    const username = await endLink(tx, person);
    if (username === undefined)
      throw new AppError('not_found', 404, 'Your account is not connected to X.');
    await jobs.enqueue(tx, mailNotice, { userId: person.userId, username, linked: false });
  });
}

/** Unlinks X from this account, and returns the X account; undefined where nothing was linked. */
export async function endLink(
  tx: Executor,
  who: { workspaceId: number; userId: number; ip: string },
) {
  const [gone] = await deleteIdentity(tx, { provider: PROVIDER, userId: who.userId });
  if (!gone) return;
  const changes = { x: { before: gone.username, after: null } };
  await record(tx, who, { action: 'unlink', objectType: 'user', objectId: who.userId, changes });
  return gone.username ?? '';
}
