import type { Folder } from '#contract/content/folders.ts';

const { compare } = new Intl.Collator();

/** Folders by their place. */
export type Forest = {
  byId: ReadonlyMap<number, Folder>;
  /** The folders directly below one, or at the top, by name. */
  childrenOf: (parent: number | null) => readonly Folder[];
  /** The folder above. An unknown one counts as none. */
  parentOf: (id: number) => number | null;
  /** The number of posts in a folder and below it. */
  countOf: (id: number) => number;
};

const forests = new WeakMap<readonly Folder[], Forest>();

/** Built once for a list: every row of the content asks for it. */
export function forestOf(folders: readonly Folder[]): Forest {
  const known = forests.get(folders);
  if (known) return known;
  const built = buildForest(folders);
  forests.set(folders, built);
  return built;
}

function buildForest(folders: readonly Folder[]): Forest {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const parentOf = (id: number) => {
    const parent = byId.get(id)?.parent ?? null;
    return parent !== null && byId.has(parent) ? parent : null;
  };
  const children = Map.groupBy(
    folders.toSorted((a, b) => compare(a.name, b.name)),
    ({ id }) => parentOf(id),
  );
  const childrenOf = (parent: number | null) => children.get(parent) ?? [];
  const counts = new Map<number, number>();
  const countOf = (id: number): number => {
    const known = counts.get(id);
    if (known !== undefined) return known;
    const own = byId.get(id)?.posts_count ?? 0;
    const count = childrenOf(id).reduce((sum, child) => sum + countOf(child.id), own);
    counts.set(id, count);
    return count;
  };
  return { byId, childrenOf, parentOf, countOf };
}

/** A visible row of the tree. */
export type TreeRow = {
  folder: Folder;
  depth: number;
  /** Whether there are folders below it, and whether they are shown. */
  children: boolean;
  isOpen: boolean;
  count: number;
  /** Its place among its siblings, from 1, and their number. */
  place: number;
  siblings: number;
};

/**
 * The visible rows in order. With a filter: the folders whose name contains it, and those above
 * them.
 */
export function rowsOf(forest: Forest, open: ReadonlySet<number>, filter = ''): TreeRow[] {
  const wanted = filter.trim().toLowerCase();
  const shown = wanted ? new Set<number>() : undefined;
  if (shown)
    for (const { id, name } of forest.byId.values())
      if (name.toLowerCase().includes(wanted))
        for (let folder: number | null = id; folder !== null; folder = forest.parentOf(folder))
          shown.add(folder);
  const rows: TreeRow[] = [];
  const add = (parent: number | null, depth: number) => {
    const level = forest.childrenOf(parent).filter(({ id }) => !shown || shown.has(id));
    for (const [index, folder] of level.entries()) {
      const children = forest.childrenOf(folder.id).length > 0;
      const isOpen = children && (shown !== undefined || open.has(folder.id));
      const count = forest.countOf(folder.id);
      const among = { place: index + 1, siblings: level.length };
      rows.push({ folder, depth, children, isOpen, count, ...among });
      if (isOpen) add(folder.id, depth + 1);
    }
  };
  add(null, 0);
  return rows;
}

/** The folder and its descendants. */
export function withinFolder(folders: readonly Folder[], id: number): Set<number> {
  const { childrenOf } = forestOf(folders);
  const within = new Set([id]);
  for (const folder of within) for (const child of childrenOf(folder)) within.add(child.id);
  return within;
}

/** The number of posts in its descendants. */
export const countBelow = (folders: readonly Folder[], folder: Folder): number =>
  forestOf(folders).countOf(folder.id) - folder.posts_count;

/** All folders in tree order with their depth, for a select. */
export function flatten(folders: readonly Folder[]): { folder: Folder; depth: number }[] {
  const forest = forestOf(folders);
  return rowsOf(forest, new Set(forest.byId.keys()));
}

/** The names and the ids of a folder and those above it, from the top, with the id of the top. */
export function trailOf({ byId, parentOf }: Forest, id: number) {
  const names: string[] = [];
  const ids: number[] = [];
  let top = id;
  for (let folder: number | null = id; folder !== null; folder = parentOf(folder)) {
    names.unshift(byId.get(folder)?.name ?? '');
    ids.unshift(folder);
    top = folder;
  }
  return { names, ids, top };
}
