import type { Ordering } from '#contract/content/items.ts';
import { MAX_SEARCH_LENGTH } from '#contract/content/search.ts';
import { SEARCH_STATUSES, type Status } from '#contract/content/workflow.ts';
import { isItemId } from '#contract/paths.ts';
import type { Search } from './search-queries.ts';

/** The sort options. */
export const SORTS: [Ordering, string][] = [
  ['-created_at', 'Date Created (Newest)'],
  ['created_at', 'Date Created (Oldest)'],
  ['-updated_at', 'Date Updated (Newest)'],
  ['updated_at', 'Date Updated (Oldest)'],
  ['title', 'Title A-Z'],
  ['-title', 'Title Z-A'],
  ['-view_count', 'View Count (High to Low)'],
  ['-network_views', 'Network Views (High to Low)'],
];
const DEFAULT_SORT: Ordering = '-created_at';

/** Reads the search from the URL of the page; invalid values are left out. */
export function readSearch(query: URLSearchParams): Search {
  const sort = query.get('sort');
  const author = query.get('author') ?? '';
  return {
    q: (query.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH).trim(),
    status: SEARCH_STATUSES.filter((status: Status) => query.getAll('status').includes(status)),
    folder: [...new Set(query.getAll('folder').filter(isItemId).map(Number))].sort((a, b) => a - b),
    tags: [...new Set(query.getAll('tag').filter(Boolean))],
    author: isItemId(author) ? Number(author) : null,
    sort: SORTS.find(([ordering]) => ordering === sort)?.[0] ?? DEFAULT_SORT,
  };
}

/** The query of the URL for a search. */
export function writeSearch({ q, status, folder, tags, author, sort }: Search): URLSearchParams {
  const query = new URLSearchParams({ view: 'search' });
  if (q) query.set('q', q);
  for (const value of status) query.append('status', value);
  for (const value of folder) query.append('folder', String(value));
  for (const tag of tags) query.append('tag', tag);
  if (author !== null) query.set('author', String(author));
  if (sort !== DEFAULT_SORT) query.set('sort', sort);
  return query;
}
