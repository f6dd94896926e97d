import { useState } from 'react';
import type { Folder, FolderUpdate } from '#contract/folders.ts';
import { useContentView } from '#web/api/content-store.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { FolderDialog, type FolderFields } from './FolderDialog.tsx';
import { FolderTree } from './FolderTree.tsx';
import { useCreateFolder, useDeleteFolder, useFolders, useUpdateFolder } from './folder-queries.ts';

type Task =
  | { kind: 'create' | 'edit'; editing?: Folder | undefined; initial: FolderFields }
  | { kind: 'delete'; folder: Folder };

const fieldsOf = ({ name = '', description, parent }: FolderUpdate): FolderFields => ({
  name,
  description: description ?? '',
  parent: parent ?? null,
});

/** The folder tree with its actions. */
export function FolderManager({
  selected,
  onSelect,
  onDrop,
}: {
  selected: number | null;
  onSelect: (id: number | null) => void;
  /** Items were dropped on a folder. */
  onDrop: (folder: number, items: number[]) => void;
}) {
  const query = useFolders();
  const folders = query.data ?? [];
  const [task, setTask] = useState<Task | null>(null);
  const create = useCreateFolder((body) => setTask({ kind: 'create', initial: fieldsOf(body) }));
  const update = useUpdateFolder(({ id, ...body }) =>
    setTask({
      kind: 'edit',
      editing: folders.find((folder) => folder.id === id),
      initial: fieldsOf(body),
    }),
  );
  const remove = useDeleteFolder();

  function save(editing: Folder | undefined, { name, description, parent }: FolderFields) {
    if (parent)
      useContentView.setState(({ openFolders }) => ({
        openFolders: [...new Set([...openFolders, parent])],
      }));
    // Left out where it is empty; when editing, an empty description removes the former one.
    if (editing) update.mutate({ id: editing.id, name, description: description || null, parent });
    else create.mutate({ name, parent, ...(description && { description }) });
  }

  return (
    <>
      <FolderTree
        folders={query.data}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        selected={selected}
        onSelect={onSelect}
        onDrop={onDrop}
        onCreate={(parent) => setTask({ kind: 'create', initial: fieldsOf({ parent }) })}
        onEdit={(folder) => setTask({ kind: 'edit', editing: folder, initial: fieldsOf(folder) })}
        onDelete={(folder) => setTask({ kind: 'delete', folder })}
      />
      {task && task.kind !== 'delete' && (
        <FolderDialog
          key={task.editing?.id ?? 'new'}
          initial={task.initial}
          editing={task.editing}
          folders={folders}
          onSave={(fields) => save(task.editing, fields)}
          onClose={() => setTask(null)}
        />
      )}
      {task?.kind === 'delete' && (
        <ConfirmDialog
          open
          title="Delete Folder"
          question={`Are you sure you want to delete “${task.folder.name}”? All items, subfolders and threads in it are also permanently deleted. This action cannot be undone.`}
          confirm="Delete"
          onConfirm={() => {
            remove.mutate(task.folder);
            setTask(null);
          }}
          onClose={() => setTask(null)}
        />
      )}
    </>
  );
}
