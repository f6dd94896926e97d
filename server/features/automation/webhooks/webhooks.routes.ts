import * as webhooks from '#contract/automation/webhooks.ts';
import type { AppContext } from '../../../context.ts';
import * as deliveries from './deliveries.service.ts';
import * as service from './webhooks.service.ts';

export function webhookRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(webhooks.listWebhooks, ({ person }) => service.listWebhooks(database, person));
  bind(webhooks.getWebhook, ({ person, params }) =>
    service.getWebhook(database, person, params.id),
  );
  bind(webhooks.tryAddress, ({ person, body }) => service.tryAddress(context, person, body.url));
  bind(webhooks.createWebhook, ({ person, body }) => service.createWebhook(context, person, body));
  bind(webhooks.updateWebhook, ({ person, params, body }) =>
    service.updateWebhook(context, person, params.id, body),
  );
  bind(webhooks.switchWebhook, ({ person, params, body }) =>
    service.switchWebhook(context, person, params.id, body.state),
  );
  bind(webhooks.rollSecret, ({ person, params, body }) =>
    service.rollSecret(context, person, params.id, body),
  );
  bind(webhooks.deleteWebhook, ({ person, params }) =>
    service.deleteWebhook(context, person, params.id),
  );
  bind(webhooks.listDeliveries, ({ person, params, query }) =>
    deliveries.listDeliveries(database, person, params.id, query),
  );
  bind(webhooks.getDelivery, ({ person, params }) =>
    deliveries.getDelivery(database, person, params.id),
  );
  bind(webhooks.sendAgain, ({ person, params }) =>
    deliveries.sendAgain(context, person, params.id),
  );
  bind(webhooks.sendFailedAgain, ({ person, params, body }) =>
    deliveries.sendFailedAgain(context, person, params.id, body.since),
  );
  bind(webhooks.sendExample, ({ person, params, body }) =>
    deliveries.sendExample(context, person, params.id, body.type),
  );
}
