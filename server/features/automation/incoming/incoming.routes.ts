import * as incoming from '#contract/automation/incoming.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './incoming.service.ts';
import { createTakeIn } from './take-in.ts';

export function incomingRoutes(context: AppContext) {
  const { bind, database } = context;
  const takeIn = createTakeIn(context);
  bind(incoming.listIncoming, ({ person }) => service.listIncoming(database, person));
  bind(incoming.createIncoming, ({ person, body }) =>
    service.createIncoming(context, person, body),
  );
  bind(incoming.updateIncoming, ({ person, params, body }) =>
    service.updateIncoming(context, person, params.id, body),
  );
  bind(incoming.deleteIncoming, ({ person, params }) =>
    service.deleteIncoming(context, person, params.id),
  );
  bind(incoming.takeIn, ({ params, ip, bytes, header, idempotencyKey }) =>
    takeIn({
      ...{ secret: params.secret, ip, bytes, type: header('content-type') },
      // A template of a sender may leave it empty, which names no call.
      key: header('webhook-id')?.trim() || idempotencyKey,
    }),
  );
}
