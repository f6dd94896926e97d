import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { MediaFile, MediaQuery } from '#contract/media/media.ts';
import * as media from '#contract/media/media.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { refreshUpload } from '#web/features/media/uploads/upload-entries.ts';
import { plural } from '#web/lib/text.ts';

/** Links expire after half a day at the earliest. */
const PASS_MS = 60 * 60_000;

/** The files that match, the latest first, loaded page by page. */
export const useMedia = (filters: MediaQuery) =>
  useInfiniteQuery({
    queryKey: keys.mediaList(filters),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(media.listMedia, {
        query: { ...filters, ...(pageParam !== undefined && { before: String(pageParam) }) },
        signal,
      }),
    getNextPageParam: ({ results, count }, pages) =>
      pages.reduce((sum, page) => sum + page.results.length, 0) < count
        ? results.at(-1)?.id
        : undefined,
    placeholderData: (former) => former,
    meta: { failure: 'Failed to fetch the library' },
  });

export const useMediaFile = (id: number | null) =>
  useQuery({
    queryKey: keys.mediaFile(id ?? 0),
    enabled: id !== null,
    queryFn: ({ signal }) => call(media.getMedia, { params: { id: String(id) }, signal }),
  });

export const useMediaUses = (id: number) =>
  useQuery({
    queryKey: keys.mediaUses(id),
    queryFn: ({ signal }) => call(media.listMediaUses, { params: { id: String(id) }, signal }),
  });

export const useMediaUsage = () =>
  useQuery({
    queryKey: keys.mediaUsage,
    queryFn: ({ signal }) => call(media.getMediaUsage, { signal }),
  });

/** The links of the bytes of this workspace; undefined until they are known. */
export function useMediaLink(
  enabled = true,
): (hash: string, thumbnail?: string) => string | undefined {
  const { data } = useQuery({
    enabled,
    queryKey: keys.mediaPass,
    staleTime: PASS_MS,
    queryFn: ({ signal }) => call(media.getMediaPass, { signal }),
  });
  return (hash, end = '-thumbnail.webp') => data && `${data.prefix}${hash}${end}`;
}

type Change = Parameters<typeof call<typeof media.updateMedia>>[1]['body'];

/** Changes a file at once, and says so where it fails. */
export const useUpdateMedia = () =>
  useInvalidatingMutation({
    run: ({ id, ...body }: { id: number } & Change) =>
      call(media.updateMedia, { params: { id: String(id) }, body }).then((file: MediaFile) => {
        queryClient.setQueryData(keys.mediaFile(id), file);
        refreshUpload(file);
        return file;
      }),
    invalidates: [keys.media],
    failure: 'Failed to save the file',
  });

export const useConvertMedia = () =>
  useInvalidatingMutation({
    run: (id: number) => call(media.convertMedia, { params: { id: String(id) } }),
    invalidates: [keys.media],
    success: 'The video is being converted. The original stays until that is done.',
    failure: 'Failed to convert the video',
  });

type Operation = Parameters<typeof call<typeof media.changeMedia>>[1]['body'];
const SAID: Record<Operation['operation'], (count: number) => string> = {
  trash: (count) => (count === 1 ? 'Moved to trash' : `${plural(count, 'file')} moved to trash`),
  restore: (count) => `${plural(count, 'file')} restored`,
  erase: (count) => `${plural(count, 'file')} erased`,
  tag: (count) => `${plural(count, 'file')} tagged`,
  move: (count) => `${plural(count, 'file')} moved`,
};

export const useChangeMedia = () =>
  useInvalidatingMutation({
    run: (body: Operation) =>
      call(media.changeMedia, { body }).then(({ count }) => ({ count, body })),
    invalidates: [keys.media],
    success: ({ count, body }) => SAID[body.operation](count),
    failure: 'Failed to change the files',
  });
