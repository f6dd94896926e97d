import * as contact from '#contract/contact.ts';
import { transaction } from '../../database/transaction.ts';
import { job } from '../../jobs/jobs.ts';
import type { Parts } from '../../parts.ts';
import { MAIL_RETRIES } from '../mail/mail.service.ts';
import { findMessage, insertMessage } from './contact.sql.ts';

const BY_ADDRESS = { attempts: 5, seconds: 60 * 60 };
const mailMessage = job<{ id: number }>('contact.mail', MAIL_RETRIES);

/** Messages of visitors are kept, and mailed to CONTACT_TO where there is one (section 2, 'Contact'). */
export function contactRoutes({ bind, config, database, jobs, limits, sendMail }: Parts) {
  bind(contact.sendContact, async ({ body, ip }) => {
    await limits.countFrom('contact', ip, BY_ADDRESS);
    await transaction(database, async (tx) => {
      const [kept] = await insertMessage(tx, { ...body, ip });
      if (kept && config.contactTo) await jobs.enqueue(tx, mailMessage, { id: kept.id });
    });
    return {
      success: true,
      message: 'Thank you for your message. We will get back to you within 24 hours.',
      errors: {},
    };
  });

  jobs.handle(mailMessage, async ({ id }, jobId) => {
    const [kept] = await findMessage(database, { id });
    if (!kept || !config.contactTo) return;
    await sendMail({
      id: jobId,
      to: config.contactTo,
      replyTo: { name: kept.name, address: kept.email },
      subject: `Contact: ${kept.subject}`,
      paragraphs: [`${kept.name} <${kept.email}> wrote:`, kept.message],
    });
  });
}
