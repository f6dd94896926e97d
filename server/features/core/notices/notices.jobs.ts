import { paths } from '#contract/paths.ts';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { inMail, MAIL_RETRIES } from '../mail/mail.service.ts';

/**
 * Security notices to the mailbox of an account, for the case that its owner did not act
 * themselves.
 */
const NOTICES = {
  password: {
    subject: 'Your password was changed',
    text: 'the password of your account was changed, and its other sessions were ended.',
  },
  password_reset: {
    subject: 'Your password was reset',
    text: 'the password of your account was set anew with a link sent to this email address, and its sessions were ended.',
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

/** What acted for the account without a session, in words. */
export type AccessTold = { ended: readonly string[]; left: readonly string[] };

type Notice = { to: string; kind: NoticeKind } & Partial<AccessTold>;
export const notice = job<Notice>('auth.notice', MAIL_RETRIES);

/** More are counted. */
const LISTED = 20;

const list = (what: string, names: readonly string[]) =>
  names.length
    ? [
        what,
        ...names.slice(0, LISTED).map((name) => `- ${inMail(name, 150)}`),
        ...(names.length > LISTED ? [`And ${names.length - LISTED} more.`] : []),
      ]
    : [];

export function noticeJobs({
  config,
  jobs,
  sendMail,
}: Pick<AppContext, 'config' | 'jobs' | 'sendMail'>) {
  jobs.handle(notice, ({ to, kind, ended = [], left = [] }, { id }) =>
    sendMail({
      id,
      to,
      subject: NOTICES[kind].subject,
      paragraphs: [
        'Hello,',
        NOTICES[kind].text,
        ...list('This acted for the account and has ended:', ended),
        ...list('This still acts for the account. End what you do not know:', left),
        kind === 'closed'
          ? 'If this wasn’t you, contact the operator of this server at once.'
          : 'If this wasn’t you, set a new password at once: that ends all sessions.',
        kind === 'closed'
          ? { label: 'Contact', link: config.origin + paths.contact, quiet: true }
          : { label: 'Set a new password', link: config.origin + paths.forgotPassword },
        ...(left.length
          ? [
              {
                label: 'See what acts for you',
                link: config.origin + paths.accountAccess,
                quiet: true,
              },
            ]
          : []),
      ],
    }),
  );
}
