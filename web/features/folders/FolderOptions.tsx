import type { Folder } from '#contract/folders.ts';
import { flatten } from './tree.ts';

/** The options of a folder select, indented by depth. */
export const FolderOptions = ({ folders }: { folders: Folder[] }) =>
  flatten(folders).map(({ folder, depth }) => (
    <option key={folder.id} value={folder.id}>
      {'\u2003'.repeat(depth)}
      {folder.name}
    </option>
  ));
