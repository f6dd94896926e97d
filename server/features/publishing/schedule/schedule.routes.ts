import { checkLinkCards } from '#contract/publishing/link-cards.ts';
import * as publications from '#contract/publishing/publications.ts';
import * as queues from '#contract/publishing/queue.ts';
import type { AppContext } from '../../../context.ts';
import { requireKey } from '../../../http/idempotency/idempotency-key.ts';
import { getPublication } from '../publications/publications.service.ts';
import { check } from './checks.ts';
import { linkCardChecker } from './link-cards.ts';
import * as queue from './queue.service.ts';
import * as service from './schedule.service.ts';
import { getSuggestedChannels, listUsedChannels } from './used-channels.ts';

export function scheduleRoutes(context: AppContext) {
  const { bind, clock, config, database, background } = context;
  bind(publications.publishItem, ({ person, params, body, idempotencyKey }) => {
    const text = requireKey(idempotencyKey);
    const key = text === undefined ? undefined : { text, of: { item: params.id, ...body } };
    return service.publish(context, person, params.id, body, key);
  });
  bind(publications.checkPublishing, ({ person, params, body, slowly }) =>
    slowly((executor, gone) =>
      check(executor, person, params.id, body, { gone, now: clock.now(), config }),
    ),
  );
  const checkCards = linkCardChecker(context);
  bind(checkLinkCards, ({ person, params }) => checkCards(person, params.id));
  bind(publications.listUsedChannels, ({ person, params }) =>
    listUsedChannels(database, person, params.id),
  );
  bind(publications.getSuggestedChannels, ({ person, params }) =>
    getSuggestedChannels(database, person, params.id),
  );
  bind(publications.publishItems, ({ person, body, idempotencyKey, inBulk }) => {
    const key = requireKey(idempotencyKey);
    return inBulk(() =>
      service.publishMany({ ...context, database: background }, person, body, key),
    );
  });
  bind(publications.movePublication, async ({ person, params, body }) => {
    await service.move(context, person, [{ publication: params.id, ...body }]);
    return getPublication(database, person, params.id);
  });
  bind(publications.movePublications, ({ person, body }) =>
    service.move(context, person, body.moves),
  );
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
