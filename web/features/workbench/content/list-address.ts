import { STATUSES } from '#contract/content/workflow.ts';
import { isItemId, paths } from '#contract/paths.ts';
import type { ItemFilters } from '#web/features/content/items/item-queries.ts';
import { SORTS } from '#web/features/content/search/search-url.ts';
import type { Period } from '#web/lib/time/time.ts';

/** The paths of the content page, each with its own filters. */
export const views: { path: string; label: string; title: string; filters: ItemFilters }[] = [
  { path: paths.content, label: 'All', title: 'All Content', filters: {} },
  { path: paths.drafts, label: 'Drafts', title: 'Drafts', filters: { status: ['draft'] } },
  {
    path: paths.published,
    label: 'Published',
    title: 'Published',
    filters: { status: ['published'] },
  },
  { path: paths.threads, label: 'Threads', title: 'Threads', filters: { threads: true } },
];

export type View = (typeof views)[number];

const PERIODS: readonly string[] = ['today', 'week', 'month'] satisfies Period[];
const MAX_SEARCH = 500;

/** The filters in the address of a list, over those of its view; invalid values are left out. */
export function readFilters(query: URLSearchParams, { filters }: View): ItemFilters {
  const search = (query.get('search') ?? '').slice(0, MAX_SEARCH);
  const status = STATUSES.filter((status) => query.getAll('status').includes(status));
  const period = query.get('updated') ?? '';
  const tags = [...new Set(query.getAll('tag').filter(Boolean))];
  const author = query.get('author') ?? '';
  const assignee = query.get('assignee') ?? '';
  const sort = SORTS.find(([ordering]) => ordering === query.get('sort'))?.[0];
  return {
    ...filters,
    ...(search.trim() && { search }),
    ...(status.length && { status }),
    ...(PERIODS.includes(period) && { period: period as Period }),
    ...(query.get('threads') === 'true' && { threads: true }),
    ...(tags.length && { tags }),
    ...(isItemId(author) && { author: Number(author) }),
    ...(assignee === 'none' && { assignee }),
    ...(isItemId(assignee) && { assignee: Number(assignee) }),
    ...(sort && { sort }),
  };
}

/**
 * The address of a list with these filters, in the same view, if they include those of it.
 * @param folder the selected folder
 */
export function listAddress(view: View, filters: ItemFilters, folder: number | null): string {
  const keeps =
    (!view.filters.status || view.filters.status.join() === filters.status?.join()) &&
    (!view.filters.threads || filters.threads === true);
  const { path, filters: own } = keeps ? view : (views[0] as View);
  const query = new URLSearchParams();
  if (folder !== null) query.set('folder', String(folder));
  if (filters.search?.trim()) query.set('search', filters.search.trim());
  if (!own.status) for (const value of filters.status ?? []) query.append('status', value);
  if (filters.period) query.set('updated', filters.period);
  if (filters.threads && !own.threads) query.set('threads', 'true');
  for (const tag of filters.tags ?? []) query.append('tag', tag);
  if (filters.author) query.set('author', String(filters.author));
  if (filters.assignee) query.set('assignee', String(filters.assignee));
  if (filters.sort && filters.sort !== '-updated_at') query.set('sort', filters.sort);
  return `${path}${query.size ? `?${query}` : ''}`;
}

/** Whether anything but the folder and the order restricts the list. */
export const isFiltered = ({
  search,
  status,
  period,
  threads,
  tags,
  author,
  assignee,
}: ItemFilters) =>
  Boolean(search || status?.length || period || threads || tags?.length || author || assignee);
