import type { User } from '#contract/auth.ts';
import type { Executor } from '../../database/pool.ts';
import { type Jobs, job } from '../../jobs/jobs.ts';
import type { Parts } from '../../parts.ts';
import { MAIL_RETRIES } from '../mail/mail.service.ts';

/** What the mailbox of an account is told of, since whoever did not do it themselves has to learn of it. */
const NOTICES = {
  password: {
    subject: 'Your password was changed',
    text: 'the password of your account was changed, and its other sessions were ended.',
  },
  address: {
    subject: 'Your address was changed',
    text: 'your account has another address now: mails go there from now on, and this address signs in no longer.',
  },
  taken_over: {
    subject: 'Your password was set',
    text: 'a new password was set for your account with a link from this mailbox. Whoever used the account before had never shown that this address is theirs: look at the workspaces that you find there and who works in them before you write anything.',
  },
  closed: { subject: 'Your account was closed', text: 'your account was closed, and what is its own is being erased.' },
} as const;

type Notice = { to: string; kind: keyof typeof NOTICES };

const notice = job<Notice>('auth.notice', MAIL_RETRIES);

/**
 * Tells the mailbox of an account, in the transaction of what it is told. One that was never proved may be a stranger's, who is
 * not to be bothered with what others do.
 * @param account as it was before
 */
export async function mailNotice(
  tx: Executor,
  jobs: Jobs,
  { email, email_proved }: Pick<User, 'email' | 'email_proved'>,
  kind: Notice['kind'],
): Promise<void> {
  if (email && (email_proved || kind === 'taken_over')) await jobs.enqueue(tx, notice, { to: email, kind });
}

export function handleNotices({ config, jobs, sendMail }: Pick<Parts, 'config' | 'jobs' | 'sendMail'>) {
  jobs.handle(notice, ({ to, kind }, id) =>
    sendMail({
      id,
      to,
      subject: NOTICES[kind].subject,
      paragraphs: [
        'Hello,',
        NOTICES[kind].text,
        kind === 'closed'
          ? 'If it was not you, write to whoever runs this server at once.'
          : 'If it was not you, set a new password at once: that ends all sessions.',
        kind === 'closed'
          ? { label: 'Contact', link: `${config.origin}/contact`, quiet: true }
          : { label: 'Set a new password', link: `${config.origin}/forgot-password` },
      ],
    }),
  );
}
