import { useQuery } from '@tanstack/react-query';
import * as sources from '#contract/assistant/sources.ts';
import { getMedia, updateMedia } from '#contract/media/media.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { useAssistant } from '#web/features/assistant/assistant-query.ts';

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

/**
 * Ends the proposal for a file whose alt text was confirmed in a post: it is that of the library,
 * too, where there was none.
 */
export function useConfirmAlt() {
  const { mutateAsync } = useInvalidatingMutation({
    run: async ({ file, alt }: { file: number; alt: string }) => {
      const params = { id: String(file) };
      const { alt: former } = await call(getMedia, { params });
      if (former === '') return void (await call(updateMedia, { params, body: { alt } }));
      const proposed = (await call(sources.listProposedAlts, {})).find(
        ({ file: of }) => of === file,
      );
      if (proposed) await call(sources.discardProposedAlt, { params: { id: String(proposed.id) } });
    },
    invalidates: [keys.proposedAlts, keys.media],
    failure: 'The alt text couldn’t be saved.',
  });
  return (file: number, alt: string) => mutateAsync({ file, alt });
}

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
