import { transaction } from '../../database/transaction.ts';
import { job } from '../../jobs/jobs.ts';
import type { Parts as AllParts } from '../../parts.ts';
import { findAccount } from '../auth/auth.service.ts';
import { inMail, MAIL_RETRIES } from '../mail/mail.service.ts';
import { inWords } from './notifications.service.ts';
import * as sql from './notifications.sql.ts';

/** So long nobody is mailed again: what comes in between is in the next mail together. */
const MINUTES_BETWEEN = 15;
const PEOPLE_AT_ONCE = 1000;
/** More than these are only counted. */
const LISTED = 20;

type Parts = Pick<AllParts, 'config' | 'database' | 'jobs' | 'sendMail'>;

export const mailNotifications = job<{ userId: number }>('notifications.mail', MAIL_RETRIES);

/** Asks for a mail to everybody who has something unread and was not mailed for a while. */
export async function bundleMails({ database, jobs }: Parts): Promise<void> {
  for (const { userId } of await sql.findDue(database, { minutes: MINUTES_BETWEEN, limit: PEOPLE_AT_ONCE })) {
    await transaction(database, async (tx) => {
      const [turn] = await sql.takeTurn(tx, { userId, minutes: MINUTES_BETWEEN });
      if (turn) await jobs.enqueue(tx, mailNotifications, { userId });
    });
  }
}

/** Mails what is still unread, all of it in one mail; the same however often it is tried. */
export async function sendNotifications(parts: Parts, userId: number, jobId: string): Promise<void> {
  const { config, database, sendMail } = parts;
  await sql.claimMails(database, { userId, job: jobId });
  const unread = (await sql.listClaimed(database, { job: jobId })).filter(({ read }) => !read);
  const told = unread.map((row) => inWords(parts, row)).map(({ text, link }) => ({ text: inMail(text, 300), link }));
  const [first] = told;
  const { name, email } = await findAccount(database, userId);
  if (!first || email === null) return void (await sql.endTurn(database, { userId, sent: false }));
  const more = told.length - LISTED;
  await sendMail({
    id: jobId,
    to: email,
    subject: told.length === 1 ? first.text : `${told.length} notifications: ${first.text}, …`,
    paragraphs: [
      `Hello ${name},`,
      ...told
        .slice(0, LISTED)
        .map(({ text, link }) => (link ? { label: text, link: config.origin + link, quiet: true } : text)),
      ...(more > 0 ? [`And ${more} more.`] : []),
      'At most one such mail comes in 15 minutes. What is mailed, you choose in the settings:',
      { label: 'Notification settings', link: `${config.origin}/settings#notifications`, quiet: true },
    ],
  });
  await sql.endTurn(database, { userId, sent: true });
}
