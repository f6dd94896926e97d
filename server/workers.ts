import type { FastifyInstance } from 'fastify';
import type { AppContext } from './context.ts';
import { createCourier } from './features/automation/webhooks/courier.ts';
import { createPublisher } from './features/publishing/worker/publisher.ts';

/** What looks for due rows while the server listens. Returns the publisher, whose health counts. */
export function runWorkers(
  app: FastifyInstance,
  context: Parameters<typeof createPublisher>[0] & AppContext,
) {
  const publisher = createPublisher(context);
  for (const { start, stop } of [publisher, createCourier(context)]) {
    app.addHook('onListen', start);
    app.addHook('preClose', stop);
  }
  return publisher;
}
