import { useQuery } from '@tanstack/react-query';
import { contentVolume, dashboardStats } from '#contract/publishing/statistics.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useZone } from '#web/api/workspace.ts';

/** Among the item keys, so that changes of items invalidate it. */
export const useStatistics = () =>
  useQuery({
    queryKey: keys.statistics,
    queryFn: ({ signal }) => call(dashboardStats, { signal }),
  });

/** The number of items created on each of the last 30 days, in the zone of the workspace. */
export function useVolume() {
  const tz = useZone();
  return useQuery({
    queryKey: keys.volumeIn(tz),
    queryFn: ({ signal }) => call(contentVolume, { query: { days: '30', tz }, signal }),
  });
}
