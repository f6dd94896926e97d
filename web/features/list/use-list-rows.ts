import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Item } from '#contract/content/items.ts';
import { type Density, useContentView } from '#web/features/items/content-store.ts';
import { threadQuery } from '#web/features/items/thread-query.ts';
import { rowsOf } from './list-rows.ts';

type Listed<One extends Item> = {
  items: readonly One[];
  density: Density;
  grouped: boolean;
  allOpen: boolean;
};

/** The rows of a list. `show`: loads the replies of these threads, which came into view. */
export function useListRows<One extends Item>({ items, density, grouped, allOpen }: Listed<One>) {
  const isOpen = useOpenThreads(density, allOpen);
  // What is near the view when the list is drawn is loaded: the number of replies is known before.
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const [visible, setVisible] = useState<readonly number[]>([]);
  const threads = useQueries({
    // What was scrolled away stays cached, and is not asked for again.
    queries: useMemo(
      () => wanted.map((id) => ({ ...threadQuery(id), enabled: visible.includes(id) })),
      [wanted, visible],
    ),
    combine: dataOf,
  });
  const parts = useMemo(
    () => new Map(wanted.map((id, index) => [id, threads[index]])),
    [wanted, threads],
  );
  // Scrolling draws the list many times, with the same rows.
  const rows = useMemo(
    () =>
      rowsOf(
        items,
        (root) => grouped && isOpen(root),
        (id) => parts.get(id),
      ),
    [items, grouped, isOpen, parts],
  );
  const show = useCallback((ids: readonly number[]) => {
    setVisible(ids);
    setWanted((before) =>
      ids.every((id) => before.includes(id)) ? before : [...new Set([...before, ...ids])],
    );
  }, []);
  return { rows, isOpen, show };
}

/** The same list as long as the data is the same. */
const dataOf = (threads: { data: Item[] | undefined }[]) => threads.map(({ data }) => data);

/** Whether a thread is open: at first in the comfortable list, and closed in the compact one. */
function useOpenThreads(density: Density, all: boolean) {
  const { closedThreads, openThreads } = useContentView();
  const [closed, open] = useMemo(
    () => [new Set(closedThreads), new Set(openThreads)],
    [closedThreads, openThreads],
  );
  return useCallback(
    ({ id }: Item) => (density === 'comfortable' ? !closed.has(id) : all || open.has(id)),
    [density, all, closed, open],
  );
}
