import { useQuery } from '@tanstack/react-query';
import * as times from '#contract/analytics/best-times.ts';
import * as queue from '#contract/publishing/queue.ts';
import type { Slot } from '#contract/publishing/slots.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { BEST_TIMES_STALE_MS } from '#web/features/publishing/slots/best-hours.tsx';
import { without } from '#web/features/publishing/slots/slots.ts';
import { dayAndTime } from './times-words.ts';

/** How posts of a channel do by day and time of the week. */
export const useBestTimesOf = (channel: number) =>
  useQuery({
    queryKey: keys.bestTimesOf(channel),
    queryFn: ({ signal }) => call(times.getBestTimes, { params: { id: String(channel) }, signal }),
    staleTime: BEST_TIMES_STALE_MS,
  });

type Added = { channel: number; slots: readonly Slot[]; added: Slot };

/** Adds a slot to those of a channel. */
export function useAddSlot() {
  const set = ({ channel, slots }: Pick<Added, 'channel' | 'slots'>) =>
    call(queue.setSlots, { params: { id: String(channel) }, body: { slots: without(slots) } });
  const invalidates = [keys.publications, keys.channels, keys.items];
  const failure = 'The slot couldn’t be added.';
  const undo = useInvalidatingMutation({ run: set, invalidates, failure });
  return useInvalidatingMutation({
    run: ({ slots, added, ...rest }: Added) => set({ ...rest, slots: [...slots, added] }),
    invalidates,
    success: (_, { added }) => `Slot added: ${dayAndTime(added)}`,
    action: (_, { channel, slots }) => ({
      label: 'Undo',
      run: () => undo.mutate({ channel, slots }),
    }),
    failure,
  });
}
