import * as search from '#contract/content/search.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './search.service.ts';

export function searchRoutes({ bind, searching }: AppContext) {
  bind(search.search, ({ person, query, links, slowly }) =>
    slowly(async (executor) => links(await service.search(executor, person, query)), searching),
  );
  bind(search.autocomplete, ({ person, query, slowly }) =>
    slowly((executor) => service.autocomplete(executor, person, query), searching),
  );
}
