import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { PasswordResetConfirm } from '#contract/recovery.ts';
import { transaction } from '../../database/transaction.ts';
import { AppError, ifThere, invalid } from '../../errors.ts';
import { networkOf } from '../../http/address.ts';
import type { Person } from '../../http/session.ts';
import { job } from '../../jobs/jobs.ts';
import type { Parts as AllParts } from '../../parts.ts';
import {
  addressKey,
  digest,
  endResets,
  explainTaken,
  findAccount,
  findByEmail,
  findWorkspaceOf,
  forgetGuesses,
  lockAccount,
  requirePassword,
  setPassword,
} from '../auth/auth.service.ts';
import { mailNotice } from '../auth/notices.service.ts';
import { hashPassword, requireUncommon } from '../auth/passwords.service.ts';
import { MAIL_RETRIES } from '../mail/mail.service.ts';
import { revokeInvitationsOf } from '../members/members.service.ts';
import { endLink, readLink } from '../social/social.service.ts';
import { insertReset, useReset } from './recovery.sql.ts';

const HOUR = 60 * 60;
/** For one account from one place; a stranger who asks elsewhere keeps nobody from asking. */
const BY_ACCOUNT = { attempts: 5, seconds: HOUR };
/** For one account from all places together: so many mails a mailbox gets. */
const BY_ACCOUNT_ALONE = { attempts: 20, seconds: HOUR };
const BY_ADDRESS = { attempts: 20, seconds: HOUR };

type Parts = Pick<AllParts, 'config' | 'database' | 'jobs' | 'limits' | 'log' | 'sendMail'>;

/** Finds out whether there is such an account, and mails its link. */
export const mailLink = job<{ email: string }>('recovery.mail', MAIL_RETRIES);

/**
 * Asks for a link to set a new password. Whether the address has an account is found out later, by the job: so the answer and
 * the time it takes are the same (design: 'Password reset').
 * @throws AppError 429 after too many attempts
 */
export async function requestReset({ database, jobs, limits }: Parts, email: string, ip: string) {
  await limits.countFrom('reset', ip, BY_ADDRESS);
  await countForAccount(limits, email, ip);
  await jobs.enqueue(database, mailLink, { email });
  return { detail: 'If an account with this email exists, instructions to reset its password are on their way.' };
}

async function countForAccount(limits: Parts['limits'], email: string, ip: string) {
  const key = `reset:account:${addressKey(email)}`;
  await limits.count(`${key}:${networkOf(ip)}`, BY_ACCOUNT);
  await limits.count(key, BY_ACCOUNT_ALONE);
}

/**
 * The link is made here and is nowhere but in the mail. It follows from the job, so that a mail that is tried again, since nobody
 * knows whether it arrived, carries the same one.
 */
export async function sendLink({ config, database, log, sendMail }: Parts, email: string, jobId: string) {
  const user = await findByEmail(database, email);
  if (!user) return log.info('a password reset was asked for an address without an account');
  const link = await makeLink({ config, database }, { jobId, userId: user.id, email: null });
  if (!link) return;
  await sendMail({
    id: jobId,
    to: user.email,
    subject: 'Reset your password',
    paragraphs: [
      `Hello ${user.name},`,
      'somebody, hopefully you, asked to set a new password for your account. The link below does that; it is good once, for one hour. All sessions end with it, and X, where it was connected, is disconnected.',
      { label: 'Set a new password', link },
      'If it was not you, nothing has changed, and you can ignore this mail.',
    ],
  });
}

/**
 * A link that is good once, for an hour; those before it are over.
 * @param email what becomes the account's address with it; none is made where it has one by now
 */
async function makeLink(
  { config, database }: Pick<Parts, 'config' | 'database'>,
  { jobId, userId, email }: { jobId: string; userId: number; email: string | null },
): Promise<string | undefined> {
  const token = createHmac('sha256', config.secret).update(`reset:${jobId}`).digest('base64url');
  return transaction(database, async (tx) => {
    // Two mails at once leave one link that is good.
    const account = await lockAccount(tx, userId);
    if (email !== null && account.email !== null) return;
    await insertReset(tx, { userId, email, tokenHash: digest(token), seconds: HOUR });
    return `${config.origin}/reset-password/${userId}/${token}`;
  });
}

type AskedAddress = { userId: number; email: string };

/** Mails the link that proves an address to it. */
export const mailAddressLink = job<AskedAddress>('recovery.mail_address', MAIL_RETRIES);

/**
 * Asks for a first address, with a password, for an account that came from X and has just signed in there. Nobody learns here
 * whether the address has an account: its own mailbox is told.
 * @throws AppError 400 where the account has an address, or its session is not fresh; 429
 */
export async function requestAddress(parts: Parts, person: Person, email: string) {
  const { database, jobs, limits } = parts;
  const { email: present } = await findAccount(database, person.userId);
  if (present !== null) throw invalid({ email: ['This account has an address; it is changed in the profile.'] });
  await requirePassword(parts, person, undefined, 'email');
  await limits.countFrom('reset', person.ip, BY_ADDRESS);
  await limits.count(`address:account:${person.userId}`, BY_ACCOUNT);
  await countForAccount(limits, email, person.ip);
  await jobs.enqueue(database, mailAddressLink, { userId: person.userId, email });
  return { detail: 'A link to confirm this address is on its way to it.' };
}

/** The mail names who asks as X does: a name of their choice is not for a stranger's mailbox. */
export async function sendAddressLink(parts: Parts, { userId, email }: AskedAddress, jobId: string): Promise<void> {
  const { config, database, sendMail } = parts;
  const { username } = await readLink(parts, userId);
  if (username === null) return;
  const taken = await findByEmail(database, email);
  if (taken) {
    // Whether a link for another address was good until now must not tell that this one has an account.
    await endResets(database, userId);
    return sendMail({
      id: jobId,
      to: taken.email,
      subject: 'This address has an account',
      paragraphs: [
        `Hello ${taken.name},`,
        `@${username} of X, perhaps you, asked to use this address for an account here. It has one already, so nothing was changed.`,
        'If it was you: sign in with this address instead. To use X with it, delete the account that you made with X, and then connect X in the settings.',
        { label: 'Sign in', link: `${config.origin}/login` },
      ],
    });
  }
  const link = await makeLink(parts, { jobId, userId, email });
  if (!link) return;
  await sendMail({
    id: jobId,
    to: email,
    subject: 'Confirm your address',
    paragraphs: [
      'Hello,',
      `@${username} of X, hopefully you, asked to use this address for their account here. The link below confirms that, and sets a password for the account; it is good once, for one hour.`,
      { label: 'Confirm and set a password', link },
      `If you are not @${username}, ignore this mail: the account would be theirs, too.`,
    ],
  });
}

/**
 * Sets a new password, and the address where the link is for one, and ends all sessions.
 * @throws AppError 400 where the link is over, was never good, or is for an address that somebody has by now; 429
 */
export async function confirmReset(
  { database, jobs, limits }: Parts,
  body: z.output<typeof PasswordResetConfirm>,
  ip: string,
) {
  await limits.countFrom('reset-confirm', ip, BY_ADDRESS);
  requireUncommon(body.new_password, 'new_password');
  const userId = /^[1-9]\d{0,14}$/.test(body.uid) ? Number(body.uid) : 0;
  const passwordHash = await hashPassword(limits, ip, body.new_password);
  await transaction(database, async (tx) => {
    // First of all, as where links are made: two that took them in another order would wait for each other.
    const account = await lockAccount(tx, userId).catch(ifThere);
    const [used] = account ? await useReset(tx, { userId, tokenHash: digest(body.token) }) : [];
    if (!account || !used) throw overLink();
    if (used.email === null) {
      // Whoever reads the mailbox takes the account back, from whoever connected an X of theirs, too.
      await endLink(tx, { workspaceId: await findWorkspaceOf(tx, userId), userId, ip });
      // What somebody prepared who never showed that the address is theirs, lets nobody in any more.
      if (!account.email_proved) await revokeInvitationsOf(tx, userId);
      await mailNotice(tx, jobs, account, account.email_proved ? 'password' : 'taken_over');
      return setPassword(tx, { userId, ip, passwordHash, proved: true }, 'password_reset');
    }
    if (account.email !== null) throw overLink();
    await setPassword(tx, { userId, ip, passwordHash, email: used.email, proved: true }, 'address').catch(explainTaken);
  });
  // Guesses at the old password do not count against the new one.
  await forgetGuesses(limits, userId, ip);
  return { detail: 'Your password has been reset.' };
}

function overLink() {
  const detail = 'Invalid or expired reset link. Please request a new password reset.';
  return new AppError('invalid', 400, detail, { extra: { token: [detail] } });
}
