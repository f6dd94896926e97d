import type { z } from 'zod';
import { END_ACCESS_MINUTES, type PasswordResetConfirm } from '#contract/people/recovery.ts';
import type { Person } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { transaction } from '../../../database/transaction.ts';
import { AppError, ifThere, invalid } from '../../../errors.ts';
import { networkOf } from '../../../http/client-ip.ts';
import {
  addressHash,
  digest,
  explainTaken,
  findAccount,
  findWorkspaceOf,
  forgetGuesses,
  lockAccount,
  requirePassword,
  setPassword,
} from '../../core/auth/auth.service.ts';
import { mailNotice } from '../../core/notices/notices.service.ts';
import { hashPassword, requireUncommon } from '../../core/passwords/passwords.service.ts';
import { type AccessContext, endAccess, listAccess, toldOf } from '../access/access.service.ts';
import { endLink } from '../social/social.service.ts';
import { mailAddressLink, mailLink } from './recovery.jobs.ts';
import { useReset } from './recovery.sql.ts';

const HOUR = 60 * 60;
/** For one account and one network: someone elsewhere cannot keep the owner from asking. */
const BY_ACCOUNT = { attempts: 5, seconds: HOUR };
/** For one account from all networks together: the maximum number of mails to a mailbox. */
const BY_ACCOUNT_ALONE = { attempts: 20, seconds: HOUR };
const BY_ADDRESS = { attempts: 20, seconds: HOUR };

type Context = Pick<AppContext, 'database' | 'live' | 'jobs' | 'limits'>;
type ResetContext = Context & AccessContext & Pick<AppContext, 'secrets' | 'clock'>;

/**
 * Requests a link to set a new password. The job looks the account up later: the response and its
 * time are the same for every address (docs/domain/people.md, 'Password reset').
 * @throws AppError 429 after too many attempts
 */
export async function requestReset({ database, jobs, limits }: Context, email: string, ip: string) {
  await limits.countFrom('reset', ip, BY_ADDRESS);
  await countForAccount(limits, email, ip);
  await jobs.enqueue(database, mailLink, { email });
  return {
    detail:
      'If an account with this email exists, instructions to reset its password are on their way.',
  };
}

async function countForAccount(limits: Context['limits'], email: string, ip: string) {
  const key = `reset:account:${addressHash(email)}`;
  await limits.count(`${key}:${networkOf(ip)}`, BY_ACCOUNT);
  await limits.count(key, BY_ACCOUNT_ALONE);
}

/**
 * Requests a first address with a password, for an account that signed in with X a moment ago.
 * Whether the address is taken is disclosed to its mailbox alone.
 * @throws AppError 400 where the account has an address, or the session is not fresh; 429
 */
export async function requestAddress(context: Context, person: Person, email: string) {
  const { database, jobs, limits } = context;
  const { email: present } = await findAccount(database, person.userId);
  if (present !== null)
    throw invalid({
      email: ['This account already has an email address. Change it in the profile.'],
    });
  await requirePassword(context, person, undefined, 'email');
  await limits.countFrom('reset', person.ip, BY_ADDRESS);
  await limits.count(`address:account:${person.userId}`, BY_ACCOUNT);
  await countForAccount(limits, email, person.ip);
  const { userId, sessionId } = person;
  await jobs.enqueue(database, mailAddressLink, { userId, email, sessionId });
  return { detail: 'We sent a confirmation link to this address.' };
}

/**
 * Sets a new password, and the address where the link is for one, and ends all sessions. Who asks for
 * a reset by mail may have lost the account: what acts for them alone ends. What they made for their
 * workspaces is told, and ends with the token; all of it where the address was never verified.
 * @throws AppError 400 where the link is invalid or expired, or the address is taken by now; 429
 */
export async function confirmReset(
  context: ResetContext,
  body: z.output<typeof PasswordResetConfirm>,
  ip: string,
) {
  const { database, live, jobs, limits, secrets, clock } = context;
  await limits.countFrom('reset-confirm', ip, BY_ADDRESS);
  await requireUncommon(body.new_password, 'new_password');
  const userId = /^[1-9]\d{0,14}$/.test(body.uid) ? Number(body.uid) : 0;
  const passwordHash = await hashPassword(limits, ip, body.new_password);
  const settled = await transaction({ database, live }, async (tx) => {
    // The same lock order as for creating links, to avoid deadlocks.
    const account = await lockAccount(tx, userId).catch(ifThere);
    const [used] = account ? await useReset(tx, { userId, tokenHash: digest(body.token) }) : [];
    if (!account || !used) throw overLink();
    if (used.email === null) {
      // The owner of the mailbox takes the account back, also from somebody who linked an X account
      // of theirs.
      await endLink(tx, { workspaceId: await findWorkspaceOf(tx, userId), userId, ip });
      const which = account.email_proved ? 'own' : 'all';
      // Sessions first: none makes anything that is not seen.
      await setPassword(tx, { userId, ip, passwordHash, proved: true }, 'password_reset');
      const access = await endAccess(context, tx, { person: userId, ip }, which);
      const kind = account.email_proved ? 'password_reset' : 'taken_over';
      await mailNotice(tx, jobs, account, kind, toldOf(access));
      return access;
    }
    if (account.email !== null) throw overLink();
    await setPassword(
      tx,
      { userId, ip, passwordHash, email: used.email, proved: true },
      'address',
    ).catch(explainTaken);
    return { ended: [], left: await listAccess(context, tx, userId, null) };
  });
  // Guesses at the old password do not count against the new one.
  await forgetGuesses(limits, userId, ip);
  const until = clock.now() + END_ACCESS_MINUTES * 60_000;
  const claim = `${userId}-${until}`;
  return {
    detail: 'Your password has been reset.',
    ...settled,
    end_token: `${claim}-${secrets.mac('access after reset', claim)}`,
  };
}

/**
 * Ends all that acts for the account, from the page after a reset.
 * @throws AppError 400 for a token that is too old, or none
 */
export async function endAccessAfterReset(context: ResetContext, token: string, ip: string) {
  const { database, live, secrets, clock, limits } = context;
  await limits.countFrom('reset-confirm', ip, BY_ADDRESS);
  const [, id = '', until = '', mac = ''] = /^(\d{1,15})-(\d{1,15})-([\w-]{43})$/.exec(token) ?? [];
  const isValid = secrets.isMac('access after reset', `${id}-${until}`, mac);
  if (!isValid || clock.now() > Number(until)) {
    const detail = 'This took too long. Sign in, and end it in your settings.';
    throw new AppError('invalid', 400, detail, { extra: { token: [detail] } });
  }
  await transaction({ database, live }, (tx) =>
    endAccess(context, tx, { person: Number(id), ip }, 'all'),
  );
  return { detail: 'All of it has ended.' };
}

function overLink() {
  const detail = 'Invalid or expired reset link. Please request a new password reset.';
  return new AppError('invalid', 400, detail, { extra: { token: [detail] } });
}
