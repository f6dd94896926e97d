import * as sources from '#contract/assistant/sources.ts';
import { getMedia, updateMedia } from '#contract/media/media.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

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
