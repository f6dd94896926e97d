import { useQuery } from '@tanstack/react-query';
import { countView } from '#contract/content/views.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';

/** Counts a view once, and returns the number of views, at least `known`. Errors are ignored. */
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
