import * as trash from '#contract/content/trash.ts';
import type { AppContext } from '../../../context.ts';
import { SMALL } from '../bulk/bulk.service.ts';
import * as service from './trash.service.ts';

export function trashRoutes(context: AppContext) {
  const { bind, database, background, config } = context;
  bind(trash.listTrash, async ({ person, query, links }) =>
    links(await service.list(database, person, query, config.trashDays)),
  );
  bind(trash.restoreFromTrash, ({ person, body, inBulk }) =>
    body.item_ids.length > SMALL
      ? inBulk(() => service.restore({ ...context, database: background }, person, body))
      : service.restore(context, person, body),
  );
  bind(trash.emptyTrash, ({ person, inBulk }) =>
    inBulk(() => service.empty({ ...context, database: background }, person)),
  );
}
