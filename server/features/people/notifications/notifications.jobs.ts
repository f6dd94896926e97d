import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { isOwnPath, paths } from '#contract/paths.ts';
import type { AppContext } from '../../../context.ts';
import { transaction } from '../../../database/transaction.ts';
import { job } from '../../../jobs/jobs.ts';
import { findAccount } from '../../core/auth/auth.service.ts';
import { inMail, MAIL_RETRIES } from '../../core/mail/mail.service.ts';
import { inWords } from './notifications.service.ts';
import * as sql from './notifications.sql.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** The minimum interval between two digests to a person. */
const MINUTES_BETWEEN = 15;
const PEOPLE_AT_ONCE = 1000;
/** More than these are only counted. */
const LISTED = 20;

type Context = Pick<AppContext, 'config' | 'secrets' | 'database' | 'live' | 'jobs' | 'sendMail'>;

const EVERY_MINUTE = '* * * * *';

const bundle = job('notifications.bundle', { retryLimit: 0, expireInSeconds: 300 });
const mailNotifications = job<{ userId: number }>('notifications.mail', MAIL_RETRIES);

/** Enqueues a digest for everybody with unread notifications whose last mail is long enough ago. */
async function bundleMails({ database, live, jobs }: Context): Promise<void> {
  for (const { userId } of await sql.findDue(database, {
    minutes: MINUTES_BETWEEN,
    limit: PEOPLE_AT_ONCE,
  })) {
    await transaction({ database, live }, async (tx) => {
      const [turn] = await sql.takeTurn(tx, { userId, minutes: MINUTES_BETWEEN });
      if (turn) await jobs.enqueue(tx, mailNotifications, { userId });
    });
  }
}

/** Mails all unread notifications in one digest, which is the same for all attempts. */
async function sendNotifications(context: Context, userId: number, jobId: string): Promise<void> {
  const { config, secrets, database, sendMail } = context;
  await sql.claimMails(database, { userId, job: jobId });
  const unread = (await sql.listClaimed(database, { job: jobId })).filter(({ read }) => !read);
  const listed = unread
    .map((row) => inWords(context, row))
    .map(({ kind, text, link, published }) => ({ kind, text: inMail(text, 300), link, published }));
  const [first] = listed;
  const { name, email } = await findAccount(database, userId);
  if (!first || email === null) return void (await sql.endTurn(database, { userId, sent: false }));
  const more = listed.length - LISTED;
  const kinds = listed.map(({ kind }) => kind);
  const unsubscribe = config.origin + paths.unsubscribe(unsubscribeToken(secrets, userId, kinds));
  await sendMail({
    id: jobId,
    to: email,
    subject: listed.length === 1 ? first.text : `${listed.length} notifications: ${first.text}, …`,
    unsubscribe,
    paragraphs: [
      `Hello ${name},`,
      ...listed.slice(0, LISTED).flatMap(({ text, link, published }) => [
        link ? { label: text, link: config.origin + link, quiet: true } : text,
        ...published.flatMap(({ network, url }) =>
          url
            ? [
                {
                  label: `Open on ${NETWORK_NAMES[network]}`,
                  link: isOwnPath(url) ? config.origin + url : url,
                  quiet: true,
                },
              ]
            : [],
        ),
      ]),
      ...(more > 0 ? [`And ${more} more.`] : []),
      'These emails are sent at most every 15 minutes. Manage them in your settings:',
      {
        label: 'Notification settings',
        link: config.origin + paths.notificationSettings,
        quiet: true,
      },
      { label: 'Stop emails like this one', link: unsubscribe, quiet: true },
    ],
  });
  await sql.endTurn(database, { userId, sent: true });
}

export function notificationJobs(context: Context) {
  context.jobs.repeat(bundle, EVERY_MINUTE, () => bundleMails(context));
  context.jobs.handle(mailNotifications, ({ userId }, { id }) =>
    sendNotifications(context, userId, id),
  );
}
