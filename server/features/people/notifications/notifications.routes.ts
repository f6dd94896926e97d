import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/paths.ts';
import * as notifications from '#contract/people/notifications.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './notifications.service.ts';
import { unsubscribe } from './unsubscribe.ts';

export function notificationRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(notifications.listNotifications, async ({ person, query, links }) =>
    links(await service.listNotifications(context, database, person, query)),
  );
  bind(notifications.countUnread, async ({ person }) => ({
    count: await service.countUnread(database, person),
  }));
  bind(notifications.markNotificationRead, ({ person, params }) =>
    service.markNotificationRead(context, database, person, params.id),
  );
  bind(notifications.readAllNotifications, ({ person, body }) =>
    service.readAll(database, person, body.up_to),
  );
  bind(notifications.deleteNotification, ({ person, params }) =>
    service.deleteNotification(database, person, params.id),
  );
  bind(notifications.unsubscribe, ({ body }) => unsubscribe(context, body.token));
  bind(notifications.getNotificationSettings, ({ person }) =>
    service.getSettings(database, person),
  );
  bind(notifications.saveNotificationSettings, ({ person, body }) =>
    service.saveSettings(database, person, body),
  );
}

/**
 * The POST that mail programs send to the address of the page, with a body that says no more than
 * that. A GET shows the page, and changes nothing: mail scanners follow links.
 */
export function serveOneClick(app: FastifyInstance, context: AppContext) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_000 }, (_, _body, done) =>
      done(null),
    );
    scope.post<{ Params: { token: string } }>(
      paths.unsubscribe(':token'),
      async ({ params }, reply) => {
        await unsubscribe(context, params.token);
        return reply.code(204).send();
      },
    );
  });
}
