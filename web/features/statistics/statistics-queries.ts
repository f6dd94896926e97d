import { useQuery } from '@tanstack/react-query';
import { contentVolume, dashboardStats } from '#contract/publishing/statistics.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';

/** Among the item keys, so that changes of items invalidate it. */
export const useStatistics = () =>
  useQuery({
    queryKey: keys.statistics,
    queryFn: ({ signal }) => call(dashboardStats, { signal }),
  });

/** The number of items created on each of the last 30 days in the local time zone. */
export const useVolume = () =>
  useQuery({
    queryKey: keys.volume,
    queryFn: ({ signal }) => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      return call(contentVolume, { query: { days: '30', tz: timeZone }, signal });
    },
  });
