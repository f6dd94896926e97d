import * as threads from '#contract/threads.ts';
import type { Parts } from '../../parts.ts';
import * as service from './threads.service.ts';

export function threadRoutes({ bind, database }: Parts) {
  bind(threads.getThread, ({ person, params }) => service.getThread(database, person, params.id));
  bind(threads.createThread, ({ person, body }) => service.createThread(database, person, body));
  bind(threads.saveThread, ({ person, params, body }) => service.saveThread(database, person, params.id, body));
  bind(threads.addToThread, ({ person, params, body }) => service.addToThread(database, person, params.id, body));
  bind(threads.reply, ({ person, params, body }) => service.reply(database, person, params.id, body));
  bind(threads.reorder, ({ person, params, body }) => service.reorder(database, person, params.id, body.thread_order));
  bind(threads.removeFromThread, ({ person, params, body }) =>
    service.removeFromThread(database, person, params.id, body.preserve_children),
  );
  bind(threads.duplicateThread, ({ person, params, body }) =>
    service.duplicateThread(database, person, params.id, body.title_suffix),
  );
}
