import { transaction } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import type { Parts as AllParts } from '../../parts.ts';
import { record } from '../audit/audit.service.ts';
import { createAccount, findWorkspaceOf, type Origin, type SignedIn, startSession } from '../auth/auth.service.ts';
import { findIdentity, insertIdentity } from './social.sql.ts';
import type { XUser } from './x.ts';

type Parts = Pick<AllParts, 'database' | 'tokens'>;

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
  const identity = { provider: 'twitter', subject: id };
  return transaction(database, async (tx) => {
    const [known] = await findIdentity(tx, identity);
    if (known?.closed_at) throw new AppError('not_authenticated', 401, 'This account is closed.');
    if (!known) {
      const account = { email: null, name: name.trim().slice(0, LONGEST_NAME) || username, passwordHash: null };
      const person = await createAccount(tx, account, origin.ip);
      await insertIdentity(tx, { ...identity, userId: person.id, username });
      return { ...(await startSession(tx, tokens, person, origin)), isNew: true };
    }
    const workspaceId = await findWorkspaceOf(tx, known.id);
    const who = { workspaceId, userId: known.id, ip: origin.ip };
    await record(tx, who, { action: 'sign_in', objectType: 'user', objectId: known.id });
    const person = { id: known.id, name: known.name, email: known.email };
    return { ...(await startSession(tx, tokens, person, origin)), isNew: false };
  });
}
