import { paths } from '#contract/paths.ts';
import type { AppContext } from '../../../context.ts';
import { ifThere } from '../../../errors.ts';
import { job } from '../../../jobs/jobs.ts';
import { findAccount } from '../../core/auth/auth.service.ts';
import { MAIL_RETRIES } from '../../core/mail/mail.service.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'sendMail'>;

type Notice = { userId: number; username: string; linked: boolean };

/**
 * Notifies the mailbox of an account of a new way to sign in, for the case that its owner did not
 * add it.
 */
export const mailNotice = job<Notice>('social.notice', MAIL_RETRIES);

async function sendNotice(
  { config, database, sendMail }: Context,
  { userId, username, linked }: Notice,
  jobId: string,
): Promise<void> {
  const account = await findAccount(database, userId).catch(ifThere);
  // An unverified address may belong to someone else.
  if (!account?.email || !account.email_proved) return;
  await sendMail({
    id: jobId,
    to: account.email,
    subject: linked ? 'X was connected to your account' : 'X was disconnected from your account',
    paragraphs: [
      `Hello ${account.name},`,
      linked
        ? `your account was connected to @${username} on X, which can now be used to sign in.`
        : `@${username} on X can no longer be used to sign in to your account.`,
      'If this wasn’t you, set a new password: that ends all sessions, and disconnects X.',
      { label: 'Set a new password', link: config.origin + paths.forgotPassword },
    ],
  });
}

export function socialJobs(context: Context & Pick<AppContext, 'jobs'>) {
  context.jobs.handle(mailNotice, (notice, { id }) => sendNotice(context, notice, id));
}
