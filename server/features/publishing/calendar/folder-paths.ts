import { cut } from '../../../http/outgoing/foreign.ts';
import type { FolderRow } from './calendar.sql.ts';
import { joinPath, splitPath } from './cells.ts';
import { RowError } from './row-error.ts';

/** The folders of a workspace by their paths (docs/domain/calendar.md, 'Import and export'). */

const MAX_DEPTH = 100;
const MAX_ADVICE = 3;
const BLANKS = /\p{Zs}+/gu;

/** The names of each folder from the root. */
function pathsOf(rows: readonly FolderRow[]): Map<number, string[]> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    rows.map(({ id, name, parent }) => {
      const path = [name];
      for (let up = parent; up !== null && path.length < MAX_DEPTH; ) {
        const above = byId.get(up);
        path.push(above?.name ?? '');
        up = above?.parent ?? null;
      }
      return [id, path.toReversed()];
    }),
  );
}

/** Writes the path of a folder so that an import finds this one alone. */
export function pathWriter(rows: readonly FolderRow[]): (folder: number) => string {
  const paths = new Map(Array.from(pathsOf(rows), ([id, names]) => [id, joinPath(names)]));
  return (folder) => paths.get(folder) ?? '';
}

/** Blanks of all widths are alike: word processors write those that do not break a line. */
const keyOf = (names: readonly string[]) =>
  JSON.stringify(names.map((name) => name.normalize('NFC').replaceAll(BLANKS, ' ').toLowerCase()));
/** A name in which blanks around slashes do not count. */
const loosely = (name: string) =>
  name
    .split('/')
    .map((part) => part.trim())
    .join('/');

/**
 * Finds a folder by its path from the root, or by its name where one alone has it, also one with
 * slashes.
 * @throws RowError
 */
export function folderFinder(rows: readonly FolderRow[]): (text: string) => number {
  const paths = pathsOf(rows);
  const byPath = new Map<string, number[]>();
  const byName = new Map<string, number[]>();
  const add = (to: Map<string, number[]>, key: string, id: number) => {
    const ids = to.get(key);
    if (!ids) to.set(key, [id]);
    else if (!ids.includes(id)) ids.push(id);
  };
  for (const [id, names] of paths) {
    const name = names.at(-1) ?? '';
    add(byPath, keyOf(names), id);
    add(byName, keyOf([name]), id);
    if (name.includes('/')) add(byName, keyOf([loosely(name)]), id);
  }
  return (text) => {
    const { names, isFromRoot } = splitPath(text);
    const exact = byPath.get(keyOf(names)) ?? [];
    const literal = [keyOf([text]), keyOf([loosely(text)])].flatMap((key) => byName.get(key) ?? []);
    const named = names.length === 1 && !isFromRoot ? (byName.get(keyOf(names)) ?? []) : [];
    const found =
      isFromRoot && exact.length ? exact : [...new Set([...exact, ...named, ...literal])];
    const [only, ...others] = found;
    const shown = cut(text, 100);
    if (only === undefined) throw new RowError('folder', `There is no folder '${shown}'.`);
    if (others.length === 0) return only;
    const advice = found.slice(0, MAX_ADVICE).map((id) => cut(joinPath(paths.get(id) ?? []), 200));
    throw new RowError(
      'folder',
      `'${shown}' can be ${found.length} folders: write ${advice.join(' or ')}.`,
    );
  };
}
