import type { Folder } from '#contract/folders.ts';

const byName = (a: Folder, b: Folder) => a.name.localeCompare(b.name);

/**
 * The folders directly below `parent`, by name. A folder with an unknown parent is at the top
 * level.
 */
export function childrenOf(folders: Folder[], parent: number | null): Folder[] {
  const known = new Set(folders.map((folder) => folder.id));
  return folders
    .filter(
      (folder) =>
        (folder.parent !== null && known.has(folder.parent) ? folder.parent : null) === parent,
    )
    .sort(byName);
}

/** The folder and its descendants. */
export function withinFolder(folders: Folder[], id: number): Set<number> {
  const within = new Set([id]);
  for (let size = 0; size !== within.size; ) {
    size = within.size;
    for (const folder of folders)
      if (folder.parent !== null && within.has(folder.parent)) within.add(folder.id);
  }
  return within;
}

/** All folders in tree order with their depth, for a select. */
export function flatten(
  folders: Folder[],
  parent: number | null = null,
  depth = 0,
): { folder: Folder; depth: number }[] {
  return childrenOf(folders, parent).flatMap((folder) => [
    { folder, depth },
    ...flatten(folders, folder.id, depth + 1),
  ]);
}
