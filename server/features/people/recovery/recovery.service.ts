import type { z } from 'zod';
import type { PasswordResetConfirm } from '#contract/people/recovery.ts';
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
import { revokeInvitationsOf } from '../members/members.service.ts';
import { endLink } from '../social/social.service.ts';
import { mailAddressLink, mailLink } from './recovery.jobs.ts';
import { endPrepared, useReset } from './recovery.sql.ts';

const HOUR = 60 * 60;
/** For one account and one network: someone elsewhere cannot keep the owner from asking. */
const BY_ACCOUNT = { attempts: 5, seconds: HOUR };
/** For one account from all networks together: the maximum number of mails to a mailbox. */
const BY_ACCOUNT_ALONE = { attempts: 20, seconds: HOUR };
const BY_ADDRESS = { attempts: 20, seconds: HOUR };

type Context = Pick<AppContext, 'database' | 'live' | 'jobs' | 'limits'>;

/**
 * Requests a link to set a new password. The job looks the account up later: the response and its
 * time are the same for every address (docs/domain.md, 'Password reset').
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
  await jobs.enqueue(database, mailAddressLink, { userId: person.userId, email });
  return { detail: 'We sent a confirmation link to this address.' };
}

/**
 * Sets a new password, and the address where the link is for one, and ends all sessions.
 * @throws AppError 400 where the link is invalid or expired, or the address is taken by now; 429
 */
export async function confirmReset(
  { database, live, jobs, limits }: Context,
  body: z.output<typeof PasswordResetConfirm>,
  ip: string,
) {
  await limits.countFrom('reset-confirm', ip, BY_ADDRESS);
  await requireUncommon(body.new_password, 'new_password');
  const userId = /^[1-9]\d{0,14}$/.test(body.uid) ? Number(body.uid) : 0;
  const passwordHash = await hashPassword(limits, ip, body.new_password);
  await transaction({ database, live }, async (tx) => {
    // The same lock order as for creating links, to avoid deadlocks.
    const account = await lockAccount(tx, userId).catch(ifThere);
    const [used] = account ? await useReset(tx, { userId, tokenHash: digest(body.token) }) : [];
    if (!account || !used) throw overLink();
    if (used.email === null) {
      // The owner of the mailbox takes the account back, also from somebody who linked an X account
      // of theirs.
      await endLink(tx, { workspaceId: await findWorkspaceOf(tx, userId), userId, ip });
      // What an unverified owner of the account prepared is ended.
      if (!account.email_proved) {
        await revokeInvitationsOf(tx, userId);
        await endPrepared(tx, { userId });
      }
      await mailNotice(tx, jobs, account, account.email_proved ? 'password' : 'taken_over');
      return setPassword(tx, { userId, ip, passwordHash, proved: true }, 'password_reset');
    }
    if (account.email !== null) throw overLink();
    await setPassword(
      tx,
      { userId, ip, passwordHash, email: used.email, proved: true },
      'address',
    ).catch(explainTaken);
  });
  // Guesses at the old password do not count against the new one.
  await forgetGuesses(limits, userId, ip);
  return { detail: 'Your password has been reset.' };
}

function overLink() {
  const detail = 'Invalid or expired reset link. Please request a new password reset.';
  return new AppError('invalid', 400, detail, { extra: { token: [detail] } });
}
