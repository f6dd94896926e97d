import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { takeNewText } from '#contract/automation/evergreen.ts';
import { getAdditions } from '#contract/publishing/additions.ts';
import * as calendar from '#contract/publishing/calendar.ts';
import { checkLinkCards } from '#contract/publishing/link-cards.ts';
import * as publications from '#contract/publishing/publications.ts';
import { previewPolicy } from '#contract/publishing/review.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { plural } from '#web/lib/text.ts';

/** What changes with a publication. */
export const CHANGED = [
  keys.publications,
  keys.attention,
  keys.items,
  keys.channels,
  keys.workflow,
];

const idOf = (id: number) => ({ params: { id: String(id) } });

/** The publications of the post of an item, the latest first. */
export const publicationsQuery = (item: number) =>
  queryOptions({
    queryKey: keys.publicationsOf(item),
    queryFn: async ({ signal }) =>
      (
        await call(publications.listPublications, {
          query: { item: String(item), page_size: '100' },
          signal,
        })
      ).results,
  });

export const usePublicationsOf = (item: number, enabled = true) =>
  useQuery({ ...publicationsQuery(item), enabled });

/** What would stop if the workspace demanded an approval: asked again whenever that is chosen. */
export const usePolicyPreview = (enabled: boolean) =>
  useQuery({
    queryKey: keys.policyPreview,
    queryFn: ({ signal }) => call(previewPolicy, { signal }),
    enabled,
    staleTime: 0,
  });

/** What is next, and on which days nothing is. */
export const useOutlook = () =>
  useQuery({
    queryKey: keys.outlook,
    queryFn: ({ signal }) => call(calendar.getOutlook, { signal }),
  });

/** The time that a draft has. */
export const useDraftTime = (item: number | undefined) =>
  useQuery({
    enabled: item !== undefined,
    queryKey: keys.draftTime(item ?? 0),
    queryFn: ({ signal }) => call(calendar.getDraftTime, { ...idOf(item ?? 0), signal }),
  });

/** The channels of other posts of the folder of an item. */
export const useUsedChannels = (item: number | undefined) =>
  useQuery({
    enabled: item !== undefined,
    queryKey: keys.usedChannels(item ?? 0),
    queryFn: ({ signal }) => call(publications.listUsedChannels, { ...idOf(item ?? 0), signal }),
  });

/** The channels that the template of a post names. */
export const useSuggestedChannels = (item: number | undefined) =>
  useQuery({
    enabled: item !== undefined,
    queryKey: keys.suggestedChannels(item ?? 0),
    queryFn: ({ signal }) =>
      call(publications.getSuggestedChannels, { ...idOf(item ?? 0), signal }),
  });

/** A publication with its parts and attempts. */
export const usePublication = (id: number) =>
  useQuery({
    queryKey: keys.publication(id),
    queryFn: ({ signal }) => call(publications.getPublication, { ...idOf(id), signal }),
  });

/**
 * What is added to the text of an item, and approved or scheduled with it.
 * @param version of the text, where it is known: another one may add other names
 */
export const useAdditions = (id: number | undefined, enabled: boolean, version?: number) =>
  useQuery({
    enabled: enabled && id !== undefined,
    queryKey: keys.additions(id ?? 0, version),
    staleTime: 0,
    queryFn: ({ signal }) => call(getAdditions, { ...idOf(id ?? 0), signal }),
  });

type Given = z.input<NonNullable<typeof publications.checkPublishing.body>>;

/** What the networks would refuse; the former findings stay until there are new ones. */
export const usePublishingCheck = (item: number | undefined, given: Given) =>
  useQuery({
    enabled: item !== undefined,
    queryKey: keys.publishingCheck(item ?? 0, given),
    // The text may have been changed since the dialog was open.
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(publications.checkPublishing, { ...idOf(item ?? 0), body: given, signal }),
  });

/** What the cards of links would lack. It waits for the pages of strangers: the dialog does not. */
export const useLinkCards = (item: number | undefined) =>
  useQuery({
    enabled: item !== undefined,
    queryKey: keys.linkCards(item ?? 0),
    staleTime: 0,
    // Without it nothing is missing but a warning.
    retry: false,
    queryFn: ({ signal }) => call(checkLinkCards, { ...idOf(item ?? 0), signal }),
  });

type Request = z.input<NonNullable<typeof publications.publishItem.body>> & { every?: number };

/** Publishes the posts of items on channels; a repeated request publishes nothing again. */
export async function publish(items: readonly number[], { every, ...body }: Request, key: string) {
  const headers = { 'idempotency-key': key };
  const [item] = items;
  const result =
    items.length === 1 && item !== undefined
      ? {
          publications: await call(publications.publishItem, { ...idOf(item), body, headers }),
          refused: [],
        }
      : await call(publications.publishItems, {
          body: {
            items: [...items],
            channels: body.channels,
            at: body.at,
            ...(every !== undefined && { every }),
            ...(body.afterwards && { afterwards: body.afterwards }),
          },
          headers,
        });
  await refetch();
  return result;
}

const refetch = () =>
  Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/** Cancels these publications, as far as they have not begun. */
export async function cancelAll(ids: readonly number[]) {
  for (const id of ids)
    await call(publications.cancelPublication, { ...idOf(id), query: {} }).catch(() => {});
  await refetch();
}

const useChange = <Input, Output>(
  run: (input: Input) => Promise<Output>,
  success: string | ((output: Output, input: Input) => string),
  failure: string,
) => useInvalidatingMutation({ run, success, failure, invalidates: CHANGED });

export const useCancel = (success: string) =>
  useChange(
    ({ id, sent }: { id: number; sent?: boolean }) =>
      call(publications.cancelPublication, {
        ...idOf(id),
        query: sent === undefined ? {} : { sent: sent ? 'true' : 'false' },
      }),
    // What is there is not called cancelled.
    (_, { sent }) => (sent ? 'Saved' : success),
    'Failed to cancel',
  );

type Time = z.input<NonNullable<typeof publications.movePublication.body>>['at'];

export const useMove = () =>
  useChange(
    ({ id, ...body }: { id: number; at: Time; seen?: string; sent?: false | undefined }) =>
      call(publications.movePublication, { ...idOf(id), body }),
    'Moved',
    'Failed to move',
  );

/** Continues all of these; the first failure is reported. */
export const useRetry = () =>
  useChange(
    async ({ ids, asScheduled = false }: { ids: readonly number[]; asScheduled?: boolean }) => {
      const body = asScheduled ? { as_scheduled: true } : {};
      for (const id of ids) await call(publications.retryPublication, { ...idOf(id), body });
    },
    'Resumed',
    'Failed to retry',
  );

/** A copy takes the text of the evergreen post that it repeats. */
export const useTakeNewText = () =>
  useChange(
    ({ id }: { id: number }) => call(takeNewText, idOf(id)),
    ({ continued: { length } }) =>
      length
        ? `It uses the new text, and ${plural(length, 'other account')} continues`
        : 'It uses the new text',
    'Failed to take the new text',
  );

type Resolution = z.input<NonNullable<typeof publications.resolvePublication.body>>;

export const useResolve = () =>
  useChange(
    ({ id, ...body }: { id: number } & Resolution) =>
      call(publications.resolvePublication, { ...idOf(id), body }),
    'Saved',
    'Failed to save',
  );

export const useDeleteRemote = () =>
  useChange(
    ({ id, sent }: { id: number; sent?: false }) =>
      call(publications.removePublication, { ...idOf(id), body: { sent } }),
    'Deleted from the network',
    'Failed to delete',
  );

/** The latest posts of the account of a publication. */
export const useLatestPosts = (id: number) =>
  useQuery({
    queryKey: keys.latestPosts(id),
    retry: false,
    queryFn: ({ signal }) => call(publications.listLatest, { ...idOf(id), signal }),
  });

export const useAttention = (filters: { channel?: string; reason?: string }) =>
  useQuery({
    queryKey: keys.attentionList(filters),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(publications.listAttention, { query: filters as object, signal }),
  });

/** The number of things to do, for the sidebar. */
export const useAttentionCount = () =>
  useQuery({
    queryKey: keys.attentionCount,
    queryFn: ({ signal }) => call(publications.countAttention, { signal }),
  }).data?.count ?? 0;
