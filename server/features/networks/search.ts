import type { IsTaken } from './adapter.ts';

/**
 * Looks for an entry of a list that is read page by page.
 * @param read reads a page, from `place` on; `next`: where the next one begins, undefined at the end
 * @returns 'unknowable' where the list goes on beyond the pages that are read
 */
export async function searchPages<Entry, Place>(
  read: (place: Place | undefined) => Promise<{
    entries: readonly Entry[];
    next: Place | undefined;
  }>,
  { matches, idOf, isTaken, isPast = () => false, maxPages = MAX_PAGES }: Wanted<Entry>,
): Promise<Entry | 'absent' | 'unknowable'> {
  let place: Place | undefined;
  let isUnsure = false;
  for (let page = 0; page < maxPages; page++) {
    const { entries, next } = await read(place);
    for (const entry of entries) {
      const isFound = await matches(entry);
      // Texts repeat: one that is known as another one is not it.
      if (isFound === false || (await isTaken(idOf(entry)))) continue;
      if (isFound) return entry;
      isUnsure = true;
    }
    // A page may be empty, because the network leaves out what it does not show.
    const isOver = entries.length > 0 && entries.every(isPast);
    if (next === undefined || isOver) return isUnsure ? 'unknowable' : 'absent';
    // A server that does not read on cannot be asked.
    if (next === place) return 'unknowable';
    place = next;
  }
  return 'unknowable';
}

export type Wanted<Entry> = {
  /** Undefined where the network does not tell. */
  matches: (entry: Entry) => boolean | undefined | Promise<boolean | undefined>;
  /** The id that it is published with. */
  idOf: (entry: Entry) => string;
  isTaken: IsTaken;
  /**
   * Whether an entry is older than what is looked for: a list that has the latest first is read no
   * further than a page of such entries.
   */
  isPast?: (entry: Entry) => boolean;
  maxPages?: number;
};

const MAX_PAGES = 20;
