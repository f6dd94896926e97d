import { INVITATION_DAYS } from '#contract/people/members.ts';
import { withArticle } from '#contract/roles.ts';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { findByEmail } from '../../core/auth/auth.service.ts';
import { inMail, MAIL_RETRIES } from '../../core/mail/mail.service.ts';
import { getSettings } from '../notifications/notifications.service.ts';
import { linkOf, whyInvalid } from './invitation.ts';
import * as sql from './invitations.sql.ts';

type Context = Pick<AppContext, 'config' | 'secrets' | 'database' | 'sendMail'>;

/** Mails the link of an open invitation. */
export const mailInvitation = job<{ id: number }>('members.invite', MAIL_RETRIES);

/** Sends the mail, unless the invitation has ended. */
async function sendInvitation(context: Context, id: number, jobId: string): Promise<void> {
  const [found] = await sql.findInvitation(context.database, { id });
  if (!found?.email || whyInvalid(found)) return;
  const guest = await findByEmail(context.database, found.email);
  if (guest?.proved && !(await getSettings(context.database, { userId: guest.id })).invited.email)
    return;
  const host = inMail(found.invited_by ?? 'Someone');
  const workspace = inMail(found.workspace);
  await context.sendMail({
    id: jobId,
    to: found.email,
    subject: `${host} invites you to ${workspace}`,
    paragraphs: [
      'Hello,',
      `${host} invites you to join '${workspace}' as ${withArticle(found.role)}. The link below works once and expires in ${INVITATION_DAYS} days.`,
      { label: 'Accept the invitation', link: linkOf(context, id) },
      'If you do not know what this is about, you can ignore this email.',
    ],
  });
}

export function invitationJobs(context: Context & Pick<AppContext, 'jobs'>) {
  context.jobs.handle(mailInvitation, ({ id }, run) => sendInvitation(context, id, run.id));
}
