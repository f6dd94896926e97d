import type { RefObject } from 'react';
import { useSearchParams } from 'react-router';
import type { MediaFile } from '#contract/media/media.ts';
import { useMediaFile } from '#web/features/media/files/media-queries.ts';

/** The file that the address names, which may be none of those in sight. */
export function useOpenedFile(files: readonly MediaFile[], frame: RefObject<HTMLElement | null>) {
  const [params, setParams] = useSearchParams();
  const named = Number(params.get('file')) || null;
  const { data: fetched } = useMediaFile(named);
  const opened = named === null ? null : (files.find(({ id }) => id === named) ?? fetched ?? null);
  return {
    named,
    opened,
    open: (id: number) => setParams({ file: String(id) }, { replace: true }),
    /** Its place in the list gets the focus. */
    close: () => {
      setParams({}, { replace: true });
      const index = files.findIndex(({ id }) => id === named);
      frame.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-open]`)?.focus();
    },
  };
}
