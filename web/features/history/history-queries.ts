import { useQuery } from '@tanstack/react-query';
import * as history from '#contract/history.ts';
import { call } from '#web/api/client.ts';
import { contentKeys, keys } from '#web/api/query.ts';
import { useRefetching } from '#web/api/refetching.ts';

/** Every version of an item, newest first; with the item, it is fetched anew when the item changes. */
export const useHistory = (id: number) =>
  useQuery({
    queryKey: keys.history(id),
    staleTime: 0,
    queryFn: ({ signal }) => call(history.getHistory, { params: { id: String(id) }, signal }),
  });

export const useRestore = () =>
  useRefetching({
    run: ({ id, version }: { id: number; version: number }) =>
      call(history.restoreVersion, { params: { id: String(id) }, body: { version } }),
    touches: contentKeys,
    success: (_, { version }) => `Version ${version} restored`,
    failure: 'Failed to restore the version',
  });
