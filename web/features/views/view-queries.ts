import { useQuery } from '@tanstack/react-query';
import { countView } from '#contract/views.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';

/** Counts a view of what is opened, once, and gives how many there are then, as many as are `known` at least. That it cannot be counted is nobody's trouble. */
export function useCountedView(id: number | undefined, known = 0): number {
  const counted = useQuery({
    queryKey: keys.views(id ?? 0),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => call(countView, { params: { id: String(id) } }),
  });
  return Math.max(known, counted.data?.view_count ?? 0);
}
