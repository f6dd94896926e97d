import { paths } from '#contract/paths.ts';
import type { AppContext } from '../../../context.ts';
import { transaction } from '../../../database/transaction.ts';
import { job } from '../../../jobs/jobs.ts';
import {
  digest,
  endResets,
  findByEmail,
  isTrusted,
  lockAccount,
} from '../../core/auth/auth.service.ts';
import { MAIL_RETRIES } from '../../core/mail/mail.service.ts';
import { readLink } from '../social/social.service.ts';
import { insertReset } from './recovery.sql.ts';

const HOUR = 60 * 60;

type Context = Pick<AppContext, 'config' | 'secrets' | 'database' | 'live' | 'log' | 'sendMail'>;

/** Looks the account up, and mails its link. */
export const mailLink = job<{ email: string }>('recovery.mail', MAIL_RETRIES);

/** `sessionId`: that which has asked for it; none in what was asked for before that was kept. */
type AskedAddress = { userId: number; email: string; sessionId?: string };

/** Mails a link that verifies the address. */
export const mailAddressLink = job<AskedAddress>('recovery.mail_address', MAIL_RETRIES);

/**
 * The link is created here and exists only in the mail. It is derived from the id of the job, so
 * that a retry of a mail with an unknown outcome has the same link.
 */
async function sendLink(context: Context, email: string, jobId: string) {
  const { database, log, sendMail } = context;
  const user = await findByEmail(database, email);
  if (!user) return log.info('password reset requested for an unknown address');
  const link = await makeLink(context, { jobId, userId: user.id, email: null });
  if (!link) return;
  await sendMail({
    id: jobId,
    to: user.email,
    subject: 'Reset your password',
    paragraphs: [
      `Hello ${user.name},`,
      'Someone, hopefully you, asked to reset your password. The link below works once and expires in one hour. Resetting the password signs you out everywhere and disconnects X, if connected.',
      { label: 'Set a new password', link },
      'If this wasn’t you, nothing has changed, and you can ignore this email.',
    ],
  });
}

/**
 * Creates a link that is valid once, for an hour; earlier ones are revoked.
 * @param email becomes the address of the account; no link is created where it is taken by now, or
 * where somebody has ended the session that asked for it. A logout is no distrust.
 */
async function makeLink(
  { config, secrets, database, live }: Context,
  {
    jobId,
    userId,
    email,
    sessionId,
  }: { jobId: string; userId: number; email: string | null; sessionId?: string },
): Promise<string | undefined> {
  const token = secrets.mac('password reset', jobId);
  return transaction({ database, live }, async (tx) => {
    // Of two concurrent mails, one link is valid.
    const account = await lockAccount(tx, userId);
    if (email !== null && account.email !== null) return;
    if (sessionId !== undefined && !(await isTrusted(tx, sessionId))) return;
    await insertReset(tx, {
      ...{ userId, email, tokenHash: digest(token), seconds: HOUR },
      sessionId: sessionId ?? null,
    });
    return config.origin + paths.resetPassword(userId, token);
  });
}

/**
 * The mail names the person by their X account: a name of their choice is not sent to a stranger's
 * mailbox.
 */
async function sendAddressLink(
  context: Context,
  { userId, email, sessionId }: AskedAddress,
  jobId: string,
): Promise<void> {
  const { config, database, sendMail } = context;
  const { username } = await readLink(context, userId);
  if (username === null) return;
  const taken = await findByEmail(database, email);
  if (taken) {
    // Whether a link for another address was valid must not disclose that this one has an account.
    await endResets(database, userId);
    return sendMail({
      id: jobId,
      to: taken.email,
      subject: 'You already have an account',
      paragraphs: [
        `Hello ${taken.name},`,
        `@${username} on X, possibly you, asked to use this email address for an account here. It already has one, so nothing was changed.`,
        'If this was you, sign in with this email address instead. To use X with it, delete the account that you created with X, and then connect X in the settings.',
        { label: 'Sign in', link: config.origin + paths.login },
      ],
    });
  }
  const link = await makeLink(context, {
    ...{ jobId, userId, email },
    ...(sessionId !== undefined && { sessionId }),
  });
  if (!link) return;
  await sendMail({
    id: jobId,
    to: email,
    subject: 'Confirm your email address',
    paragraphs: [
      'Hello,',
      `@${username} on X, hopefully you, asked to use this email address for their account here. Use the link below to confirm and to set a password. It works once and expires in one hour.`,
      { label: 'Confirm and set a password', link },
      `If you are not @${username}, ignore this email: otherwise @${username} would share the account with you.`,
    ],
  });
}

export function recoveryJobs(context: Context & Pick<AppContext, 'jobs'>) {
  context.jobs.handle(mailLink, ({ email }, { id }) => sendLink(context, email, id));
  context.jobs.handle(mailAddressLink, (asked, { id }) => sendAddressLink(context, asked, id));
}
