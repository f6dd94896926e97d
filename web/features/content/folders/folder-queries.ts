import { useQuery } from '@tanstack/react-query';
import * as folders from '#contract/content/folders.ts';
import type { ResponseOf } from '#contract/http/endpoint.ts';
import { call } from '#web/api/client.ts';
import { useContentView } from '#web/api/content-view.ts';
import { temporaryId, useOptimisticMutation } from '#web/api/optimistic.ts';
import { contentKeys, keys, queryClient } from '#web/api/query.ts';
import { mapCachedItems } from '#web/features/content/items/item-cache.ts';
import { withinFolder } from './tree.ts';

type Folder = folders.Folder;
type FolderList = ResponseOf<typeof folders.listFolders>;

export const useFolders = () =>
  useQuery({
    queryKey: keys.folders,
    meta: { failure: 'Failed to fetch folders' },
    queryFn: ({ signal }) => call(folders.listFolders, { signal }),
    select: (list) => list.results,
  });

const changeList = (change: (folders: Folder[]) => Folder[]) =>
  queryClient.setQueryData<FolderList>(
    keys.folders,
    (list) => list && { ...list, results: change(list.results) },
  );

export function useCreateFolder(retry: (body: folders.FolderCreate) => void) {
  return useOptimisticMutation({
    run: (body: folders.FolderCreate) => call(folders.createFolder, { body }),
    invalidates: [keys.folders],
    applyOptimistic: ({ name, description, parent }) => {
      const now = new Date().toISOString();
      const expected = {
        name: name.trim(),
        description: description ?? null,
        parent: parent ?? null,
        content_items_count: 0,
        posts_count: 0,
      };
      changeList((list) => [
        ...list,
        { ...expected, id: temporaryId(), created_at: now, updated_at: now },
      ]);
    },
    success: 'Folder created successfully',
    failure: 'Failed to create folder',
    retry,
  });
}

export type FolderChange = { id: number } & folders.FolderUpdate;

export function useUpdateFolder(retry: (change: FolderChange) => void) {
  return useOptimisticMutation({
    run: ({ id, ...body }: FolderChange) =>
      call(folders.updateFolder, { params: { id: String(id) }, body }),
    invalidates: [keys.folders],
    applyOptimistic: ({ id, ...body }) => {
      changeList((list) =>
        list.map((folder) => (folder.id === id ? ({ ...folder, ...body } as Folder) : folder)),
      );
    },
    success: 'Folder updated successfully',
    failure: 'Failed to update folder',
    retry,
  });
}

/**
 * Removes the folder, its descendants and their items from the cache, and clears their selection.
 */
export function useDeleteFolder() {
  return useOptimisticMutation({
    run: (folder: Folder) => call(folders.deleteFolder, { params: { id: String(folder.id) } }),
    // A set that was offered first there names it no more.
    invalidates: [...contentKeys, keys.channelSets],
    applyOptimistic: ({ id }) => {
      const gone = withinFolder(
        queryClient.getQueryData<FolderList>(keys.folders)?.results ?? [],
        id,
      );
      changeList((list) => list.filter((folder) => !gone.has(folder.id)));
      mapCachedItems((item) => (gone.has(item.folder) ? null : item));
      const { selectedFolder } = useContentView.getState();
      if (selectedFolder === null || !gone.has(selectedFolder)) return;
      useContentView.setState({ selectedFolder: null });
      return () => useContentView.setState({ selectedFolder });
    },
    success: 'Folder deleted successfully',
    failure: 'Failed to delete folder',
  });
}
