import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Ordering } from '#contract/content/items.ts';
import * as search from '#contract/content/search.ts';
import type { Status } from '#contract/content/workflow.ts';
import { call } from '#web/api/client.ts';
import { cursorOf, keys } from '#web/api/query.ts';

const PAGE_SIZE = '50';

/** The search. */
export type Search = {
  q: string;
  status: Status[];
  folder: number[];
  tags: string[];
  author: number | null;
  sort: Ordering;
};

/** Results, loaded page by page; former results stay until the next ones are loaded. */
export const useSearch = (sought: Search) =>
  useInfiniteQuery({
    queryKey: keys.searchResults(sought),
    meta: { failure: 'Failed to fetch items' },
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const { q, status, folder, tags, author, sort } = sought;
      const query = {
        q,
        status,
        folder: folder.map(String),
        tags,
        author: author === null ? undefined : String(author),
        ordering: sort,
        page_size: PAGE_SIZE,
        cursor: pageParam,
      };
      return call(search.search, { query, signal });
    },
    getNextPageParam: ({ next }) => cursorOf(next),
    select: ({ pages }) => ({
      count: pages[0]?.count ?? 0,
      corrected: pages[0]?.corrected ?? null,
      items: pages.flatMap(({ results }) => results.filter((result) => 'content' in result)),
    }),
  });
