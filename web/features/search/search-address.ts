import type { Ordering } from '#contract/items.ts';
import { LONGEST_SEARCH } from '#contract/search.ts';
import { SEARCH_STATUSES, type Status } from '#contract/workflow.ts';
import { isItemId } from '#web/lib/paths.ts';
import type { Search } from './search-queries.ts';

/** Section 2, 'Sort options'. */
export const SORTS: [Ordering, string][] = [
  ['-created_at', 'Date Created (Newest)'],
  ['created_at', 'Date Created (Oldest)'],
  ['-updated_at', 'Date Updated (Newest)'],
  ['updated_at', 'Date Updated (Oldest)'],
  ['title', 'Title A-Z'],
  ['-title', 'Title Z-A'],
  ['-view_count', 'View Count (High to Low)'],
];
const DEFAULT_SORT: Ordering = '-created_at';

/** What the address of the page searches for (section 2, Advanced Search); what it cannot mean is left out. */
export function readSearch(query: URLSearchParams): Search {
  const sort = query.get('sort');
  return {
    q: (query.get('q') ?? '').slice(0, LONGEST_SEARCH).trim(),
    status: SEARCH_STATUSES.filter((status: Status) => query.getAll('status').includes(status)),
    folder: [...new Set(query.getAll('folder').filter(isItemId).map(Number))].sort((a, b) => a - b),
    sort: SORTS.find(([ordering]) => ordering === sort)?.[0] ?? DEFAULT_SORT,
  };
}

/** The query of the address that searches for this. */
export function writeSearch({ q, status, folder, sort }: Search): URLSearchParams {
  const query = new URLSearchParams({ view: 'search' });
  if (q) query.set('q', q);
  for (const one of status) query.append('status', one);
  for (const one of folder) query.append('folder', String(one));
  if (sort !== DEFAULT_SORT) query.set('sort', sort);
  return query;
}
