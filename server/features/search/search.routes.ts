import * as search from '#contract/search.ts';
import type { Parts } from '../../parts.ts';
import * as service from './search.service.ts';

export function searchRoutes({ bind }: Parts) {
  bind(search.search, ({ person, query, url, slowly }) =>
    slowly((executor) => service.search(executor, person, query, url)),
  );
  bind(search.autocomplete, ({ person, query, slowly }) =>
    slowly((executor) => service.autocomplete(executor, person, query)),
  );
}
