import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Item } from '#contract/content/items.ts';
import { useContentView } from '#web/api/content-view.ts';
import { threadQuery } from '#web/features/content/items/thread-query.ts';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { rowsOf, rowsOfFound } from './list-rows.ts';

type Listed<One extends Item> = {
  items: readonly One[];
  /** Whether replies are shown below their roots; 'found': those that were found. */
  grouped: boolean | 'found';
  /** Whether all threads are open: where a search may have found a reply. */
  allOpen: boolean;
};

/** The rows of a list. `show`: loads the replies of these threads, which came into view. */
export function useListRows<One extends Item>({ items, grouped, allOpen }: Listed<One>) {
  const { isOpen, isWhole } = useOpenThreads(allOpen);
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
  const rows = useMemo(() => {
    const partsOf = (id: number) => parts.get(id);
    return grouped === 'found'
      ? rowsOfFound(items, partsOf)
      : rowsOf(items, (root) => grouped && isOpen(root), partsOf, isWhole);
  }, [items, grouped, isOpen, isWhole, parts]);
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

/** Whether a thread is open, and shows all of its replies; on a phone it opens in a dialog. */
function useOpenThreads(all: boolean) {
  const { openThreads, wholeThreads } = useContentView();
  const phone = useMedia(PHONE);
  return useMemo(() => {
    const [open, whole] = [new Set(openThreads), new Set(wholeThreads)];
    return {
      isOpen: ({ id }: Item) => all || (!phone && open.has(id)),
      isWhole: ({ id }: Item) => all || whole.has(id),
    };
  }, [all, phone, openThreads, wholeThreads]);
}
