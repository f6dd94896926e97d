import { queryOptions } from '@tanstack/react-query';
import { getThread } from '#contract/content/threads.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';

/** The parts of the thread of an item, root first. */
export const threadQuery = (id: number) =>
  queryOptions({
    queryKey: keys.thread(id),
    queryFn: ({ signal }) => call(getThread, { params: { id: String(id) }, signal }),
  });
