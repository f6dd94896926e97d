import * as publications from '#contract/publishing/publications.ts';
import * as queues from '#contract/publishing/queue.ts';
import type { AppContext } from '../../../context.ts';
import { requireKey } from '../../../http/idempotency-key.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import * as service from './publications.service.ts';
import * as queue from './queue.service.ts';
import * as scheduling from './scheduling.service.ts';

export function publicationRoutes(context: AppContext & { adapters: Adapters }) {
  const { bind, clock, database, background } = context;
  bind(publications.publishItem, ({ person, params, body, idempotencyKey }) => {
    const text = requireKey(idempotencyKey);
    const key = text === undefined ? undefined : { text, of: { item: params.id, ...body } };
    return scheduling.publish(context, person, params.id, body, key);
  });
  bind(publications.checkPublishing, ({ person, params, body, slowly }) =>
    slowly((executor, gone) =>
      scheduling.check(executor, person, params.id, body, { gone, now: clock.now() }),
    ),
  );
  bind(publications.publishItems, ({ person, body, idempotencyKey, inBulk }) => {
    const key = requireKey(idempotencyKey);
    return inBulk(() =>
      scheduling.publishMany({ ...context, database: background }, person, body, key),
    );
  });
  bind(publications.listPublications, async ({ person, query, links }) =>
    links(await service.listPublications(database, person, query)),
  );
  bind(publications.getPublication, ({ person, params }) =>
    service.getPublication(database, person, params.id),
  );
  bind(publications.movePublication, async ({ person, params, body }) => {
    await scheduling.move(context, person, [{ publication: params.id, ...body }]);
    return service.getPublication(database, person, params.id);
  });
  bind(publications.movePublications, ({ person, body }) =>
    scheduling.move(context, person, body.moves),
  );
  bind(publications.cancelPublication, ({ person, params }) =>
    service.cancel(context, person, params.id),
  );
  bind(publications.retryPublication, ({ person, params, body }) =>
    service.retry(context, person, params.id, body?.as_scheduled),
  );
  bind(publications.resolvePublication, ({ person, params, body }) =>
    service.resolve(context, person, params.id, body),
  );
  bind(publications.listLatest, ({ person, params }) =>
    service.listLatest(context, person, params.id),
  );
  bind(publications.removePublication, ({ person, params }) =>
    service.removeRemote(context, person, params.id),
  );
  queueRoutes(context);
  bind(publications.listAttention, ({ person, query }) =>
    service.listAttention(database, person, query),
  );
  bind(publications.countAttention, ({ person }) => service.countAttention(database, person));
}

function queueRoutes(context: AppContext) {
  const { bind, clock, database } = context;
  bind(queues.listQueues, ({ person, query }) =>
    queue.listQueues(database, person, clock.now(), query.channel),
  );
  bind(queues.getQueue, ({ person, params }) =>
    queue.getQueue(database, person, params.id, clock.now()),
  );
  bind(queues.setSlots, ({ person, params, body }) =>
    queue.setSlots(context, person, params.id, body.slots),
  );
  bind(queues.pauseQueue, ({ person, params, body }) =>
    queue.pause(context, person, params.id, body.paused),
  );
  bind(queues.orderQueue, ({ person, params, body }) =>
    queue.order(context, person, params.id, body.order),
  );
  bind(queues.shuffleQueue, ({ person, params }) => queue.shuffle(context, person, params.id));
}
