import { useInfiniteQuery } from '@tanstack/react-query';
import * as trash from '#contract/content/trash.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import { call } from '#web/api/client.ts';
import { contentKeys, keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { plural } from '#web/lib/text.ts';

/** The posts in the trash, loaded page by page. */
export const useTrash = () =>
  useInfiniteQuery({
    queryKey: keys.trash,
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(trash.listTrash, { query: { page: String(pageParam) }, signal }),
    getNextPageParam: ({ next }, _, page) => (next ? page + 1 : undefined),
  });

export const useRestore = () =>
  useInvalidatingMutation({
    run: (body: Parsed<typeof trash.restoreFromTrash>['body']) =>
      call(trash.restoreFromTrash, { body }),
    invalidates: [...contentKeys, keys.trash],
    success: ({ count }) => `${count === 1 ? 'Item' : plural(count, 'item')} restored`,
    failure: 'Failed to restore items',
  });

export const useEmptyTrash = () =>
  useInvalidatingMutation({
    run: () => call(trash.emptyTrash, {}),
    invalidates: [keys.trash],
    success: 'The trash is empty',
    failure: 'Failed to empty the trash',
  });
