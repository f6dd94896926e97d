import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { ComparedBy } from '#contract/analytics/compare.ts';
import * as analytics from '#contract/analytics/overview.ts';
import type { ResponseOf } from '#contract/http/endpoint.ts';
import { call, download } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { toast } from '#web/ui/overlays/toast.ts';

export type Overview = ResponseOf<typeof analytics.getOverview>;
export type ChannelFigures = ResponseOf<typeof analytics.listChannelFigures>;
export type Typical = ResponseOf<typeof analytics.getTypical>;
export type PostFigures = ResponseOf<typeof analytics.getPostFigures>;

/** The range and the filters of the page, as the API takes them. */
export const queryOf = ({ range: { from, to }, filters }: Pick<Address, 'range' | 'filters'>) => ({
  from,
  to,
  ...filters,
});

/** Of another range or filter, the former figures stay until the new ones are there. */
const kept = { placeholderData: keepPreviousData, staleTime: 60_000 } as const;

export function useOverview(address: Pick<Address, 'range' | 'filters'>, enabled = true) {
  const query = queryOf(address);
  return useQuery({
    ...kept,
    enabled,
    queryKey: keys.overview(query),
    queryFn: ({ signal }) => call(analytics.getOverview, { query, signal }),
  });
}

export type PostsChoice = {
  age: analytics.Age;
  by: 'post' | 'publication';
  sort: analytics.Sort;
  order: 'asc' | 'desc';
};

/** The first posts. */
export function usePosts(address: Address, { size, ...choice }: PostsChoice & { size: number }) {
  const query = { ...queryOf(address), ...choice, page_size: String(size) };
  return useQuery({
    ...kept,
    queryKey: keys.postFigures(query),
    queryFn: ({ signal }) => call(analytics.listPosts, { query, signal }),
  });
}

const PAGE = 100;

/** All posts, page by page. */
export function usePostList(address: Address, choice: PostsChoice) {
  const query = { ...queryOf(address), ...choice, page_size: String(PAGE) };
  return useInfiniteQuery({
    ...kept,
    queryKey: keys.postList(query),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(analytics.listPosts, { query: { ...query, page: String(pageParam) }, signal }),
    getNextPageParam: ({ total }, pages) =>
      pages.length * PAGE < total ? pages.length + 1 : undefined,
  });
}

/** What is typical of the posts of the range. */
export function useTypical(address: Pick<Address, 'range' | 'filters'>, enabled = true) {
  const query = queryOf(address);
  return useQuery({
    ...kept,
    enabled,
    queryKey: keys.typical(query),
    queryFn: ({ signal }) => call(analytics.getTypical, { query, signal }),
  });
}

export function useChannelFigures(address: Address) {
  const query = queryOf(address);
  return useQuery({
    ...kept,
    queryKey: keys.channelFigures(query),
    queryFn: ({ signal }) => call(analytics.listChannelFigures, { query, signal }),
  });
}

export const usePostFigures = (item: number, enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: keys.postFiguresOf(item),
    queryFn: ({ signal }) =>
      call(analytics.getPostFigures, { params: { id: String(item) }, signal }),
  });

type Exported = { view: analytics.ExportView; format: 'csv' | 'json' } & Partial<Sides>;
/** Of the view 'compare'. */
export type Sides = { compare: ComparedBy; a: string; b: string };

export const useExportFigures = (address: Address) =>
  useMutation({
    mutationFn: (exported: Exported) =>
      download(analytics.exportFigures, { query: { ...queryOf(address), ...exported } }),
    onError: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Export failed',
        variant: 'destructive',
      }),
  });
