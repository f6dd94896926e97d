import * as threads from '#contract/content/threads.ts';
import type { AppContext } from '../../../context.ts';
import { requireKey } from '../../../http/idempotency/idempotency-key.ts';
import { getThread } from '../posts/posts.service.ts';
import * as service from './threads.service.ts';

export function threadRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(threads.getThread, ({ person, params }) => getThread(database, person, params.id));
  bind(threads.createThread, ({ person, body, idempotencyKey }) =>
    service.createThread(context, person, body, requireKey(idempotencyKey)),
  );
  bind(threads.saveThread, ({ person, params, body }) =>
    service.saveThread(context, person, params.id, body),
  );
  bind(threads.addToThread, ({ person, params, body }) =>
    service.addToThread(context, person, params.id, body),
  );
  bind(threads.reply, ({ person, params, body }) =>
    service.reply(context, person, params.id, body),
  );
  bind(threads.reorder, ({ person, params, body }) =>
    service.reorder(context, person, params.id, body.thread_order),
  );
  bind(threads.removeFromThread, ({ person, params, body }) =>
    service.removeFromThread(context, person, params.id, body.preserve_children),
  );
  bind(threads.duplicateThread, ({ person, params, body }) =>
    service.duplicateThread(context, person, params.id, body.title_suffix),
  );
}
