import { useQuery } from '@tanstack/react-query';
import { contentVolume, dashboardStats } from '#contract/figures.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';

/** With the items, these are fetched anew when one of them changes. */
export const useFigures = () =>
  useQuery({
    queryKey: keys.figures,
    queryFn: ({ signal }) => call(dashboardStats, { signal }),
  });

/** How many items were made on each of the last 30 days, as they begin here. */
export const useVolume = () =>
  useQuery({
    queryKey: keys.volume,
    queryFn: ({ signal }) => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      return call(contentVolume, { query: { days: '30', tz: timeZone }, signal });
    },
  });
