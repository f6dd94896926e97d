import type { Folder } from '#contract/content/folders.ts';
import type { Option } from '#web/ui/fields/Select.tsx';
import { FolderMark } from './FolderMark.tsx';
import { flatten, forestOf, trailOf } from './tree.ts';

/** Folders as the options of a select, in the order of the tree. */
export function folderOptions(folders: readonly Folder[]): Option[] {
  const forest = forestOf(folders);
  return flatten(folders).map(({ folder, depth }) => {
    const { names, top } = trailOf(forest, folder.id);
    return {
      value: String(folder.id),
      label: folder.name,
      depth,
      mark: <FolderMark id={top} />,
      ...(depth > 0 && { note: names.slice(0, -1).join(' / ') }),
    };
  });
}
