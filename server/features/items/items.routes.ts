import { bulkOperation } from '#contract/bulk.ts';
import * as items from '#contract/items.ts';
import type { Parts } from '../../parts.ts';
import { runBulkOperation } from './bulk.service.ts';
import { createItem, deleteItem, getItem, updateItem } from './items.service.ts';
import { listItems } from './listing.service.ts';

/** So many items an operation takes along with other requests; more of them are in the background. */
const SMALL = 100;

export function itemRoutes({ bind, database, background }: Parts) {
  bind(items.listItems, ({ person, query, url }) => listItems(database, person.workspaceId, query, url));
  bind(items.getItem, ({ person, params }) => getItem(database, person, params.id));
  bind(items.createItem, ({ person, body }) => createItem(database, person, body));
  bind(items.updateItem, ({ person, params, body }) => updateItem(database, person, params.id, body));
  bind(items.deleteItem, ({ person, params }) => deleteItem(database, person, params.id));
  bind(bulkOperation, ({ person, body, inBulk }) => {
    // A few items are as quick as one.
    const isSmall = (body.item_ids?.length ?? SMALL + 1) <= SMALL;
    return isSmall
      ? runBulkOperation(database, person, body)
      : inBulk(() => runBulkOperation(background, person, body));
  });
}
