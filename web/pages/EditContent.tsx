import { useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { Folder } from '#contract/folders.ts';
import type { Item } from '#contract/items.ts';
import { Editor } from '#web/features/editor/Editor.tsx';
import type { EditorFields, EditorValues } from '#web/features/editor/editor-fields.ts';
import { FolderDialog, type FolderFields } from '#web/features/folders/FolderDialog.tsx';
import { FolderOptions } from '#web/features/folders/FolderOptions.tsx';
import { useCreateFolder, useFolders } from '#web/features/folders/folder-queries.ts';
import { ItemNotFound } from '#web/features/items/ItemNotFound.tsx';
import { useCreateItem, useItem, useUpdateItem } from '#web/features/items/item-queries.ts';
import { isItemId, paths } from '#web/lib/paths.ts';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';

/** Writes a new item, or changes the one that the address names (section 2, 'Editor'). */
export default function EditContentPage() {
  const { id } = useParams();
  const folders = useFolders();
  const query = useItem(Number(id));
  // Once somebody writes, nothing that is fetched afterwards takes the text out of their hands.
  const opened = useRef<string>(undefined);
  const writing = opened.current === (id ?? 'new');
  if (id !== undefined && (!isItemId(id) || (query.isError && !writing)))
    return <ItemNotFound error={query.error} onRetry={() => void query.refetch()} />;
  if (folders.isError && !folders.data && !writing) {
    return (
      <RetryAlert message={folders.error.message || 'Failed to fetch folders'} onRetry={() => void folders.refetch()} />
    );
  }
  // What is cached may be what somebody has changed since: writing begins with what the server has now.
  const loading = id !== undefined && !query.isFetchedAfterMount && !writing;
  if (loading || !folders.data) {
    return (
      <p role="status" className="appear-late">
        Loading...
      </p>
    );
  }
  opened.current = id ?? 'new';
  return <LoadedEditor key={id ?? 'new'} item={query.data} folders={folders.data} />;
}

function LoadedEditor({ item, folders }: { item: Item | undefined; folders: Folder[] }) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const create = useCreateItem();
  const update = useUpdateItem();
  const [newFolder, setNewFolder] = useState<{ initial: FolderFields; use: (folder: number) => void } | null>(null);
  const createFolder = useCreateFolder(({ name, description, parent }) =>
    setNewFolder(
      (before) => before && { ...before, initial: { name, description: description ?? '', parent: parent ?? null } },
    ),
  );
  const saved = folders.filter(({ id }) => id > 0);

  function save({ folder, status, content, tags }: EditorValues, version: number | undefined) {
    if (item) return update.mutateAsync({ id: item.id, folder, status, content, tags, ...(version && { version }) });
    return create.mutateAsync({ folder, status, content, tags });
  }

  return (
    <>
      <title>{item ? 'Edit Content' : 'Create Content'}</title>
      <Editor
        {...(item && { item })}
        initial={initialFields(item, saved, query.get('folder'))}
        folderOptions={<FolderOptions folders={saved} />}
        onNewFolder={(use) => setNewFolder({ initial: { name: '', description: '', parent: null }, use })}
        onSave={save}
        onSaved={(folder) => navigate(paths.folder(folder))}
      />
      {newFolder && (
        <FolderDialog
          initial={newFolder.initial}
          folders={saved}
          onClose={() => setNewFolder(null)}
          onSave={({ name, description, parent }) =>
            createFolder.mutate(
              { name, parent, ...(description && { description }) },
              { onSuccess: (folder) => newFolder.use(folder.id) },
            )
          }
        />
      )}
    </>
  );
}

function initialFields(item: Item | undefined, folders: Folder[], named: string | null): EditorFields {
  if (item) return { folder: item.folder, status: item.status, content: item.content, tags: item.tags };
  const wanted = /^\d+$/.test(named ?? '') ? folders.find(({ id }) => id === Number(named)) : undefined;
  return { folder: (wanted ?? folders[0])?.id ?? null, status: 'draft', content: '', tags: [] };
}
