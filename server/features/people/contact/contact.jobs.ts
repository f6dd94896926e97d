import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { MAIL_RETRIES } from '../../core/mail/mail.service.ts';
import { findMessage } from './contact.sql.ts';

/** Mails the message of a visitor to CONTACT_TO. */
export const mailMessage = job<{ id: number }>('contact.mail', MAIL_RETRIES);

export function contactJobs({ config, database, jobs, sendMail }: AppContext) {
  jobs.handle(mailMessage, async ({ id }, run) => {
    const [kept] = await findMessage(database, { id });
    if (!kept || !config.contactTo) return;
    await sendMail({
      id: run.id,
      to: config.contactTo,
      replyTo: { name: kept.name, address: kept.email },
      subject: `Contact: ${kept.subject}`,
      paragraphs: [`${kept.name} <${kept.email}> wrote:`, kept.message],
    });
  });
}
