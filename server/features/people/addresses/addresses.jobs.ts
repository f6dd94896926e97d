import { paths } from '#contract/paths.ts';
import { ADDRESS_LINK_DAYS } from '#contract/people/addresses.ts';
import type { AppContext } from '../../../context.ts';
import { transaction } from '../../../database/transaction.ts';
import { ifThere } from '../../../errors.ts';
import { job } from '../../../jobs/jobs.ts';
import { findAccount, findByEmail } from '../../core/auth/auth.service.ts';
import { MAIL_RETRIES } from '../../core/mail/mail.service.ts';
import { takeUnreminded } from './addresses.sql.ts';
import { type Asked, tokenOf } from './link.ts';

const DAY = 24 * 60 * 60;

type Context = Pick<AppContext, 'clock' | 'config' | 'secrets' | 'database' | 'sendMail'>;

export type { Asked };

/** Mails the verification link to an address. */
export const mailAddressLink = job<Asked>('addresses.mail', MAIL_RETRIES);

/** Asks people to verify their address whose accounts are older than that: some at a time. */
const remind = job('addresses.remind', { retryLimit: 2 });
const EVERY_TEN_MINUTES = '*/10 * * * *';
const BATCH = 50;

/**
 * Mails the link. Where another account has the address by now, its mailbox is notified instead,
 * and nobody else.
 */
async function sendLink(context: Context, asked: Asked, jobId: string): Promise<void> {
  const { clock, config, database, secrets, sendMail } = context;
  const account = await findAccount(database, asked.userId).catch(ifThere);
  if (!account) return;
  const isPending = account.pending_email === asked.email;
  // Verified, changed or cancelled meanwhile.
  if (!isPending && (account.email !== asked.email || account.email_proved)) return;
  const taken = isPending && (await findByEmail(database, asked.email));
  if (taken && taken.id !== account.id)
    return sendMail({
      id: jobId,
      to: asked.email,
      subject: 'You already have an account',
      paragraphs: [
        'Hello,',
        'Someone, possibly you, tried to use this email address for another account. It already belongs to an account, so nothing was changed.',
        { label: 'Sign in', link: config.origin + paths.login },
      ],
    });
  const until = Math.floor(clock.now() / 1000) + ADDRESS_LINK_DAYS * DAY;
  await sendMail({
    id: jobId,
    to: asked.email,
    subject: isPending ? 'Confirm your new email address' : 'Please confirm your email address',
    paragraphs: [
      'Hello,',
      isPending
        ? `Someone, hopefully you, asked to use this email address for their account. To confirm, sign in and open the link below. It expires in ${ADDRESS_LINK_DAYS} days.`
        : `Someone, hopefully you, created an account with this email address. To confirm that it is yours, sign in and open the link below. It expires in ${ADDRESS_LINK_DAYS} days.`,
      {
        label: 'Confirm email address',
        link: config.origin + paths.confirmAddress(tokenOf(secrets, asked, until)),
      },
      isPending
        ? 'If this wasn’t you, ignore this email: nothing changes unless the link is used.'
        : 'If this wasn’t you, ignore this email. To take control of the account, reset its password from the sign-in page.',
    ],
  });
}

export function addressJobs(context: Context & Pick<AppContext, 'jobs' | 'live' | 'log'>) {
  const { jobs, log } = context;
  jobs.repeat(remind, EVERY_TEN_MINUTES, async () => {
    const asked = await transaction(context, async (tx) => {
      const accounts = await takeUnreminded(tx, { limit: BATCH });
      for (const account of accounts) await jobs.enqueue(tx, mailAddressLink, account);
      return accounts.length;
    });
    if (asked)
      log.warn({ accounts: asked }, 'unverified since an upgrade: asked to verify their addresses');
  });
  context.jobs.handle(mailAddressLink, (asked, { id }) => sendLink(context, asked, id));
}
