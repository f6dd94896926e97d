import * as contact from '#contract/people/contact.ts';
import type { AppContext } from '../../../context.ts';
import { transaction } from '../../../database/transaction.ts';
import { mailMessage } from './contact.jobs.ts';
import { insertMessage } from './contact.sql.ts';

const BY_ADDRESS = { attempts: 5, seconds: 60 * 60 };

/**
 * Messages of visitors are stored, and mailed to CONTACT_TO where it is set (docs/domain/pages.md,
 * 'Public pages').
 */
export function contactRoutes(context: AppContext) {
  const { bind, config, jobs, limits } = context;
  bind(contact.sendContact, async ({ body, ip }) => {
    await limits.countFrom('contact', ip, BY_ADDRESS);
    await transaction(context, async (tx) => {
      const [kept] = await insertMessage(tx, { ...body, ip });
      if (kept && config.contactTo) await jobs.enqueue(tx, mailMessage, { id: kept.id });
    });
    return {
      success: true,
      message: 'Thank you for your message. We will get back to you within 24 hours.',
      errors: {},
    };
  });
}
