import { useState } from 'react';
import type { MediaKind } from '#contract/attachments.ts';
import type { MediaQuery } from '#contract/media/media.ts';
import type { Look } from '#web/features/media/files/MediaGrid.tsx';
import { useDebounced } from '#web/lib/use-debounced.ts';

const SEARCH_MS = 200;
const LOOK = 'media-look';
export const ANY = 'any';

export type LibraryFilters = ReturnType<typeof useLibraryFilters>;

/** What narrows the library, and how it looks. */
export function useLibraryFilters() {
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<MediaKind | typeof ANY>(ANY);
  const [use, setUse] = useState(ANY);
  const [folder, setFolder] = useState(ANY);
  const [tag, setTag] = useState(ANY);
  const [look, setLook] = useState<Look>(() =>
    localStorage.getItem(LOOK) === 'list' ? 'list' : 'grid',
  );
  const wanted = useDebounced(search.trim(), SEARCH_MS);
  const isTrash = use === 'trash';
  const query: MediaQuery = {
    ...(wanted && { search: wanted }),
    ...(kind !== ANY && { kind }),
    ...(folder !== ANY && { folder }),
    ...(tag !== ANY && { tags: tag }),
    ...(isTrash && { trashed: 'true' as const }),
    ...((use === 'true' || use === 'false') && { used: use }),
  };
  return {
    search,
    setSearch,
    kind,
    setKind,
    use,
    setUse,
    folder,
    setFolder,
    tag,
    setTag,
    look,
    setLook: (next: Look) => {
      localStorage.setItem(LOOK, next);
      setLook(next);
    },
    query,
    isTrash,
    isFiltered: Object.keys(query).length > 0,
    /** The folder that is shown alone. */
    onlyFolder: folder === ANY ? undefined : Number(folder),
  };
}
