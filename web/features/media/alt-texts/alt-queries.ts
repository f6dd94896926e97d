import { useQuery } from '@tanstack/react-query';
import * as sources from '#contract/assistant/sources.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';

const NONE: readonly sources.ProposedAlt[] = [];

/**
 * Alt texts that are proposed and not used; none where no pictures are described.
 * @param isNeeded whether there is a picture
 */
export function useProposedAlts(isNeeded = true): readonly sources.ProposedAlt[] {
  const isOn = useAssistant()?.server.vision_model != null && isNeeded;
  const { data } = useQuery({
    queryKey: keys.proposedAlts,
    enabled: isOn,
    queryFn: ({ signal }) => call(sources.listProposedAlts, { signal }),
  });
  return (isOn && data) || NONE;
}

export const refetchAlts = () => queryClient.invalidateQueries({ queryKey: keys.proposedAlts });

const failure = 'The proposal couldn’t be discarded.';

export const useDiscardAlt = () =>
  useInvalidatingMutation({
    run: (id: number) => call(sources.discardProposedAlt, { params: { id: String(id) } }),
    invalidates: [keys.proposedAlts],
    failure,
  });

export const useDiscardAlts = () =>
  useInvalidatingMutation({
    run: () => call(sources.discardProposedAlts, {}),
    invalidates: [keys.proposedAlts],
    success: 'Discarded',
    failure,
  });
