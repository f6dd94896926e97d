import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/http/endpoint.ts';
import { getSiteVisits } from '#contract/publishing/site-visits.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';

/** What the script on the site of the workspace measures. */

export type SiteVisits = ResponseOf<typeof getSiteVisits>;

/** Visits on the site in the range; of the filters, that of a channel applies. */
export function useSiteVisits({
  range: { from, to },
  filters,
}: Pick<Address, 'range' | 'filters'>) {
  const query = { from, to, ...(filters.channel && { channel: filters.channel }) };
  return useQuery({
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryKey: keys.siteVisits(query),
    queryFn: ({ signal }) => call(getSiteVisits, { query, signal }),
  });
}
