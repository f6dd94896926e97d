import { useInfiniteQuery } from '@tanstack/react-query';
import * as history from '#contract/content/history.ts';
import { call } from '#web/api/client.ts';
import { contentKeys, keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

/** The versions of an item, newest first, page by page; refetched when the item changes. */
export const useHistory = (id: number) =>
  useInfiniteQuery({
    queryKey: keys.history(id),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(history.getHistory, {
        params: { id: String(id) },
        query: { before: pageParam },
        signal,
      }),
    getNextPageParam: (page) => {
      const last = page.at(-1)?.version ?? 1;
      return last > 1 ? String(last) : undefined;
    },
  });

/**
 * `current`: the version that was shown as the present one.
 */
export const useRestore = (onRefetched?: () => void) =>
  useInvalidatingMutation({
    mutationKey: keys.steps,
    onRefetched,
    run: ({ id, version, current }: { id: number; version: number; current: number }) =>
      call(history.restoreVersion, {
        params: { id: String(id) },
        body: { version, current_version: current },
      }),
    invalidates: contentKeys,
    success: (_, { version }) => `Version ${version} restored`,
    failure: 'Failed to restore the version',
  });
