import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/http/endpoint.ts';
import { getVisits } from '#contract/publishing/links.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';

/** What our own short links count. */

export const NOT_COUNTED = 'Visits of links aren’t counted.';
export const BY_CHANNEL_ALONE = 'Visits are counted by channel alone.';

export type Visits = ResponseOf<typeof getVisits>;

/** Visits of links in the range; of the filters, that of a channel applies. */
export function useVisits({ range: { from, to }, filters }: Pick<Address, 'range' | 'filters'>) {
  const query = { from, to, ...(filters.channel && { channel: filters.channel }) };
  return useQuery({
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryKey: keys.visits(query),
    queryFn: ({ signal }) => call(getVisits, { query, signal }),
  });
}

/** Whether the filters are such as visits of links are counted by. */
export function isByChannelAlone({ channel: _, ...others }: Address['filters']): boolean {
  return Object.keys(others).length === 0;
}

/** Why there is no number of visitors; undefined where there is one. */
export function whyNoVisits(
  visits: Visits | undefined,
  filters: Address['filters'],
): string | undefined {
  if (!isByChannelAlone(filters)) return BY_CHANNEL_ALONE;
  if (!visits) return '';
  if (!visits.counts && !visits.has_visits) return NOT_COUNTED;
  return undefined;
}
