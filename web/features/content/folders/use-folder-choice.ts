import { useState } from 'react';
import { useContentView } from '#web/api/content-view.ts';
import { useFolders } from './folder-queries.ts';
import { flatten } from './tree.ts';

/**
 * The folder that drafts are made in: the chosen one, else the given one, else that of the list, else
 * the first one.
 */
export function useFolderChoice(given: number | null = null, onChoose?: (folder: number) => void) {
  const { data = [] } = useFolders();
  const folders = data.filter(({ id }) => id > 0);
  const selected = useContentView((state) => state.selectedFolder);
  const [chosen, setChosen] = useState<number>();
  const known = flatten(folders).map(({ folder }) => folder.id);
  const folder =
    [chosen, given, selected, known[0]].find((id) => id != null && known.includes(id)) ?? null;
  const choose = (id: number) => {
    setChosen(id);
    onChoose?.(id);
  };
  const nameOf = (wanted: number | null) => folders.find(({ id }) => id === wanted)?.name ?? '';
  return { folder, folders, choose, nameOf };
}
