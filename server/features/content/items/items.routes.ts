import * as items from '#contract/content/items.ts';
import type { AppContext } from '../../../context.ts';
import { requireKey } from '../../../http/idempotency/idempotency-key.ts';
import { listItems } from '../listing/listing.service.ts';
import { getItem } from '../posts/posts.service.ts';
import { createItem, deleteItem, updateItem } from './items.service.ts';

export function itemRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(items.listItems, async ({ person, query, links }) =>
    links(await listItems(database, person, query)),
  );
  bind(items.getItem, ({ person, params }) => getItem(database, person, params.id));
  bind(items.createItem, ({ person, body, idempotencyKey }) =>
    createItem(context, person, body, requireKey(idempotencyKey)),
  );
  bind(items.updateItem, ({ person, params, body }) =>
    updateItem(context, person, params.id, body),
  );
  bind(items.deleteItem, ({ person, params }) => deleteItem(context, person, params.id));
}
