import { bulkOperation } from '#contract/bulk.ts';
import type { AppContext } from '../../context.ts';
import { runBulkOperation } from './bulk.service.ts';

/** Operations on more items use the background pool. */
const SMALL = 100;

export function bulkRoutes(context: AppContext) {
  const { bind, background } = context;
  bind(bulkOperation, ({ person, body, inBulk }) => {
    // A few items are as fast as one.
    const isSmall = (body.item_ids?.length ?? SMALL + 1) <= SMALL;
    return isSmall
      ? runBulkOperation(context, person, body)
      : inBulk(() => runBulkOperation({ ...context, database: background }, person, body));
  });
}
