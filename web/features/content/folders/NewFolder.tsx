import { create } from 'zustand';
import { openFolders } from '#web/api/content-view.ts';
import { FolderDialog, type FolderFields, fieldsOf } from './FolderDialog.tsx';
import { useCreateFolder, useFolders } from './folder-queries.ts';

type Asked = {
  /** The initial values; null where nothing is asked for. */
  initial: FolderFields | null;
  onCreated: (folder: number) => void;
};

const useNewFolder = create<Asked>(() => ({ initial: null, onCreated: () => {} }));
const close = () => useNewFolder.setState({ initial: null });

/**
 * Asks for a new folder, from any page, at first in `parent`.
 * @param onCreated gets its id; not called where it is not created
 */
export const askForFolder = (parent: number | null, onCreated = (_folder: number) => {}) =>
  useNewFolder.setState({ initial: fieldsOf({ parent }), onCreated });

/** The dialog of `askForFolder`; after a failure it can be opened again as it was. */
export function NewFolder() {
  const { initial, onCreated } = useNewFolder();
  const { data: folders = [] } = useFolders();
  const create = useCreateFolder((body) => useNewFolder.setState({ initial: fieldsOf(body) }));

  function save({ name, description, parent }: FolderFields) {
    if (parent) openFolders([parent]);
    create.mutate(
      { name, parent, ...(description && { description }) },
      { onSuccess: ({ id }) => onCreated(id) },
    );
  }

  return (
    initial && <FolderDialog initial={initial} folders={folders} onSave={save} onClose={close} />
  );
}
