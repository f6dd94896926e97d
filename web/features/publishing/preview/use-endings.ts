import { useQuery } from '@tanstack/react-query';
import type { Channel } from '#contract/publishing/channels.ts';
import { endingOn } from '#contract/publishing/ending-text.ts';
import { type Ending, listEndings } from '#contract/publishing/endings.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';

/** What a post ends with on each channel; undefined: one that is not there yet. */
export const useEndings = (item: number | undefined) =>
  useQuery({
    queryKey: keys.endingsOf(item),
    queryFn: ({ signal }) =>
      call(listEndings, { query: item === undefined ? {} : { item: String(item) }, signal }),
  });

/** The ending of a saved post on a channel. */
export function useEndingOf(
  part: { id: number; endings_off: readonly number[] } | undefined,
  channel: Pick<Channel, 'id'> | undefined,
): Ending | undefined {
  const { data } = useEndings(part?.id);
  return endingOn(data ?? [], channel?.id, part?.endings_off);
}
