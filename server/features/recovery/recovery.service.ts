import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { PasswordResetConfirm } from '#contract/recovery.ts';
import { transaction } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import { job } from '../../jobs/jobs.ts';
import type { Parts as AllParts } from '../../parts.ts';
import {
  addressKey,
  digest,
  findByEmail,
  forgetGuesses,
  hashPassword,
  lockAccount,
  setPassword,
} from '../auth/auth.service.ts';
import { MAIL_RETRIES } from '../mail/mail.service.ts';
import { insertReset, useReset } from './recovery.sql.ts';

const HOUR = 60 * 60;
const BY_ACCOUNT = { attempts: 5, seconds: HOUR };
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
  await limits.count(`reset:address:${ip}`, BY_ADDRESS);
  await limits.count(`reset:account:${addressKey(email)}`, BY_ACCOUNT);
  await jobs.enqueue(database, mailLink, { email });
  return { detail: 'If an account with this email exists, instructions to reset its password are on their way.' };
}

/**
 * The link is made here and is nowhere but in the mail. It follows from the job, so that a mail that is tried again, since nobody
 * knows whether it arrived, carries the same one.
 */
export async function sendLink({ config, database, log, sendMail }: Parts, email: string, jobId: string) {
  const user = await findByEmail(database, email);
  if (!user) return log.info('a password reset was asked for an address without an account');
  const token = createHmac('sha256', config.secret).update(`reset:${jobId}`).digest('base64url');
  await transaction(database, async (tx) => {
    // Two mails at once leave one link that is good.
    await lockAccount(tx, user.id);
    await insertReset(tx, { userId: user.id, tokenHash: digest(token), seconds: HOUR });
  });
  await sendMail({
    id: jobId,
    to: user.email,
    subject: 'Reset your password',
    paragraphs: [
      `Hello ${user.name},`,
      'somebody, hopefully you, asked to set a new password for your account. The link below does that; it is good once, for one hour.',
      { label: 'Set a new password', link: `${config.origin}/reset-password/${user.id}/${token}` },
      'If it was not you, nothing has changed, and you can ignore this mail.',
    ],
  });
}

/** Sets a new password and ends all sessions. @throws AppError 400 where the link is over or was never good, 429 */
export async function confirmReset(
  { database, limits }: Parts,
  body: z.output<typeof PasswordResetConfirm>,
  ip: string,
) {
  await limits.count(`reset-confirm:address:${ip}`, BY_ADDRESS);
  const userId = /^[1-9]\d{0,14}$/.test(body.uid) ? Number(body.uid) : 0;
  const passwordHash = await hashPassword(body.new_password);
  await transaction(database, async (tx) => {
    const [used] = await useReset(tx, { userId, tokenHash: digest(body.token) });
    if (!used) {
      const detail = 'Invalid or expired reset link. Please request a new password reset.';
      throw new AppError('invalid', 400, detail, { extra: { token: [detail] } });
    }
    await setPassword(tx, { userId, ip, passwordHash }, 'password_reset');
  });
  // Guesses at the old password do not count against the new one.
  await forgetGuesses(limits, userId);
  return { detail: 'Your password has been reset.' };
}
