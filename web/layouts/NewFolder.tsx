import { create } from 'zustand';
import { useContentView } from '#web/api/content-store.ts';
import { FolderDialog, type FolderFields } from '#web/features/folders/FolderDialog.tsx';
import { useCreateFolder, useFolders } from '#web/features/folders/folder-queries.ts';

const useNewFolder = create<{ initial: FolderFields | null }>(() => ({ initial: null }));
const ask = (initial: FolderFields | null) => useNewFolder.setState({ initial });

/** Asks for a new folder, from any page, in the folder that is selected. */
export const askForFolder = () =>
  ask({ name: '', description: '', parent: useContentView.getState().selectedFolder });

/** The dialog of `askForFolder`. */
export function NewFolder() {
  const { initial } = useNewFolder();
  const { data: folders = [] } = useFolders();
  const create = useCreateFolder(({ name, description, parent }) =>
    ask({ name, description: description ?? '', parent: parent ?? null }),
  );
  return (
    initial && (
      <FolderDialog
        initial={initial}
        folders={folders}
        onClose={() => ask(null)}
        onSave={({ name, description, parent }) =>
          create.mutate({ name, parent, ...(description && { description }) })
        }
      />
    )
  );
}
