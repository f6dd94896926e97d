import * as search from '#contract/search.ts';
import type { Parts } from '../../parts.ts';
import * as service from './search.service.ts';

export function searchRoutes({ bind, database }: Parts) {
  bind(search.search, ({ person, query, url }) => service.search(database, person, query, url));
  bind(search.autocomplete, ({ person, query }) => service.autocomplete(database, person, query));
}
