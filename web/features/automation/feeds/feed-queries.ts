import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { Feed } from '#contract/automation/feeds.ts';
import * as feeds from '#contract/automation/feeds.ts';
import { call } from '#web/api/client.ts';
import { refetchWhenSettled } from '#web/api/optimistic.ts';
import { contentKeys, keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { plural } from '#web/lib/text.ts';

const refetch = () => queryClient.invalidateQueries({ queryKey: keys.feeds });
const of = (id: number) => ({ params: { id: String(id) } });

export const useFeeds = () =>
  useQuery({ queryKey: keys.feedList, queryFn: ({ signal }) => call(feeds.listFeeds, { signal }) });

/** Entries of a feed, the latest first, loaded page by page. */
export const useEntries = (id: number) =>
  useInfiniteQuery({
    queryKey: keys.feedEntries(id),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(feeds.listFeedEntries, {
        ...of(id),
        query: pageParam === undefined ? {} : { before: String(pageParam) },
        signal,
      }),
    getNextPageParam: ({ results, count }, pages) =>
      pages.reduce((sum, page) => sum + page.results.length, 0) < count
        ? results.at(-1)?.id
        : undefined,
  });

/** Looks what is at an address; its dialog shows what is wrong with it. */
export const usePreviewFeed = () =>
  useMutation({ mutationFn: (url: string) => call(feeds.previewFeed, { body: { url } }) });

export const useAddFeed = () =>
  useMutation({
    mutationFn: (url: string) => call(feeds.createFeed, { body: { url } }),
    onSuccess: refetch,
  });

/** Begins drafts of new entries in a folder, or ends them. */
export const useSetDrafts = () =>
  useInvalidatingMutation({
    run: ({ feed, folder }: { feed: Feed; folder: number | null }) =>
      call(feeds.updateFeed, { ...of(feed.id), body: { drafts_folder: folder } }),
    invalidates: [keys.feedList],
    success: (_, { folder }) =>
      folder === null ? 'New entries wait for you' : 'Drafts will be made of new entries',
    failure: 'This couldn’t be saved.',
  });

/** @param onDeleted leaves its page, before the list is read without it */
export const useDeleteFeed = (onDeleted: () => void) =>
  useInvalidatingMutation({
    run: async ({ id }: Feed) => {
      await call(feeds.deleteFeed, of(id));
      onDeleted();
    },
    invalidates: [keys.feedList],
    success: 'Feed deleted. Drafts that were made of it stay.',
    failure: 'The feed couldn’t be deleted.',
  });

export const useReadNow = () =>
  useInvalidatingMutation({
    run: ({ id }: Feed) => call(feeds.readFeed, of(id)),
    invalidates: [keys.feeds],
    success: ({ new_entries: count }, before) =>
      count > before.new_entries
        ? `${plural(count - before.new_entries, 'new entry', 'new entries')}`
        : 'Nothing new',
    failure: 'The feed couldn’t be read.',
  });

export const useLeaveOut = (id: number) =>
  useInvalidatingMutation({
    run: (entries: number[] | null) => call(feeds.leaveOut, { ...of(id), body: { entries } }),
    invalidates: [keys.feeds],
    failure: 'The entry couldn’t be left out.',
  });

export const useMakeDraft = () =>
  useInvalidatingMutation({
    run: async ({ entry, folder }: { entry: number; folder: number }) => {
      const made = await call(feeds.makeDraft, { ...of(entry), body: { folder } });
      refetchWhenSettled(contentKeys);
      return made;
    },
    invalidates: [keys.feeds],
    success: ({ item, picture_error: error }) =>
      error === null ? `Draft #${item.id} made` : `Draft #${item.id} made. ${error}`,
    failure: 'The draft couldn’t be made.',
  });
