import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as evergreen from '#contract/automation/evergreen.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';

const OUTLOOK_MS = 250;

const of = (folder: number) => ({ params: { id: String(folder) } });

export const useEvergreen = (folder: number) =>
  useQuery({
    queryKey: keys.evergreen(folder),
    // The form begins with it.
    staleTime: 0,
    queryFn: ({ signal }) => call(evergreen.getEvergreen, { ...of(folder), signal }),
  });

/** What these settings lead to; the former outlook stays until there is a new one. */
export function useOutlook(folder: number, fields: evergreen.EvergreenFields | undefined) {
  const settled = useDebounced(JSON.stringify(fields ?? null), OUTLOOK_MS);
  const body = JSON.parse(settled) as evergreen.EvergreenFields | null;
  return useQuery({
    enabled: body !== null,
    queryKey: keys.evergreenOutlook(folder, body ?? {}),
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(evergreen.outlookEvergreen, {
        ...of(folder),
        body: body as evergreen.EvergreenFields,
        signal,
      }),
  });
}

/** Saves the settings of a folder, or ends it: null. */
export const useSaveEvergreen = (folder: number) =>
  useInvalidatingMutation({
    run: async (fields: evergreen.EvergreenFields | null) => {
      if (fields) await call(evergreen.setEvergreen, { ...of(folder), body: fields });
      else await call(evergreen.endEvergreen, of(folder));
    },
    invalidates: [keys.evergreen(folder)],
    success: (_, fields) =>
      fields ? 'The folder is evergreen' : 'The folder is not evergreen any more',
    failure: 'This couldn’t be saved.',
  });

/** Of which post this is a use. */
export const useEvergreenUse = (item: number) =>
  useQuery({
    queryKey: keys.evergreenUse(item),
    queryFn: ({ signal }) => call(evergreen.getEvergreenUse, { ...of(item), signal }),
  });

/** The figures of all uses of a post. */
export const useEvergreenUses = (item: number) =>
  useQuery({
    queryKey: keys.evergreenUses(item),
    queryFn: ({ signal }) => call(evergreen.listEvergreenUses, { ...of(item), signal }),
  });
