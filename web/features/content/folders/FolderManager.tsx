import { useState } from 'react';
import type { Folder } from '#contract/content/folders.ts';
import { openFolders } from '#web/api/content-view.ts';
import { useWaitingCopies } from '#web/features/content/items/item-queries.ts';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { FolderDialog, type FolderFields, fieldsOf } from './FolderDialog.tsx';
import { FolderTree } from './FolderTree.tsx';
import { useDeleteFolder, useFolders, useUpdateFolder } from './folder-queries.ts';
import { askForFolder } from './NewFolder.tsx';

type Task =
  | { kind: 'edit'; folder: Folder | undefined; initial: FolderFields }
  | { kind: 'delete'; folder: Folder };

/** The folder tree with its actions. */
export function FolderManager({
  selected,
  onSelect,
  onDrop,
  onEvergreen,
}: {
  selected: number | null;
  onSelect: (id: number | null) => void;
  /** Items were dropped on a folder. */
  onDrop: (folder: number, items: number[]) => void;
  /** Its approved posts are to come again, or no more. */
  onEvergreen: (folder: Folder) => void;
}) {
  const query = useFolders();
  const folders = query.data ?? [];
  const [task, setTask] = useState<Task | null>(null);
  const update = useUpdateFolder(({ id, ...body }) =>
    setTask({
      kind: 'edit',
      folder: folders.find((folder) => folder.id === id),
      initial: fieldsOf(body),
    }),
  );
  const remove = useDeleteFolder();
  const deleted = task?.kind === 'delete' ? task.folder : undefined;
  const waiting = useWaitingCopies({ folder: deleted?.id }, deleted !== undefined);

  return (
    <>
      <FolderTree
        folders={query.data}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        selected={selected}
        onSelect={onSelect}
        onDrop={onDrop}
        onCreate={(parent) => askForFolder(parent)}
        onEvergreen={onEvergreen}
        onEdit={(folder) => setTask({ kind: 'edit', folder, initial: fieldsOf(folder) })}
        onDelete={(folder) => setTask({ kind: 'delete', folder })}
      />
      {task?.kind === 'edit' && (
        <FolderDialog
          key={task.folder?.id}
          initial={task.initial}
          editing={task.folder}
          folders={folders}
          onSave={({ description, ...fields }) => {
            if (!task.folder) return;
            if (fields.parent) openFolders([fields.parent]);
            // An empty description removes the former one.
            update.mutate({ ...fields, id: task.folder.id, description: description || null });
          }}
          onClose={() => setTask(null)}
        />
      )}
      {task?.kind === 'delete' && (
        <ConfirmDialog
          open
          title="Delete Folder"
          question={`Are you sure you want to delete “${task.folder.name}”? All items, subfolders and threads in it are also permanently deleted. ${waiting && `${waiting} `}This action cannot be undone.`}
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
