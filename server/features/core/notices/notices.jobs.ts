import { paths } from '#contract/paths.ts';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { MAIL_RETRIES } from '../mail/mail.service.ts';

/**
 * Security notices to the mailbox of an account, for the case that its owner did not act
 * themselves.
 */
const NOTICES = {
  password: {
    subject: 'Your password was changed',
    text: 'the password of your account was changed, and its other sessions were ended. Connected apps and API keys keep working: look through them, too.',
  },
  address: {
    subject: 'Your email address was changed',
    text: 'the email address of your account was changed. Emails now go to the new address, and you can no longer sign in with this one.',
  },
  taken_over: {
    subject: 'Your password was set',
    text: 'a new password was set for your account with a link sent to this email address. The address had not been verified before, so someone else may have created the account. What they prepared was ended: sessions, invitations, API keys, connected apps, webhooks and links. Look through its workspaces, members and channels before you use it.',
  },
  closed: {
    subject: 'Your account was closed',
    text: 'your account was closed, and its data is being deleted.',
  },
} as const;

export type NoticeKind = keyof typeof NOTICES;

export const notice = job<{ to: string; kind: NoticeKind }>('auth.notice', MAIL_RETRIES);

export function noticeJobs({
  config,
  jobs,
  sendMail,
}: Pick<AppContext, 'config' | 'jobs' | 'sendMail'>) {
  jobs.handle(notice, ({ to, kind }, { id }) =>
    sendMail({
      id,
      to,
      subject: NOTICES[kind].subject,
      paragraphs: [
        'Hello,',
        NOTICES[kind].text,
        kind === 'closed'
          ? 'If this wasn’t you, contact the operator of this server at once.'
          : 'If this wasn’t you, set a new password at once: that ends all sessions.',
        kind === 'closed'
          ? { label: 'Contact', link: config.origin + paths.contact, quiet: true }
          : { label: 'Set a new password', link: config.origin + paths.forgotPassword },
        ...(kind === 'password'
          ? [
              { label: 'Connected apps', link: config.origin + paths.apps, quiet: true },
              { label: 'API keys', link: config.origin + paths.apiKeys, quiet: true },
            ]
          : []),
      ],
    }),
  );
}
