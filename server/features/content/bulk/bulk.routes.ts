import { bulkOperation } from '#contract/content/bulk.ts';
import type { AppContext } from '../../../context.ts';
import { runBulkOperation, SMALL } from './bulk.service.ts';

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
