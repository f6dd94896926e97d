import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import type { RuleRunner } from '../features/automation/rules/runner.ts';
import { createCourier } from '../features/automation/webhooks/courier.ts';
import { createPublisher } from '../features/publishing/worker/publisher.ts';

/**
 * What looks for due rows while the server listens, unless it is `still`. Returns the publisher, whose
 * health counts.
 */
export function runWorkers(
  app: FastifyInstance,
  context: Parameters<typeof createPublisher>[0] & AppContext,
  { still, rules }: { still: boolean; rules: readonly RuleRunner[] },
) {
  const publisher = createPublisher(context);
  if (still) return publisher;
  for (const { start, stop } of [publisher, createCourier(context), ...rules]) {
    app.addHook('onListen', start);
    app.addHook('preClose', stop);
  }
  return publisher;
}
