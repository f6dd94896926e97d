import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as contract from '#contract/analytics/refresh.ts';
import type { ResponseOf } from '#contract/http/endpoint.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useZone } from '#web/api/workspace.ts';
import { queryOf } from '#web/features/analytics/figures/analytics-queries.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { plural } from '#web/lib/text.ts';
import { timeOfDay } from '#web/lib/time/time.ts';
import { toast } from '#web/ui/overlays/toast.ts';

type Refreshing = ResponseOf<typeof contract.refreshRange>;
type Reading = { query: ReturnType<typeof queryOf>; since: string | null };

const POLL_MS = 3000;
const MINUTE_MS = 60_000;

/** Reads the figures of the range again, and says what is read, and when it was. */
export function useRefreshing(address: Address) {
  const zone = useZone();
  // The posts that are being read stay those of the range that was shown.
  const [reading, setReading] = useState<Reading | null>(null);
  const query = queryOf(address);
  const begin = useMutation({
    mutationFn: () => call(contract.refreshRange, { query }),
    onSuccess: (answer) => {
      queryClient.setQueryData(keys.refreshing(query), answer);
      if (answer.posts > 0) setReading({ query, since: answer.read_at });
      toast({ title: saidOf(answer, zone) });
    },
    onError: (error) =>
      toast({ title: 'Error', description: error.message, variant: 'destructive' }),
  });
  const asked = reading?.query ?? query;
  const { data } = useQuery({
    enabled: reading !== null,
    queryKey: keys.refreshing(asked),
    queryFn: ({ signal }) => call(contract.getRefreshing, { query: asked, signal }),
    refetchInterval: POLL_MS,
  });
  const isDone = reading !== null && data?.posts === 0;
  useEffect(() => {
    if (!isDone) return;
    setReading(null);
    void queryClient.invalidateQueries({ queryKey: keys.allFigures });
    toast(
      data?.read_at === reading?.since
        ? {
            title: 'The figures couldn’t be read',
            description: 'The networks are asked again later.',
          }
        : { title: 'Figures are up to date' },
    );
  }, [isDone, data, reading]);
  return { isReading: begin.isPending || reading !== null, begin: () => begin.mutate() };
}

/** 'Reading 14 posts on 3 channels', or why nothing is read. */
function saidOf({ posts, channels, read_at, refreshable_at }: Refreshing, zone: string): string {
  if (posts > 0) return `Reading ${plural(posts, 'post')} on ${plural(channels, 'channel')}`;
  if (!read_at || !refreshable_at) return 'There are no posts to read in this range';
  const minutes = Math.max(Math.round((Date.now() - Date.parse(read_at)) / MINUTE_MS), 1);
  const ago = minutes < 60 ? plural(minutes, 'minute') : plural(Math.round(minutes / 60), 'hour');
  return `Read ${ago} ago. Again from ${timeOfDay(refreshable_at, zone)}`;
}
