import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { isItemId, paths } from '#contract/paths.ts';
import { useContentView } from '#web/api/content-view.ts';
import { useFolders } from './folder-queries.ts';

/** The paths of lists, whose address names the folder. */
const LISTS: readonly string[] = [paths.content, paths.drafts, paths.published, paths.threads];

const isList = (pathname: string) => LISTS.includes(pathname.replace(/(?<!\/)\/+$/, ''));

/** The address of the list of a folder: the present list, if it is one, else that of all content. */
export function folderPath(
  { pathname, search }: { pathname: string; search: string },
  folder: number | null,
): string {
  const present = new URLSearchParams(isList(pathname) ? search : '');
  // A folder is shown by the folders view.
  const query = present.get('view') === 'search' ? new URLSearchParams() : present;
  query.delete('folder');
  if (folder !== null) query.set('folder', String(folder));
  return `${isList(pathname) ? pathname : paths.content}${query.size ? `?${query}` : ''}`;
}

/** The folder that the address of a list names; null where that is no id. */
export function folderIn(query: URLSearchParams): number | null {
  const named = query.get('folder') ?? '';
  return isItemId(named) ? Number(named) : null;
}

/**
 * The selected folder, if it exists: the one in the address of a list, elsewhere the one that was
 * shown last (docs/domain/pages.md, 'Content page').
 */
export function useSelectedFolder(): number | null {
  const stored = useContentView((state) => state.selectedFolder);
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const known = useFolders().data;
  const wanted = isList(pathname) ? folderIn(query) : stored;
  return wanted !== null && (!known || known.some(({ id }) => id === wanted)) ? wanted : null;
}

/** Keeps the folder of a list as the one that was shown last. */
export function useKeepFolder(selected: number | null) {
  useEffect(() => {
    useContentView.setState({ selectedFolder: selected });
  }, [selected]);
}
