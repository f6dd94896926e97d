import { useRef, useState } from 'react';

type Known = { list: string; ids: readonly number[] };

/**
 * Keeps the order of a list while its items change: a row that is changed stays where it is until
 * the list is asked for again. New items come first, further pages last.
 * @param list names the list; another one has its own order
 */
export function useStableOrder<One extends { id: number }>(items: readonly One[], list: string) {
  const known = useRef<Known>({ list, ids: [] });
  const [, drawAgain] = useState(0);
  // An item that moves between two pages while they are read is on both.
  const byId = new Map(items.map((item) => [item.id, item]));
  const server = [...byId.keys()];
  const before = known.current.list === list ? known.current.ids : [];
  const kept = before.filter((id) => byId.has(id));
  const ids = kept.length ? [...merged(kept, server)] : server;
  known.current = { list, ids };
  return {
    items: ids.map((id) => byId.get(id) as One),
    /** How many rows would be elsewhere, were the list asked for again. */
    moved: kept.length ? server.length - longestAscending(ids, server) : 0,
    refresh: () => {
      known.current = { list, ids: server };
      drawAgain((times) => times + 1);
    },
  };
}

/** The ids that are new at the top, those that are kept, and those that follow them. */
function merged(kept: readonly number[], server: readonly number[]): number[] {
  const known = new Set(kept);
  const last = server.findLastIndex((id) => known.has(id));
  const isNew = (id: number) => !known.has(id);
  return [...server.slice(0, last).filter(isNew), ...kept, ...server.slice(last + 1)];
}

/** How many of these ids are in the same order as in the other list, at most. */
function longestAscending(ids: readonly number[], other: readonly number[]): number {
  const places = new Map(other.map((id, place) => [id, place]));
  // The smallest end of an ascending sequence of each length.
  const ends: number[] = [];
  for (const id of ids) {
    const place = places.get(id) ?? 0;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    ends[low] = place;
  }
  return ends.length;
}
