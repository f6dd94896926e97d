import * as notifications from '#contract/notifications.ts';
import { job } from '../../jobs/jobs.ts';
import type { Parts } from '../../parts.ts';
import { bundleMails, mailNotifications, sendNotifications } from './mails.service.ts';
import * as service from './notifications.service.ts';

const bundle = job('notifications.bundle', { retryLimit: 0, expireInSeconds: 300 });
const EVERY_MINUTE = '* * * * *';

export function notificationRoutes(parts: Parts) {
  const { bind, database, jobs } = parts;
  bind(notifications.listNotifications, ({ person, query, url }) =>
    service.listNotifications(parts, database, person, query, url),
  );
  bind(notifications.countUnread, async ({ person }) => ({ count: await service.countUnread(database, person) }));
  bind(notifications.readNotification, ({ person, params }) =>
    service.readNotification(parts, database, person, params.id),
  );
  bind(notifications.readAllNotifications, ({ person, body }) => service.readAll(database, person, body.up_to));
  bind(notifications.deleteNotification, ({ person, params }) =>
    service.deleteNotification(database, person, params.id),
  );
  bind(notifications.getNotificationSettings, ({ person }) => service.getSettings(database, person));
  bind(notifications.saveNotificationSettings, ({ person, body }) => service.saveSettings(database, person, body));
  jobs.repeat(bundle, EVERY_MINUTE, () => bundleMails(parts));
  jobs.handle(mailNotifications, ({ userId }, jobId) => sendNotifications(parts, userId, jobId));
}
