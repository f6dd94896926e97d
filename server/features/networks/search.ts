/**
 * Looks for an entry of a list that is read page by page.
 * @param read reads a page, from `place` on; `next`: where the next one begins, undefined at the end
 * @param given `isPast`: whether an entry is older than what is looked for: a list that has the
 *   latest first is read no further than a page of such entries
 * @returns 'unknowable' where the list goes on beyond the pages that are read
 */
export async function searchPages<Entry, Place>(
  read: (place: Place | undefined) => Promise<{
    entries: readonly Entry[];
    next: Place | undefined;
  }>,
  { matches, isPast = () => false }: Wanted<Entry>,
): Promise<Entry | 'absent' | 'unknowable'> {
  let place: Place | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { entries, next } = await read(place);
    const found = entries.find(matches);
    if (found !== undefined) return found;
    // A page may be empty, because the network leaves out what it does not show.
    const isOver = entries.length > 0 && entries.every(isPast);
    if (next === undefined || isOver) return 'absent';
    place = next;
  }
  return 'unknowable';
}

export type Wanted<Entry> = {
  matches: (entry: Entry) => boolean;
  isPast?: (entry: Entry) => boolean;
};

const MAX_PAGES = 20;
