import { useQuery } from '@tanstack/react-query';
import * as sets from '#contract/publishing/channel-sets.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

const CHANGED = [keys.channelSets];

export const useChannelSets = () =>
  useQuery({
    queryKey: keys.channelSets,
    queryFn: ({ signal }) => call(sets.listChannelSets, { signal }),
  });

type SetFields = {
  id?: number | undefined;
  name: string;
  channels: number[];
  folder?: number | null;
};

/** Creates a set, or changes the one with this id. */
export const useSaveSet = () =>
  useInvalidatingMutation({
    run: ({ id, ...body }: SetFields) =>
      id === undefined
        ? call(sets.createChannelSet, { body })
        : call(sets.updateChannelSet, { params: { id: String(id) }, body }),
    invalidates: CHANGED,
    success: ({ name }) => `Set ‘${name}’ saved`,
    failure: 'Failed to save the set',
  });

export const useDeleteSet = () =>
  useInvalidatingMutation({
    run: ({ id }: sets.ChannelSet) => call(sets.deleteChannelSet, { params: { id: String(id) } }),
    invalidates: CHANGED,
    success: (_, { name }) => `Set ‘${name}’ deleted`,
    failure: 'Failed to delete the set',
  });

/** Saves what is changed of a set, also while the page is closed. @throws ApiError */
export async function saveSet(
  body: Omit<sets.ChannelSet, 'id'>,
  { id }: Pick<sets.ChannelSet, 'id'>,
): Promise<sets.ChannelSet> {
  const saved = await call(sets.updateChannelSet, {
    params: { id: String(id) },
    body,
    keepalive: true,
  });
  void queryClient.invalidateQueries({ queryKey: keys.channelSets });
  return saved;
}
